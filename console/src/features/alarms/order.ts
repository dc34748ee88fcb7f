import { handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { isCryForHelp } from '../../shared/live/unhandled.ts'
import type { Leaving } from './watch.ts'

const isTaken = ({ status }: Alarm): number => Number(status === handlingStatus.code.inProgress)

/** By level, within it a cry for help first, then what nobody has taken up, then what was found last; repetitions move nothing. */
export const byUrgency = (a: Alarm, b: Alarm): number =>
  a.alarmLevel - b.alarmLevel ||
  Number(isCryForHelp(b)) - Number(isCryForHelp(a)) ||
  isTaken(a) - isTaken(b) ||
  (a.findTime < b.findTime ? 1 : a.findTime > b.findTime ? -1 : Number(b.id) - Number(a.id))

export interface Order {
  readonly listed: readonly Alarm[]
  /** Nobody has taken it up and it belongs before all that is held in its place; null where there is none. */
  readonly urgent: Alarm | null
}

/** The ids of what keeps its place, as they stand. */
export interface Held {
  readonly ids: readonly string[]
  /** Those that stood there when the hand came: what came since has its place below them, and is news. */
  readonly known: readonly string[]
}

/** The hand has come: everything stays. */
export const heldAs = (ids: readonly string[]): Held => ({ ids, known: ids })

/** What came meanwhile keeps its place below as well. */
export const stillHeld = (held: Held, ids: readonly string[]): Held =>
  held.ids.join() === ids.join() ? held : { ids, known: held.known }

/**
 * What stands in the column. What is under the operator's hand or focus keeps its place: what comes meanwhile goes below, and says
 * so for as long as it belongs above.
 */
export const arrange = (open: readonly Alarm[], leaving: readonly Leaving[], held: Held | null): Order => {
  const all = new Map([...leaving.map(({ alarm }) => alarm), ...open].map((alarm) => [alarm.id, alarm]))
  const { ids, known } = held ?? heldAs([])
  const kept = ids.flatMap((id) => all.get(id) ?? [])
  const others = [...all.values()].filter(({ id }) => !ids.includes(id)).sort(byUrgency)
  const [first] = kept
  // What was just handled says so where it stood, and is no news.
  const waits = ({ id, status }: Alarm): boolean => !known.includes(id) && status === handlingStatus.code.unhandled
  const [next] = [...all.values()].filter(waits).sort(byUrgency)
  const isUrgent = first && next && byUrgency(next, first) < 0
  return { listed: [...kept, ...others], urgent: isUrgent ? next : null }
}
