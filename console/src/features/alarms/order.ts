import { handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { causeOf, isGrouped } from '@vigil/contract/alarms/flood.ts'
import { isCryForHelp } from '../../shared/live/unhandled.ts'
import type { Leaving } from './watch.ts'

const isTaken = ({ status }: Alarm): number => Number(status === handlingStatus.code.inProgress)

/** By level, within it a cry for help first, then what nobody has taken up, then what was found last; repetitions move nothing. */
export const byUrgency = (a: Alarm, b: Alarm): number =>
  a.alarmLevel - b.alarmLevel ||
  Number(isCryForHelp(b)) - Number(isCryForHelp(a)) ||
  isTaken(a) - isTaken(b) ||
  (a.findTime < b.findTime ? 1 : a.findTime > b.findTime ? -1 : Number(b.id) - Number(a.id))

/** During a flood: first what no group may hold. */
const singleFirst = (a: Alarm, b: Alarm): number => Number(isGrouped(a)) - Number(isGrouped(b)) || byUrgency(a, b)

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
export const arrange = (
  open: readonly Alarm[],
  leaving: readonly Leaving[],
  held: Held | null,
  { inFlood = false }: { readonly inFlood?: boolean } = {},
): Order => {
  const before = inFlood ? singleFirst : byUrgency
  const all = new Map([...leaving.map(({ alarm }) => alarm), ...open].map((alarm) => [alarm.id, alarm]))
  const { ids, known } = held ?? heldAs([])
  const kept = ids.flatMap((id) => all.get(id) ?? [])
  const others = [...all.values()].filter(({ id }) => !ids.includes(id)).sort(before)
  const [first] = kept
  // What was just handled says so where it stood, and is no news.
  const waits = ({ id, status }: Alarm): boolean => !known.includes(id) && status === handlingStatus.code.unhandled
  const [next] = [...all.values()].filter(waits).sort(before)
  const isUrgent = first && next && before(next, first) < 0
  return { listed: [...kept, ...others], urgent: isUrgent ? next : null }
}

/** Alarms of one cause during a flood. */
export interface Group {
  readonly cause: string
  readonly alarms: readonly [Alarm, ...Alarm[]]
}
/** What is drawn: an alarm, or a group. */
export type Entry = Alarm | Group
export const isGroup = (entry: Entry): entry is Group => 'cause' in entry

/**
 * The order of a flood by its causes, each where the first of it stands; one by itself stays single. While a hand is there what came since has
 * no place among what it is over: it counts in the group that stood there, or stands single below.
 */
export const byCause = (listed: readonly Alarm[], known: readonly string[] | null): Entry[] => {
  const stood = listed.filter((alarm) => isGrouped(alarm) && (known === null || known.includes(alarm.id)))
  const groups = Map.groupBy(stood, causeOf)
  const isOne = (alarm: Alarm): boolean => !isGrouped(alarm) || (groups.get(causeOf(alarm))?.length ?? 0) < 2
  const drawn = new Set<string>()
  return listed.flatMap((alarm): Entry[] => {
    if (isOne(alarm)) return [alarm]
    const cause = causeOf(alarm)
    if (drawn.has(cause)) return []
    drawn.add(cause)
    const alarms = listed.filter((one) => isGrouped(one) && causeOf(one) === cause)
    return [{ cause, alarms: [alarm, ...alarms.filter((one) => one !== alarm)] }]
  })
}
