import { sql } from 'kysely'
import { batchSize, inBatches } from '../../kernel/batches.ts'
import type { Kernel } from '../../kernel/kernel.ts'

interface Row {
  id: string
  at: Date
  module: string
  action: string
  object: string
  object_id: string
  ip: string
  user_agent: string
  result: string
  repeated: number
}

/** What somebody did himself; before and after belong to the records that he changed. */
export const createJournalOfPerson =
  ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) =>
  (personId: string) =>
    inBatches(
      async (after) =>
        (
          await sql<Row>`SELECT id, at, module, action, object, object_id, ip, user_agent, result, repeated FROM journal
            WHERE person_id = ${personId}::bigint AND id > ${after}::bigint ORDER BY id LIMIT ${batchSize}`.execute(db.sql)
        ).rows,
      ({ object_id, user_agent, at, ...row }) => ({ ...row, at: clock.toWire(at), objectId: object_id, userAgent: user_agent }),
    )
