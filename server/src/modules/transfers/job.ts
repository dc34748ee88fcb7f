import type { RowProblem, Transfer } from '@vigil/contract/transfers/entities.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'

/** Ends a job because somebody cancelled it. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled')
    this.name = 'Cancelled'
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

/** A transfer while it runs: its counts grow in place. */
export class Job {
  readonly transfer: Mutable<Transfer>
  readonly ownerId: string
  readonly problems: RowProblem[] = []
  #cancelled = false
  constructor(transfer: Transfer, ownerId: string) {
    this.transfer = transfer
    this.ownerId = ownerId
  }

  cancel(): void {
    this.#cancelled = true
  }

  /** Throws when somebody cancelled it: asked between two rows. */
  goOn(): void {
    if (this.#cancelled) throw new Cancelled()
  }

  wrong(problems: readonly RowProblem[]): void {
    this.transfer.wrong += 1
    this.problems.push(...problems)
    this.transfer.problems = this.problems.slice(0, shownProblems)
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
