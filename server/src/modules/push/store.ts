import { sql } from 'kysely'
import type { Kernel, Trx } from '../../kernel/kernel.ts'

interface ConfigRow {
  readonly task_type_ids: string[]
  readonly area_ids: string[]
  readonly quiet_from: string
  readonly quiet_to: string
  readonly delay_min: number
  readonly enabled: boolean
}

export const createPushStore = ({ db }: Pick<Kernel, 'db'>) => ({
  /** What somebody chose to be told, null where nothing is kept of it. */
  configOf: async (personId: string): Promise<ConfigRow | null> => {
    const { rows } = await sql<ConfigRow>`SELECT task_type_ids, area_ids, quiet_from, quiet_to, delay_min, enabled
      FROM push_user_config WHERE user_id = ${personId}::bigint`.execute(db.sql)
    return rows[0] ?? null
  },
  /** Puts what everybody has in the place of what somebody chose, and tells him nothing any more. */
  erase: async (trx: Trx, personId: string): Promise<void> => {
    await sql`DELETE FROM push_user_config WHERE user_id = ${personId}::bigint`.execute(trx)
    await sql`INSERT INTO push_user_config (user_id, enabled) VALUES (${personId}::bigint, false)`.execute(trx)
  },
})
export type PushStore = ReturnType<typeof createPushStore>
