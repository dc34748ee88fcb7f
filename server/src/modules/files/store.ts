import { sql, type Selectable } from 'kysely'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { Tables } from '../../kernel/tables.ts'

export type FileRow = Selectable<Tables['stored_file']>
export type NewFile = Omit<FileRow, 'created_at' | 'deleted_at' | 'deleted_by'>

/** Any number, so long as nobody else locks by it. */
const contentsLock = 7203
/** Files whose time is over that one transaction takes. */
const expiredAtOnce = 1_000

export type FileStore = ReturnType<typeof createFileStore>

export const createFileStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => ({
  /** Until the transaction ends nobody else places or removes these contents. */
  lockContents: async (trx: Trx, sha256: string): Promise<void> => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${sha256}, ${contentsLock}))`.execute(trx)
  },
  insert: (trx: Trx, file: NewFile) =>
    trx
      .insertInto('stored_file')
      .values({ ...file, created_at: new Date(clock.now()) })
      .execute(),
  /** Null for none, for one that was removed, and for evidence: nobody reads that as a file of his. */
  find: async (id: string): Promise<FileRow | null> =>
    (await db.sql
      .selectFrom('stored_file')
      .selectAll()
      .where('id', '=', id)
      .where('purpose', '<>', 'evidence')
      .where('deleted_at', 'is', null)
      .executeTakeFirst()) ?? null,
  findEvidence: async (id: string): Promise<FileRow | null> =>
    (await db.sql
      .selectFrom('stored_file')
      .selectAll()
      .where('id', '=', id)
      .where('purpose', '=', 'evidence')
      .executeTakeFirst()) ?? null,
  /** As `find`. */
  lock: async (trx: Trx, id: string): Promise<FileRow | null> =>
    (await trx
      .selectFrom('stored_file')
      .selectAll()
      .where('id', '=', id)
      .where('purpose', '<>', 'evidence')
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()) ?? null,
  markDeleted: (trx: Trx, id: string, by: string) =>
    trx
      .updateTable('stored_file')
      .set({ deleted_at: new Date(clock.now()), deleted_by: by })
      .where('id', '=', id)
      .execute(),
  /** Rows and all: whoever keeps the records they belong to tells of it, where anybody asks. The contents that they named. */
  drop: async (trx: Trx, purpose: 'capture' | 'evidence', ids: readonly string[]): Promise<string[]> => {
    const rows = await trx
      .deleteFrom('stored_file')
      .where('purpose', '=', purpose)
      .where('id', '=', sql<string>`ANY(${[...ids]})`)
      .returning('sha256')
      .execute()
    return [...new Set(rows.map(({ sha256 }) => sha256))]
  },
  /** Marks attachments as removed; those that were there. */
  dropAttachments: (trx: Trx, ids: readonly string[]): Promise<FileRow[]> =>
    trx
      .updateTable('stored_file')
      .set({ deleted_at: new Date(clock.now()) })
      .where('purpose', '=', 'attachment')
      .where('deleted_at', 'is', null)
      .where('id', '=', sql<string>`ANY(${[...ids]})`)
      .returningAll()
      .execute(),
  /** Marks what was imported or exported before an instant as removed, so many as one statement may take; their times. */
  expire: async (trx: Trx, before: Date): Promise<Date[]> => {
    const { rows } = await sql<{ at: Date }>`UPDATE stored_file SET deleted_at = ${new Date(clock.now())} WHERE id IN (
        SELECT id FROM stored_file WHERE purpose IN ('import', 'export') AND deleted_at IS NULL AND created_at < ${before}
        ORDER BY created_at LIMIT ${expiredAtOnce} FOR UPDATE
      ) RETURNING created_at AS at`.execute(trx)
    return rows.map(({ at }) => at)
  },
  /** Those of the contents that a file still names. */
  named: async (contents: readonly string[], on: Trx | Kernel['db']['sql'] = db.sql): Promise<ReadonlySet<string>> => {
    const rows = await on
      .selectFrom('stored_file')
      .select('sha256')
      .distinct()
      .where('deleted_at', 'is', null)
      .where('sha256', '=', sql<string>`ANY(${[...contents]})`)
      .execute()
    return new Set(rows.map(({ sha256 }) => sha256))
  },
  deptExists: async (id: string): Promise<boolean> =>
    (await db.sql.selectFrom('accounts_dept').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,
})
