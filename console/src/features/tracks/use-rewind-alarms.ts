import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { KnownBy } from '@vigil/contract/positions/track-columns.ts'
import { useMemo } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useCan } from '../../shared/session/session.ts'
import { fromSiteTime } from '../../shared/time/site-time.ts'
import type { Span } from './address.ts'
import { marksOf, stoodThen, type AlarmMark, type StoodThen } from './stood-then.ts'

export interface RewindAlarms {
  /** Those that began in the time that is looked at, oldest first. */
  readonly marks: readonly AlarmMark[]
  readonly stood: readonly StoodThen[]
  /** There were more than were asked for. */
  readonly cut: boolean
  /** `none`: who looks does not see alarms. Until it is `known` nobody may take an empty list for a quiet site. */
  readonly state: 'none' | 'loading' | 'failed' | 'known'
}

/** Every alarm that stood at some moment of these minutes; none for whoever does not see alarms. */
export const useRewindAlarms = (span: Span | null, by: KnownBy): RewindAlarms => {
  const sees = [useCan('alarmRealMgmt'), useCan('alarmHisMgmt')].includes(true)
  const enabled = sees && span !== null
  const body = { startTime: span?.from ?? '', endTime: span?.to ?? '', by }
  const { data: answer, isError } = useCall(alarmCalls.listAlarmStood, body, { enabled })
  const failed = enabled && isError
  const data = enabled ? answer : undefined
  return useMemo(() => {
    const from = span === null ? 0 : fromSiteTime(span.from)
    const stood = (data?.list ?? []).flatMap(stoodThen).sort((a, b) => a.shown.level - b.shown.level || b.from - a.from)
    return {
      marks: marksOf(stood, from),
      stood,
      cut: data?.cut === true,
      state: !sees ? 'none' : failed ? 'failed' : data ? 'known' : 'loading',
    }
  }, [data, span, sees, failed])
}
