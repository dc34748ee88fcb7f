import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import { callOutcome, type CallRecord } from '@vigil/contract/telephony/entities.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { Skeleton } from 'antd'
import { useCall } from '../api/queries.ts'
import { useLanguage } from '../i18n/language.ts'
import { defineTexts, useTexts } from '../i18n/texts.ts'
import { formatSpan } from '../time/format.ts'
import { PlainTable } from '../ui/plain-table.tsx'
import { ErrorState } from '../ui/states.tsx'

const texts = defineTexts('shared/calling', {
  begun: { zh: '时间', en: 'Time' },
  from: { zh: '主叫', en: 'From' },
  to: { zh: '被叫', en: 'To' },
  outcome: { zh: '结果', en: 'Outcome' },
  lasted: { zh: '通话时长', en: 'Talk' },
  none: { zh: '没有通话记录', en: 'No calls' },
  log: { zh: '通话记录', en: 'Calls' },
  room: { zh: '房间', en: 'Room' },
  left: { zh: '{name}（已离开）', en: '{name} (left)' },
})

interface CallLogProps {
  /** Those for one alarm alone. */
  readonly alarmId?: string
  /** How many at most. */
  readonly most?: number
}

/** What was called last, and who is talking now; it follows what happens. */
export const CallLog = ({ alarmId, most = 20 }: CallLogProps) => {
  const t = useTexts(texts)
  const { data, error, refetch, isFetching } = useCall(telephonyCalls.listZdCall, {
    ...(alarmId === undefined ? {} : { alarmId }),
    pageNum: 1,
    pageSize: most,
  })
  if (!data)
    return error ? <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} /> : <Skeleton active />
  const { list } = paged(data)
  if (list.length === 0) return <p className="note">{t('none')}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a row that has buttons, keys could not scroll it
    <div tabIndex={0} role="group" aria-label={t('log')} style={{ overflow: 'auto' }}>
      <PlainTable>
        <thead>
          <tr>
            {(['begun', 'from', 'to', 'outcome', 'lasted'] as const).map((column) => (
              <th key={column}>{t(column)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((call) => (
            <Row key={call.id} call={call} />
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}

const Row = ({
  call: { startedAt, endedAt, caller, callee, dialled, room, outcome, duration },
}: {
  readonly call: CallRecord
}) => {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const between = language === 'zh' ? '、' : ', '
  const called = (): string => {
    if (!room) return callee ? `${callee.name} · ${callee.number}` : dialled
    // Who left one that goes on is not spoken with any more.
    const names = room.parties.map(({ name, isThere }) => (isThere || endedAt !== null ? name : t('left', { name })))
    return [t('room'), names.join(between)].filter(Boolean).join(' · ')
  }
  return (
    <tr>
      <td>{startedAt}</td>
      <td>{`${caller.name} · ${caller.number}`}</td>
      <td>{called()}</td>
      <td className={outcome === 'connected' ? 'good' : ''}>{callOutcome.name(outcome, language)}</td>
      <td>{duration === null ? '—' : formatSpan(duration * 1_000, language)}</td>
    </tr>
  )
}
