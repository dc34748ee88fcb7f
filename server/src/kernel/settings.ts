import { sql } from 'kysely'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import type { Database } from './db.ts'
import type { Held } from './held.ts'

/** What the site has chosen, of what the server itself goes by. */
interface Chosen {
  readonly name: string
  readonly personOffline: number
  readonly carOffline: number
  readonly positionDays: number
  readonly alarmDays: number
  readonly journalDays: number
  readonly exportDays: number
  readonly sessionsPerAccount: number
}

/** The site's settings as of its last save. */
export interface Settings {
  readonly chosen: () => Chosen
  /** Seconds without a report after which a device is offline. */
  readonly offlineAfter: (kind: DeviceType) => number
  /** At start, and after a save. */
  readonly load: () => Promise<void>
  readonly held: Held
}

export const createSettings = (db: Database): Settings => {
  let chosen: Chosen = {
    name: '',
    personOffline: 300,
    carOffline: 600,
    positionDays: 365,
    alarmDays: 1_095,
    journalDays: 730,
    exportDays: 7,
    sessionsPerAccount: 10,
  }
  let version = 0
  const load = async (): Promise<void> => {
    const { rows } = await sql<
      Chosen & { version: number }
    >`SELECT name, person_offline AS "personOffline", car_offline AS "carOffline",
      position_days AS "positionDays", alarm_days AS "alarmDays", journal_days AS "journalDays", export_days AS "exportDays",
      sessions_per_account AS "sessionsPerAccount", version
      FROM site`.execute(db.sql)
    const [row] = rows
    if (!row) return
    chosen = row
    version = row.version
  }
  return {
    chosen: () => chosen,
    offlineAfter: (kind) => (kind === 'car' ? chosen.carOffline : chosen.personOffline),
    load,
    held: {
      name: 'settings',
      held: () => String(version),
      stored: async () => {
        const { rows } = await sql<{ version: number }>`SELECT version FROM site`.execute(db.sql)
        return String(rows[0]?.version ?? 0)
      },
      reload: load,
    },
  }
}
