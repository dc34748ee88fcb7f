import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { visitStatus } from '@vigil/contract/gates/visit.ts'
import { useSearchParams } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { ListContext } from '../../shared/spec/definitions.ts'
import styles from './gates.module.css'
import { gateTexts } from './texts.ts'

type Filter = ListContext['filter']

/** Each status with how many visits of this filter are at it; one click narrows the list to it. */
export const StatusChoices = ({ filter }: ListContext) => {
  const t = useTexts(gateTexts)
  const { language } = useLanguage()
  const { status: _status, pageNum: _page, pageSize: _size, sort: _sort, ...rest } = filter
  return (
    <div className={styles['choices']} role="group" aria-label={t('status')}>
      <Choice label={t('all')} status={null} filter={rest} />
      {visitStatus.codes.map((status) => (
        <Choice key={status} label={visitStatus.name(status, language)} status={status} filter={rest} />
      ))}
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly status: (typeof visitStatus.codes)[number] | null
  readonly filter: Filter
}

const Choice = ({ label, status, filter }: ChoiceProps) => {
  const [params, setParams] = useSearchParams()
  const { data } = useCall(
    gateCalls.getZdVisitRecordByDateCount,
    { ...filter, ...(status === null ? {} : { status }) },
    { keepPrevious: true },
  )
  const choose = (): void =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        if (status === null) next.delete('status')
        else next.set('status', status)
        next.delete('page')
        return next
      },
      { replace: true },
    )
  return (
    <button
      type="button"
      className={styles['choice']}
      data-late={status === visitStatus.code.overstayed && (data ?? 0) > 0}
      aria-pressed={params.get('status') === status}
      onClick={choose}
    >
      {label} <b>{data ?? '—'}</b>
    </button>
  )
}
