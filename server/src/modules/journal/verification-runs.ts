import { setTimeout as pause } from 'node:timers/promises'
import type { LogWalk } from '@vigil/contract/journal/entities.ts'
import type { Verdict } from './verify.ts'

type OnProgress = (checked: number, total: number) => void

interface Run {
  readonly id: string
  checked: number
  total: number
  verdict: LogWalk['verdict']
  failure: unknown
  isOver: boolean
  /** Never rejects. */
  end: Promise<void>
}

interface Deps {
  /** Goes through the whole chain. */
  readonly verify: (onProgress: OnProgress) => Promise<Verdict>
  readonly verdictOf: (verdict: Verdict) => NonNullable<LogWalk['verdict']>
  readonly now: () => number
  /** Milliseconds that who asks for a verdict waits before he is told how far it is. */
  readonly patience: number
}

/** Verification runs of the chain, one at a time: they may take longer than anybody waits for an answer. */
export const createVerificationRuns = ({ verify, verdictOf, now, patience }: Deps) => {
  /** The one on its way, or the last that was. */
  let newest: Run | null = null

  const begin = (): Run => {
    const run: Run = {
      id: String(now()),
      checked: 0,
      total: 0,
      verdict: null,
      failure: null,
      isOver: false,
      end: Promise.resolve(),
    }
    const work = async (): Promise<void> => {
      try {
        const verdict = await verify((checked, total) => {
          run.checked = checked
          run.total = total
        })
        run.checked = verdict.checked
        run.verdict = verdictOf(verdict)
      } catch (error) {
        run.failure = error
      }
      run.isOver = true
    }
    run.end = work()
    return run
  }

  /** How far a run is after a while, or what it found. Who names none joins the one on its way, or begins one. */
  return async (id?: string): Promise<LogWalk> => {
    if (newest === null || (newest.isOver && newest.id !== id)) newest = begin()
    const run = newest
    await Promise.race([run.end, pause(patience, undefined, { ref: false })])
    if (run.isOver && run.verdict === null) {
      newest = null
      throw run.failure
    }
    const { checked, total, verdict } = run
    return { id: run.id, checked, total, verdict }
  }
}
