import type { Call } from '@vigil/contract/kernel/call.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { ListContext } from '../../shared/spec/definitions.ts'
import { listRefresh } from './groups.ts'
import { deviceTexts } from './texts.ts'

/** How many of the devices that a list finds are heard; the number leads to them. */
export const onlineSummary = (list: Call) => {
  const OnlineSummary = ({ filter }: ListContext) => {
    const t = useTexts(deviceTexts)
    const [params] = useSearchParams()
    const narrowed = filter['online'] !== undefined
    const { data } = useCall(
      list,
      { ...filter, online: 1, pageNum: 1, pageSize: 1 },
      { enabled: !narrowed, keepPrevious: true, refetchEvery: listRefresh },
    )
    if (narrowed || data === undefined) return null
    const heard = new URLSearchParams(params)
    heard.set('online', '1')
    heard.delete('page')
    return (
      <>
        {t('online')}{' '}
        <Link className="number" to={{ search: heard.toString() }}>
          {paged(data as never).total}
        </Link>
      </>
    )
  }
  return OnlineSummary
}
