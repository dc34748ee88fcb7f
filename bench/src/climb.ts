import { setTimeout as pause } from 'node:timers/promises'
import { graceAfter, offer, type Pace, type Target } from './load.ts'
import type { PartDeps } from './part.ts'

/** One step of a ladder. */
export interface Step {
  readonly rate: number
  readonly held: boolean
  /** Milliseconds that it took to send it. */
  readonly took: number
}

export interface Ladder {
  readonly name: string
  readonly target: Target
  /** Reports a second. */
  readonly steps: readonly number[]
  readonly perPost: number
  readonly consoles: number
  readonly pace?: Pace
  /** Seconds that a step takes; 6 unless said. */
  readonly seconds?: number
  /** Milliseconds in which all is acknowledged and delivered after the last was sent. */
  readonly grace?: number
  readonly before?: () => Promise<void>
  readonly after?: (step: Step) => Promise<void>
}

/** Looks for the highest step that is held; a later round begins one below the last one's. */
export const createClimb = (deps: PartDeps, ladder: Ladder): (() => Promise<number>) => {
  const { name, target, steps, perPost, consoles, pace, seconds = deps.quick ? 4 : 6, grace = graceAfter } = ladder
  let numbered = 0
  let start = 0
  const holds = async (index: number): Promise<boolean> => {
    const rate = steps[index] as number
    await ladder.before?.()
    const offered = await offer(target, { from: numbered, rate, seconds, perPost, consoles, ...(pace && { pace }) })
    numbered += offered.sent
    const held = offered.faults.length === 0 && offered.lag <= grace
    const why = offered.faults[0] ?? `acknowledged and delivered ${Math.round(offered.lag)} ms after the last was sent`
    deps.say(`${name} ${rate} reports/s: ${held ? 'held' : 'not held'} (${why})`)
    await ladder.after?.({ rate, held, took: offered.took })
    return held
  }
  const drained = async (): Promise<void> => {
    const until = Date.now() + 60_000
    for (let last = -1; target.delivered() !== last && Date.now() < until; ) {
      last = target.delivered()
      await pause(1_500)
    }
  }
  /** Down from where it starts to what is held, or up to what is not. */
  return async (): Promise<number> => {
    let index = start
    while (!(await holds(index))) {
      await drained()
      index -= 1
      if (index < 0) throw new Error(`${name} held not even ${steps[0]} reports/s`)
    }
    if (index === start) {
      while (index + 1 < steps.length && (await holds(index + 1))) index += 1
      await drained()
    }
    start = Math.max(0, index - 1)
    return steps[index] as number
  }
}
