import { sql } from 'kysely'
import type { RowProblem, Transfer } from '@vigil/contract/transfers/entities.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { Left, type Counts, type Job, type TakenUp } from './job.ts'
import { columns, detailOf, transferOf, type TransferRow } from './rows.store.ts'

interface TakenRow extends TransferRow {
  silences: number
  cancel_asked: boolean
  reached: Counts | null
}
const countsOf = ({ done, created, updated, skipped, wrong }: Counts): Counts => ({ done, created, updated, skipped, wrong })

const isOurs = (id: string, attempt: number) => sql`id = ${id}::bigint AND attempt = ${attempt} AND finished_at IS NULL`

/** How far a transfer is, and which server has it. */
export const createProgressStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => ({
  /** Makes one that is not at its end this server's; null for one that is, or that a later attempt has. */
  takeUp: async (id: string, attempt: number, server: string): Promise<TakenUp | null> => {
    const { rows } =
      await sql<TakenRow>`UPDATE transfer SET state = 'running', attempt = ${attempt}, owner = ${server}, heard_at = now(),
        silences = silences + (owner IS NOT NULL)::int
      WHERE id = ${id}::bigint AND attempt < ${attempt} AND finished_at IS NULL
      RETURNING ${columns}, silences, cancel_asked, reached`.execute(db.sql)
    const [row] = rows
    if (!row) return null
    const { silences, cancel_asked, reached } = row
    const stored = await sql<{
      problem: RowProblem
    }>`SELECT problem FROM transfer_problem WHERE transfer_id = ${id}::bigint ORDER BY number`.execute(db.sql)
    const problems = stored.rows.map(({ problem }) => problem)
    return { transfer: transferOf(clock, row), attempt, silences, cancelAsked: cancel_asked, reached, problems }
  },
  /** Says how far one is that runs here; what its row says: that it is still ours, is cancelled, or is somebody else's. */
  tell: async ({ transfer, attempt }: Job): Promise<'ours' | 'cancelled' | 'lost'> => {
    const { rows } = await sql<{
      cancel_asked: boolean
    }>`UPDATE transfer SET detail = ${JSON.stringify(detailOf(transfer))}, heard_at = now()
      WHERE ${isOurs(transfer.id, attempt)} RETURNING cancel_asked`.execute(db.sql)
    const [row] = rows
    if (!row) return 'lost'
    return row.cancel_asked ? 'cancelled' : 'ours'
  },
  /**
   * Says that all rows up to here are dealt with for good, in the transaction that writes them: none is written twice, whoever goes
   * on. Throws `Left` where somebody else has it by now, so that nothing of that transaction stays.
   */
  reach: async (trx: Trx, job: Job): Promise<void> => {
    const { transfer, attempt, problems } = job
    const { numAffectedRows = 0n } = await sql`UPDATE transfer SET reached = ${JSON.stringify(countsOf(transfer))}
      WHERE ${isOurs(transfer.id, attempt)}`.execute(trx)
    if (numAffectedRows === 0n) throw new Left()
    const fresh = problems.slice(job.stored)
    if (fresh.length === 0) return
    await sql`INSERT INTO transfer_problem (transfer_id, number, problem)
      SELECT ${transfer.id}::bigint, ${job.stored} + number, problem
      FROM jsonb_array_elements(${JSON.stringify(fresh)}::jsonb) WITH ORDINALITY AS fresh (problem, number)`.execute(trx)
    job.stored = problems.length
  },
  /** Leaves one to whoever takes it up next, as far as it came for good. */
  leave: async ({ transfer, attempt }: Job): Promise<void> => {
    await sql`UPDATE transfer SET state = 'waiting', owner = NULL WHERE ${isOurs(transfer.id, attempt)}`.execute(db.sql)
  },
  /** False when somebody else has it by now. */
  finish: async (trx: Trx, transfer: Transfer, attempt: number): Promise<boolean> => {
    const { numAffectedRows = 0n } = await sql`UPDATE transfer SET state = ${transfer.state}, owner = NULL,
        finished_at = ${clock.fromWire(transfer.finishedAt ?? transfer.startedAt)}, detail = ${JSON.stringify(detailOf(transfer))}
      WHERE ${isOurs(transfer.id, attempt)}`.execute(trx)
    await sql`DELETE FROM transfer_problem WHERE transfer_id = ${transfer.id}::bigint`.execute(trx)
    return numAffectedRows > 0n
  },
  /** Asks whoever has it, or will have it, to end it; false where there is none of his that waits or runs. */
  cancel: async (id: string, personId: string | null): Promise<boolean> => {
    const { numAffectedRows = 0n } = await sql`UPDATE transfer SET cancel_asked = true
      WHERE id = ${id}::bigint AND (${personId}::bigint IS NULL OR person_id = ${personId}::bigint) AND finished_at IS NULL`.execute(
      db.sql,
    )
    return numAffectedRows > 0n
  },
})
