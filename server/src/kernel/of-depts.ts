import { sql } from 'kysely'
import type { Field } from '@vigil/contract/kernel/field.ts'
import type { Noun } from '@vigil/contract/kernel/noun.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { counted } from './counted.ts'
import type { Trx } from './db.ts'
import { wordOfTable } from './references.ts'

/** Words for so many records, see `counted`. Nouns with the same words are counted together. */
export interface CountWords {
  readonly zh: string
  readonly one: string
  readonly many: string
}

/** What the records of a noun have of departments: follows from its references to them. */
export interface OfDepts {
  /** Null where they are only named. */
  readonly countedAs: CountWords | null
  readonly word: () => Text
  /** How many of them stand in a department. */
  readonly countIn: (trx: Trx, deptId: string) => Promise<number>
  /** Before a department goes: what is deleted but stays as a row belongs to it no more. */
  readonly release: (trx: Trx, deptId: string) => Promise<void>
}

interface Stored {
  readonly noun: Pick<Noun, 'fields'>
  readonly table: string
  readonly columnOf: (field: string) => string
  /** Columns that tell the rows of this noun from others of its table. */
  readonly fixed: Readonly<Record<string, string | number>>
  readonly hides: boolean
  readonly countedAs: CountWords | null
}

/** Null for a noun that names no department. */
export const ofDeptsOf = ({ noun, table, columnOf, fixed, hides, countedAs }: Stored): OfDepts | null => {
  const columns = Object.entries<Field>(noun.fields)
    .filter(([, { as }]) => as.kind === 'ref' && as.to === 'dept')
    .map(([name, { kept }]) => ({ column: sql.ref(columnOf(name)), mayBeNone: kept.safeParse(null).success }))
  if (columns.length === 0) return null
  const own = Object.entries(fixed).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const where = (deptId: string, named: typeof columns) =>
    sql.join([...own, sql`${deptId}::bigint IN (${sql.join(named.map(({ column }) => column))})`], sql` AND `)
  return {
    countedAs,
    word: () => wordOfTable(table),
    countIn: async (trx, deptId) => {
      const standing = hides ? sql`AND deleted_at IS NULL` : sql``
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}
        WHERE ${where(deptId, columns)} ${standing}`.execute(trx)
      return rows[0]?.count ?? 0
    },
    release: async (trx, deptId) => {
      if (!hides) return
      for (const one of columns.filter(({ mayBeNone }) => mayBeNone))
        await sql`UPDATE ${sql.table(table)} SET ${one.column} = NULL
          WHERE ${where(deptId, [one])} AND deleted_at IS NOT NULL`.execute(trx)
    },
  }
}

/** Who still holds a department, in words; what is counted is told before what is only named. Null when nobody does. */
export const holdersOfDept = async (trx: Trx, deptId: string, all: readonly OfDepts[]): Promise<Text | null> => {
  const counts = new Map<string, { words: CountWords; n: number }>()
  let named: Text | null = null
  for (const { countedAs, word, countIn } of all) {
    const n = await countIn(trx, deptId)
    if (countedAs === null) named ??= n > 0 ? word() : null
    else counts.set(countedAs.zh, { words: countedAs, n: (counts.get(countedAs.zh)?.n ?? 0) + n })
  }
  const [first] = [...counts.values()].filter(({ n }) => n > 0)
  return first ? counted(first.n, first.words.zh, first.words.one, first.words.many) : named
}
