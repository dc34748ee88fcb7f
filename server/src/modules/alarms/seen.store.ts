import { sql, type RawBuilder } from 'kysely'
import type { Asked } from '../../kernel/caller.ts'
import { all, scoped } from '../../kernel/listing.ts'

type Fragment = RawBuilder<unknown>

const toldTo = (userId: string): Fragment =>
  sql`alarm.id = ANY(ARRAY(SELECT alarm_id FROM alarm_told WHERE person_id = ${userId}::bigint))`

/** Alarms of one's scope, and those that one was told of since nobody else saw them; hidden ones nobody sees. */
export const visible = ({ caller: { scope, userId } }: Asked): Fragment =>
  scope.all
    ? sql`hidden_at IS NULL`
    : sql`hidden_at IS NULL AND (${scoped(scope, sql.ref('alarm.dept_id'))} OR ${toldTo(userId)})`

/** The same in parts that have no alarm in common: each is found by an index of its own, all of them by none. */
export const visibleParts = ({ caller: { scope, userId } }: Asked): readonly Fragment[] => {
  if (scope.all) return [sql`hidden_at IS NULL`]
  const own = sql`${[...scope.deptIds]}::bigint[]`
  return [
    sql`hidden_at IS NULL AND dept_id IS NULL`,
    sql`hidden_at IS NULL AND dept_id = ANY(${own})`,
    sql`hidden_at IS NULL AND dept_id <> ALL(${own}) AND ${toldTo(userId)}`,
  ]
}

/** How many alarms meet these conditions of those that somebody sees, as of one moment. */
export const countOf = (asked: Asked, conditions: readonly Fragment[]): Fragment =>
  sql.join(
    visibleParts(asked).map((part) => sql`(SELECT count(*) FROM alarm WHERE ${all([part, ...conditions])})`),
    sql` + `,
  )
