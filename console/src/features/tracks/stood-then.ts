import { alarmCondition, type Alarm } from '@vigil/contract/alarms/entities.ts'
import type { AlarmStood, AlarmStretch } from '@vigil/contract/alarms/stood.ts'
import { fromSiteTime, toSiteTime } from '../../shared/time/site-time.ts'
import type { AlarmThen } from './recording.ts'

/** An alarm in one of its states: while nobody had it, somebody had it, it was put aside, or it was over and waited to be confirmed. */
export interface StoodThen extends AlarmThen {
  /** Of no other part of any alarm: one may come, go and come again within a second. */
  readonly key: string
  readonly alarm: Alarm
  readonly stretch: AlarmStretch
  /** It was raised here, or raised again. */
  readonly begins: boolean
}

/** An alarm that was raised, or raised again. */
export interface AlarmMark {
  /** Of no other mark, also of the same alarm. */
  readonly key: string
  readonly alarm: Alarm
  /** When, ms since 1970. */
  readonly at: number
  /** Of the moving thing; null of what is nothing that moves. */
  readonly id: number | null
}

const isReturned = ({ condition }: AlarmStretch): boolean => condition === alarmCondition.code.returned

/** Until when a part lasted: what another followed within its second is told by that one alone, and what nothing followed for a second. */
const endOf = (from: number, { to }: AlarmStretch, isFollowed: boolean): number => {
  if (to === null) return Infinity
  const end = fromSiteTime(to)
  return isFollowed ? end : Math.max(from + 1_000, end)
}

/** An alarm as it stood, in its order. */
export const stoodThen = ({ alarm, stretches }: AlarmStood): StoodThen[] =>
  stretches.map((stretch, at) => {
    const before = stretches[at - 1]
    const after = stretches[at + 1]
    const from = fromSiteTime(stretch.from)
    const { alarmLevel: level, areaId, objectId: id } = alarm
    return {
      key: `${alarm.id} ${at}`,
      alarm,
      stretch,
      id,
      from,
      to: endOf(from, stretch, after !== undefined && after.from === stretch.to),
      shown: { level, unhandled: false, returned: isReturned(stretch), areaId },
      begins: !isReturned(stretch) && (before === undefined || isReturned(before)),
    }
  })

/** What of these is marked from an instant on (ms since 1970), oldest first. */
export const marksOf = (parts: readonly StoodThen[], since: number): AlarmMark[] =>
  parts
    .filter(({ begins, from }) => begins && from >= since)
    .map(({ key, alarm, from: at, id }) => ({ key, alarm, at, id }))
    .sort((a, b) => a.at - b.at)

/** A moment of a day (`YYYY-MM-DD`) as `08:14:32`, of any other, and where no day is meant, as `11-20 08:14:32`. */
export const momentOn = (day: string | null, at: number): string => {
  const time = toSiteTime(at)
  return time.slice(0, 10) === day ? time.slice(11) : time.slice(5)
}
