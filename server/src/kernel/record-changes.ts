import { z } from 'zod'
import type { Bus } from './bus/bus.ts'
import { subject } from './bus/subject.ts'
import type { Entry } from './journal.ts'

/** That a record was made, changed or deleted. */
export interface RecordChange {
  /** What the journal calls its kind: a noun's name. */
  readonly kind: string
  readonly id: string
  /** The departments by which it was seen before and is seen now; null where the record does not tell them. */
  readonly deptIds: readonly (string | null)[] | null
}

export const recordsChanged = subject<readonly RecordChange[]>(
  'records.changed',
  z.array(z.object({ kind: z.string(), id: z.string(), deptIds: z.array(z.string().nullable()).nullable() })),
)

/** A record that changed since another one did: what the journal and the consoles are to be told of it. */
export interface ChangedAlong {
  readonly entry: Entry
  readonly change: RecordChange
}

/** Tells, after the commit, that a record was made, changed or deleted which no keeper keeps; it does not say who sees it. */
export const announce = (bus: Bus, after: (then: () => Promise<void>) => void, kind: string, id: string): void =>
  after(() => bus.publish(recordsChanged, [{ kind, id, deptIds: null }]))

/** Hears of all changes of some kinds of records, whichever server made them; the sender of a change here waits for it. */
export const onRecords = (bus: Bus, kinds: readonly string[], hear: (ids: readonly string[]) => void | Promise<void>): void =>
  bus.subscribe(recordsChanged, (changes) => {
    const ids = changes.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
    return ids.length > 0 ? hear(ids) : undefined
  })
