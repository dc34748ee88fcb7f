import { CompiledQuery } from 'kysely'
import { liveEvent } from '@vigil/contract/kernel/live.ts'
import { prepared, type Database, type Trx } from './db.ts'
import { keptForResume, type EventLog, type NumberedEvent } from './event-stream.ts'

const recordAll = prepared(
  'record_events',
  `WITH head AS (UPDATE live_head SET seq = seq + $1::int RETURNING seq)
   INSERT INTO live_event (seq, dept_id, event, also) SELECT head.seq - $1::int + place, dept_id, event::jsonb, also::bigint[]
   FROM head, unnest($2::bigint[], $3::text[], $4::text[]) WITH ORDINALITY AS told (dept_id, event, also, place) RETURNING seq`,
)

/**
 * Writes events into the outbox within the transaction that caused them. Numbers have no gap and are committed in their
 * order, since the head stays locked until the transaction ends.
 */
export const recordEvents = async (trx: Trx, events: readonly Omit<NumberedEvent, 'seq'>[]): Promise<NumberedEvent[]> => {
  if (events.length === 0) return []
  const depts = events.map(({ deptId }) => deptId)
  const texts = events.map(({ event }) => JSON.stringify(event))
  const also = events.map((one) => `{${(one.also ?? []).join(',')}}`)
  const { rows } = await trx.executeQuery<{ seq: string }>(CompiledQuery.raw(recordAll, [events.length, depts, texts, also]))
  const first = Math.min(...rows.map(({ seq }) => Number(seq)))
  return events.map((one, index) => ({ ...one, seq: first + index }))
}

export const createEventLog = (db: Database): EventLog => ({
  after: async (seq) => {
    const rows = await db.sql
      .selectFrom('live_event')
      .select(['seq', 'dept_id', 'event', 'also'])
      .where('seq', '>', String(seq))
      .orderBy('seq')
      .limit(keptForResume + 1)
      .execute()
    const first = rows[0]
    if (rows.length > keptForResume || (first && Number(first.seq) !== seq + 1)) return null
    return rows.map((row) => ({ seq: Number(row.seq), deptId: row.dept_id, event: liveEvent.parse(row.event), also: row.also }))
  },
  head: async () => Number((await db.sql.selectFrom('live_head').select('seq').executeTakeFirstOrThrow()).seq),
})
