import type { RowProblem, Transfer } from '@vigil/contract/transfers/entities.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Entry } from '../../kernel/journal.ts'

/** Ends a job because somebody cancelled it. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled')
    this.name = 'Cancelled'
  }
}

/** Leaves a job to whoever takes it up next: this server stops, or was taken for dead. */
export class Left extends Error {
  constructor() {
    super('left to another server')
    this.name = 'Left'
  }
}

/** Ends a job with a sentence for who began it. */
export class Failed extends Error {
  readonly reason: Text
  constructor(reason: Text) {
    super(reason.en)
    this.name = 'Failed'
    this.reason = reason
  }
}

/** How many problems are told at once; all of them are in the report. */
const shownProblems = 200

/** What of a transfer counts rows. */
export type Counts = Pick<Transfer, 'done' | 'created' | 'updated' | 'skipped' | 'wrong'>
const none: Counts = { done: 0, created: 0, updated: 0, skipped: 0, wrong: 0 }

/** A transfer as it was taken up. */
export interface TakenUp {
  readonly transfer: Transfer
  readonly attempt: number
  readonly silences: number
  readonly cancelAsked: boolean
  /** What was written for good by who had it before; null for nothing. */
  readonly reached: Counts | null
  readonly problems: readonly RowProblem[]
}

/** A transfer while it runs: its counts grow in place. */
export class Job {
  readonly transfer: Mutable<Transfer>
  readonly attempt: number
  /** Rows that were dealt with for good before it was taken up. */
  readonly reached: number
  readonly problems: RowProblem[]
  /** What the journal is told with its end. */
  entry: Pick<Entry, 'action' | 'object' | 'after'> | null = null
  /** How many of the problems are stored. */
  stored: number
  #ended: Cancelled | Failed | null = null
  #left = false
  constructor({ transfer, attempt, reached, problems }: TakenUp) {
    this.transfer = { ...transfer, ...(reached ?? none) }
    this.attempt = attempt
    this.reached = reached?.done ?? 0
    this.problems = [...problems]
    this.stored = problems.length
    this.transfer.problems = this.problems.slice(0, shownProblems)
  }

  cancel(): void {
    this.#ended ??= new Cancelled()
  }

  /** It may not go on. */
  fail(reason: Text): void {
    this.#ended ??= new Failed(reason)
  }

  leave(): void {
    this.#left = true
  }

  /** Throws when another goes on with it. */
  stay(): void {
    if (this.#left) throw new Left()
  }

  /** Throws when it was ended, or another goes on with it: asked between two rows. */
  goOn(): void {
    this.stay()
    if (this.#ended) throw this.#ended
  }

  wrong(problems: readonly RowProblem[]): void {
    this.transfer.wrong += 1
    this.problems.push(...problems)
    this.transfer.problems = this.problems.slice(0, shownProblems)
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
