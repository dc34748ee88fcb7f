import { sql, type RawBuilder } from 'kysely'
import type { Binding } from '@vigil/contract/devices/binding.ts'
import { keptCode } from '@vigil/contract/devices/code.ts'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import { offlineAfter } from '@vigil/contract/devices/settings.ts'
import type { Page, Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import { repeated } from '../../kernel/db.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { listRows, scoped } from '../../kernel/listing.ts'
import { chosenNumber } from '../../kernel/settings.ts'

/** A device with the names of who wears it and where it belongs, as rows and frames need it. */
export interface Device {
  readonly id: number
  readonly version: number
  readonly kind: DeviceType
  /** What it calls itself when it reports. */
  readonly code: string
  /** What people call it: helmet number, badge number, plate. */
  readonly label: string
  readonly enabled: boolean
  readonly sipId: string
  readonly mobile: string
  readonly model: string
  readonly deptId: string | null
  readonly deptName: string | null
  readonly personId: string | null
  readonly personName: string | null
  readonly personDeptId: string | null
  readonly post: string
  readonly lastSeen: Date | null
}

/** The department that decides who sees a device and what it reports: its own, else that of who wears it. */
export const deptOfDevice = ({ deptId, personDeptId }: Pick<Device, 'deptId' | 'personDeptId'>): string | null =>
  deptId ?? personDeptId

/** The same in SQL; `person` is the table, by the name that it has there, of who wears the device. */
export const deptOfDeviceIn = (person: string): RawBuilder<string | null> =>
  sql<string | null>`coalesce(device.dept_id, ${sql.ref(`${person}.dept_id`)})`
/** As who wore it sees it, whoever does now. */
const deptOfDeviceThen = deptOfDeviceIn('person')

interface DeviceRow {
  id: number
  version: number
  kind: DeviceType
  code: string
  label: string
  enabled: boolean
  sip_id: string
  mobile: string
  model: string
  dept_id: string | null
  dept_name: string | null
  person_id: string | null
  person_name: string | null
  person_dept_id: string | null
  post: string | null
  last_seen: Date | null
}

interface BindingFilter {
  readonly deviceType?: DeviceType | undefined
  readonly id?: string | undefined
  readonly userId?: string | undefined
  readonly day?: string | undefined
}
interface BindingRow {
  id: string
  kind: DeviceType
  device_id: string
  label: string
  person_id: string
  person_name: string
  work_num: string
  from_time: Date
  until_time: Date | null
  bound_by: string
}

/** What a device told last, beside its record. */
export const stateJoin = sql`LEFT JOIN positions_latest AS latest ON latest.device_id = device.id`
export const healthOf = (kind: DeviceType) => ({
  online: sql`coalesce(latest.recv_time > now() - make_interval(secs => ${chosenNumber(offlineAfter(kind))}), false)`,
  battery: sql`latest.battery`,
  lastOnline: sql`latest.recv_time`,
  fixTime: sql`latest.fix_time`,
})

const columns = sql`device.id, device.version, device.kind, device.code, device.label, device.enabled, device.sip_id, device.mobile,
  device.model, device.dept_id, dept.name AS dept_name, device.person_id, person.cname AS person_name, person.dept_id AS person_dept_id,
  person.post, latest.recv_time AS last_seen`
const tables = sql`device LEFT JOIN accounts_dept AS dept ON dept.id = device.dept_id
  LEFT JOIN accounts_person AS person ON person.id = device.person_id ${stateJoin}`

const deviceOf = (row: DeviceRow): Device => ({
  id: row.id,
  version: row.version,
  kind: row.kind,
  code: row.code,
  label: row.label,
  enabled: row.enabled,
  sipId: row.sip_id,
  mobile: row.mobile,
  model: row.model,
  deptId: row.dept_id,
  deptName: row.dept_name,
  personId: row.person_id,
  personName: row.person_name,
  personDeptId: row.person_dept_id,
  post: row.post ?? '',
  lastSeen: row.last_seen,
})

/** Gives a key that was made for a device to come its device: a number's first one, and no later one. */
const takeKeys = (trx: Trx, id: string) =>
  repeated(
    trx,
    sql`UPDATE device_key SET device_id = device.id FROM device
      WHERE device.id = ${id}::bigint AND device_key.device_id IS NULL AND device_kind = device.kind AND device_code = device.code`,
  )

/** A key of a device goes with its number when that comes into its usual form: it is the same number. */
const renameKeys = async (trx: Trx, id: string): Promise<void> => {
  const { rows } = await sql<{ key: string; kind: string; named: string; code: string }>`
    SELECT device_key.id AS key, kind, device_code AS named, code FROM device JOIN device_key ON device_key.device_id = device.id
    WHERE device.id = ${id}::bigint AND device_kind = kind AND device_code <> code`.execute(trx)
  for (const { key, kind, named, code } of rows)
    if (keptCode(kind, named) === code)
      await trx.updateTable('device_key').set({ device_code: code }).where('id', '=', key).execute()
}

/** Where devices are stored. */
type Tables = Pick<Kernel, 'db' | 'clock'>

const select = async (on: Kernel['db']['sql'] | Trx, where: RawBuilder<unknown>): Promise<Device[]> => {
  const { rows } = await sql<DeviceRow>`SELECT ${columns} FROM ${tables} WHERE device.deleted_at IS NULL AND ${where}`.execute(on)
  return rows.map(deviceOf)
}

/** After a device was saved: it is unknown no more, it has its keys, and who wears it is written down. */
const settle = async ({ clock }: Tables, trx: Trx, id: string, boundBy: string): Promise<void> => {
  const now = new Date(clock.now())
  await takeKeys(trx, id)
  await renameKeys(trx, id)
  await repeated(
    trx,
    sql`DELETE FROM unknown_device USING device
      WHERE device.id = ${id}::bigint AND unknown_device.kind = device.kind AND unknown_device.code = device.code`,
  )
  await repeated(
    trx,
    sql`UPDATE device_binding SET until_time = ${now} FROM device
      WHERE device.id = ${id}::bigint AND device_binding.device_id = device.id AND until_time IS NULL
        AND device.person_id IS DISTINCT FROM device_binding.person_id`,
  )
  await repeated(
    trx,
    sql`INSERT INTO device_binding (device_id, person_id, person_name, work_num, from_time, bound_by)
      SELECT device.id, person.id, person.cname, person.work_num, ${now}, ${boundBy}
      FROM device JOIN accounts_person AS person ON person.id = device.person_id
      WHERE device.id = ${id}::bigint ON CONFLICT (device_id) WHERE until_time IS NULL DO NOTHING`,
  )
}

/** After a device was deleted: its row stays, since positions and alarms name it, but nobody wears it. */
const retire = async ({ clock }: Tables, trx: Trx, id: string): Promise<void> => {
  // One that was made while this device was being registered may not know it yet.
  await takeKeys(trx, id)
  await sql`UPDATE device SET person_id = NULL WHERE id = ${id}::bigint`.execute(trx)
  await sql`UPDATE device_binding SET until_time = ${new Date(clock.now())} WHERE device_id = ${id}::bigint AND until_time IS NULL`.execute(
    trx,
  )
}

const bindingOf = (clock: Kernel['clock'], row: BindingRow): Binding => ({
  id: row.id,
  deviceType: row.kind,
  deviceId: row.device_id,
  deviceName: row.label,
  userId: row.person_id,
  userName: row.person_name,
  workNum: row.work_num,
  from: clock.toWire(row.from_time),
  until: clock.toWireOrNull(row.until_time),
  boundBy: row.bound_by,
})

const conditionsOf = (
  clock: Kernel['clock'],
  { deviceType, id, userId, day }: BindingFilter,
  asked: Asked,
): RawBuilder<unknown>[] => [
  scoped(asked.caller.scope, deptOfDeviceThen),
  // A deleted device lost its department with that: it is not the whole site's for it.
  ...(asked.caller.scope.all ? [] : [sql`device.deleted_at IS NULL OR ${deptOfDeviceThen} IS NOT NULL`]),
  ...(deviceType === undefined ? [] : [sql`device.kind = ${deviceType}`]),
  ...(id === undefined ? [] : [sql`device.id = ${id}::bigint`]),
  ...(userId === undefined ? [] : [sql`device_binding.person_id = ${userId}::bigint`]),
  ...(day === undefined
    ? []
    : [
        sql`from_time < ${clock.endOf(`${day} 23:59:59`)} AND (until_time IS NULL OR until_time >= ${clock.fromWire(`${day} 00:00:00`)})`,
      ]),
]

const listBindings = ({ db, clock }: Tables, filter: BindingFilter & Paging, asked: Asked): Promise<Binding[] | Page<Binding>> =>
  listRows<BindingRow, Binding>(
    db,
    {
      columns: sql`device_binding.id, device.kind, device.id::text AS device_id, device.label, device_binding.person_id, person_name,
        device_binding.work_num, from_time, until_time, bound_by`,
      from: sql`device_binding JOIN device ON device.id = device_binding.device_id
        LEFT JOIN accounts_person AS person ON person.id = device_binding.person_id`,
      id: sql`device_binding.id`,
      where: conditionsOf(clock, filter, asked),
      sort: { from: sql`from_time`, until: sql`until_time`, deviceName: sql`device.label`, userName: sql`person_name` },
      order: sql`from_time DESC, device_binding.id DESC`,
      map: (row) => bindingOf(clock, row),
    },
    filter,
  )

/** What tells one state of all devices from another: how many, their versions, their numbers. */
const digest = async ({ db }: Tables): Promise<string> => {
  const { rows } = await sql<{
    digest: string
  }>`SELECT concat_ws(':', count(*), coalesce(sum(version), 0), coalesce(sum(id), 0))
    AS digest FROM device WHERE deleted_at IS NULL`.execute(db.sql)
  return rows[0]?.digest ?? ''
}

/** The same of those whose names devices carry. */
const namesDigest = async ({ db }: Tables): Promise<string> => {
  const { rows } = await sql<{
    digest: string
  }>`SELECT concat_ws(':', (SELECT concat(count(*), ' ', sum(version)) FROM accounts_person),
    (SELECT concat(count(*), ' ', sum(version)) FROM accounts_dept)) AS digest`.execute(db.sql)
  return rows[0]?.digest ?? ''
}

/** It has a record by now: what was counted before that, on any server, does not bring it back. */
const registered = (of: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`EXISTS (SELECT FROM device WHERE device.kind = ${of}.kind AND device.code = ${of}.code AND device.deleted_at IS NULL)`

/** Of more, those that were seen last: whoever invents codes fills nothing, and what is there is seen again. */
const unknownAtMost = 10_000

const noteUnknown = async ({ db }: Tables, seen: readonly { kind: string; code: string; count: number }[]): Promise<void> => {
  await sql`INSERT INTO unknown_device (kind, code, count)
    SELECT * FROM unnest(${seen.map(({ kind }) => kind)}::text[], ${seen.map(({ code }) => code)}::text[], ${seen.map(({ count }) => count)}::bigint[])
      AS seen (kind, code, count) WHERE NOT (${registered(sql`seen`)})
    ON CONFLICT (kind, code) DO UPDATE SET last_seen = now(), count = unknown_device.count + excluded.count`.execute(db.sql)
  await sql`DELETE FROM unknown_device
    WHERE last_seen < (SELECT last_seen FROM unknown_device ORDER BY last_seen DESC OFFSET ${unknownAtMost} LIMIT 1)`.execute(
    db.sql,
  )
}

/** What a device said of itself. */
export interface SaidFirmware {
  readonly kind: DeviceType
  readonly code: string
  readonly version: string
}

/**
 * What a device says of itself is no change of its record, so that nobody who edits that is in its way; nor is it in anybody's: what
 * somebody holds is passed over. Those that were, to be noted another time.
 */
const noteFirmware = async ({ db }: Tables, said: readonly SaidFirmware[]): Promise<SaidFirmware[]> => {
  const table = sql`unnest(${said.map(({ kind }) => kind)}::text[], ${said.map(({ code }) => code)}::text[],
    ${said.map(({ version }) => version)}::text[]) AS said (kind, code, version)`
  const differs = sql`device.kind = said.kind AND device.code = said.code AND device.deleted_at IS NULL
    AND device.fw_version <> said.version`
  await sql`WITH free AS (SELECT device.id, said.version FROM ${table} JOIN device ON ${differs}
      FOR NO KEY UPDATE OF device SKIP LOCKED)
    UPDATE device SET fw_version = free.version FROM free WHERE device.id = free.id`.execute(db.sql)
  const { rows } = await sql<SaidFirmware>`SELECT said.* FROM ${table} JOIN device ON ${differs}`.execute(db.sql)
  return rows
}

const listUnknown = ({ db, clock }: Tables, paging: Paging) =>
  listRows<
    { kind: string; code: string; first_seen: Date; last_seen: Date; count: string },
    { deviceType: string; deviceId: string; firstSeen: string; lastSeen: string; count: number }
  >(
    db,
    {
      columns: sql`kind, code, first_seen, last_seen, count`,
      from: sql`unknown_device`,
      where: [sql`NOT ${registered(sql`unknown_device`)}`],
      sort: { lastSeen: sql`last_seen`, count: sql`count` },
      order: sql`last_seen DESC, kind, code`,
      map: (row) => ({
        deviceType: row.kind,
        deviceId: row.code,
        firstSeen: clock.toWire(row.first_seen),
        lastSeen: clock.toWire(row.last_seen),
        count: Number(row.count),
      }),
    },
    paging,
  )

/** Badges that share their EUI, from before it had one case. */
const twins = async ({ db }: Tables): Promise<{ devEui: string; badges: string[] }[]> => {
  const { rows } = await sql<{
    devEui: string
    badges: string[]
  }>`SELECT lower(code) AS "devEui", array_agg(label ORDER BY id) AS badges
    FROM device WHERE kind = 'badge' AND deleted_at IS NULL AND code ~ '^[0-9A-Fa-f]{16}$'
    GROUP BY 1 HAVING count(*) > 1 ORDER BY 1`.execute(db.sql)
  return rows
}

const forgetUnknown = async ({ db }: Tables, kind: DeviceType, code: string): Promise<void> =>
  void (await sql`DELETE FROM unknown_device WHERE kind = ${kind} AND code = ${code}`.execute(db.sql))

const isUnknown = async (trx: Trx, kind: DeviceType, code: string): Promise<boolean> =>
  (await trx.selectFrom('unknown_device').select('code').where('kind', '=', kind).where('code', '=', code).execute()).length > 0

export const createDeviceStore = (tables: Tables) => {
  const { sql: pool } = tables.db
  return {
    all: () => select(pool, sql`true`),
    byIds: (ids: readonly number[]) => select(pool, sql`device.id = ANY(${[...ids]}::integer[])`),
    settle: (trx: Trx, id: string, boundBy: string) => settle(tables, trx, id, boundBy),
    retire: (trx: Trx, id: string) => retire(tables, trx, id),
    listBindings: (filter: BindingFilter & Paging, asked: Asked) => listBindings(tables, filter, asked),
    digest: () => digest(tables),
    namesDigest: () => namesDigest(tables),
    noteUnknown: (seen: Parameters<typeof noteUnknown>[1]) => noteUnknown(tables, seen),
    noteFirmware: (said: readonly SaidFirmware[]) => noteFirmware(tables, said),
    listUnknown: (paging: Paging) => listUnknown(tables, paging),
    isUnknown,
    forgetUnknown: (kind: DeviceType, code: string) => forgetUnknown(tables, kind, code),
    twins: () => twins(tables),
  }
}
export type DeviceStore = ReturnType<typeof createDeviceStore>
