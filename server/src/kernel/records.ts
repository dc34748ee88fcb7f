import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Asked } from './caller.ts'
import { uniqueViolation } from './db.ts'
import type { LogModule } from './journal.ts'
import type { Kernel, Trx } from './kernel.ts'
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
  /** Refuses what the shape alone cannot: throws a `Refusal`. */
  readonly check?: (trx: Trx, body: Body, present: Row | null, asked: Asked) => Promise<void>
  /** Unique index → the field it guards. */
  readonly unique: Readonly<Record<string, { readonly field: Text; readonly value: (body: Body) => string }>>
  /** Runs in the transaction once the row is written or gone; `after` runs what it is given after the commit. */
  readonly saved?: (trx: Trx, id: string, row: Row | null, after: (then: () => void) => void) => Promise<void>
  /** Runs after the commit. */
  readonly changed?: (id: string, row: Row | null) => void | Promise<void>
}

/** Creates without id, updates with it; journalled in the same transaction; an old version gets the present record. */
export const saveRecord = async <Row extends { version: number }, Body extends Sent>(
  records: Records<Row, Body>,
  body: Body,
  asked: Asked,
): Promise<Row> => {
  const { kernel, module, object, what } = records
  try {
    return await kernel.transaction(async (trx, after) => {
      const present = body.id === undefined ? null : await locked(records, trx, body.id, asked)
      if (present && body.version !== undefined && body.version !== present.version) throw new Refusal('conflict', {}, present)
      await records.check?.(trx, body, present, asked)
      const id = body.id ?? (await records.create(trx, body, asked))
      if (present) await records.update(trx, id, body, present, asked)
      const saved = await records.read(trx, id, asked)
      // Moved out of one's own sight, for example to a department that one does not see.
      if (!saved) throw new Refusal('notFound', { what })
      await records.saved?.(trx, id, saved, after)
      const action = present ? 'update' : 'create'
      await kernel.journal.write(trx, asked, {
        module,
        action,
        object,
        objectId: id,
        ...(present ? { before: present } : {}),
        after: saved,
      })
      after(() => records.changed?.(id, saved))
      return saved
    })
  } catch (error) {
    const index = uniqueViolation(error)
    const guarded = index === null ? undefined : records.unique[index]
    if (!guarded) throw error
    throw new Refusal('notUnique', { field: guarded.field, value: guarded.value(body) })
  }
}

export const deleteRecord = async <Row extends { version: number }, Body extends Sent>(
  records: Records<Row, Body>,
  { id }: { id: string },
  asked: Asked,
): Promise<null> =>
  records.kernel.transaction(async (trx, after) => {
    const present = await locked(records, trx, id, asked)
    await records.remove(trx, id, present, asked)
    await records.saved?.(trx, id, null, after)
    const { module, object } = records
    await records.kernel.journal.write(trx, asked, { module, action: 'delete', object, objectId: id, before: present })
    after(() => records.changed?.(id, null))
    return null
  })

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
