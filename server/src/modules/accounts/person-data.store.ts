import { sql } from 'kysely'
import type { Trx } from '../../kernel/kernel.ts'

interface Left {
  readonly version: number
}

/** Leaves of a person a number that the evidence names; the version of what is left. */
export const eraseRecord = async (
  trx: Trx,
  id: string,
  { cname, workNum }: { readonly cname: string; readonly workNum: string },
): Promise<number> => {
  await sql`DELETE FROM person_role WHERE person_id = ${id}::bigint`.execute(trx)
  const { rows } =
    await sql<Left>`UPDATE person SET cname = ${cname}, work_num = ${workNum}, user_name = NULL, post = '', mobile = '', avatar = '',
      password_hash = NULL, can_login = false, enabled = false, last_login_at = NULL, version = version + 1
    WHERE id = ${id}::bigint RETURNING version`.execute(trx)
  const [left] = rows
  if (!left) throw new Error(`nobody has the number ${id} whose data are erased`)
  return left.version
}
