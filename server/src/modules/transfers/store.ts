import { sql } from 'kysely'
import type { RefTarget } from '@vigil/contract/kernel/field.ts'
import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { RowProblem, Transfer } from '@vigil/contract/transfers/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { listRows, scoped } from '../../kernel/listing.ts'
import { deptOf, targetOf } from '../../kernel/references.ts'
import { Left, type Counts, type Job, type TakenUp } from './job.ts'
import type { Named } from './names.ts'

type Sql = Kernel['db']['sql']

interface TransferRow {
  id: string
  kind: Transfer['kind']
  noun: string
  state: Transfer['state']
  file_name: string
  person_id: string
  user_name: string
  started_at: Date
  finished_at: Date | null
  detail: Detail
}
interface TakenRow extends TransferRow {
  silences: number
  cancel_asked: boolean
  reached: Counts | null
}
type Detail = Omit<Transfer, 'id' | 'kind' | 'noun' | 'state' | 'fileName' | 'userName' | 'startedAt' | 'finishedAt'>

const detailOf = ({
  total,
  done,
  created,
  updated,
  skipped,
  wrong,
  reason,
  problems,
  fileId,
  reportId,
  columns,
  sample,
}: Transfer): Detail => ({
  total,
  done,
  created,
  updated,
  skipped,
  wrong,
  reason,
  problems,
  fileId,
  reportId,
  columns,
  sample,
})

const countsOf = ({ done, created, updated, skipped, wrong }: Counts): Counts => ({ done, created, updated, skipped, wrong })

export const createTransferStore = ({ db, clock }: Kernel) => {
  const transferOf = (row: TransferRow): Transfer => ({
    id: row.id,
    kind: row.kind,
    noun: row.noun,
    state: row.state,
    fileName: row.file_name,
    userName: row.user_name,
    startedAt: clock.toWire(row.started_at),
    finishedAt: clock.toWireOrNull(row.finished_at),
    ...row.detail,
  })
  const columns = sql`id, kind, noun, state, file_name, person_id, user_name, started_at, finished_at, detail`
  const isOurs = (id: string, attempt: number) => sql`id = ${id}::bigint AND attempt = ${attempt} AND finished_at IS NULL`
  return {
    create: async (trx: Trx, transfer: Transfer, personId: string): Promise<string> => {
      const { rows } = await sql<{
        id: string
      }>`INSERT INTO transfer (kind, noun, state, file_name, person_id, user_name, started_at, detail)
        VALUES (${transfer.kind}, ${transfer.noun}, ${transfer.state}, ${transfer.fileName}, ${personId}::bigint, ${transfer.userName},
          ${clock.fromWire(transfer.startedAt)}, ${JSON.stringify(detailOf(transfer))}) RETURNING id`.execute(trx)
      const [made] = rows
      if (!made) throw new Error('a transfer was not written')
      return made.id
    },
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
      return { transfer: transferOf(row), attempt, silences, cancelAsked: cancel_asked, reached, problems }
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
    /** Removes what ended before an instant; how many that were. */
    dropOlder: async (before: Date): Promise<number> => {
      const { numAffectedRows = 0n } = await sql`DELETE FROM transfer WHERE finished_at < ${before}`.execute(db.sql)
      return Number(numAffectedRows)
    },
    one: async (id: string, personId: string | null): Promise<Transfer | null> => {
      const { rows } = await sql<TransferRow>`SELECT ${columns} FROM transfer
        WHERE id = ${id}::bigint AND (${personId}::bigint IS NULL OR person_id = ${personId}::bigint)`.execute(db.sql)
      return rows[0] ? transferOf(rows[0]) : null
    },
    list: (
      { noun, kind, ...paging }: { noun?: string | undefined; kind?: Transfer['kind'] | undefined } & Paging,
      personId: string | null,
      viewerId: string,
    ) =>
      listRows<TransferRow, Transfer>(
        db,
        {
          columns,
          from: sql`transfer`,
          where: [
            ...(personId === null ? [] : [sql`person_id = ${personId}::bigint`]),
            ...(noun === undefined ? [] : [sql`noun = ${noun}`]),
            ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
          ],
          sort: { startedAt: sql`started_at`, noun: sql`noun`, userName: sql`user_name` },
          order: sql`started_at DESC, id DESC`,
          // Files are their owner's alone: nobody else is led to them.
          map: (row) => ({ ...transferOf(row), ...(row.person_id === viewerId ? {} : { fileId: null, reportId: null }) }),
        },
        paging,
      ),
    /** Every record of a kind that the caller may name. */
    named: async (to: RefTarget, { caller }: Asked, on: Sql | Trx = db.sql): Promise<Named[]> => {
      const target = targetOf(to)
      const { table, name, number } = target
      const dept = deptOf(target)
      const { rows } =
        await sql<Named>`SELECT id::text AS id, ${to === 'dept' ? sql`pid::text` : sql`NULL`} AS pid, ${sql.ref(name)} AS name,
        ${number === undefined ? sql`''` : sql.ref(number)} AS number
        FROM ${sql.table(table)} WHERE ${dept === null ? sql`true` : scoped(caller.scope, dept)}`.execute(on)
      return rows
    },
  }
}
export type TransferStore = ReturnType<typeof createTransferStore>
