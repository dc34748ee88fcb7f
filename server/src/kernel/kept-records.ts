import { sql } from 'kysely'
import type { Field, Fields } from '@vigil/contract/kernel/field.ts'
import { codeProblem, halfPlace, reasonFor } from '@vigil/contract/kernel/problem.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Asked } from './caller.ts'
import { repeated } from './db.ts'
import type { AnyNoun, BodyOf, Keeping, Loose, RowOf } from './keeping.ts'
import { oneWhere } from './kept-lists.ts'
import { at, columnOf, type KeptTable } from './kept-table.ts'
import { isMaskSentBack } from './mask.ts'
import type { Kernel, Trx } from './kernel.ts'
import type { Records } from './records.ts'
import { requireHold, requireRef, requireSeen, deptOfRecord, targetOf } from './references.ts'
import { invalid, Refusal } from './refusal.ts'
import { requireWrite } from './scope.ts'

/** How records of a noun are written, and by whom. */

interface Kept<N extends AnyNoun> {
  readonly kernel: Kernel
  readonly keeping: Keeping<N>
  readonly table: KeptTable
}

/** Kinds whose values are one document in their column. */
const inJson: ReadonlySet<Field['as']['kind']> = new Set(['ring', 'shape', 'periods'])

const whatOf = ({ noun }: { readonly noun: AnyNoun }): Text => ({ zh: noun.word.zh, en: `The ${noun.word.en}` })

const writtenAs = ({ as }: Field, value: unknown): unknown => {
  if (as.kind === 'flag') return value === 1
  if (as.kind === 'refs' || as.kind === 'ids') return sql`${value}::bigint[]`
  return inJson.has(as.kind) ? JSON.stringify(value) : value
}

/**
 * A code that stood in another form than it is written in today goes over to that with whatever is saved of its record; unless another
 * record has it, from a time when they were two: then it stays, so that everything else of both can be saved.
 */
const orAsItStands = <N extends AnyNoun>({ table, fixed = {}, hides }: Keeping<N>, column: string, sent: unknown, id: string) => {
  const others = [
    sql`other.id <> ${id}::bigint`,
    sql`other.${sql.ref(column)} = ${sent}`,
    ...Object.entries(fixed).map(([name, value]) => sql`other.${sql.ref(name)} = ${value}`),
    ...(hides ? [sql`other.deleted_at IS NULL`] : []),
  ]
  return sql`CASE WHEN EXISTS (SELECT FROM ${sql.table(table)} AS other WHERE ${sql.join(others, sql` AND `)})
    THEN ${sql.ref(`${table}.${column}`)} ELSE ${sent} END`
}

const written = <N extends AnyNoun>(
  { keeping, table }: Kept<N>,
  body: BodyOf<N>,
  present: RowOf<N> | null,
  asked: Asked,
): [column: string, value: unknown][] => {
  const sent = body as Loose
  const own = table.fields
    .filter(([name, field]) => !(field.private && present && isMaskSentBack(asked.caller, sent[name], (present as Loose)[name])))
    .map(([name, field]): [string, unknown] => {
      const column = columnOf(table.layout, name)
      const before = (present as Loose | null)?.[name]
      const stands = present !== null && before !== sent[name] && field.usual?.(String(before)) === sent[name]
      return [column, stands ? orAsItStands(keeping, column, sent[name], present.id) : writtenAs(field, sent[name])]
    })
  const also = keeping.also?.(body, present, asked) ?? {}
  return [...own.filter(([column]) => !Object.hasOwn(also, column)), ...Object.entries(also)]
}

const create = async <N extends AnyNoun>(kept: Kept<N>, trx: Trx, body: BodyOf<N>, asked: Asked): Promise<string> => {
  const { table, fixed = {} } = kept.keeping
  const row = [...Object.entries(fixed), ...written(kept, body, null, asked)]
  const { rows } = await repeated(
    trx,
    sql<{ id: string }>`INSERT INTO ${sql.table(table)} (${sql.join(row.map(([column]) => sql.ref(column)))})
      VALUES (${sql.join(row.map(([, value]) => sql`${value}`))}) RETURNING id::text`,
  )
  const [made] = rows
  if (!made) throw new Error(`an insert into ${table} returned nothing`)
  return made.id
}

const update = async <N extends AnyNoun>(
  kept: Kept<N>,
  trx: Trx,
  id: string,
  body: BodyOf<N>,
  present: RowOf<N>,
  asked: Asked,
): Promise<void> => {
  const changes = written(kept, body, present, asked).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await repeated(
    trx,
    sql`UPDATE ${sql.table(kept.keeping.table)} SET ${sql.join([...changes, sql`version = version + 1`])} WHERE id = ${id}::bigint`,
  )
}

const remove = async <N extends AnyNoun>(
  { kernel: { clock }, keeping }: Kept<N>,
  trx: Trx,
  id: string,
  present: RowOf<N>,
): Promise<void> => {
  const { table, noun, hides = false } = keeping
  const by = (await keeping.uses?.(trx, id, present)) ?? null
  if (by !== null) throw new Refusal('inUse', { what: noun.word, by })
  if (hides) await sql`UPDATE ${sql.table(table)} SET deleted_at = ${new Date(clock.now())} WHERE id = ${id}::bigint`.execute(trx)
  else await sql`DELETE FROM ${sql.table(table)} WHERE id = ${id}::bigint`.execute(trx)
}

/** The department by which a record is seen as it is told; undefined where it names something that is not there. */
const deptIn = (
  { deptRef, layout: { noun } }: KeptTable,
  trx: Trx,
  record: Loose,
): Promise<string | null | undefined> | string | null => {
  const { deptBy } = noun
  const value = deptBy === null ? null : ((record[deptBy] ?? null) as string | null)
  return deptRef && value !== null ? deptOfRecord(trx, deptRef.to, value) : value
}

const permit = async (
  table: KeptTable,
  trx: Trx,
  present: Loose | null,
  body: Loose | null,
  { caller: { scope } }: Asked,
): Promise<void> => {
  if (scope.all) return
  const { deptRef, refs, layout } = table
  const { deptBy } = layout.noun
  if (present) requireWrite(scope, (await deptIn(table, trx, present)) ?? null, whatOf(layout))
  if (body) {
    const dept = await deptIn(table, trx, body)
    // What is named but not there is found missing with all other references.
    if (dept !== undefined) requireWrite(scope, dept, targetOf(deptRef?.to ?? 'dept').word, deptBy ?? undefined)
    return
  }
  // Who wears a device is let go with it.
  for (const { name, to } of refs) {
    const id = present?.[name]
    if (typeof id === 'string') await requireHold(trx, to, id, scope, name)
  }
}

const checkReferences = async (
  { refs, manyRefs }: KeptTable,
  trx: Trx,
  body: Loose,
  present: Loose | null,
  { caller: { scope } }: Asked,
): Promise<void> => {
  for (const { name, to } of refs) {
    const [id, before] = [body[name], present?.[name]]
    // What stands there already may belong to a department that one does not see.
    if (id === before) continue
    if (typeof before === 'string') await requireHold(trx, to, before, scope, name)
    if (typeof id === 'string') await requireRef(trx, to, id, scope, name)
  }
  for (const { name, to } of manyRefs) {
    const before = new Set(present?.[name] as readonly string[] | undefined)
    const ids = (body[name] as readonly string[]).filter((id) => !before.has(id))
    await requireSeen(trx, to, ids, scope, name)
  }
}

const checkCodes = async <N extends AnyNoun>(
  { keeping: { reportedBy }, table }: Kept<N>,
  trx: Trx,
  body: Loose,
  present: Loose | null,
): Promise<void> => {
  for (const [name, field] of table.fields) {
    const value = body[name]
    const problem = codeProblem(field, value, present?.[name])
    // Who has reported is called so, whatever the form of it.
    if (problem && !(field.code?.reports && (await reportedBy?.(trx, String(value)))))
      throw invalid(name, field.label, reasonFor(problem))
  }
}

const checkPlace = ({ layout: { noun } }: KeptTable, body: Loose, present: Loose | null): void => {
  const fields: Fields = noun.fields
  const half = halfPlace(fields, body, present)
  if (half) throw invalid(half.name, (fields[half.name] as Field).label, reasonFor(half.problem))
}

/** The department by which a stored row is seen; undefined where it names something that is not there. */
const deptOfRow = <N extends AnyNoun>(
  { keeping, table }: Kept<N>,
  trx: Trx,
  row: RowOf<N>,
): Promise<string | null | undefined> | string | null => {
  const own = keeping.deptOf?.(row)
  if (own === undefined) return deptIn(table, trx, row)
  return own === null || typeof own === 'string' ? own : deptOfRecord(trx, own.to, own.id)
}

const uniqueOf = <N extends AnyNoun>({ noun, unique = {} }: Keeping<N>): Records<RowOf<N>, BodyOf<N>>['unique'] =>
  Object.fromEntries(
    Object.entries(unique).map(([index, name]) => [
      index,
      { name, field: (noun.fields[name] as Field).label, value: (body: BodyOf<N>) => String((body as Loose)[name]) },
    ]),
  )

export const recordsOf = <N extends AnyNoun>(kept: Kept<N>): Records<RowOf<N>, BodyOf<N>> => {
  const { kernel, keeping, table } = kept
  const { noun } = keeping
  // What SQL alone says cannot be said of a row.
  const isTold = keeping.deptOf !== undefined || keeping.seenBy === undefined
  return {
    kernel,
    module: keeping.module,
    object: noun.name,
    what: whatOf(keeping),
    read: (trx, id, asked) => oneWhere(table, kernel, trx, sql`${at(keeping, 'id')} = ${id}::bigint`, asked),
    lock: async (trx, id) =>
      void (await repeated(trx, sql`SELECT 1 FROM ${sql.table(keeping.table)} WHERE id = ${id}::bigint FOR NO KEY UPDATE`)),
    create: (trx, body, asked) => create(kept, trx, body, asked),
    update: (trx, id, body, present, asked) => update(kept, trx, id, body, present, asked),
    remove: (trx, id, present) => remove(kept, trx, id, present),
    permit: (trx, present, body, asked) => permit(table, trx, present, body, asked),
    check: async (trx, body, present, asked) => {
      await checkReferences(table, trx, body, present, asked)
      await checkCodes(kept, trx, body, present)
      checkPlace(table, body, present)
      await keeping.check?.(trx, body, present, asked)
    },
    unique: uniqueOf(keeping),
    ...(keeping.saved ? { saved: keeping.saved } : {}),
    ...(isTold ? { deptOf: (trx, row) => deptOfRow(kept, trx, row) } : {}),
  }
}
