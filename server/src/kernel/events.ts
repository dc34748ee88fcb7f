import type { LiveEvent } from '@vigil/contract/kernel/live.ts'
import { liveEvent } from '@vigil/contract/kernel/live.ts'
import type { Database, Trx } from './db.ts'
import type { EventLog, NumberedEvent } from './live-hub.ts'

/** How many missed events a console may ask for; past that fetching the lists anew is quicker. */
const keptForResume = 5_000

/**
 * Writes events into the outbox within the transaction that caused them. Numbers have no gap and are committed in their
 * order, since the head stays locked until the transaction ends.
 */
export const recordEvents = async (
  trx: Trx,
  events: readonly { readonly deptId: string | null; readonly event: LiveEvent }[],
): Promise<NumberedEvent[]> => {
  if (events.length === 0) return []
  const head = await trx
    .updateTable('live_head')
    .set((eb) => ({ seq: eb('seq', '+', String(events.length)) }))
    .returning('seq')
    .executeTakeFirstOrThrow()
  const first = Number(head.seq) - events.length + 1
  const numbered = events.map(({ deptId, event }, index) => ({ seq: first + index, deptId, event }))
  await trx
    .insertInto('live_event')
    .values(numbered.map(({ seq, deptId, event }) => ({ seq: String(seq), dept_id: deptId, event: JSON.stringify(event) })))
    .execute()
  return numbered
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
