import { sql } from 'kysely'
import type { RefTarget } from '@vigil/contract/kernel/field.ts'
import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import { listRows, scoped } from '../../kernel/listing.ts'
import { deptOf, targetOf } from '../../kernel/references.ts'
import type { Named } from './names.ts'
import { createProgressStore } from './progress.store.ts'
import { columns, detailOf, transferOf, type TransferRow } from './rows.store.ts'

type Sql = Kernel['db']['sql']

/** The column that alone tells a record among those of its name. */
const numbers: Readonly<Partial<Record<RefTarget, string>>> = { user: 'work_num', camera: 'gb_device_id', dict: 'code' }

export const createTransferStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => ({
  ...createProgressStore({ db, clock }),

  /** How many of somebody's wait or run; nobody begins another of his until the transaction ends. */
  unfinishedOf: async (trx: Trx, personId: string): Promise<number> => {
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.transfersOf}, hashint8(${personId}::bigint))`.execute(trx)
    const { rows } = await sql<{
      count: number
    }>`SELECT count(*)::int FROM transfer WHERE person_id = ${personId}::bigint AND finished_at IS NULL`.execute(trx)
    return rows[0]?.count ?? 0
  },
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
  /** Removes what ended before an instant; how many that were. */
  dropOlder: async (before: Date): Promise<number> => {
    const { numAffectedRows = 0n } = await sql`DELETE FROM transfer WHERE finished_at < ${before}`.execute(db.sql)
    return Number(numAffectedRows)
  },
  one: async (id: string, personId: string | null): Promise<Transfer | null> => {
    const { rows } = await sql<TransferRow>`SELECT ${columns} FROM transfer
      WHERE id = ${id}::bigint AND (${personId}::bigint IS NULL OR person_id = ${personId}::bigint)`.execute(db.sql)
    return rows[0] ? transferOf(clock, rows[0]) : null
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
        map: (row) => ({ ...transferOf(clock, row), ...(row.person_id === viewerId ? {} : { fileId: null, reportId: null }) }),
      },
      paging,
    ),
  /** Every record of a kind that the caller may name. */
  named: async (to: RefTarget, { caller }: Asked, on: Sql | Trx = db.sql): Promise<Named[]> => {
    const target = targetOf(to)
    const { table, name } = target
    const dept = deptOf(target)
    const number = numbers[to]
    const { rows } =
      await sql<Named>`SELECT id::text AS id, ${to === 'dept' ? sql`pid::text` : sql`NULL`} AS pid, ${sql.ref(name)} AS name,
      ${number === undefined ? sql`''` : sql.ref(number)} AS number
      FROM ${sql.table(table)} WHERE ${dept === null ? sql`true` : scoped(caller.scope, dept)}`.execute(on)
    return rows
  },
})
export type TransferStore = ReturnType<typeof createTransferStore>
