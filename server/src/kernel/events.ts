import { CompiledQuery } from 'kysely'
import { liveEvent, type LiveEvent } from '@vigil/contract/live/live.ts'
import { prepared, type Database, type Trx } from './db.ts'
import { keptForResume, unnumbered, type EventLog, type NumberedEvent } from './event-stream.ts'

const recordAll = prepared('record_events', 'SELECT seq FROM record_events($1::int, $2::bigint[], $3::text[], $4::text[]) AS seq')

/**
 * Writes events into the outbox within the transaction that caused them. Numbers have no gap and are committed in their
 * order, since the head stays locked until the transaction ends. Where another transaction has it and hangs, they are `unnumbered`:
 * no alarm waits for them.
 */
export const recordEvents = async (trx: Trx, events: readonly Omit<NumberedEvent, 'seq'>[]): Promise<NumberedEvent[]> => {
  if (events.length === 0) return []
  const depts = events.map(({ deptId }) => deptId)
  const texts = events.map(({ event }) => JSON.stringify(event))
  const also = events.map((one) => `{${(one.also ?? []).join(',')}}`)
  const { rows } = await trx.executeQuery<{ seq: string }>(CompiledQuery.raw(recordAll, [events.length, depts, texts, also]))
  if (rows.length === 0) return events.map((one) => ({ ...one, seq: unnumbered }))
  const first = Math.min(...rows.map(({ seq }) => Number(seq)))
  return events.map((one, index) => ({ ...one, seq: first + index }))
}

/** Deletes the oldest events from before a time, at most so many; how many that were. */
export const pruneEvents = async (db: Database, before: Date, atMost: number): Promise<number> => {
  const { affected } = await db.raw(
    db.sql,
    'DELETE FROM live_event WHERE seq = ANY (ARRAY(SELECT seq FROM live_event WHERE at < $1 ORDER BY at LIMIT $2))',
    [before, atMost],
  )
  return affected
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
    const read = rows.map(({ event }) => liveEvent.safeParse(event))
    // Of an earlier version, which told less: like what is no longer kept.
    if (!read.every(({ success }) => success)) return null
    return rows.map((row, at) => ({
      seq: Number(row.seq),
      deptId: row.dept_id,
      event: read[at]?.data as LiveEvent,
      also: row.also,
    }))
  },
  head: async () => Number((await db.sql.selectFrom('live_head').select('seq').executeTakeFirstOrThrow()).seq),
})
