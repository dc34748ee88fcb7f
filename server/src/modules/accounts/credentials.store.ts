import { sql } from 'kysely'
import type { Trx } from '../../kernel/kernel.ts'

/** What signing in writes of a person: when he did, and his password. */
export const credentials = {
  /** Nobody waits at the door for who is writing his record, an import of thousands perhaps: it then tells his last time but one. */
  signedIn: (trx: Trx, personId: string, at: Date) =>
    sql`UPDATE person SET last_login_at = ${at} WHERE id IN (
      SELECT id FROM person WHERE id = ${personId}::bigint FOR NO KEY UPDATE SKIP LOCKED)`.execute(trx),
  /** False when the password is another one by now than that which was asked for. */
  change: async (trx: Trx, personId: string, { from, to }: { from: string | null; to: string }): Promise<boolean> => {
    const { numUpdatedRows } = await trx
      .updateTable('person')
      .set({ password_hash: to, must_change_password: false })
      .where('id', '=', personId)
      .where('password_hash', 'is not distinct from', from)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
  /** A password to be changed at the next sign-in, for somebody who may sign in; his id, null where there is none. */
  reset: async (trx: Trx, userName: string, hash: string): Promise<string | null> => {
    const person = await trx
      .updateTable('person')
      .set({ password_hash: hash, must_change_password: true })
      .where((eb) => eb(eb.fn('lower', ['user_name']), '=', userName.toLowerCase()))
      .where('can_login', '=', true)
      .returning('id')
      .executeTakeFirst()
    return person?.id ?? null
  },
}
