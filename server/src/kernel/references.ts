import { sql, type RawBuilder } from 'kysely'
import type { RefTarget } from '@vigil/contract/kernel/field.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { repeated, type Trx } from './db.ts'
import { scoped } from './listing.ts'
import { Refusal } from './refusal.ts'
import { maySee, mayWrite, requireWrite, widerScope, type Scope } from './scope.ts'

/** What references of one kind lead to: a table of the module that says so. */
export interface Target {
  readonly table: string
  /** Column by which people know one. */
  readonly name: string
  /**
   * Column of the department that one stands in; by which column it stands with a record of another kind, whose department is its
   * own; null where the whole site shares them.
   */
  readonly dept: string | { readonly by: string; readonly of: RefTarget } | null
  readonly word: Text
  /** Who is named is taken hold of: that takes the right to write him, whoever stood there before included. */
  readonly held?: true
  /** Column that alone tells a record among those of its name. */
  readonly number?: string
}
export type References = Readonly<Partial<Record<RefTarget, Target>>>

const targets = new Map<string, Target>()
/** Says what references lead to, before anything is kept that has some. */
export const declareReferences = (references: References): void => {
  for (const [to, target] of Object.entries<Target>(references)) targets.set(to, target)
}
export const targetOf = (to: RefTarget): Target => {
  const target = targets.get(to)
  if (!target) throw new Error(`no module says what references to ${to} lead to`)
  return target
}

/** The department that a row of a target stands in; null where the whole site shares them. */
export const deptOf = ({ table, dept }: Target): RawBuilder<unknown> | null => {
  if (dept === null) return null
  if (typeof dept === 'string') return sql.ref(`${table}.${dept}`)
  const other = targetOf(dept.of)
  return sql`(SELECT ${deptOf(other) ?? sql`NULL`} FROM ${sql.table(other.table)}
    WHERE ${sql.ref(`${other.table}.id`)} = ${sql.ref(`${table}.${dept.by}`)})`
}

/** What people call the records of a table, as far as they are nouns. */
const wordsOfTables = new Map<string, readonly Text[]>()
export const nameTable = (table: string, word: Text): void => {
  const known = wordsOfTables.get(table) ?? []
  if (!known.some(({ zh }) => zh === word.zh)) wordsOfTables.set(table, [...known, word])
}
/** Whose records still name one that cannot be deleted. */
export const wordOfTable = (table: string | null): Text => {
  const words = table === null ? undefined : wordsOfTables.get(table)
  if (!words) return { zh: '其他记录', en: 'other records' }
  return { zh: words.map(({ zh }) => zh).join('、'), en: words.map(({ en }) => en).join(', ') }
}

/** The department that a record stands in, null for what the whole site shares; undefined where there is no such record. */
export const deptOfRecord = async (trx: Trx, to: RefTarget, id: string): Promise<string | null | undefined> => {
  const target = targetOf(to)
  const { rows } = await repeated(
    trx,
    sql<{
      dept: string | null
    }>`SELECT ${deptOf(target) ?? sql`NULL`}::text AS dept FROM ${sql.table(target.table)} WHERE id = ${id}::bigint`,
  )
  return rows[0]?.dept
}

/** Refuses to name records of which one is not there or not seen. */
export const requireSeen = async (
  trx: Trx,
  to: RefTarget,
  ids: readonly string[],
  scope: Scope,
  field: string,
): Promise<void> => {
  const wanted = new Set(ids)
  if (wanted.size === 0) return
  const target = targetOf(to)
  const dept = deptOf(target)
  const { rows } = await repeated(
    trx,
    sql<{ seen: number }>`SELECT count(*)::int AS seen FROM ${sql.table(target.table)}
      WHERE id = ANY(${[...wanted]}::bigint[]) AND ${dept === null ? sql`true` : scoped(scope, dept)}`,
  )
  if ((rows[0]?.seen ?? 0) < wanted.size) throw new Refusal('notFound', { what: target.word }, { field })
}

/** As `requireSeen`, of one record; refuses too to take hold of somebody who is not the caller's to write. */
export const requireRef = async (trx: Trx, to: RefTarget, id: string, scope: Scope, field: string): Promise<void> => {
  const { word, held } = targetOf(to)
  const dept = await deptOfRecord(trx, to, id)
  if (dept === undefined || !maySee(scope, dept)) throw new Refusal('notFound', { what: word }, { field })
  if (held) requireWrite(scope, dept, word, field)
}

/** Refuses to let go of somebody who is not the caller's to write. */
export const requireHold = async (trx: Trx, to: RefTarget, id: string, scope: Scope, field: string): Promise<void> => {
  if (!targetOf(to).held || scope.all) return
  const dept = await deptOfRecord(trx, to, id)
  if (dept !== undefined && !mayWrite(scope, dept)) throw new Refusal('forbidden', { needs: widerScope }, { field })
}
