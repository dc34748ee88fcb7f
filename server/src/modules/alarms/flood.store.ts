import { sql } from 'kysely'
import type { AlarmFlood } from '@vigil/contract/alarms/entities.ts'
import { prepared, type Sql } from '../../kernel/db.ts'
import type { Trx } from '../../kernel/kernel.ts'
import type { StoreContext } from './row.store.ts'

interface FloodRow {
  readonly id: string
  readonly since: Date
  readonly count: number
}

const floodOf = ({ clock }: Pick<StoreContext, 'clock'>, row: FloodRow | undefined): AlarmFlood => ({
  since: row ? clock.toWire(row.since) : null,
  count: row?.count ?? 0,
})

const lasting = async (context: StoreContext): Promise<AlarmFlood> =>
  floodOf(context, await context.db.sql.selectFrom('alarm_flood').selectAll().where('until', 'is', null).executeTakeFirst())

/** How many alarms were raised since then and until now, what nobody wants to hear of left out. */
const raisedBetween = async (db: Sql | Trx, since: Date, now: Date): Promise<number> => {
  const { n } = await db
    .selectFrom('alarm')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('find_time', '>', since)
    // What a clock that was put back found in the future would make a flood that does not end.
    .where('find_time', '<=', now)
    .where('suppressed', '=', '')
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The one that lasts, locked; none where another server has it. */
const locked = (trx: Trx): Promise<FloodRow | undefined> =>
  trx.selectFrom('alarm_flood').selectAll().where('until', 'is', null).forUpdate().skipLocked().executeTakeFirst()

/** Null where one lasts already. */
const begin = async (context: StoreContext, trx: Trx, since: Date, count: number): Promise<AlarmFlood | null> => {
  const row = await trx
    .insertInto('alarm_flood')
    .values({ since, count, most: count })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ? floodOf(context, row) : null
}

const goOn = async (context: StoreContext, trx: Trx, id: string, count: number): Promise<AlarmFlood> =>
  floodOf(
    context,
    await trx
      .updateTable('alarm_flood')
      .set({ count, most: sql<number>`greatest(most, ${count}::integer)` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

const end = async (trx: Trx, id: string, until: Date, count: number): Promise<void> => {
  await trx.updateTable('alarm_flood').set({ until, count }).where('id', '=', id).execute()
}

interface Cause {
  readonly alarmType: number
  readonly ruleId: string | null
  readonly areaId: string | null
}
/** Looks for the first of each only. Whoever moves the flood on is not waited for. */
const causesInFlood = prepared(
  'causes_in_flood',
  `SELECT EXISTS (SELECT FROM alarm WHERE status < 2 AND hidden_at IS NULL AND shelved_until IS NULL AND alarm_level > 1
     AND alarm_type = cause.type AND CASE WHEN cause.rule IS NULL THEN rule_id IS NULL AND area_id IS NOT DISTINCT FROM cause.area
       ELSE rule_id = cause.rule END) AS stands
   FROM unnest($1::int[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS cause (type, rule, area, n)
   WHERE EXISTS (SELECT FROM alarm_flood WHERE until IS NULL) ORDER BY n`,
)
/** During a flood, whether an alarm of each cause stands that a group may hold; null while there is no flood. */
const standInFlood = async (context: StoreContext, trx: Trx, causes: readonly Cause[]): Promise<boolean[] | null> => {
  if (causes.length === 0) return null
  const { rows } = await context.db.raw<{ stands: boolean }>(trx, causesInFlood, [
    causes.map(({ alarmType }) => alarmType),
    causes.map(({ ruleId }) => ruleId),
    causes.map(({ areaId }) => areaId),
  ])
  return rows.length === 0 ? null : rows.map(({ stands }) => stands)
}

export const createAlarmFloods = (context: StoreContext) => ({
  flood: () => lasting(context),
  raisedBetween: (since: Date, now: Date, on: Sql | Trx = context.db.sql) => raisedBetween(on, since, now),
  lockFlood: locked,
  beginFlood: (trx: Trx, since: Date, count: number) => begin(context, trx, since, count),
  goOnFlood: (trx: Trx, id: string, count: number) => goOn(context, trx, id, count),
  endFlood: end,
  standInFlood: (trx: Trx, causes: readonly Cause[]) => standInFlood(context, trx, causes),
})
