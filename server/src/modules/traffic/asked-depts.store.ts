import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../kernel/db.ts'
import type { Scope } from '../../kernel/scope.ts'

/** Departments whose records are asked for, and whether those of none are as well. */
export interface Depts {
  readonly ids: readonly string[]
  readonly orNone: boolean
}

/** Those of them that somebody sees; null for all records that there are. */
export const deptsAsked = async (
  db: Database,
  scope: Scope,
  deptId: string | undefined,
  recursive: boolean,
): Promise<Depts | null> => {
  if (deptId === undefined) return scope.all ? null : { ids: [...scope.deptIds], orNone: true }
  const below = recursive
    ? await sql<{ id: string }>`WITH RECURSIVE below AS (
          SELECT id FROM accounts_dept WHERE id = ${deptId}::bigint
          UNION SELECT dept.id FROM accounts_dept AS dept JOIN below ON dept.pid = below.id
        ) SELECT id::text AS id FROM below`.execute(db.sql)
    : { rows: [{ id: deptId }] }
  const ids = below.rows.map(({ id }) => id)
  return { ids: scope.all ? ids : ids.filter((id) => scope.deptIds.has(id)), orNone: false }
}

export const inDepts = (depts: Depts | null, column: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (depts === null) return sql`true`
  const some = sql`${column} = ANY(${[...depts.ids]}::bigint[])`
  return depts.orNone ? sql`(${column} IS NULL OR ${some})` : some
}
