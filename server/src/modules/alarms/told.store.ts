import { sql } from 'kysely'
import { prepared } from '../../kernel/db.ts'
import type { Trx } from '../../kernel/kernel.ts'
import type { ToldBeyond } from '../../kernel/live-hub.ts'
import type { StoreContext } from './row.store.ts'

const toldOfAlarms = prepared(
  'told_of_alarms',
  'SELECT alarm_id, array_agg(person_id) AS person_ids FROM alarm_told WHERE alarm_id = ANY($1::bigint[]) GROUP BY alarm_id',
)

/** Writes down who was told of alarms beyond his scope; of an alarm or a person that is gone nothing is kept. */
const noteTold = async ({ db }: StoreContext, told: readonly ToldBeyond[]): Promise<void> => {
  const pairs = told.flatMap(({ alarmId, personIds }) => personIds.map((personId) => [alarmId, personId] as const))
  const [alarms, people] = [pairs.map(([alarmId]) => alarmId), pairs.map(([, personId]) => personId)]
  await sql`INSERT INTO alarm_told (alarm_id, person_id) SELECT alarm.id, person.id
    FROM unnest(${alarms}::bigint[], ${people}::bigint[]) AS told (alarm_id, person_id)
      JOIN alarm ON alarm.id = told.alarm_id JOIN accounts_person AS person ON person.id = told.person_id
    ON CONFLICT DO NOTHING`.execute(db.sql)
}

/** Who was told of alarms beyond his scope, by alarm. */
const toldOf = async ({ db }: StoreContext, trx: Trx, alarmIds: readonly string[]): Promise<Map<string, string[]>> => {
  const { rows } = await db.raw<{ alarm_id: string; person_ids: string[] }>(trx, toldOfAlarms, [[...alarmIds]])
  return new Map(rows.map(({ alarm_id, person_ids }) => [alarm_id, person_ids]))
}

export const createToldAlarms = (context: StoreContext) => ({
  noteTold: (told: readonly ToldBeyond[]) => noteTold(context, told),
  toldOf: (trx: Trx, alarmIds: readonly string[]) => toldOf(context, trx, alarmIds),
})
