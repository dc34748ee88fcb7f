import { handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { isCryForHelp } from '../../shared/live/unhandled.ts'
import type { Leaving } from './watch.ts'

/** What was just handled says so where it stood. */
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

/**
 * What stands in the column. What is under the operator's hand or focus keeps its place, `held` being the ids as they stood:
 * what comes meanwhile goes below, and says so where it belongs above.
 */
export const arrange = (open: readonly Alarm[], leaving: readonly Leaving[], held: readonly string[]): Order => {
  const all = new Map([...leaving.map(({ alarm }) => alarm), ...open].map((alarm) => [alarm.id, alarm]))
  const kept = held.flatMap((id) => all.get(id) ?? [])
  const others = [...all.values()].filter(({ id }) => !held.includes(id)).sort(byUrgency)
  const [first, next] = [kept[0], others[0]]
  const isUrgent = first && next && isTaken(next) === 0 && byUrgency(next, first) < 0
  return { listed: [...kept, ...others], urgent: isUrgent ? next : null }
}
