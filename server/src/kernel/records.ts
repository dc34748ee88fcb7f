import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Asked } from './caller.ts'
import { isReferenceViolation, tableOf, uniqueViolation } from './db.ts'
import type { Entry, LogModule } from './journal.ts'
import type { Version } from './journal-changes.ts'
import type { Kernel, Trx } from './kernel.ts'
import { recordsChanged, type ChangedAlong, type RecordChange } from './record-changes.ts'
import { wordOfTable } from './references.ts'
import { Refusal } from './refusal.ts'

interface Sent {
  readonly id?: string | undefined
  readonly version?: number | undefined
}

/** What is particular to one kind of record when it is saved or deleted. */
export interface Records<Row extends { version: number }, Body extends Sent> {
  readonly kernel: Kernel
  readonly module: LogModule
  readonly object: string
  /** What a person calls one of them. */
  readonly what: Text
  /** The row as the wire has it, null when there is none or the caller may not see it. */
  readonly read: (trx: Trx, id: string, asked: Asked) => Promise<Row | null>
  /** Locks the row against other changes until the transaction ends. */
  readonly lock: (trx: Trx, id: string) => Promise<void>
  readonly create: (trx: Trx, body: Body, asked: Asked) => Promise<string>
  readonly update: (trx: Trx, id: string, body: Body, present: Row, asked: Asked) => Promise<void>
  readonly remove: (trx: Trx, id: string, present: Row, asked: Asked) => Promise<void>
  /** Before it is removed: lets other records go that name it, which are told of with it; throws a `Refusal` where they cannot be. */
  readonly letGo?: (trx: Trx, id: string, present: Row, asked: Asked) => Promise<readonly ChangedAlong[]>
  /**
   * Refuses who may not write the record, as it stands and as it is to stand: `present` is null for a new one, `body` for one that
   * is deleted.
   */
  readonly permit: (trx: Trx, present: Row | null, body: Body | null, asked: Asked) => Promise<void>
  /** Refuses what the shape alone cannot: throws a `Refusal`. */
  readonly check?: (trx: Trx, body: Body, present: Row | null, asked: Asked) => Promise<void>
  /** Unique index → the field it guards. */
  readonly unique: Readonly<
    Record<string, { readonly name?: string; readonly field: Text; readonly value: (body: Body) => string }>
  >
  /** Runs in the transaction once the row is written or gone; `after` runs what it is given after the commit. */
  readonly saved?: (trx: Trx, change: Saved<Row>, after: After, asked: Asked) => Promise<void>
  /** The department by which a row is seen; undefined where that cannot be said. */
  readonly deptOf?: (trx: Trx, row: Row) => Promise<string | null | undefined> | string | null
}
type After = (then: () => void | Promise<void>) => void
/** A record as it was and as it is, null where it came or went. */
interface Saved<Row> {
  readonly id: string
  readonly before: Row | null
  readonly row: Row | null
}

/** A record that was written or deleted, before the journal tells of it. */
export interface Change<Row> {
  readonly id: string
  /** Null when it was deleted. */
  readonly row: Row | null
  readonly entry: Entry
}

/** Creates without id, updates with it; journalled in the same transaction; an old version gets the present record. */
export const saveRecord = async <Row extends { version: number }, Body extends Sent>(
  records: Records<Row, Body>,
  body: Body,
  asked: Asked,
): Promise<Row> => {
  try {
    return await records.kernel.transaction(async (trx, after) => {
      const change = await saveIn(records, trx, body, asked)
      await tellOf(records, trx, [change], asked, after)
      return change.row
    })
  } catch (error) {
    throw refusalOf(records, body, error)
  }
}

class NotKept extends Error {}
/**
 * A record as it would be saved, and what is found beside it by then; throws what a save does. Nothing stays of it, and nobody is
 * told.
 */
export const tryRecord = async <Row extends { version: number }, Body extends Sent, Found>(
  records: Records<Row, Body>,
  body: Body,
  asked: Asked,
  find: (trx: Trx) => Promise<Found>,
): Promise<readonly [Row, Found]> => {
  let tried: readonly [Row, Found] | null = null
  try {
    await records.kernel.db.transaction(async (trx) => {
      const { row } = await saveIn(records, trx, body, asked)
      tried = [row, await find(trx)]
      throw new NotKept()
    })
  } catch (error) {
    if (tried === null || !(error instanceof NotKept)) throw refusalOf(records, body, error)
  }
  if (tried === null) throw new Error('a transaction ended without its work')
  return tried
}

export const deleteRecord = async <Row extends { version: number }, Body extends Sent>(
  records: Records<Row, Body>,
  { id }: { id: string },
  asked: Asked,
): Promise<null> => {
  try {
    return await records.kernel.transaction(async (trx, after) => {
      const present = await locked(records, trx, id, asked)
      await records.permit(trx, present, null, asked)
      const along = (await records.letGo?.(trx, id, present, asked)) ?? []
      await records.remove(trx, id, present, asked)
      const { module, object } = records
      const entry = { module, action: 'delete', object, objectId: id, before: present } as const
      await tellOf(records, trx, [{ id, row: null, entry }], asked, after, along)
      return null
    })
  } catch (error) {
    if (!isReferenceViolation(error)) throw error
    throw new Refusal('inUse', { what: records.what, by: wordOfTable(tableOf(error)) })
  }
}

/** Who changed a record to this version and when, for whoever was editing it meanwhile; null where the journal does not know. */
export const changedBy = async (
  { journal, clock }: Pick<Kernel, 'journal' | 'clock'>,
  trx: Trx,
  of: Version,
  asked: Asked,
): Promise<{ readonly changedBy: string | null; readonly changedAt: string } | null> => {
  const last = await journal.lastChange(trx, of, asked)
  return last && { changedBy: last.by, changedAt: clock.toWire(last.at) }
}

/** Writes one record; what it changed is yet to be told by `tellOf`. Throws a `Refusal`, or what `refusalOf` makes one of. */
export const saveIn = async <Row extends { version: number }, Body extends Sent>(
  records: Records<Row, Body>,
  trx: Trx,
  body: Body,
  asked: Asked,
): Promise<Change<Row> & { readonly row: Row }> => {
  const { module, object, what } = records
  const present = body.id === undefined ? null : await locked(records, trx, body.id, asked)
  await records.permit(trx, present, body, asked)
  if (present && body.version !== undefined && body.version !== present.version) {
    const stands = { object, id: String(body.id), version: present.version }
    throw new Refusal('conflict', {}, { ...present, ...(await changedBy(records.kernel, trx, stands, asked)) })
  }
  await records.check?.(trx, body, present, asked)
  const id = body.id ?? (await records.create(trx, body, asked))
  if (present) await records.update(trx, id, body, present, asked)
  const row = await records.read(trx, id, asked)
  // Moved out of one's own sight, for example to a department that one does not see.
  if (!row) throw new Refusal('notFound', { what })
  const told = { module, object, objectId: id, after: row }
  return { id, row, entry: present ? { ...told, action: 'update', before: present } : { ...told, action: 'create' } }
}

/** Tells whoever wants to know of changes, and the journal last of all in their transaction, since others wait for its head. */
export const tellOf = async <Row extends { version: number }, Body extends Sent>(
  records: Records<Row, Body>,
  trx: Trx,
  changes: readonly Change<Row>[],
  asked: Asked,
  after: After,
  along: readonly ChangedAlong[] = [],
): Promise<void> => {
  for (const { id, row, entry } of changes)
    await records.saved?.(trx, { id, row, before: (entry.before as Row | undefined) ?? null }, after, asked)
  const changed: RecordChange[] = along.map(({ change }) => change)
  for (const change of changes) changed.push(await changeOf(records, trx, change))
  const entries = [...along, ...changes].map(({ entry }) => entry)
  await records.kernel.journal.writeAll(trx, asked, entries)
  after(() => records.kernel.bus.publish(recordsChanged, changed))
}

const changeOf = async <Row extends { version: number }, Body extends Sent>(
  { object, deptOf }: Records<Row, Body>,
  trx: Trx,
  { id, row, entry }: Change<Row>,
): Promise<RecordChange> => {
  const deptIds: (string | null)[] = []
  for (const one of [entry.before as Row | undefined, row]) {
    if (one === null || one === undefined) continue
    const deptId = await deptOf?.(trx, one)
    if (deptId === undefined) return { kind: object, id, deptIds: null }
    deptIds.push(deptId)
  }
  return { kind: object, id, deptIds }
}

/** What a person is told of a violated index or reference; anything else as it is. */
export const refusalOf = <Row extends { version: number }, Body extends Sent>(
  { unique, what }: Records<Row, Body>,
  body: Body,
  error: unknown,
): unknown => {
  const index = uniqueViolation(error)
  // Names are unique as they are written, and as they look: two indexes, one rule.
  const guarded = index === null ? undefined : unique[index.replace(/_folded$/, '')]
  if (guarded) {
    const data = guarded.name === undefined ? null : { field: guarded.name }
    return new Refusal('notUnique', { field: guarded.field, value: guarded.value(body) }, data)
  }
  // What it names was deleted in the meantime.
  return isReferenceViolation(error) ? new Refusal('notFound', { what }) : error
}

const locked = async <Row extends { version: number }, Body extends Sent>(
  records: Records<Row, Body>,
  trx: Trx,
  id: string,
  asked: Asked,
): Promise<Row> => {
  await records.lock(trx, id)
  const present = await records.read(trx, id, asked)
  if (!present) throw new Refusal('notFound', { what: records.what })
  return present
}
