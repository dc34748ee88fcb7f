import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Field } from '@vigil/contract/kernel/field.ts'
import { nameFieldOf, type Noun } from '@vigil/contract/kernel/noun.ts'
import type { Page, Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { permissionNames } from '@vigil/contract/menu/product-permissions.ts'
import { may, type Asked } from './caller.ts'
import { repeated, type Sql } from './db.ts'
import type { LogModule } from './journal.ts'
import type { Kernel, Trx } from './kernel.ts'
import { listRows, ofDept, patternsOf, scoped, streamRows } from './listing.ts'
import { mask } from './mask.ts'
import { ofDeptsOf, type CountWords, type OfDepts } from './of-depts.ts'
import { deleteRecord, saveRecord, type Records } from './records.ts'
import { nameTable, requireHold, requireRef, requireSeen, standingOf, targets } from './references.ts'
import { Refusal } from './refusal.ts'
import { requireWrite } from './scope.ts'

type Fragment = RawBuilder<unknown>
type Loose = Readonly<Record<string, unknown>>

/** A noun with the shapes that `noun()` derives. */
export type AnyNoun = Noun & {
  readonly record: z.ZodObject
  readonly saved: Readonly<Record<string, z.ZodType>>
  readonly filter: Readonly<Record<string, z.ZodType>>
}
export type RowOf<N extends AnyNoun> = z.output<N['record']> & { id: string; version: number }
export type BodyOf<N extends AnyNoun> = z.output<z.ZodObject<N['saved']>> & {
  id?: string | undefined
  version?: number | undefined
}

/** How one noun is stored; whatever is not said follows from its fields. */
export interface Keeping<N extends AnyNoun> {
  readonly noun: N
  readonly module: LogModule
  readonly table: string
  /** Field → column, where it is not the field's name in snake case (`enable` is `enabled`). */
  readonly columns?: Readonly<Record<string, string>>
  /** Columns that tell the rows of this noun from others of its table. */
  readonly fixed?: Readonly<Record<string, string | number>>
  /** What fields come from that are no column of their name; names of `refs` among them. */
  readonly shown?: Readonly<Record<string, Fragment>>
  readonly joins?: Fragment
  /** The department by which a record is seen, where its own field does not tell it alone. */
  readonly seenBy?: Fragment
  /** A deleted record stays as a row with `deleted_at`, since evidence names it. */
  readonly hides?: true
  /** In what words its records are counted where a department still has some; only named unless said. */
  readonly countedAs?: CountWords
  /** Columns of the order where none is asked for; the title's unless said. */
  readonly order?: readonly string[]
  /** Conditions of filters that are no fields. */
  readonly narrow?: (filter: Loose) => readonly Fragment[]
  /** Unique index → the field it guards. */
  readonly unique?: Readonly<Record<string, keyof N['fields'] & string>>
  /** Refuses what the shape alone cannot; references are checked already. */
  readonly check?: Records<RowOf<N>, BodyOf<N>>['check']
  /** Columns a save writes besides the fields; `present` is null for a new record. */
  readonly also?: (body: BodyOf<N>, present: RowOf<N> | null, asked: Asked) => Readonly<Record<string, unknown>>
  /** Who still uses a record, so that it cannot be deleted; null when nobody. */
  readonly uses?: (trx: Trx, id: string, present: RowOf<N>) => Promise<Text | null>
  readonly saved?: Records<RowOf<N>, BodyOf<N>>['saved']
}

/** What every list call may carry, in whatever combination its call allows. */
export interface ListBody extends Paging {
  readonly deptId?: string | undefined
  readonly recursive?: boolean
  readonly keyword?: string | undefined
  readonly ids?: readonly string[] | undefined
}

/** Kinds whose values are one document in their column. */
const inJson: ReadonlySet<Field['as']['kind']> = new Set(['ring', 'shape', 'periods'])

const snake = (name: string): string =>
  name === 'enable' ? 'enabled' : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Everything that is done with the records of one noun. */
export interface Keeper<N extends AnyNoun = AnyNoun> {
  readonly noun: N
  readonly records: Records<RowOf<N>, BodyOf<N>>
  readonly list: (body: ListBody, asked: Asked) => Promise<RowOf<N>[] | Page<RowOf<N>>>
  /** Every row of a list in batches, as of one moment. */
  readonly stream: (body: ListBody, asked: Asked) => AsyncGenerator<RowOf<N>[]>
  /** Every record as it is stored, for what the server itself goes by. */
  readonly all: () => Promise<RowOf<N>[]>
  readonly save: (body: BodyOf<N>, asked: Asked) => Promise<RowOf<N>>
  readonly remove: (body: { id: string }, asked: Asked) => Promise<null>
  /** The record that the key of a sheet's row means. */
  readonly byKey: (trx: Trx, key: string, asked: Asked) => Promise<RowOf<N> | null>
  /** What its records have of departments; null where they name none. */
  readonly ofDepts: OfDepts | null
  /** Has the database count its rows anew, those of this transaction too: it looks them up by what it last counted. */
  readonly recount: (trx: Trx) => Promise<void>
}

/** The store and the rules that every noun has: list, filter, sort, scope, save, delete, references, masks. */
export const createKeeper = <N extends AnyNoun>(kernel: Kernel, keeping: Keeping<N>): Keeper<N> => {
  type Row = RowOf<N>
  type Body = BodyOf<N>
  const { db, clock } = kernel
  const { noun, table, fixed = {}, hides = false } = keeping
  nameTable(table, noun.word)
  const fields = Object.entries<Field>(noun.fields)
  const refs = fields.flatMap(([name, { as }]) => (as.kind === 'ref' ? [{ name, to: as.to }] : []))
  const manyRefs = fields.flatMap(([name, { as }]) =>
    as.kind === 'refs' || as.kind === 'ids' ? [{ name, to: as.to, named: as.kind === 'refs' }] : [],
  )
  const columnOf = (name: string): string => keeping.columns?.[name] ?? snake(name)
  const at = (column: string): Fragment => sql.ref(`${table}.${column}`)
  const { deptBy } = noun
  const standsBy = refs.find(({ name }) => name === deptBy && name !== 'deptId')
  const deptColumn = standsBy ? `${standsBy.name}_of.dept_id` : deptBy === null ? null : `${table}.${columnOf(deptBy)}`

  /** A row that says itself by which department it is seen. */
  const isToldByRow = keeping.seenBy === undefined && standsBy === undefined
  const seenBy = keeping.seenBy ?? (deptColumn === null ? null : sql.ref(deptColumn))

  const valueOf = ({ as }: Field, source: Fragment): Fragment =>
    as.kind === 'ref'
      ? sql`${source}::text`
      : as.kind === 'refs' || as.kind === 'ids'
        ? sql`${source}::text[]`
        : as.kind === 'flag'
          ? sql`(${source})::int`
          : source
  const sourceOf = (name: string, field: Field): Fragment => valueOf(field, keeping.shown?.[name] ?? at(columnOf(name)))
  const sources = new Map<string, Fragment>([
    ...fields.map(([name, field]): [string, Fragment] => [name, sourceOf(name, field)]),
    ...refs.map(({ name, to }): [string, Fragment] => [nameFieldOf(name), sql.ref(`${name}_of.${targets[to].name}`)]),
    ...manyRefs
      .filter(({ named }) => named)
      .map(({ name, to }): [string, Fragment] => [
        nameFieldOf(name),
        keeping.shown?.[nameFieldOf(name)] ??
          sql`ARRAY(SELECT ${sql.ref(targets[to].name)} FROM ${sql.table(targets[to].table)} WHERE id = ANY(${at(columnOf(name))}) ORDER BY id)`,
      ]),
    ...Object.entries<Field>(noun.shown).map(([name, field]): [string, Fragment] => [name, sourceOf(name, field)]),
  ])
  const columns = sql.join([
    sql`${at('id')}::text AS id`,
    sql`${at('version')} AS version`,
    ...[...sources].map(([name, source]) => sql`${source} AS ${sql.ref(name)}`),
  ])
  const joined = refs.map(
    ({ name, to }) =>
      sql`LEFT JOIN ${sql.table(targets[to].table)} AS ${sql.table(`${name}_of`)} ON ${sql.ref(`${name}_of.id`)} = ${at(columnOf(name))}`,
  )
  const from = sql`${sql.table(table)} ${sql.join([...joined, keeping.joins ?? sql``], sql` `)}`
  const standing: readonly Fragment[] = [
    ...Object.entries(fixed).map(([column, value]) => sql`${at(column)} = ${value}`),
    ...(hides ? [sql`${at('deleted_at')} IS NULL`] : []),
  ]
  const visible = (asked: Asked): readonly Fragment[] => [
    ...standing,
    ...(seenBy === null ? [] : [scoped(asked.caller.scope, seenBy)]),
  ]

  const kinds = new Map<string, Field>([...fields, ...Object.entries<Field>(noun.shown)])
  const times = [...kinds].filter(([, { as }]) => as.kind === 'time').map(([name]) => name)
  const secrets = fields.filter(([, field]) => field.private).map(([name]) => name)
  /** What is masked for the caller; it is neither searched nor sorted by nor asked for either, since that would tell it. */
  const hiddenFrom = ({ caller }: Asked): readonly string[] => (may(caller, 'private:view') ? [] : secrets)
  const asStored = (stored: Loose): Record<string, unknown> => ({
    ...stored,
    ...Object.fromEntries(times.map((name) => [name, clock.toWireOrNull(stored[name] as Date | null)])),
  })
  const rowFor =
    (asked: Asked) =>
    (stored: Loose): Row => {
      const row = asStored(stored)
      for (const name of hiddenFrom(asked)) row[name] = mask(String(stored[name]))
      return row as Row
    }
  const requireOpen = (name: string, field: string, asked: Asked): void => {
    if (hiddenFrom(asked).includes(name)) throw new Refusal('forbidden', { needs: permissionNames(['private:view']) }, { field })
  }

  /** A number may lie beyond what its column holds: then it is compared as it is, and nothing is found. */
  const comparable = (name: string, value: unknown): unknown =>
    kinds.get(name)?.as.kind === 'number' ? sql`${value}::double precision` : value
  /** Both ends belong to it; the last second of a time is included whole. */
  const rangeOf = (name: string, from: unknown, to: unknown): readonly Fragment[] => {
    const source = sources.get(name)
    return [
      ...(from === undefined ? [] : [sql`${source} >= ${isTime(name, from) ? clock.fromWire(from) : comparable(name, from)}`]),
      ...(to === undefined
        ? []
        : [isTime(name, to) ? sql`${source} < ${clock.endOf(to)}` : sql`${source} <= ${comparable(name, to)}`]),
    ]
  }
  const isTime = (name: string, _value: unknown): _value is string => times.includes(name)
  const conditionsOf = (body: ListBody, asked: Asked): readonly Fragment[] => {
    const filter = body as Loose & ListBody
    const searched = noun.search.filter((name) => !hiddenFrom(asked).includes(name))
    for (const name of noun.filters) if (filter[name] !== undefined) requireOpen(name, name, asked)
    for (const name of noun.ranges)
      for (const end of [`${name}From`, `${name}To`]) if (filter[end] !== undefined) requireOpen(name, end, asked)
    const patterns = body.keyword ? patternsOf(body.keyword) : []
    return [
      ...visible(asked),
      ...(deptColumn === null ? [] : [ofDept(deptColumn, body.deptId, body.recursive ?? true)]),
      ...(patterns.length === 0
        ? []
        : [
            searched.length === 0
              ? sql`false`
              : sql.join(
                  searched.flatMap((name) => patterns.map((pattern) => sql`${sources.get(name)}::text ILIKE ${pattern}`)),
                  sql` OR `,
                ),
          ]),
      ...(body.ids === undefined ? [] : [sql`${at('id')} = ANY(${[...body.ids]}::bigint[])`]),
      ...noun.filters
        .filter((name) => filter[name] !== undefined)
        .map((name) => sql`${sources.get(name)} IS NOT DISTINCT FROM ${comparable(name, filter[name])}`),
      ...noun.ranges.flatMap((name) => rangeOf(name, filter[`${name}From`], filter[`${name}To`])),
      ...(keeping.narrow?.(filter) ?? []),
    ]
  }
  const listing = (body: ListBody, asked: Asked) => {
    if (body.sort !== undefined) requireOpen(body.sort.replace(/^-/, ''), 'sort', asked)
    return {
      columns,
      from,
      where: conditionsOf(body, asked),
      sort: Object.fromEntries(sources),
      order: sql.join([...(keeping.order ?? [columnOf(noun.title)]), 'id'].map(at)),
      map: rowFor(asked),
    }
  }

  const oneWhere = async (on: Sql | Trx, where: Fragment, asked: Asked): Promise<Row | null> => {
    const conditions = sql.join([...visible(asked), where], sql` AND `)
    const { rows } = await repeated(on, sql<Loose>`SELECT ${columns} FROM ${from} WHERE ${conditions}`)
    return rows[0] ? rowFor(asked)(rows[0]) : null
  }

  const written = (body: Body, present: Row | null, asked: Asked): [string, unknown][] => {
    const sent = body as Loose
    const own = fields
      // A masked value that comes back as it was shown is no change.
      .filter(
        ([name, field]) =>
          !(field.private && present && hiddenFrom(asked).includes(name) && sent[name] === (present as Loose)[name]),
      )
      .map(([name, { as }]): [string, unknown] => {
        const value = sent[name]
        if (as.kind === 'flag') return [columnOf(name), value === 1]
        if (as.kind === 'refs' || as.kind === 'ids') return [columnOf(name), sql`${value}::bigint[]`]
        if (inJson.has(as.kind)) return [columnOf(name), JSON.stringify(value)]
        return [columnOf(name), value]
      })
    return [...own, ...Object.entries(keeping.also?.(body, present, asked) ?? {})]
  }

  const unique = Object.fromEntries(
    Object.entries(keeping.unique ?? {}).map(([index, name]) => [
      index,
      { name, field: (noun.fields[name] as Field).label, value: (body: Body) => String((body as Loose)[name]) },
    ]),
  )

  const records: Records<Row, Body> = {
    kernel,
    module: keeping.module,
    object: noun.name,
    what: { zh: noun.word.zh, en: `The ${noun.word.en}` },
    read: (trx, id, asked) => oneWhere(trx, sql`${at('id')} = ${id}::bigint`, asked),
    lock: async (trx, id) =>
      void (await repeated(trx, sql`SELECT 1 FROM ${sql.table(table)} WHERE id = ${id}::bigint FOR UPDATE`)),
    create: async (trx, body, asked) => {
      const row = [...Object.entries(fixed), ...written(body, null, asked)]
      const { rows } = await repeated(
        trx,
        sql<{ id: string }>`INSERT INTO ${sql.table(table)} (${sql.join(row.map(([column]) => sql.ref(column)))})
          VALUES (${sql.join(row.map(([, value]) => sql`${value}`))}) RETURNING id::text`,
      )
      const [made] = rows
      if (!made) throw new Error(`an insert into ${table} returned nothing`)
      return made.id
    },
    update: async (trx, id, body, present, asked) => {
      const changes = written(body, present, asked).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      await repeated(
        trx,
        sql`UPDATE ${sql.table(table)} SET ${sql.join([...changes, sql`version = version + 1`])} WHERE id = ${id}::bigint`,
      )
    },
    remove: async (trx, id, present) => {
      const by = (await keeping.uses?.(trx, id, present)) ?? null
      if (by !== null) throw new Refusal('inUse', { what: noun.word, by })
      if (hides)
        await sql`UPDATE ${sql.table(table)} SET deleted_at = ${new Date(clock.now())} WHERE id = ${id}::bigint`.execute(trx)
      else await sql`DELETE FROM ${sql.table(table)} WHERE id = ${id}::bigint`.execute(trx)
    },
    permit: async (trx, present, body, { caller: { scope } }) => {
      if (scope.all) return
      const { what } = records
      const standing = (record: Loose): Promise<string | null | undefined> | string | null => {
        const value = deptBy === null ? null : ((record[deptBy] ?? null) as string | null)
        return standsBy && value !== null ? standingOf(trx, standsBy.to, value) : value
      }
      if (present) requireWrite(scope, (await standing(present)) ?? null, what)
      if (body) {
        const dept = await standing(body)
        // What is named but not there is found missing with all other references.
        if (dept !== undefined) requireWrite(scope, dept, targets[standsBy?.to ?? 'dept'].word, deptBy ?? undefined)
        return
      }
      // Who wears a device is let go with it.
      for (const { name, to } of refs) {
        const id = (present as Loose | null)?.[name]
        if (typeof id === 'string') await requireHold(trx, to, id, scope, name)
      }
    },
    check: async (trx, body, present, asked) => {
      const { scope } = asked.caller
      for (const { name, to } of refs) {
        const [id, before] = [(body as Loose)[name], (present as Loose | null)?.[name]]
        // What stands there already may belong to a department that one does not see.
        if (id === before) continue
        if (typeof before === 'string') await requireHold(trx, to, before, scope, name)
        if (typeof id === 'string') await requireRef(trx, to, id, scope, name)
      }
      for (const { name, to } of manyRefs) {
        const before = new Set((present as Loose | null)?.[name] as readonly string[] | undefined)
        const ids = ((body as Loose)[name] as readonly string[]).filter((id) => !before.has(id))
        await requireSeen(trx, to, ids, scope, name)
      }
      await keeping.check?.(trx, body, present, asked)
    },
    unique,
    ...(keeping.saved ? { saved: keeping.saved } : {}),
    ...(isToldByRow ? { deptOf: (row: Row) => (deptBy === null ? null : (row as Loose)[deptBy]) as string | null } : {}),
  }

  return {
    noun,
    records,
    list: (body, asked) => listRows<Loose, Row>(db, listing(body, asked), body),
    stream: (body, asked) => streamRows<Loose, Row>(db, listing(body, asked), body),
    all: async () => {
      const where = standing.length === 0 ? sql`true` : sql.join([...standing], sql` AND `)
      const { rows } = await repeated(db.sql, sql<Loose>`SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${at('id')}`)
      return rows.map((row) => asStored(row) as Row)
    },
    save: (body, asked) => saveRecord(records, body, asked),
    remove: (body, asked) => deleteRecord(records, body, asked),
    byKey: (trx, key, asked) => oneWhere(trx, sql`${at(columnOf(noun.key))} = ${key}`, asked),
    ofDepts: ofDeptsOf({ noun, table, columnOf, fixed, hides, countedAs: keeping.countedAs ?? null }),
    recount: async (trx) => void (await sql`ANALYZE ${sql.table(table)}`.execute(trx)),
  }
}

/** The handlers of `nounCalls` under their wire word. */
export const nounHandlers = <const Wire extends string, N extends AnyNoun>(wire: Wire, { list, save, remove }: Keeper<N>) =>
  ({ [`list${wire}All`]: list, [`save${wire}`]: save, [`delete${wire}ById`]: remove }) as Record<`list${Wire}All`, typeof list> &
    Record<`save${Wire}`, typeof save> &
    Record<`delete${Wire}ById`, typeof remove>

/** The handlers of `deptNounCalls`. */
export const deptNounHandlers = <const Wire extends string, N extends AnyNoun>(wire: Wire, keeper: Keeper<N>) =>
  ({ ...nounHandlers(wire, keeper), [`list${wire}ByDeptId`]: keeper.list }) as ReturnType<typeof nounHandlers<Wire, N>> &
    Record<`list${Wire}ByDeptId`, Keeper<N>['list']>
