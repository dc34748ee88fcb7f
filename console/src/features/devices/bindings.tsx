import type { Binding } from '@vigil/contract/devices/binding.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { DatePicker, Skeleton } from 'antd'
import type dayjs from 'dayjs'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { ErrorState } from '../../shared/ui/states.tsx'
import styles from './devices.module.css'
import { deviceTexts } from './texts.ts'

const shown = 20

interface BindingsProps {
  readonly record: { readonly id: string }
}

/** Who wore this device and when; on one day, if a day is chosen. */
export const Bindings = ({ record }: BindingsProps) => {
  const t = useTexts(deviceTexts)
  const [day, setDay] = useState<dayjs.Dayjs | null>(null)
  const body = { id: record.id, pageNum: 1, pageSize: shown, ...(day ? { day: day.format('YYYY-MM-DD') } : {}) }
  const answer = useCall(deviceCalls.listBindingByCondition, body, { keepPrevious: true })
  const { list, total } = paged<Binding>(answer.data ?? [])
  return (
    <section className={styles['bindings']} aria-label={t('bindings')}>
      <header className={styles['bindingsHead']}>
        <h3>{t('bindings')}</h3>
        <DatePicker value={day} onChange={setDay} placeholder={t('onDay')} aria-label={t('onDay')} />
      </header>
      {answer.error && <ErrorState error={answer.error} retrying={answer.isFetching} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {answer.data && list.length === 0 && <p className="note">{t(day ? 'nobodyThatDay' : 'nobodyYet')}</p>}
      {list.length > 0 && (
        <ol className={styles['bindingList']}>
          {list.map(({ id, userName, workNum, from, until, boundBy }) => (
            <li key={id}>
              <strong>
                {userName} <small>{workNum}</small>
              </strong>
              <span>
                {from} – {until ?? t('stillWorn')}
              </span>
              {boundBy !== '' && <small>{t('boundBy', { name: boundBy })}</small>}
            </li>
          ))}
        </ol>
      )}
      {total > shown && <p className="note">{t('more', { n: total - shown })}</p>}
    </section>
  )
}
