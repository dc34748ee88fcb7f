import { sql } from 'kysely'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'

/** Devices that said they run it. */
export const devicesWith = sql`(SELECT count(*)::int FROM devices_registered AS device
  WHERE device.kind = firmware.target AND device.fw_version = firmware.number)`

export const createSiteStore = ({ db, clock }: Kernel) => ({
  basemap: async (): Promise<Basemap> =>
    (await db.sql.selectFrom('site').select('basemap').executeTakeFirstOrThrow()).basemap as Basemap,
  saveBasemap: (trx: Trx, basemap: Basemap) =>
    trx
      .updateTable('site')
      .set({ basemap: JSON.stringify(basemap) })
      .execute(),
  /** What the database says of itself; `offset` is its clock against ours in ms, as far as one round trip lets tell. */
  running: async (): Promise<{ schema: string; postgres: string; offset: number }> => {
    const before = clock.now()
    const { rows } = await sql<{ schema: string | null; postgres: string; at: Date }>`SELECT
      (SELECT max(name) FROM kysely_migration) AS schema, current_setting('server_version') AS postgres, clock_timestamp() AS at`.execute(
      db.sql,
    )
    const [row] = rows
    const middle = (before + clock.now()) / 2
    return { schema: row?.schema ?? '', postgres: row?.postgres ?? '', offset: row ? Math.round(row.at.getTime() - middle) : 0 }
  },
})
