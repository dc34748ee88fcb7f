import { hash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import type { Page, Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { listRows, ofDept, scoped } from '../../kernel/listing.ts'

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

interface KeyRow {
  id: string
  name: string
  hint: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

interface DeviceKey {
  id: string
  name: string
  hint: string
  createdAt: string
  lastUsedAt: string | null
  revokedAt: string | null
}

export interface DeviceFields {
  readonly kind: DeviceType
  readonly code: string
  readonly label: string
  readonly enabled: boolean
  readonly sip_id: string
  readonly mobile: string
  readonly model: string
  readonly dept_id: string | null
  readonly person_id: string | null
}

const columns = sql`device.id, device.version, device.kind, device.code, device.label, device.enabled, device.sip_id, device.mobile,
  device.model, device.dept_id, dept.name AS dept_name, device.person_id, person.cname AS person_name, person.dept_id AS person_dept_id,
  person.post, device_state.recv_time AS last_seen`
const tables = sql`device LEFT JOIN dept ON dept.id = device.dept_id LEFT JOIN person ON person.id = device.person_id
  LEFT JOIN device_state ON device_state.device_id = device.id`

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

export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer')

export const createDeviceStore = ({ db, clock }: Kernel) => {
  const select = async (on: Kernel['db']['sql'] | Trx, where: RawBuilder<unknown>): Promise<Device[]> => {
    const { rows } = await sql<DeviceRow>`SELECT ${columns} FROM ${tables} WHERE device.deleted_at IS NULL AND ${where}`.execute(
      on,
    )
    return rows.map(deviceOf)
  }
  return {
    all: () => select(db.sql, sql`true`),
    byIds: (ids: readonly number[]) => select(db.sql, sql`device.id = ANY(${[...ids]}::integer[])`),
    one: async (trx: Trx, kind: DeviceType, id: string, asked: Asked): Promise<Device | null> => {
      const found = await select(
        trx,
        sql`device.kind = ${kind} AND device.id = ${id}::bigint AND ${scoped(asked.caller.scope, 'device.dept_id')}`,
      )
      return found[0] ?? null
    },
    list: <Item>(
      kind: DeviceType,
      labelField: string,
      map: (device: Device) => Item,
      { deptId, recursive, ...paging }: { deptId?: string | undefined; recursive?: boolean } & Paging,
      asked: Asked,
    ): Promise<Item[] | Page<Item>> =>
      listRows<DeviceRow, Item>(
        db,
        {
          columns,
          from: tables,
          where: [
            sql`device.deleted_at IS NULL AND device.kind = ${kind}`,
            scoped(asked.caller.scope, 'device.dept_id'),
            ofDept('device.dept_id', deptId, recursive ?? true),
          ],
          sort: {
            [labelField]: sql`device.label`,
            deptName: sql`dept.name`,
            userName: sql`person.cname`,
            lastOnline: sql`device_state.recv_time`,
          },
          order: sql`device.label, device.id`,
          map: (row) => map(deviceOf(row)),
        },
        paging,
      ),
    lock: (trx: Trx, id: string) => trx.selectFrom('device').select('id').where('id', '=', Number(id)).forUpdate().execute(),
    create: async (trx: Trx, fields: DeviceFields): Promise<string> => {
      const row = await trx.insertInto('device').values(fields).returning('id').executeTakeFirstOrThrow()
      await trx.deleteFrom('unknown_device').where('kind', '=', fields.kind).where('code', '=', fields.code).execute()
      return String(row.id)
    },
    update: (trx: Trx, id: string, fields: DeviceFields) =>
      trx
        .updateTable('device')
        .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
        .where('id', '=', Number(id))
        .execute(),
    /** Kept as a row, since positions and alarms name it. */
    remove: async (trx: Trx, id: string): Promise<void> => {
      await trx
        .updateTable('device')
        .set({ deleted_at: new Date(clock.now()), person_id: null })
        .where('id', '=', Number(id))
        .execute()
      await trx.deleteFrom('device_state').where('device_id', '=', Number(id)).execute()
    },
    deptExists: async (trx: Trx, id: string): Promise<boolean> =>
      (await trx.selectFrom('dept').select('id').where('id', '=', id).execute()).length > 0,
    personExists: async (trx: Trx, id: string, asked: Asked): Promise<boolean> => {
      const { rows } =
        await sql`SELECT 1 FROM person WHERE id = ${id}::bigint AND ${scoped(asked.caller.scope, 'dept_id')}`.execute(trx)
      return rows.length > 0
    },

    noteUnknown: async (seen: readonly { kind: string; code: string; count: number }[]): Promise<void> => {
      await sql`INSERT INTO unknown_device (kind, code, count)
        SELECT * FROM unnest(${seen.map(({ kind }) => kind)}::text[], ${seen.map(({ code }) => code)}::text[], ${seen.map(({ count }) => count)}::bigint[])
        ON CONFLICT (kind, code) DO UPDATE SET last_seen = now(), count = unknown_device.count + excluded.count`.execute(db.sql)
    },
    listUnknown: (paging: Paging) =>
      listRows<
        { kind: string; code: string; first_seen: Date; last_seen: Date; count: string },
        { deviceType: string; deviceId: string; firstSeen: string; lastSeen: string; count: number }
      >(
        db,
        {
          columns: sql`kind, code, first_seen, last_seen, count`,
          from: sql`unknown_device`,
          where: [],
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
      ),
    isUnknown: async (trx: Trx, kind: DeviceType, code: string): Promise<boolean> =>
      (await trx.selectFrom('unknown_device').select('code').where('kind', '=', kind).where('code', '=', code).execute()).length >
      0,

    listKeys: (paging: Paging) =>
      listRows<KeyRow, DeviceKey>(
        db,
        {
          columns: sql`id, name, hint, created_at, last_used_at, revoked_at`,
          from: sql`device_key`,
          where: [],
          sort: { name: sql`name`, createdAt: sql`created_at`, lastUsedAt: sql`last_used_at` },
          order: sql`id`,
          map: (row) => ({
            id: row.id,
            name: row.name,
            hint: `${row.hint}…`,
            createdAt: clock.toWire(row.created_at),
            lastUsedAt: clock.toWireOrNull(row.last_used_at),
            revokedAt: clock.toWireOrNull(row.revoked_at),
          }),
        },
        paging,
      ),
    keyExists: async (key: string): Promise<boolean> => {
      const result = await db.sql
        .updateTable('device_key')
        .set({ last_used_at: new Date(clock.now()) })
        .where('key_hash', '=', hashKey(key))
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
    createKey: async (trx: Trx, name: string, key: string): Promise<string> =>
      (
        await trx
          .insertInto('device_key')
          .values({ name, key_hash: hashKey(key), hint: key.slice(0, 4) })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    revokeKey: async (trx: Trx, id: string): Promise<boolean> => {
      const result = await trx
        .updateTable('device_key')
        .set({ revoked_at: new Date(clock.now()) })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
  }
}
export type DeviceStore = ReturnType<typeof createDeviceStore>
