import { sql } from 'kysely'
import type { Page } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from './caller.ts'
import { repeated } from './db.ts'
import type { AnyNoun, BodyOf, Keeping, ListBody, Loose, Reading, RowOf } from './keeping.ts'
import { countsByDept, listingOf, oneWhere } from './kept-lists.ts'
import { recordsOf } from './kept-records.ts'
import { asStored } from './kept-rows.ts'
import { at, columnOf, createKeptTable, type KeptTable } from './kept-table.ts'
import type { Kernel, Trx } from './kernel.ts'
import { listRows, streamRows } from './listing.ts'
import { ofDeptsOf, type OfDepts } from './of-depts.ts'
import { deleteRecord, saveRecord, type Records } from './records.ts'
import { nameTable } from './references.ts'

/** Everything that is done with the records of one noun. */
export interface Keeper<N extends AnyNoun = AnyNoun> {
  readonly noun: N
  readonly records: Records<RowOf<N>, BodyOf<N>>
  readonly list: (body: ListBody, asked: Asked) => Promise<RowOf<N>[] | Page<RowOf<N>>>
  /** How many records of a list each department has. */
  readonly countByDept: (body: ListBody, asked: Asked) => Promise<{ deptId: string | null; count: number }[]>
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

const allRows = async <Row>(reading: Reading, table: KeptTable): Promise<Row[]> => {
  const { layout, always, columns, from } = table
  const where = always.length === 0 ? sql`true` : sql.join([...always], sql` AND `)
  const { rows } = await repeated(
    reading.db.sql,
    sql<Loose>`SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${at(layout, 'id')}`,
  )
  return rows.map((row) => asStored(table, reading, row) as Row)
}

/** The store and the rules that every noun has: list, filter, sort, scope, save, delete, references, masks. */
export const createKeeper = <N extends AnyNoun>(kernel: Kernel, keeping: Keeping<N>): Keeper<N> => {
  type Row = RowOf<N>
  const { db } = kernel
  const { noun, fixed = {}, hides = false } = keeping
  nameTable(keeping.table, noun.word)
  const table = createKeptTable(keeping)
  const records = recordsOf({ kernel, keeping, table })
  return {
    noun,
    records,
    list: (body, asked) => listRows<Loose, Row>(db, listingOf(table, kernel, body, asked), body),
    countByDept: (body, asked) => countsByDept(table, kernel, body, asked),
    stream: (body, asked) => streamRows<Loose, Row>(db, listingOf(table, kernel, body, asked), body),
    all: () => allRows(kernel, table),
    save: (body, asked) => saveRecord(records, body, asked),
    remove: (body, asked) => deleteRecord(records, body, asked),
    byKey: (trx, key, asked) => oneWhere(table, kernel, trx, sql`${at(keeping, columnOf(keeping, noun.key))} = ${key}`, asked),
    ofDepts: ofDeptsOf({
      noun,
      table: keeping.table,
      columnOf: (name) => columnOf(keeping, name),
      fixed,
      hides,
      countedAs: keeping.countedAs ?? null,
    }),
    recount: async (trx) => void (await sql`ANALYZE ${sql.table(keeping.table)}`.execute(trx)),
  }
}

/** The handlers of `nounCalls` under their wire word. */
export const nounHandlers = <const Wire extends string, N extends AnyNoun>(wire: Wire, { list, save, remove }: Keeper<N>) =>
  ({ [`list${wire}All`]: list, [`save${wire}`]: save, [`delete${wire}ById`]: remove }) as Record<`list${Wire}All`, typeof list> &
    Record<`save${Wire}`, typeof save> &
    Record<`delete${Wire}ById`, typeof remove>

/** The handlers of `deptNounCalls`. */
export const deptNounHandlers = <const Wire extends string, N extends AnyNoun>(wire: Wire, keeper: Keeper<N>) =>
  ({
    ...nounHandlers(wire, keeper),
    [`list${wire}ByDeptId`]: keeper.list,
    [`count${wire}ByDeptId`]: keeper.countByDept,
  }) as ReturnType<typeof nounHandlers<Wire, N>> &
    Record<`list${Wire}ByDeptId`, Keeper<N>['list']> &
    Record<`count${Wire}ByDeptId`, Keeper<N>['countByDept']>
