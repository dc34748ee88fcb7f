import { handoverCalls } from '@vigil/contract/handovers/calls.ts'
import type { ShiftHandover } from '@vigil/contract/handovers/entities.ts'
import { Button, Collapse, Skeleton } from 'antd'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { PagingBar } from '../../shared/table/paging-bar.tsx'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { Facts } from './facts.tsx'
import styles from './handovers.module.css'
import { handoverTexts } from './texts.ts'
import { useSettle } from './use-settle.ts'

/** A page is some days of shifts; each brings how the site stood. */
const sizes = [15, 30, 50]

/** What was handed over, page by page. */
export const Records = ({ mayTake }: { readonly mayTake: boolean }) => {
  const t = useTexts(handoverTexts)
  const [page, setPage] = useState({ pageNum: 1, pageSize: 15 })
  const { data, error, isFetching, refetch } = useCall(handoverCalls.listZdHandoverPage, page, { keepPrevious: true })
  return (
    <Panel title={t('records')} padded={false}>
      <Stack gap={12} pad={16}>
        {!data && error && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton active paragraph={{ rows: 6 }} />}
        {data?.list.length === 0 && <EmptyState icon="tray" title={t('noRecords')} hint={t('noRecordsHint')} />}
        {data?.list.map((handover) => (
          <Handover key={handover.id} handover={handover} mayTake={mayTake} />
        ))}
      </Stack>
      {data && data.total > 0 && (
        <PagingBar
          total={data.total}
          page={page.pageNum}
          size={page.pageSize}
          sizes={sizes}
          onChange={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
        />
      )}
    </Panel>
  )
}

interface HandoverProps {
  readonly handover: ShiftHandover
  readonly mayTake: boolean
}

const Handover = ({ handover, mayTake }: HandoverProps) => {
  const t = useTexts(handoverTexts)
  const { givenBy, givenAt, toUser, takenBy, takenAt, withdrawnAt, note, facts, mine } = handover
  const { settle, isPending } = useSettle(handoverCalls.takeZdHandover, handover, () => notify.success(t('took')))
  const state = (): string => {
    if (withdrawnAt !== null) return t('withdrawn', { time: withdrawnAt.slice(5, 16) })
    if (takenAt !== null) return t('taken', { name: takenBy, time: takenAt.slice(5, 16) })
    return toUser ? t('waitingFor', { name: toUser }) : t('waiting')
  }
  return (
    <article className="surface" aria-label={t('given', { name: givenBy })}>
      <Stack gap={8} pad={12}>
        <Row gap={8}>
          <Row className="grow wrap" gap="2px 8px" align="baseline">
            <b>{t('given', { name: givenBy })}</b>
            <span className="quiet oneLine">{givenAt.slice(0, 16)}</span>
            <span className="soft">{state()}</span>
          </Row>
          {mine && mayTake && (
            <Button type="primary" autoInsertSpace={false} loading={isPending} onClick={settle}>
              {t('take')}
            </Button>
          )}
        </Row>
        <p className={note ? styles['said'] : 'note'}>{note || t('noNote')}</p>
        <Collapse ghost size="small" items={[{ key: 'facts', label: t('stood'), children: <Facts facts={facts} /> }]} />
      </Stack>
    </article>
  )
}
