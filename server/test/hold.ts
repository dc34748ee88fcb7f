import type { Database } from '../src/kernel/db.ts'

/** A transaction for what a test holds from others: it may stand idle for as long as a busy machine takes to come to its end. */
export const beginToHold = async (db: Database) => {
  const held = await db.sql.startTransaction().execute()
  await db.raw(held, 'SET LOCAL idle_in_transaction_session_timeout = 0')
  return held
}
