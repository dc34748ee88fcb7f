import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Alarm, AlarmSource } from '@vigil/contract/alarms/entities.ts'
import { resultIn, type AlarmFacts } from '@vigil/contract/alarms/result.ts'
import type { Page, Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import { prepared } from '../../kernel/db.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { ToldBeyond } from '../../kernel/live-hub.ts'
import { countRows, pageRows, patternsOf, scoped } from '../../kernel/listing.ts'
import type { Tables } from '../../kernel/tables.ts'

type Row = Selectable<Tables['alarm']>

export interface AlarmFilter {
  readonly keyword?: string | undefined
  readonly alarmType?: number | undefined
  readonly alarmLevel?: number | undefined
  readonly areaId?: string | undefined
  readonly deptId?: string | undefined
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

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

interface LatestAlarm {
  readonly alarm: Alarm
  readonly lastTime: Date
  readonly startTime: Date
}

const latestOfConditions = prepared(
  'latest_of_conditions',
  `SELECT latest.* FROM unnest($1::text[]) AS condition (key)
   CROSS JOIN LATERAL (SELECT * FROM alarm WHERE alarm.condition_key = condition.key
     ORDER BY find_time DESC, id DESC LIMIT 1 FOR UPDATE) AS latest`,
)
/** Takes them as JSON in the words of `NewAlarm`. */
const insertAlarms = prepared(
  'insert_alarms',
  `INSERT INTO alarm (condition_key, source_kind, source_id, source_label, device_id, device_type, device_code, device_name,
     alarm_type, alarm_level, alarm_name, facts, find_time, start_time, last_time, area_id, area_name, rule_id, dept_id, dept_name,
     user_name, plate_number, lng, lat, floor, quiet, device_time)
   SELECT "conditionKey", source->>'kind', source->>'id', source->>'label', (device->>'id')::int,
     coalesce(device->>'type', source->>'kind'), coalesce(device->>'code', source->>'id'), source->>'label',
     "alarmType", "alarmLevel", "alarmName", facts, "findTime",
     "startTime", "startTime", "areaId", "areaName", "ruleId", "deptId", "deptName", "userName", "plateNumber", lng, lat, floor, quiet,
     "deviceTime"
   FROM jsonb_to_recordset($1::jsonb) AS alarm ("conditionKey" text, source jsonb, device jsonb,
     "alarmType" int, "alarmLevel" int, "alarmName" text, facts jsonb, "findTime" timestamptz, "startTime" timestamptz,
     "areaId" bigint, "areaName" text, "ruleId" bigint, "deptId" bigint, "deptName" text, "userName" text, "plateNumber" text,
     lng float8, lat float8, floor int, quiet boolean, "deviceTime" timestamptz)
   RETURNING *`,
)

const toldOf = prepared(
  'told_of_alarms',
  'SELECT alarm_id, array_agg(person_id) AS person_ids FROM alarm_told WHERE alarm_id = ANY($1::bigint[]) GROUP BY alarm_id',
)

/** So that handling never waits long for the retention. */
const droppedAtOnce = 2_000

/** What happened, in Chinese: written from its facts, or as it was written before there were any. */
export const resultOf = (row: Pick<Row, 'result' | 'facts' | 'alarm_type' | 'alarm_name'>): string =>
  row.result ?? resultIn({ alarmType: row.alarm_type, facts: row.facts }, 'zh') ?? row.alarm_name

export const createAlarmStore = ({ db, clock }: Kernel) => {
  const alarmOf = (row: Row): Alarm => ({
    id: row.id,
    version: row.version,
    source: { kind: row.source_kind as AlarmSource['kind'], id: row.source_id, label: row.source_label },
    deviceType: row.device_type,
    alarmType: row.alarm_type,
    alarmLevel: row.alarm_level,
    alarmName: row.alarm_name,
    result: resultOf(row),
    facts: row.facts,
    findTime: clock.toWire(row.find_time),
    deviceId: row.device_code,
    deviceName: row.device_name,
    status: row.status,
    remark: row.remark,
    handleNote: row.handle_note,
    handleUser: row.handle_user,
    handleTime: clock.toWireOrNull(row.handle_time),
    reasonCode: row.reason_code as Alarm['reasonCode'],
    condition: row.condition,
    startTime: clock.toWire(row.start_time),
    endTime: clock.toWireOrNull(row.end_time),
    count: row.count,
    lastTime: clock.toWire(row.last_time),
    areaId: row.area_id,
    areaName: row.area_name,
    ruleId: row.rule_id,
    objectId: row.device_id,
    deptId: row.dept_id,
    deptName: row.dept_name,
    userName: row.user_name,
    plateNumber: row.plate_number,
    lng: row.lng,
    lat: row.lat,
    floor: row.floor,
    quiet: row.quiet,
    deviceTime: clock.toWireOrNull(row.device_time),
  })

  /** Alarms of one's scope, and those that one was told of since nobody else saw them. */
  const seen = ({ caller: { scope, userId } }: Asked): RawBuilder<unknown> =>
    scope.all
      ? sql`true`
      : sql`(${scoped(scope, sql.ref('alarm.dept_id'))}
          OR alarm.id = ANY(ARRAY(SELECT alarm_id FROM alarm_told WHERE person_id = ${userId}::bigint)))`
  const visible = (asked: Asked): RawBuilder<unknown>[] => [sql`hidden_at IS NULL`, seen(asked)]
  const matches = (filter: AlarmFilter): RawBuilder<unknown>[] => {
    const conditions: RawBuilder<unknown>[] = []
    if (filter.keyword) {
      const ways = patternsOf(filter.keyword).map(
        (pattern) =>
          sql`user_name ILIKE ${pattern} OR device_name ILIKE ${pattern} OR plate_number ILIKE ${pattern} OR alarm_name ILIKE ${pattern} OR area_name ILIKE ${pattern}`,
      )
      conditions.push(sql.join(ways, sql` OR `))
    }
    if (filter.alarmType !== undefined) conditions.push(sql`alarm_type = ${filter.alarmType}`)
    if (filter.alarmLevel !== undefined) conditions.push(sql`alarm_level = ${filter.alarmLevel}`)
    if (filter.areaId !== undefined) conditions.push(sql`area_id = ${filter.areaId}::bigint`)
    if (filter.deptId !== undefined) conditions.push(sql`dept_id = ${filter.deptId}::bigint`)
    if (filter.startTime !== undefined) conditions.push(sql`find_time >= ${clock.fromWire(filter.startTime)}`)
    if (filter.endTime !== undefined) conditions.push(sql`find_time < ${clock.endOf(filter.endTime)}`)
    return conditions
  }
  const sort = {
    findTime: sql`find_time`,
    alarmLevel: sql`alarm_level`,
    alarmType: sql`alarm_type`,
    deviceName: sql`device_name`,
    handleTime: sql`handle_time`,
  }
  const select = async (
    on: Kernel['db']['sql'] | Trx,
    where: RawBuilder<unknown>,
    tail: RawBuilder<unknown>,
  ): Promise<Alarm[]> => {
    const { rows } = await sql<Row>`SELECT * FROM alarm WHERE ${where} ${tail}`.execute(on)
    return rows.map(alarmOf)
  }

  return {
    /** Open ones, level one first, newest first. */
    open: async (asked: Asked, limit: number): Promise<{ list: Alarm[]; total: number }> => {
      const where = sql`status < 2 AND ${sql.join(visible(asked), sql` AND `)}`
      const [list, total] = await Promise.all([
        select(db.sql, where, sql`ORDER BY alarm_level, find_time DESC, id DESC LIMIT ${limit}`),
        countRows(db, sql`alarm`, [where]),
      ])
      return { list, total }
    },
    newest: async (asked: Asked): Promise<Alarm | null> => {
      const where = sql`status = 0 AND ${sql.join(visible(asked), sql` AND `)}`
      return (await select(db.sql, where, sql`ORDER BY find_time DESC, id DESC LIMIT 1`))[0] ?? null
    },
    countUnhandled: async (asked: Asked): Promise<{ alarmLevel: number; count: number }[]> => {
      const { rows } = await sql<{ level: number; count: string }>`SELECT alarm_level AS level, count(*) AS count FROM alarm
        WHERE status = 0 AND ${sql.join(visible(asked), sql` AND `)} GROUP BY alarm_level`.execute(db.sql)
      return [1, 2, 3].map((level) => ({ alarmLevel: level, count: Number(rows.find((row) => row.level === level)?.count ?? 0) }))
    },
    page: (
      handled: boolean,
      { pageNum, pageSize, sort: by, ...filter }: AlarmFilter & Paging,
      asked: Asked,
    ): Promise<Page<Alarm>> =>
      pageRows<Row, Alarm>(
        db,
        {
          columns: sql`*`,
          from: sql`alarm`,
          where: [handled ? sql`status = 2` : sql`status < 2`, ...visible(asked), ...matches(filter)],
          sort,
          order: sql`find_time DESC, id DESC`,
          map: alarmOf,
        },
        { pageNum, pageSize, sort: by },
      ),
    countHandled: (filter: AlarmFilter, asked: Asked) =>
      countRows(db, sql`alarm`, [sql`status = 2`, ...visible(asked), ...matches(filter)]),
    one: async (id: string, asked: Asked): Promise<Alarm | null> =>
      (await select(db.sql, sql`id = ${id}::bigint AND ${sql.join(visible(asked), sql` AND `)}`, sql``))[0] ?? null,
    /** Locked until the transaction ends. */
    locked: async (trx: Trx, id: string, asked: Asked): Promise<Alarm | null> =>
      (await select(trx, sql`id = ${id}::bigint AND ${sql.join(visible(asked), sql` AND `)}`, sql`FOR UPDATE`))[0] ?? null,

    /** Writes down who was told of alarms beyond his scope; of an alarm or a person that is gone nothing is kept. */
    noteTold: async (told: readonly ToldBeyond[]): Promise<void> => {
      const pairs = told.flatMap(({ alarmId, personIds }) => personIds.map((personId) => [alarmId, personId] as const))
      const [alarms, people] = [pairs.map(([alarmId]) => alarmId), pairs.map(([, personId]) => personId)]
      await sql`INSERT INTO alarm_told (alarm_id, person_id) SELECT alarm.id, person.id
        FROM unnest(${alarms}::bigint[], ${people}::bigint[]) AS told (alarm_id, person_id)
          JOIN alarm ON alarm.id = told.alarm_id JOIN accounts_person AS person ON person.id = told.person_id
        ON CONFLICT DO NOTHING`.execute(db.sql)
    },
    /** Who was told of alarms beyond his scope, by alarm. */
    toldOf: async (trx: Trx, alarmIds: readonly string[]): Promise<Map<string, string[]>> => {
      const { rows } = await db.raw<{ alarm_id: string; person_ids: string[] }>(trx, toldOf, [[...alarmIds]])
      return new Map(rows.map(({ alarm_id, person_ids }) => [alarm_id, person_ids]))
    },

    /** The newest alarm of each condition that had one, whatever its state, locked; with its times as instants for comparisons. */
    latestOfConditions: async (trx: Trx, conditionKeys: readonly string[]): Promise<Map<string, LatestAlarm>> => {
      const { rows } = await db.raw<Row>(trx, latestOfConditions, [[...conditionKeys]])
      return new Map(
        rows.map((row) => [row.condition_key, { alarm: alarmOf(row), lastTime: row.last_time, startTime: row.start_time }]),
      )
    },
    /** Each of another condition; the alarms by their keys. */
    insert: async (trx: Trx, alarms: readonly NewAlarm[]): Promise<Map<string, Alarm>> => {
      const { rows } = await db.raw<Row>(trx, insertAlarms, [JSON.stringify(alarms)])
      return new Map(rows.map((row) => [row.condition_key, alarmOf(row)]))
    },
    /** The condition came again while its alarm stood. */
    repeat: async (
      trx: Trx,
      id: string,
      again: { lastTime: Date; lng: number | null; lat: number | null; quiet: boolean },
    ): Promise<Alarm> =>
      alarmOf(
        await trx
          .updateTable('alarm')
          .set((eb) => ({
            count: eb('count', '+', 1),
            condition: 'active' as const,
            end_time: null,
            last_time: again.lastTime,
            lng: again.lng,
            lat: again.lat,
            quiet: again.quiet,
            version: eb('version', '+', 1),
          }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),
    /** Returns what is active of one condition, or of all that one rule raised. */
    returned: async (
      trx: Trx,
      of: { readonly conditionKey: string } | { readonly alarmType: number; readonly ruleId: string },
      end: Date,
    ): Promise<Alarm[]> => {
      const active = trx
        .updateTable('alarm')
        .set((eb) => ({ condition: 'returned' as const, end_time: end, version: eb('version', '+', 1) }))
        .where('condition', '=', 'active')
      const query =
        'conditionKey' in of
          ? active.where('condition_key', '=', of.conditionKey)
          : active.where('alarm_type', '=', of.alarmType).where('rule_id', '=', of.ruleId)
      return (await query.returningAll().execute()).map(alarmOf)
    },
    handle: async (
      trx: Trx,
      id: string,
      form: { status: 0 | 1 | 2; remark?: string; handleNote?: string; reasonCode?: string },
      asked: Asked,
    ): Promise<Alarm> => {
      const now = new Date(clock.now())
      const row = await trx
        .updateTable('alarm')
        .set((eb) => ({
          status: form.status,
          ...(form.remark === undefined ? {} : { remark: form.remark }),
          ...(form.handleNote === undefined ? {} : { handle_note: form.handleNote }),
          ...(form.reasonCode === undefined ? {} : { reason_code: form.reasonCode }),
          handle_user: asked.caller.cname,
          handle_user_id: asked.caller.userId,
          handle_time: now,
          version: eb('version', '+', 1),
        }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      return alarmOf(row)
    },
    hide: async (trx: Trx, id: string, asked: Asked): Promise<void> => {
      await trx
        .updateTable('alarm')
        .set({ hidden_at: new Date(clock.now()), hidden_by: asked.caller.userId })
        .where('id', '=', id)
        .execute()
    },

    /**
     * Removes handled alarms whose last touch is older, so many as one transaction may take; their times. One whose condition
     * still holds stays, without it the next report would raise it as new; not so one of the `momentary` types, which hold nothing.
     */
    dropHandled: async (trx: Trx, before: Date, momentary: readonly number[]): Promise<Date[]> => {
      const { rows } = await sql<{ at: Date }>`DELETE FROM alarm WHERE id IN (
          SELECT id FROM alarm WHERE status = 2 AND (condition = 'returned' OR alarm_type = ANY(${momentary}::int[]))
            AND find_time < ${before} AND handle_time < ${before}
          ORDER BY find_time LIMIT ${droppedAtOnce} FOR UPDATE
        ) RETURNING find_time AS at`.execute(trx)
      return rows.map(({ at }) => at)
    },

    byArea: async (
      from: Date,
      to: Date,
      asked: Asked,
    ): Promise<{ areaId: string | null; areaName: string; total: number; levels: [number, number, number] }[]> => {
      const { rows } = await sql<{ area_id: string | null; area_name: string | null; one: string; two: string; three: string }>`
        SELECT area_id, area_name, count(*) FILTER (WHERE alarm_level = 1) AS one, count(*) FILTER (WHERE alarm_level = 2) AS two,
          count(*) FILTER (WHERE alarm_level = 3) AS three
        FROM alarm WHERE find_time >= ${from} AND find_time < ${to} AND ${sql.join(visible(asked), sql` AND `)}
        GROUP BY area_id, area_name ORDER BY count(*) DESC, area_name`.execute(db.sql)
      return rows.map((row) => {
        const levels: [number, number, number] = [Number(row.one), Number(row.two), Number(row.three)]
        return { areaId: row.area_id, areaName: row.area_name ?? '', total: levels[0] + levels[1] + levels[2], levels }
      })
    },
    /** Numbers by type and hour since `from`. */
    byTypeAndHour: async (from: Date, to: Date, asked: Asked): Promise<{ alarmType: number; hour: number; count: number }[]> => {
      const { rows } = await sql<{ alarm_type: number; hour: number; count: string }>`
        SELECT alarm_type, floor(extract(epoch FROM find_time - ${from}::timestamptz) / 3600)::int AS hour, count(*) AS count
        FROM alarm WHERE find_time >= ${from} AND find_time < ${to} AND ${sql.join(visible(asked), sql` AND `)}
        GROUP BY 1, 2`.execute(db.sql)
      return rows.map((row) => ({ alarmType: row.alarm_type, hour: row.hour, count: Number(row.count) }))
    },
  }
}
export type AlarmStore = ReturnType<typeof createAlarmStore>
