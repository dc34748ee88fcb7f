import { CompiledQuery } from 'kysely'
import type { LiveEvent } from '@vigil/contract/kernel/live.ts'
import { liveEvent } from '@vigil/contract/kernel/live.ts'
import { prepared, type Database, type Trx } from './db.ts'
import { keptForResume, type EventLog, type NumberedEvent } from './event-stream.ts'

const recordAll = prepared(
  'record_events',
  `WITH head AS (UPDATE live_head SET seq = seq + $1::int RETURNING seq)
   INSERT INTO live_event (seq, dept_id, event) SELECT head.seq - $1::int + place, dept_id, event::jsonb
   FROM head, unnest($2::bigint[], $3::text[]) WITH ORDINALITY AS told (dept_id, event, place) RETURNING seq`,
)

/**
 * Writes events into the outbox within the transaction that caused them. Numbers have no gap and are committed in their
 * order, since the head stays locked until the transaction ends.
 */
export const recordEvents = async (
  trx: Trx,
  events: readonly { readonly deptId: string | null; readonly event: LiveEvent }[],
): Promise<NumberedEvent[]> => {
  if (events.length === 0) return []
  const depts = events.map(({ deptId }) => deptId)
  const texts = events.map(({ event }) => JSON.stringify(event))
  const { rows } = await trx.executeQuery<{ seq: string }>(CompiledQuery.raw(recordAll, [events.length, depts, texts]))
  const first = Math.min(...rows.map(({ seq }) => Number(seq)))
  return events.map(({ deptId, event }, index) => ({ seq: first + index, deptId, event }))
}

export const createEventLog = (db: Database): EventLog => ({
  after: async (seq) => {
    const rows = await db.sql
      .selectFrom('live_event')
      .select(['seq', 'dept_id', 'event'])
      .where('seq', '>', String(seq))
      .orderBy('seq')
      .limit(keptForResume + 1)
      .execute()
    const first = rows[0]
    if (rows.length > keptForResume || (first && Number(first.seq) !== seq + 1)) return null
    return rows.map((row) => ({ seq: Number(row.seq), deptId: row.dept_id, event: liveEvent.parse(row.event) }))
  },
  head: async () => Number((await db.sql.selectFrom('live_head').select('seq').executeTakeFirstOrThrow()).seq),
})
