import { sql } from 'kysely'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import type { Database } from './db.ts'

/** What the site has chosen, of what the server itself goes by. */
interface Chosen {
  readonly personOffline: number
  readonly carOffline: number
  readonly positionDays: number
  readonly alarmDays: number
  readonly journalDays: number
  readonly exportDays: number
}

/** The site's settings as of its last save. */
export interface Settings {
  readonly chosen: () => Chosen
  /** Seconds without a report after which a device is offline. */
  readonly offlineAfter: (kind: DeviceType) => number
  /** At start, and after a save. */
  readonly load: () => Promise<void>
}

export const createSettings = (db: Database): Settings => {
  let chosen: Chosen = {
    personOffline: 300,
    carOffline: 600,
    positionDays: 365,
    alarmDays: 1_095,
    journalDays: 730,
    exportDays: 7,
  }
  return {
    chosen: () => chosen,
    offlineAfter: (kind) => (kind === 'car' ? chosen.carOffline : chosen.personOffline),
    load: async () => {
      const { rows } = await sql<Chosen>`SELECT person_offline AS "personOffline", car_offline AS "carOffline",
        position_days AS "positionDays", alarm_days AS "alarmDays", journal_days AS "journalDays", export_days AS "exportDays"
        FROM site`.execute(db.sql)
      chosen = rows[0] ?? chosen
    },
  }
}
