import { sql } from 'kysely'
import type { RefTarget } from '@vigil/contract/kernel/field.ts'
import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { listRows, scoped } from '../../kernel/listing.ts'
import { targets } from '../../kernel/references.ts'
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

/** The column that alone tells a record among those of its name. */
const numbers: Readonly<Partial<Record<RefTarget, string>>> = { user: 'work_num', camera: 'gb_device_id', dict: 'code' }

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
  return {
    create: async (transfer: Transfer, personId: string): Promise<string> => {
      const { rows } = await sql<{
        id: string
      }>`INSERT INTO transfer (kind, noun, state, file_name, person_id, user_name, started_at, detail)
        VALUES (${transfer.kind}, ${transfer.noun}, ${transfer.state}, ${transfer.fileName}, ${personId}::bigint, ${transfer.userName},
          ${clock.fromWire(transfer.startedAt)}, ${JSON.stringify(detailOf(transfer))}) RETURNING id`.execute(db.sql)
      const [made] = rows
      if (!made) throw new Error('a transfer was not written')
      return made.id
    },
    finish: async (transfer: Transfer): Promise<void> => {
      await sql`UPDATE transfer SET state = ${transfer.state}, finished_at = ${clock.fromWire(transfer.finishedAt ?? transfer.startedAt)},
        detail = ${JSON.stringify(detailOf(transfer))} WHERE id = ${transfer.id}::bigint`.execute(db.sql)
    },
    /** What ran when the server stopped did not come to its end. */
    endInterrupted: async (reason: string): Promise<void> => {
      await sql`UPDATE transfer SET state = 'failed', finished_at = now(), detail = detail || jsonb_build_object('reason', ${reason}::text)
        WHERE finished_at IS NULL`.execute(db.sql)
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
      const { table, name, dept } = targets[to]
      const number = numbers[to]
      const { rows } =
        await sql<Named>`SELECT id::text AS id, ${to === 'dept' ? sql`pid::text` : sql`NULL`} AS pid, ${sql.ref(name)} AS name,
        ${number === undefined ? sql`''` : sql.ref(number)} AS number
        FROM ${sql.table(table)} WHERE ${dept === null ? sql`true` : scoped(caller.scope, dept)}`.execute(on)
      return rows
    },
  }
}
export type TransferStore = ReturnType<typeof createTransferStore>
