import type { Pausing } from '../../kernel/rest.ts'
import { pausingAt, type Everybody, type Present } from './area-rules.ts'
import { isAway, stateOf, stillTimes, turn, type Lasting, type Times } from './lasting.ts'
import { accuracyLimit, isPerson } from './rules.ts'

/** Somebody who does not move any more, wherever he is, while what he wears goes on reporting; judged together with who is inside of what. */

/** Something that somebody wears, and where it has been since it moved last. */
export interface Stood extends Lasting {
  readonly device: number
  readonly who: string
  readonly lng: number
  readonly lat: number
}

/** When what somebody wears called for help the last time, of calls that nobody has handled; by the device, ms since 1970. */
export interface OpenCries {
  readonly silent: ReadonlyMap<number, number>
  readonly sos: ReadonlyMap<number, number>
}

export type SilentEffect =
  | { readonly kind: 'raise'; readonly at: Present; readonly minutes: number; readonly start: number }
  | { readonly kind: 'return'; readonly device: number; readonly end: number }

export interface SilentJudgement {
  readonly kept: readonly Stood[]
  readonly ended: readonly Stood[]
  readonly effects: readonly SilentEffect[]
}

const standing = ({ device, who, fix: { time, lng, lat } }: Present): Stood => ({
  device,
  who,
  raised: false,
  since: time,
  gone: null,
  lng,
  lat,
})

interface Turned {
  readonly one: Present
  readonly before: Stood | undefined
  /** Null where no fix says of it yet where it is. */
  readonly stood: Stood | null
  /** Since when it is elsewhere, null where it has not moved. */
  readonly movedAt: number | null
  /** It has been there for the limit, by a fix that can tell. */
  readonly isDue: boolean
}
/** `isRaised`: of whoever wears it, by this or by something else. */
const turnOf = (one: Present, before: Stood | undefined, isRaised: boolean, times: Times): Turned => {
  const tells = one.fix.accuracy <= accuracyLimit
  if (!before) return { one, before, stood: tells ? standing(one) : null, movedAt: null, isDue: false }
  const isOver = isAway({ ...before, raised: isRaised }, one.fix)
  const { lasting, told, at } = turn(before, stateOf(tells && !isOver, isOver), times, one.fix.time)
  return { one, before, stood: lasting ?? standing(one), movedAt: lasting === null ? at : null, isDue: told === 'raise' }
}

/** Which of what somebody wears called since he stands there, if any. */
const calledSince = (since: number, group: readonly Turned[], calls: ReadonlyMap<number, number>): Turned | undefined =>
  group.find(({ one: { device } }) => (calls.get(device) ?? Number.NEGATIVE_INFINITY) >= since)

/**
 * All who wear something at one moment: whoever has not moved for `minutes` raises one alarm, with everything that he wears; null
 * where nobody is asked, and all is over. Only reports tell: who falls silent is not taken for still, and an alarm of him stands until he
 * is seen to move, or somebody has handled it.
 */
export function* judgeSilent(
  minutes: number | null,
  known: readonly Stood[],
  { all, several }: Everybody,
  now: number,
  cries: OpenCries,
): Pausing<SilentJudgement> {
  const left = new Map<number, Stood>()
  const raisedOf = new Map<string, Stood>()
  yield* pausingAt(known, (stood) => {
    left.set(stood.device, stood)
    if (stood.raised) raisedOf.set(stood.who, stood)
  })
  const kept: Stood[] = []
  const ended: Stood[] = []
  const effects: SilentEffect[] = []
  const over = (device: number, end: number): void => void effects.push({ kind: 'return', device, end })

  /** What one person wears: the device of his alarm from now on, null for none. */
  const alarmOf = (group: readonly Turned[], raised: Stood | undefined, limit: number): number | null => {
    if (raised) {
      const own = group.find(({ one }) => one.device === raised.device)
      const moved = group.flatMap(({ movedAt }) => movedAt ?? [])
      const stands = moved.length === 0 && (own?.stood?.raised ?? true)
      if (!stands) over(raised.device, Math.min(now, ...moved))
      return stands ? raised.device : null
    }
    if (!group.every(({ isDue }) => isDue)) return null
    const since = Math.max(...group.map(({ stood }) => stood?.since ?? 0))
    // His helmet said so already: that is the alarm of this standstill.
    const said = calledSince(since, group, cries.silent)
    if (said) return said.one.device
    if (calledSince(since, group, cries.sos)) return null
    const [at] = group.map(({ one }) => one).toSorted((a, b) => b.fix.time - a.fix.time) as [Present, ...Present[]]
    effects.push({ kind: 'raise', at, minutes: limit, start: since + limit * 60_000 })
    return at.device
  }
  const judge = (worn: readonly Present[], limit: number): void => {
    const raised = worn[0] && raisedOf.get(worn[0].who)
    const times = stillTimes(limit, 0)
    const group = worn.map((one) => {
      const before = left.get(one.device)
      const isAnothers = before !== undefined && before.who !== one.who
      if (isAnothers && before.raised) over(one.device, now)
      return turnOf(one, isAnothers ? undefined : before, raised !== undefined, times)
    })
    const alarm = alarmOf(group, raised, limit)
    for (const { one, before, stood } of group) {
      if (!stood) continue
      left.delete(one.device)
      const next = stood.raised === (stood.device === alarm) ? stood : { ...stood, raised: stood.device === alarm }
      if (next !== before) kept.push(next)
    }
    // What raised it is not heard of, and somebody saw him move by another.
    if (raised && alarm === null && left.get(raised.device) === raised) {
      left.delete(raised.device)
      ended.push(raised)
    }
  }

  if (minutes !== null)
    yield* pausingAt(all, (one) => {
      if (!isPerson(one.subject) || one.subject.personId === null) return
      const worn = several.get(one.who) ?? [one]
      if (worn[0] === one) judge(worn, minutes)
    })
  yield* pausingAt(left.values(), (stood) => {
    const stands = minutes !== null && stood.raised && cries.silent.has(stood.device)
    if (stands) return
    ended.push(stood)
    if (stood.raised) over(stood.device, now)
  })
  return { kept, ended, effects }
}
