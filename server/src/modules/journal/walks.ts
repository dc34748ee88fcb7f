import { setTimeout as pause } from 'node:timers/promises'
import type { LogWalk } from '@vigil/contract/journal/entities.ts'
import type { Verdict } from './verify.ts'

type Told = (checked: number, total: number) => void

interface Walk {
  readonly id: string
  checked: number
  total: number
  verdict: LogWalk['verdict']
  failure: unknown
  isOver: boolean
  /** Never rejects. */
  end: Promise<void>
}

interface WalksSketch {
  /** Walks the whole chain. */
  readonly verify: (told: Told) => Promise<Verdict>
  readonly verdictOf: (verdict: Verdict) => NonNullable<LogWalk['verdict']>
  readonly now: () => number
  /** Milliseconds that who asks for a verdict waits before he is told how far it is. */
  readonly patience: number
}

/** Walks along the chain, one at a time: they may take longer than anybody waits for an answer. */
export const createWalks = ({ verify, verdictOf, now, patience }: WalksSketch) => {
  /** The one on its way, or the last that was. */
  let newest: Walk | null = null

  const begin = (): Walk => {
    const walk: Walk = {
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
          walk.checked = checked
          walk.total = total
        })
        walk.checked = verdict.checked
        walk.verdict = verdictOf(verdict)
      } catch (error) {
        walk.failure = error
      }
      walk.isOver = true
    }
    walk.end = work()
    return walk
  }

  /** How far a walk is after a while, or what it found. Who names none joins the one on its way, or begins one. */
  return async (id?: string): Promise<LogWalk> => {
    if (newest === null || (newest.isOver && newest.id !== id)) newest = begin()
    const walk = newest
    await Promise.race([walk.end, pause(patience, undefined, { ref: false })])
    if (walk.isOver && walk.verdict === null) {
      newest = null
      throw walk.failure
    }
    const { checked, total, verdict } = walk
    return { id: walk.id, checked, total, verdict }
  }
}
