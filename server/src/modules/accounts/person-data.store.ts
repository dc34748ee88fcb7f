import { sql } from 'kysely'
import type { Trx } from '../../kernel/kernel.ts'

/** Leaves of a person a number that the evidence names. */
export const eraseRecord = async (
  trx: Trx,
  id: string,
  { cname, workNum }: { readonly cname: string; readonly workNum: string },
): Promise<void> => {
  await sql`DELETE FROM person_role WHERE person_id = ${id}::bigint`.execute(trx)
  await sql`UPDATE person SET cname = ${cname}, work_num = ${workNum}, user_name = NULL, post = '', mobile = '', avatar = '',
      password_hash = NULL, can_login = false, enabled = false, last_login_at = NULL, version = version + 1
    WHERE id = ${id}::bigint`.execute(trx)
}
