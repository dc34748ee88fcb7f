import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { handledAt, type Alarm } from '@vigil/contract/alarms/entities.ts'
import type { KnownBy } from '@vigil/contract/positions/track-columns.ts'
import { useMemo } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useCan } from '../../shared/session/session.ts'
import { fromSiteTime, toSiteTime } from '../../shared/time/site-time.ts'
import type { Span } from './address.ts'
import type { AlarmMark } from './use-alarms-then.ts'
import type { AlarmThen } from './recording.ts'

/** Alarms asked for at most: of each list the newest. */
const most = 1_000
/** What was found up to so many ms earlier, and has been handled since, may still have stood. */
const earlier = 24 * 3_600_000

/** An alarm in one of its conditions: while it lasted, or while it was over and waited to be confirmed. */
export interface StoodThen extends AlarmThen {
  readonly alarm: Alarm
}

const whenOf = (alarm: Alarm, by: KnownBy) => {
  const from = fromSiteTime(by === 'receipt' ? alarm.findTime : alarm.startTime)
  const dealtWith = handledAt(alarm)
  const handled = dealtWith === null ? Infinity : fromSiteTime(dealtWith)
  const over = alarm.endTime === null ? handled : fromSiteTime(alarm.endTime)
  // What was handled while it lasted stood until it was over: it was still dangerous there.
  return { from, over: Math.max(from + 1_000, over), handled }
}

/** An alarm as it stood, in its order. */
export const stoodThen = (alarm: Alarm, by: KnownBy): StoodThen[] => {
  const { from, over, handled } = whenOf(alarm, by)
  const { alarmLevel: level, areaId, objectId: id } = alarm
  const part = (start: number, to: number, returned: boolean): StoodThen => ({
    alarm,
    id,
    from: start,
    to,
    shown: { level, unhandled: false, returned, areaId },
  })
  return [part(from, over, false), ...(handled > over ? [part(over, handled, true)] : [])]
}

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
  const before = { endTime: span?.to ?? '', pageNum: 1, pageSize: most }
  const open = useCall(alarmCalls.listUnHandledPage, before, { enabled })
  const startTime = span === null ? '' : toSiteTime(fromSiteTime(span.from) - earlier)
  const handled = useCall(alarmCalls.listHandledPage, { ...before, startTime }, { enabled })
  const failed = enabled && [open.isError, handled.isError].includes(true)
  const [openData, handledData] = enabled ? [open.data, handled.data] : []
  return useMemo(() => {
    const pages = [openData, handledData].filter((page) => page !== undefined)
    const [from, to] = span === null ? [0, 0] : [fromSiteTime(span.from), fromSiteTime(span.to) + 1_000]
    const stood = pages
      .flatMap(({ list }) => list)
      .flatMap((alarm) => stoodThen(alarm, by))
      .filter((part) => part.from < to && part.to > from)
      .sort((a, b) => a.shown.level - b.shown.level || b.from - a.from)
    const marks = stood
      .filter((part) => !part.shown.returned && part.from >= from)
      .map((part) => ({ alarm: part.alarm, at: part.from, id: part.id }))
      .sort((a, b) => a.at - b.at)
    return {
      marks,
      stood,
      cut: pages.some(({ list, total }) => total > list.length),
      state: !sees ? 'none' : failed ? 'failed' : pages.length < 2 ? 'loading' : 'known',
    }
  }, [openData, handledData, span, by, sees, failed])
}
