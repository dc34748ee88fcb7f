import { unwantedBy, type Alarm, type AlarmStep } from '@vigil/contract/alarms/entities.ts'
import type { KnownBy } from '@vigil/contract/alarms/known-by.ts'

/** Pure: how an alarm stood at its times, from its row and its steps. Times in ms since 1970. */

export interface AlarmOf {
  readonly findTime: number
  readonly startTime: number
  readonly endTime: number | null
  /** When somebody touched it last. */
  readonly handleTime: number | null
  readonly status: Alarm['status']
}
export interface StepOf {
  readonly at: number
  readonly kind: AlarmStep['kind']
  readonly reason: string
  readonly count: number | null
}
interface State {
  readonly status: Alarm['status']
  readonly condition: Alarm['condition']
  readonly shelved: boolean
  /** Kept with the rule that did not want it, and no alarm to anybody. */
  readonly kept: boolean
}
export interface Stretch extends Omit<State, 'kept'> {
  readonly from: number
  readonly to: number | null
}

const saysUnwanted: ReadonlySet<string> = new Set(unwantedBy)

/** What a step makes of it; the same where it makes nothing of it. */
const after = (state: State, { kind, reason, count }: StepOf): State => {
  const handling = { kept: false, shelved: false } as const
  switch (kind) {
    case 'suppressed':
      // Of what stood already it says how often it came by then.
      if (saysUnwanted.has(reason) && count === null) return { ...state, kept: true }
      return { ...state, condition: 'active' }
    case 'repeated':
      return { ...state, condition: 'active', kept: false }
    case 'returned':
      return { ...state, condition: 'returned' }
    case 'taken':
    case 'assigned':
      return { ...state, ...handling, status: 1 }
    case 'reopened':
      return { ...state, ...handling, status: 0 }
    case 'confirmed':
      return { ...state, ...handling, status: 2 }
    case 'shelved':
      // Nobody's while it is put aside, through returns until that ends.
      return { ...state, status: 0, shelved: true }
    case 'unshelved':
      return { ...state, shelved: false }
    default:
      return state
  }
}

/** What the row knows and no step says: of alarms from before there were steps. */
const stepsOfRow = ({ endTime, handleTime, status }: AlarmOf, steps: readonly StepOf[]): StepOf[] => {
  const lacks = (...kinds: readonly string[]): boolean => !steps.some(({ kind }) => kinds.includes(kind))
  const step = (kind: StepOf['kind'], at: number): StepOf => ({ kind, at, reason: '', count: null })
  return [
    ...(endTime !== null && lacks('returned') ? [step('returned', endTime)] : []),
    ...(handleTime !== null && status === 1 && lacks('taken', 'assigned') ? [step('taken', handleTime)] : []),
    ...(handleTime !== null && status === 2 && lacks('confirmed') ? [step('confirmed', handleTime)] : []),
  ].sort((a, b) => a.at - b.at)
}

/** In the order in which they became known: a step is known no sooner than what was written down before it. */
const asKnown = (steps: readonly StepOf[], from: number): StepOf[] => {
  let known = from
  return steps.map((step) => {
    known = Math.max(known, step.at)
    return { ...step, at: known }
  })
}

const isSame = (one: State, other: State): boolean =>
  one.status === other.status && one.condition === other.condition && one.shelved === other.shelved && one.kept === other.kept

/**
 * Each time in which it stood otherwise than before, in their order, without those in which it was no alarm to anybody. `steps`: as they were
 * written. What was handled while it lasted stands until it was over: confirming takes no danger away. What never is over is so once it is
 * handled.
 */
export const stretchesOf = (alarm: AlarmOf, steps: readonly StepOf[], by: KnownBy): Stretch[] => {
  const begin = by === 'receipt' ? alarm.findTime : alarm.startTime
  const written = [...steps, ...stepsOfRow(alarm, steps)]
  const told = by === 'receipt' ? asKnown(written, begin) : written.toSorted((a, b) => a.at - b.at)
  const states: (State & { readonly from: number })[] = [
    { from: begin, status: 0, condition: 'active', shelved: false, kept: false },
  ]
  for (const step of told) {
    const last = states.at(-1)
    if (!last) continue
    const state = after(last, step)
    if (isSame(state, last)) continue
    if (step.at <= last.from) states.pop()
    states.push({ ...state, from: Math.max(step.at, last.from) })
  }
  return states.flatMap(({ kept, ...state }, index) => {
    const rest = states.slice(index + 1)
    const isOver =
      state.status === 2 && (state.condition === 'returned' || !rest.some(({ condition }) => condition === 'returned'))
    return kept || isOver ? [] : [{ ...state, to: rest[0]?.from ?? null }]
  })
}
