import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmCondition } from '@vigil/contract/alarms/entities.ts'
import type { AlarmStood } from '@vigil/contract/alarms/stood.ts'
import { useMemo } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useCan } from '../../shared/session/session.ts'
import { fromSiteTime } from '../../shared/time/site-time.ts'
import type { Span } from './address.ts'
import type { AlarmThen } from './recording.ts'
import { marksOf, stoodThen, type AlarmMark } from './stood-then.ts'

export interface AlarmsThen {
  /** Of the opened devices in the opened time, oldest first. */
  readonly marks: readonly AlarmMark[]
  /** As the map shows them while they lasted, those among them that began before. */
  readonly lasting: readonly AlarmThen[]
  /** There were more than were asked for. */
  readonly cut: boolean
  readonly failed: boolean
}

/** What is marked from an instant on, and what lasted: what is over and waits to be confirmed is nobody's way any more. */
export const alarmsThen = (list: readonly AlarmStood[], from: number): Pick<AlarmsThen, 'marks' | 'lasting'> => {
  const lasting = list
    .flatMap(stoodThen)
    .filter(({ stretch }) => stretch.condition === alarmCondition.code.active)
    .sort((a, b) => a.from - b.from)
  return { marks: marksOf(lasting, from), lasting }
}

/** Alarms of the opened devices; none for whoever does not see alarms. */
export const useAlarmsThen = (ids: ReadonlySet<number>, span: Span | null): AlarmsThen => {
  const sees = [useCan('alarmRealMgmt'), useCan('alarmHisMgmt')].includes(true)
  const enabled = sees && span !== null && ids.size > 0
  const objectIds = useMemo(() => [...ids].sort((a, b) => a - b), [ids])
  const body = { startTime: span?.from ?? '', endTime: span?.to ?? '', by: 'fix', objectIds } as const
  const { data: answer, isError } = useCall(alarmCalls.listAlarmStood, body, { enabled })
  const data = enabled ? answer : undefined
  return useMemo(
    () => ({
      ...alarmsThen(data?.list ?? [], span === null ? 0 : fromSiteTime(span.from)),
      cut: data?.cut === true,
      failed: enabled && isError,
    }),
    [data, span, enabled, isError],
  )
}
