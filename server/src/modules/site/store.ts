import { sql } from 'kysely'
import type { z } from 'zod'
import type { Basemap, Site, siteFields } from '@vigil/contract/site/entities.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'

/** Devices that said they run it. */
export const devicesWith = sql`(SELECT count(*)::int FROM device
  WHERE device.kind = firmware.target AND device.fw_version = firmware.number AND device.deleted_at IS NULL)`

type Fields = z.output<z.ZodObject<typeof siteFields>>

export const createSiteStore = ({ db }: Kernel) => ({
  site: async (on: Kernel['db']['sql'] | Trx = db.sql): Promise<Site> => {
    const row = await on
      .selectFrom('site')
      .select([
        'id',
        'version',
        'name',
        'center_lng',
        'center_lat',
        'zoom',
        'default_lng',
        'default_lat',
        'position_days',
        'safe_since',
      ])
      .executeTakeFirstOrThrow()
    return {
      id: row.id,
      version: row.version,
      name: row.name,
      centerLng: row.center_lng,
      centerLat: row.center_lat,
      zoom: row.zoom,
      defaultLng: row.default_lng,
      defaultLat: row.default_lat,
      positionDays: row.position_days,
      safeSince: row.safe_since,
    }
  },
  lock: (trx: Trx) => trx.selectFrom('site').select('id').forUpdate().execute(),
  update: (trx: Trx, fields: Fields) =>
    trx
      .updateTable('site')
      .set((eb) => ({
        name: fields.name,
        center_lng: fields.centerLng,
        center_lat: fields.centerLat,
        zoom: fields.zoom,
        default_lng: fields.defaultLng,
        default_lat: fields.defaultLat,
        position_days: fields.positionDays,
        safe_since: fields.safeSince,
        version: eb('version', '+', 1),
      }))
      .execute(),
  basemap: async (): Promise<Basemap> =>
    (await db.sql.selectFrom('site').select('basemap').executeTakeFirstOrThrow()).basemap as Basemap,
  saveBasemap: (trx: Trx, basemap: Basemap) =>
    trx
      .updateTable('site')
      .set({ basemap: JSON.stringify(basemap) })
      .execute(),
})
