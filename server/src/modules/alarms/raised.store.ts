import { sql, type RawBuilder } from 'kysely'
import { plateForm } from '@vigil/contract/devices/plate.ts'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import { escalatedAtMost } from '@vigil/contract/alarms/entities.ts'
import type { Alarm, AlarmSource } from '@vigil/contract/alarms/entities.ts'
import { alarmType, cryTypes } from '@vigil/contract/alarms/types.ts'
import type { AlarmFacts } from '@vigil/contract/alarms/result.ts'
import { prepared } from '../../kernel/db.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { alarmOf, type AlarmRow, type StoreContext } from './row.store.ts'
import type { Period } from './statistics.store.ts'

/** One that is raised: what, whence, where. */
export interface NewAlarm {
  /** What makes it one with another: its rule says so, e.g. the fence and who is in it. */
  readonly conditionKey: string
  readonly source: AlarmSource
  /** Null where no device is its source. */
  readonly device: { readonly id: number; readonly type: string; readonly code: string } | null
  readonly alarmType: number
  readonly alarmLevel: 1 | 2 | 3
  readonly alarmName: string
  readonly facts: AlarmFacts
  readonly findTime: Date
  readonly startTime: Date
  readonly areaId: string | null
  readonly areaName: string | null
  readonly ruleId: string | null
  readonly deptId: string | null
  /** Null where whoever raises it does not know: then it is what the department is called now. */
  readonly deptName: string | null
  readonly userName: string
  readonly plateNumber: string
  /** Null when nobody knows where. */
  readonly lng: number | null
  readonly lat: number | null
  readonly floor: number | null
  readonly quiet: boolean
  /** What the device says of the time, where that is not believed. */
  readonly deviceTime: Date | null
}

export interface LatestAlarm {
  readonly alarm: Alarm
  readonly lastTime: Date
  readonly startTime: Date
  /** Null while it lasts. */
  readonly until: Date | null
  readonly shelvedUntil: Date | null
  /** Null where the next time announces it. */
  readonly announcedAt: Date | null
  /** The newest changes of its condition, the newest first. */
  readonly changes: readonly Date[]
}
/** One that is raised, with the changes of its condition before it where they were some minutes ago. */
type RaisedAlarm = NewAlarm & { readonly changes?: readonly Date[] }

/** Locked in one order, as whoever handles or returns some of the same locks them. */
const latestOfConditions = prepared(
  'latest_of_conditions',
  // One that is open, else the newest: what was found by a clock that was ahead and is put back lies in the future.
  `SELECT alarm.* FROM unnest($1::text[]) AS condition (key)
   CROSS JOIN LATERAL (SELECT coalesce(
     (SELECT id FROM alarm WHERE condition_key = condition.key AND status < 2 ORDER BY id DESC LIMIT 1),
     (SELECT id FROM alarm WHERE condition_key = condition.key ORDER BY find_time DESC, id DESC LIMIT 1)) AS id) AS latest
   JOIN alarm ON alarm.id = latest.id ORDER BY alarm.id FOR UPDATE OF alarm`,
)
/** Whoever presses again and again calls for help each time: what is a cry never chatters. */
const notCries = (type: string): string => `${type} <> ALL ('{${cryTypes.join(',')}}'::int[])`

/** Takes them as JSON in the words of `NewAlarm`. */
const insertAlarms = prepared(
  'insert_alarms',
  `INSERT INTO alarm (condition_key, source_kind, source_id, source_label, device_id, device_type, device_code, device_name,
     alarm_type, alarm_level, alarm_name, facts, find_time, start_time, last_time, area_id, area_name, rule_id, dept_id, dept_name,
     user_name, plate_number, lng, lat, floor, quiet, device_time, announced_at, changes,
     chattered)
   SELECT "conditionKey", source->>'kind', source->>'id', source->>'label', (device->>'id')::int,
     coalesce(device->>'type', source->>'kind'), coalesce(device->>'code', source->>'id'), source->>'label',
     "alarmType", "alarmLevel", "alarmName", facts, "findTime",
     "startTime", "startTime", "areaId", "areaName", "ruleId", "deptId",
     coalesce("deptName", (SELECT dept.name FROM accounts_dept AS dept WHERE dept.id = "deptId")),
     "userName", "plateNumber", lng, lat, floor, quiet,
     "deviceTime", "startTime", CASE WHEN changes IS NOT NULL THEN alarm_changes(changes, "startTime") END,
     ${notCries('"alarmType"')} AND alarm_chatters(alarm_changes(changes, "startTime"))
   FROM jsonb_to_recordset($1::jsonb) AS alarm ("conditionKey" text, source jsonb, device jsonb,
     "alarmType" int, "alarmLevel" int, "alarmName" text, facts jsonb, "findTime" timestamptz, "startTime" timestamptz,
     "areaId" bigint, "areaName" text, "ruleId" bigint, "deptId" bigint, "deptName" text, "userName" text, "plateNumber" text,
     lng float8, lat float8, floor int, quiet boolean, "deviceTime" timestamptz, changes timestamptz[])
   RETURNING *`,
)

/** What another change of its condition, at an instant as a statement has it, leaves in an alarm. */
const changedAt = (at: string): string => {
  const changes = `alarm_changes(coalesce(changes, ARRAY[start_time]), ${at})`
  return `changes = ${changes}, chattered = chattered OR (${notCries('alarm_type')} AND alarm_chatters(${changes}))`
}

/** The same for changes at known instants. */
const changed = (...instants: readonly Date[]) => {
  const changes = instants.reduce<RawBuilder<Date[]>>(
    (known, at) => sql`alarm_changes(${known}, ${at}::timestamptz)`,
    sql`coalesce(changes, ARRAY[start_time])`,
  )
  return { changes, chattered: sql<boolean>`chattered OR (${sql.raw(notCries('alarm_type'))} AND alarm_chatters(${changes}))` }
}

/** Locked in one order, whoever else returns some of the same. */
const returnConditions = prepared(
  'return_conditions',
  `WITH ended AS (SELECT alarm.id, over.at FROM unnest($1::text[], $2::timestamptz[]) AS over (key, at)
     JOIN alarm ON alarm.condition_key = over.key AND alarm.condition = 'active' ORDER BY alarm.id FOR UPDATE OF alarm)
   UPDATE alarm SET condition = 'returned', end_time = ended.at, ${changedAt('ended.at')}, version = version + 1
   FROM ended WHERE alarm.id = ended.id RETURNING alarm.*`,
)

/** The open alarm of each condition, else its newest that is handled, locked; with its times as instants for comparisons. */
const latestOf = async (context: StoreContext, trx: Trx, conditionKeys: readonly string[]): Promise<Map<string, LatestAlarm>> => {
  const { rows } = await context.db.raw<AlarmRow>(trx, latestOfConditions, [[...conditionKeys]])
  return new Map(
    rows.map((row) => [
      row.condition_key,
      {
        alarm: alarmOf(context, row),
        lastTime: row.last_time,
        startTime: row.start_time,
        until: row.condition === 'active' ? null : (row.end_time ?? row.last_time),
        shelvedUntil: row.shelved_until,
        announcedAt: row.announced_at,
        changes: row.changes ?? [row.start_time],
      },
    ]),
  )
}

/** Each of another condition; the alarms by their keys. */
const insert = async (context: StoreContext, trx: Trx, alarms: readonly RaisedAlarm[]): Promise<Map<string, Alarm>> => {
  const { rows } = await context.db.raw<AlarmRow>(trx, insertAlarms, [JSON.stringify(alarms)])
  return new Map(rows.map((row) => [row.condition_key, alarmOf(context, row)]))
}

/** Likewise, among what is handled: nobody has to do anything about it. Their ids by their keys. */
const insertSuppressed = async (
  context: StoreContext,
  trx: Trx,
  raised: readonly { readonly alarm: RaisedAlarm; readonly reason: string }[],
): Promise<Map<string, string>> => {
  const kept = await insert(
    context,
    trx,
    raised.map(({ alarm }) => ({ ...alarm, quiet: true })),
  )
  const ids = new Map([...kept].map(([key, { id }]) => [key, id]))
  for (const reason of new Set(raised.map((one) => one.reason)))
    await trx
      .updateTable('alarm')
      .set((eb) => ({ status: 2, suppressed: reason, handle_time: eb.ref('find_time'), version: eb('version', '+', 1) }))
      .where(
        'id',
        'in',
        raised.filter((one) => one.reason === reason).flatMap(({ alarm }) => ids.get(alarm.conditionKey) ?? []),
      )
      .execute()
  return ids
}

interface Again {
  readonly at: Date
  readonly lastTime: Date
  readonly lng: number | null
  readonly lat: number | null
  readonly quiet: boolean
  /** Whether that is announced, or of what nobody is told of kept as a step. */
  readonly isAnnounced: boolean
}
/** Milliseconds since everybody was called for it after which what went away and came back calls them once more. */
const calledAgainAfter = 600_000

/** The condition came again while its alarm stood. */
const repeat = async (context: StoreContext, trx: Trx, id: string, again: Again): Promise<Alarm> => {
  const now = new Date(context.clock.now())
  const waits = sql`coalesce(waiting_since, find_time)`
  // While nobody takes it up it keeps its place in the roster and its time, over returns too. What nobody waited for yet, or everybody was
  // called for, is called for as a new alarm; what merely comes and goes calls everybody once in so many minutes.
  const anew = sql`((quiet AND NOT ${again.quiet}::boolean)
    OR (escalation >= ${escalatedAtMost} AND (condition = 'active' OR ${waits} <= ${new Date(now.getTime() - calledAgainAfter)}))
    OR ${waits} < ${now}::timestamptz - interval '24:00')`
  return alarmOf(
    context,
    await trx
      .updateTable('alarm')
      .set((eb) => ({
        count: eb('count', '+', 1),
        condition: 'active' as const,
        end_time: null,
        last_time: again.lastTime,
        ...changed(again.at),
        ...(again.isAnnounced ? { announced_at: again.lastTime } : {}),
        lng: again.lng,
        lat: again.lat,
        // What sounds goes on to, though a report that came late says it again.
        quiet: sql<boolean>`quiet AND ${again.quiet}::boolean`,
        escalation: sql<number>`CASE WHEN ${anew} THEN 0 ELSE escalation END`,
        waiting_since: sql<Date | null>`CASE WHEN ${anew} THEN ${now}::timestamptz ELSE waiting_since END`,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** From its first beginning to its last end, in whatever order they become known. */
const spanned = ({ from, to }: Period) => ({
  start_time: sql<Date>`least(start_time, ${from}::timestamptz)`,
  end_time: sql<Date | null>`CASE WHEN condition = 'returned' THEN greatest(end_time, ${to}::timestamptz) ELSE end_time END`,
})
/** The condition had come before as well, and was over. */
const countAgain = async (context: StoreContext, trx: Trx, id: string, { from, to }: Period): Promise<Alarm> =>
  alarmOf(
    context,
    await trx
      .updateTable('alarm')
      .set((eb) => ({
        count: eb('count', '+', 1),
        ...changed(from, to),
        ...spanned({ from, to }),
        last_time: sql<Date>`greatest(last_time, ${from}::timestamptz)`,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

/** It lasted for longer than was known; one that came once came when it began. */
const lengthen = async (context: StoreContext, trx: Trx, id: string, { from, to }: Period): Promise<Alarm> =>
  alarmOf(
    context,
    await trx
      .updateTable('alarm')
      .set((eb) => ({
        ...spanned({ from, to }),
        last_time: sql<Date>`CASE WHEN count = 1 THEN least(last_time, ${from}::timestamptz) ELSE last_time END`,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

/** A condition that is over since `end`. */
export interface Ended {
  readonly conditionKey: string
  readonly end: Date
}
export interface ReturnedAlarm {
  readonly alarm: Alarm
  readonly end: Date
}
/** Each of another condition. */
const returned = async (context: StoreContext, trx: Trx, ended: readonly Ended[]): Promise<ReturnedAlarm[]> => {
  const ends = new Map(ended.map(({ conditionKey, end }) => [conditionKey, end]))
  const { rows } = await context.db.raw<AlarmRow>(trx, returnConditions, [[...ends.keys()], [...ends.values()]])
  return rows.flatMap((row) => {
    const end = ends.get(row.condition_key)
    return end ? [{ alarm: alarmOf(context, row), end }] : []
  })
}
/** Returns what is active of all that one rule raised. */
const returnedByRule = async (
  context: StoreContext,
  trx: Trx,
  { alarmType, ruleId }: { readonly alarmType: number; readonly ruleId: string },
  end: Date,
): Promise<ReturnedAlarm[]> => {
  const rows = await trx
    .updateTable('alarm')
    .set((eb) => ({ condition: 'returned' as const, end_time: end, ...changed(end), version: eb('version', '+', 1) }))
    .where('condition', '=', 'active')
    .where('alarm_type', '=', alarmType)
    .where('rule_id', '=', ruleId)
    .returningAll()
    .execute()
  return rows.map((row) => ({ alarm: alarmOf(context, row), end }))
}

const devicesWithOpen = prepared(
  'devices_with_open_alarm',
  `SELECT device_id, max(last_time) AS last_time FROM alarm
   WHERE alarm_type = $1 AND status < 2 AND hidden_at IS NULL AND device_id IS NOT NULL GROUP BY device_id`,
)

/** A condition that lasts, and by which rule; null where it is none of the site's. */
export interface ActiveCondition {
  readonly conditionKey: string
  readonly alarmType: number
  readonly ruleId: string | null
}
interface ActiveRow {
  readonly condition_key: string
  readonly alarm_type: number
  readonly rule_id: string | null
}

/** A vehicle that is too fast at an instant somewhere. */
export interface SpeedingVehicle {
  /** Null where no device of its own says so. */
  readonly deviceId: number | null
  readonly plateNumber: string
  readonly at: Date
  readonly lng: number | null
  readonly lat: number | null
}
export interface SpeedingAlarm {
  readonly id: string
  readonly conditionKey: string
  readonly deviceId: number | null
  readonly lng: number | null
  readonly lat: number | null
}
/** An open alarm of a drive. */
export interface DriveAlarm {
  readonly id: string
  readonly conditionKey: string
  readonly isActive: boolean
  /** The highest that it tells of, km/h; 0 where it tells of none. */
  readonly speed: number
}
/** An alarm of a device that stood from one time to another, and when it came the last time; ms since 1970. */
export interface OpenAlarm {
  readonly device: number
  readonly from: number
  readonly last: number
  readonly until: number | null
}

const toldSpeed = sql`coalesce(greatest((facts ->> 'speed')::float8, (facts ->> 'most')::float8), 0)`

export const createRaisedAlarms = (context: StoreContext) => ({
  latestOfConditions: (trx: Trx, conditionKeys: readonly string[]) => latestOf(context, trx, conditionKeys),
  insert: (trx: Trx, alarms: readonly RaisedAlarm[]) => insert(context, trx, alarms),
  insertSuppressed: (trx: Trx, raised: readonly { readonly alarm: RaisedAlarm; readonly reason: string }[]) =>
    insertSuppressed(context, trx, raised),
  repeat: (trx: Trx, id: string, again: Again) => repeat(context, trx, id, again),
  countAgain: (trx: Trx, id: string, was: Period) => countAgain(context, trx, id, was),
  lengthen: (trx: Trx, id: string, stay: Period) => lengthen(context, trx, id, stay),
  idOfCondition: async (trx: Trx, conditionKey: string): Promise<string | null> => {
    const { rows } = await context.db.raw<{ id: string }>(
      trx,
      'SELECT id FROM alarm WHERE condition_key = $1 ORDER BY find_time DESC, id DESC LIMIT 1',
      [conditionKey],
    )
    return rows[0]?.id ?? null
  },
  /** The newest of a condition that nobody has handled. */
  openOfCondition: async (trx: Trx, conditionKey: string): Promise<string | null> => {
    const { rows } = await context.db.raw<{ id: string }>(
      trx,
      'SELECT id FROM alarm WHERE condition_key = $1 AND status < 2 ORDER BY find_time DESC, id DESC LIMIT 1',
      [conditionKey],
    )
    return rows[0]?.id ?? null
  },
  /** Until the transaction ends nobody else finds out whether this vehicle is on a drive that was too fast. */
  lockDrives: async (trx: Trx, plate: string): Promise<void> => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${plate}, ${advisoryLocks.drives}))`.execute(trx)
  },
  /** Open alarms of a vehicle that was too fast, which last or are no further from an instant than so many ms, the newest first. */
  speedingAround: async (trx: Trx, { deviceId, plateNumber, at }: SpeedingVehicle, apart: number): Promise<SpeedingAlarm[]> => {
    const plates = plateNumber === '' ? [] : [plateNumber, plateForm(plateNumber)]
    const { rows } =
      await sql<SpeedingAlarm>`SELECT id::text AS id, condition_key AS "conditionKey", device_id AS "deviceId", lng, lat
      FROM alarm
      WHERE status < 2 AND alarm_type = ${alarmType.code.speeding} AND (device_id = ${deviceId}::int OR plate_number = ANY(${plates}))
        AND start_time <= ${new Date(at.getTime() + apart)}
        AND (condition = 'active' OR greatest(last_time, end_time) >= ${new Date(at.getTime() - apart)})
      ORDER BY id DESC`.execute(trx)
    return rows
  },
  /** The alarm of a drive; null where somebody has handled it. */
  ofDrive: async (trx: Trx, id: string, { lock }: { readonly lock: boolean }): Promise<DriveAlarm | null> => {
    const { rows } =
      await sql<DriveAlarm>`SELECT id::text AS id, condition_key AS "conditionKey", condition = 'active' AS "isActive",
        ${toldSpeed} AS speed FROM alarm WHERE id = ${id}::bigint AND status < 2 ${lock ? sql`FOR UPDATE` : sql``}`.execute(trx)
    return rows[0] ?? null
  },
  /** By which conditions alarms were raised, by their ids. */
  conditionsOf: async (trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const { rows } = await sql<{ id: string; key: string }>`SELECT id::text AS id, condition_key AS key
      FROM alarm WHERE id = ANY(${[...ids]}::bigint[])`.execute(trx)
    return new Map(rows.map(({ id, key }) => [id, key]))
  },
  /** Notes the highest speed, km/h, of an open alarm of a drive; null where it was as fast before. */
  noteSpeed: async (trx: Trx, id: string, speed: number): Promise<Alarm | null> => {
    const { rows } =
      await sql<AlarmRow>`UPDATE alarm SET facts = facts || jsonb_build_object('most', ${speed}::float8), version = version + 1
      WHERE id = ${id}::bigint AND status < 2 AND facts ? 'speed'
        AND ${toldSpeed} < ${speed}::float8 RETURNING *`.execute(trx)
    const [row] = rows
    return row ? alarmOf(context, row) : null
  },
  /** What lasts still of all that a device raised. */
  activeOfDevice: async (trx: Trx, deviceId: number): Promise<ActiveCondition[]> => {
    const { rows } = await context.db.raw<ActiveRow>(
      trx,
      `SELECT condition_key, alarm_type, rule_id::text AS rule_id FROM alarm WHERE device_id = $1 AND condition = 'active'`,
      [deviceId],
    )
    return rows.map((row) => ({ conditionKey: row.condition_key, alarmType: row.alarm_type, ruleId: row.rule_id }))
  },
  /** The conditions that sources of a kind raised and nobody has handled. */
  openConditions: async (trx: Trx, sourceKind: AlarmSource['kind']): Promise<Set<string>> => {
    const { rows } = await context.db.raw<{ condition_key: string }>(
      trx,
      'SELECT condition_key FROM alarm WHERE source_kind = $1 AND status < 2 AND hidden_at IS NULL',
      [sourceKind],
    )
    return new Set(rows.map(({ condition_key: key }) => key))
  },
  /** The devices of which an alarm of a type is open, which nobody has handled, and when it came the last time, ms since 1970. */
  devicesWithOpen: async (trx: Trx, alarmType: number): Promise<ReadonlyMap<number, number>> => {
    const { rows } = await context.db.raw<{ device_id: number; last_time: Date }>(trx, devicesWithOpen, [alarmType])
    return new Map(rows.map(({ device_id: id, last_time: last }) => [id, last.getTime()]))
  },
  /**
   * When alarms of a type stood that nobody had handled, of those that did within a time, ms since 1970: `until` is null of what
   * stands still.
   */
  openBetween: async (alarmType: number, from: number, to: number): Promise<OpenAlarm[]> => {
    const { rows } = await context.db.raw<{ device_id: number; find_time: Date; last_time: Date; handle_time: Date | null }>(
      context.db.sql,
      `SELECT device_id, find_time, last_time, CASE WHEN status = 2 THEN handle_time END AS handle_time FROM alarm
       WHERE alarm_type = $1 AND hidden_at IS NULL AND device_id IS NOT NULL AND find_time < $3 AND (status < 2 OR handle_time >= $2)`,
      [alarmType, new Date(from), new Date(to)],
    )
    return rows.map((row) => ({
      device: row.device_id,
      from: row.find_time.getTime(),
      last: row.last_time.getTime(),
      until: row.handle_time?.getTime() ?? null,
    }))
  },
  returned: (trx: Trx, ended: readonly Ended[]) => returned(context, trx, ended),
  returnedByRule: (trx: Trx, rule: { readonly alarmType: number; readonly ruleId: string }, end: Date) =>
    returnedByRule(context, trx, rule, end),
})
