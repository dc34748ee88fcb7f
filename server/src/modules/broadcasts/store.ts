import { sql } from 'kysely'
import type { Trx } from '../../kernel/kernel.ts'

/** Before a department goes: notices that are deleted but stay as rows belong to it no more. */
export const releaseDept = async (trx: Trx, deptId: string): Promise<void> => {
  await sql`UPDATE notice_record SET dept_id = NULL WHERE dept_id = ${deptId}::bigint AND deleted_at IS NOT NULL`.execute(trx)
}
