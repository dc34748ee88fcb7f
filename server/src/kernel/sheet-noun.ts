import { z } from 'zod'
import { fieldsOfNoun } from '@vigil/contract/body-fields.ts'
import { byDepartment, paging } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from './caller.ts'
import type { Keeper } from './keeper.ts'
import type { AnyNoun, BodyOf, ListBody, RowOf } from './keeping.ts'
import type { Trx } from './kernel.ts'
import type { SeenOf } from './seen-of.ts'
import { readWith } from './problems.ts'
import { refusalOf, saveIn, tellOf, type Change } from './records.ts'

type Loose = Readonly<Record<string, unknown>>
/** A row that was written and is yet to be told of. */
export type Written = Change<unknown>

/** A noun whose lists go into sheets, whatever their types. */
export interface ExportedNoun {
  readonly noun: AnyNoun
  /** Every row of a list in batches, as of one moment. */
  readonly stream: (filter: ListBody, asked: Asked) => AsyncGenerator<readonly Loose[]>
  readonly count: (filter: ListBody, asked: Asked) => Promise<number>
  /** A list's body as its call would read it; throws a `Refusal`. */
  readonly readFilter: (filter: Loose) => ListBody
}

/** One whose rows come back from sheets too. */
export interface SheetNoun extends ExportedNoun {
  /** The record that a row means by its key, as the caller sees it. */
  readonly known: (
    trx: Trx,
    values: Loose,
    asked: Asked,
  ) => Promise<(Loose & { readonly id: string; readonly version: number }) | null>
  /** Has the database count its records anew, those of this transaction too. */
  readonly recount: (trx: Trx) => Promise<void>
  /** Which of some records a caller sees; asked at once, where a stream takes a transaction of its own. */
  readonly seen: SeenOf
  /** Equal for rows that mean the same record. */
  readonly keyOf: (values: Loose) => string
  /** What a save takes, so that a row can be told what is wrong with it. */
  readonly body: z.ZodType
  /** Writes one row that `body` let through; throws a `Refusal`, or what `refusalOf` makes one of. */
  readonly saveIn: (trx: Trx, body: unknown, asked: Asked) => Promise<Written>
  readonly refusalOf: (body: unknown, error: unknown) => unknown
  /** Tells the journal and the consoles of everything that was written, last of all in its transaction. */
  readonly tellOf: (
    trx: Trx,
    written: readonly Written[],
    asked: Asked,
    after: (then: () => void | Promise<void>) => void,
  ) => Promise<void>
}

/** A kept noun for sheets. Its bodies come from `body`, so that they fit. */
export const sheetOf = <N extends AnyNoun>(keeper: Keeper<N>): SheetNoun => {
  const { noun, records, list, stream, byKey, recount } = keeper
  const lists = z.object({ ...paging.shape, ...byDepartment, ...noun.filter })
  type Body = BodyOf<N>
  type Row = RowOf<N>
  return {
    noun,
    stream,
    count: async (filter, asked) => {
      const page = await list({ ...filter, pageNum: 1, pageSize: 1 }, asked)
      return Array.isArray(page) ? page.length : page.total
    },
    known: (trx, values, asked) => byKey(trx, String(values[noun.key]), asked),
    recount,
    seen: async (ids, asked) => {
      const rows = await list({ ids: [...ids], recursive: true }, asked)
      return new Set((Array.isArray(rows) ? rows : rows.list).map(({ id }) => id))
    },
    keyOf: (values) => String(values[noun.key]),
    readFilter: (filter) => readWith(lists, filter, () => fieldsOfNoun(noun)) as ListBody,
    body: z.object({ id: z.string().optional(), version: z.number().optional(), ...noun.saved }),
    saveIn: (trx, body, asked) => saveIn<Row, Body>(records, trx, body as Body, asked),
    refusalOf: (body, error) => refusalOf<Row, Body>(records, body as Body, error),
    tellOf: (trx, written, asked, after) => tellOf<Row, Body>(records, trx, written as readonly Change<Row>[], asked, after),
  }
}
