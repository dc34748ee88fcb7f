import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { Skeleton } from 'antd'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Stack } from '../../shared/ui/layout.tsx'
import { ErrorState } from '../../shared/ui/states.tsx'
import { Receipts } from './receipts.tsx'
import { broadcastTexts } from './texts.ts'

/** What became of a notice at each helmet, where it was a broadcast. */
export const NoticeReceipts = ({ record: { id } }: { readonly record: { readonly id: string } }) => {
  const t = useTexts(broadcastTexts)
  const { data, error, isFetching, refetch } = useCall(broadcastCalls.getBroadcastOfNotice, { id })
  if (data === undefined)
    return error ? <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} /> : <Skeleton active />
  return (
    <Stack as="section" gap={8} aria-label={t('receipts')}>
      <h3 style={{ margin: 0 }}>{t('receipts')}</h3>
      {data ? <Receipts sending={data} /> : <p className="note">{t('noReceipts')}</p>}
    </Stack>
  )
}
