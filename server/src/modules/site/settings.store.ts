import { sql } from 'kysely'
import { repeated } from '../../kernel/db.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { storedSettings } from '../../kernel/settings.ts'

export const settingsStore = {
  read: (trx: Trx) => storedSettings(trx),
  /** Nobody else saves until the transaction ends. */
  lock: async (trx: Trx): Promise<void> => void (await repeated(trx, sql`SELECT 1 FROM site FOR UPDATE`)),
  /** Stores values under the names of their settings; those of others stay. */
  write: async (trx: Trx, values: Readonly<Record<string, unknown>>): Promise<void> => {
    await repeated(
      trx,
      sql`INSERT INTO setting (name, value) SELECT key, value FROM jsonb_each(${JSON.stringify(values)}::jsonb)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
    await repeated(trx, sql`UPDATE site SET version = version + 1`)
  },
}
