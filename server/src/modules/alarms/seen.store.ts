import { sql, type RawBuilder } from 'kysely'
import type { Asked } from '../../kernel/caller.ts'
import { all, scoped } from '../../kernel/listing.ts'

type Fragment = RawBuilder<unknown>

const toldTo = (userId: string): Fragment =>
  sql`alarm.id = ANY(ARRAY(SELECT alarm_id FROM alarm_told WHERE person_id = ${userId}::bigint))`

/** Alarms of one's scope, and those that one was told of since nobody else saw them, hidden or not: evidence goes on of either. */
export const visibleOrHidden = ({ caller: { scope, userId, wall } }: Asked): Fragment => {
  if (scope.all) return sql`true`
  const inScope = scoped(scope, sql.ref('alarm.dept_id'))
  return wall ? sql`${inScope}` : sql`(${inScope} OR ${toldTo(userId)})`
}
/** The same without the hidden ones, which nobody sees. */
export const visible = (asked: Asked): Fragment =>
  asked.caller.scope.all ? sql`hidden_at IS NULL` : sql`hidden_at IS NULL AND ${visibleOrHidden(asked)}`

/** Alarms beyond one's scope that one was told of; none where nothing is beyond it, and none for a wall display, which was told of none. */
export const toldBeyond = ({ caller: { scope, userId, wall } }: Asked): readonly Fragment[] =>
  scope.all || wall ? [] : [sql`hidden_at IS NULL AND dept_id <> ALL(${[...scope.deptIds]}::bigint[]) AND ${toldTo(userId)}`]

/** The same in parts that have no alarm in common: each is found by an index of its own, all of them by none. */
export const visibleParts = (asked: Asked): readonly Fragment[] => {
  const { scope } = asked.caller
  if (scope.all) return [sql`hidden_at IS NULL`]
  return [
    sql`hidden_at IS NULL AND dept_id IS NULL`,
    sql`hidden_at IS NULL AND dept_id = ANY(${[...scope.deptIds]}::bigint[])`,
    ...toldBeyond(asked),
  ]
}

/** What the site wanted to be alarmed of; the rest is kept, and counts in no number but those of its lists. */
export const wanted = sql`suppressed = ''`

/** How many alarms of a part of what somebody sees meet these conditions. */
export const countIn = (part: Fragment, conditions: readonly Fragment[]): Fragment =>
  sql`(SELECT count(*) FROM alarm WHERE ${all([part, ...conditions])})`
