import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { RefTarget } from '@vigil/contract/kernel/field.ts'
import type { Noun } from '@vigil/contract/kernel/noun.ts'
import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Asked } from './caller.ts'
import type { LogModule } from './journal.ts'
import type { Kernel, Trx } from './kernel.ts'
import type { CountWords } from './of-depts.ts'
import type { Records } from './records.ts'

export type Fragment = RawBuilder<unknown>
/** A row or a body whose fields are known only as the noun names them. */
export type Loose = Readonly<Record<string, unknown>>

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

/** The record in whose department another one is seen. */
export interface Owner {
  readonly to: RefTarget
  readonly id: string
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
  /** The same of a row: it, or in whose department it is. By its own field unless said; where `seenBy` alone is said, nobody knows. */
  readonly deptOf?: (row: RowOf<N>) => string | null | Owner
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
  /** Whether something that calls itself so has reported, and has no record yet: it may be called what its field would refuse. */
  readonly reportedBy?: (trx: Trx, code: string) => Promise<boolean>
  /** Refuses what the shape alone cannot; references are checked already. */
  readonly check?: Records<RowOf<N>, BodyOf<N>>['check']
  /** Columns a save writes besides the fields, or in their place; `present` is null for a new record. */
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

/** What of a keeping decides how its rows are read, whatever noun it is. */
export type Layout = Pick<
  Keeping<AnyNoun>,
  'noun' | 'table' | 'columns' | 'fixed' | 'shown' | 'joins' | 'seenBy' | 'hides' | 'order' | 'narrow'
>
/** What of the kernel they are read with. */
export type Reading = Pick<Kernel, 'db' | 'clock'>
