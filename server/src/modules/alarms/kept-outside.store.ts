import { sql } from 'kysely'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { alarmOf, type StoreContext } from './row.store.ts'

/** What goes on outside the areas that the site chose for its type. */
export interface KeptOutside {
  readonly id: string
  readonly deviceId: number
  readonly alarmType: number
  readonly areaId: string | null
}

export interface Place {
  readonly lng: number
  readonly lat: number
}

const ofAll = async (trx: Trx): Promise<KeptOutside[]> => {
  const rows = await trx
    .selectFrom('alarm')
    .select(['id', 'device_id', 'alarm_type', 'area_id'])
    .where('suppressed', '=', 'otherArea')
    .where('condition', '=', 'active')
    .where('status', '=', 2)
    .where('hidden_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, device_id: deviceId, alarm_type: alarmType, area_id: areaId }) =>
    deviceId === null ? [] : [{ id, deviceId, alarmType, areaId }],
  )
}

/** Null for one that is over, or an alarm, by now. */
const raiseKept = async (context: StoreContext, trx: Trx, id: string, { lng, lat }: Place): Promise<Alarm | null> => {
  const now = new Date(context.clock.now())
  const row = await trx
    .updateTable('alarm')
    .set((eb) => ({
      status: 0 as const,
      suppressed: '',
      handle_time: null,
      waiting_since: now,
      announced_at: now,
      quiet: false,
      lng,
      lat,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('suppressed', '=', 'otherArea')
    .where('condition', '=', 'active')
    .where('status', '=', 2)
    // Raised by its rule already: a condition has one open alarm.
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM alarm AS open WHERE open.condition_key = alarm.condition_key AND open.status < 2)`,
    )
    .returningAll()
    .executeTakeFirst()
  return row ? alarmOf(context, row) : null
}

export const createKeptOutside = (context: StoreContext) => ({
  keptOutside: ofAll,
  raiseKept: (trx: Trx, id: string, place: Place) => raiseKept(context, trx, id, place),
})
