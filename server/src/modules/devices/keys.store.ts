import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { KeyBinding } from '@vigil/contract/devices/device-key.ts'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { listRows } from '../../kernel/listing.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { HeldKey } from './key.rules.ts'
import { deptOfDeviceIn } from './store.ts'

interface Named {
  id: string
  name: string | null
}
interface KeyRow {
  id: string
  name: string
  hint: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  device_kinds: DeviceType[]
  depts: Named[]
  gateway: Named | null
  device_kind: DeviceType | null
  device_code: string | null
  device_name: string | null
  device_gone: boolean
  refused: string
  refused_at: Date | null
  refused_kind: DeviceType | null
  refused_code: string | null
}
interface HeldRow {
  id: string
  name: string
  hash: string
  revoked_at: Date | null
  device_kinds: DeviceType[]
  of_depts: boolean
  depts: string[]
  gateway_on: boolean | null
  device_kind: string | null
  device_code: string | null
  device_id: number | null
}
interface BindingRow {
  name: string
  device_kinds: DeviceType[]
  dept_ids: string[]
  gateway_id: string | null
  device_kind: DeviceType | null
  device_code: string | null
  device_id: number | null
}

/** A key as it is stored, with what it holds for. */
export interface StoredKey {
  readonly name: string
  readonly binding: KeyBinding
  /** The record of the one device that it names, null while none was registered so. */
  readonly deviceId: number | null
}

/** What came of a key since it was last written down. */
export interface KeyNews {
  readonly id: string
  readonly usedAt: Date | null
  readonly refused: number
  readonly last: { readonly kind: string; readonly code: string; readonly at: Date } | null
}

export const hashKey = (key: string): string => hash('sha256', key, 'base64')

/** Of devices, the one that a key means and that is still called so. */
const isMeant = sql`device.deleted_at IS NULL AND device.id = device_key.device_id AND device.kind = device_kind AND device.code = device_code`
/** The department of the one device that a key names: null without one, or where it is not registered. */
const deptOfNamed = sql`(SELECT ${deptOfDeviceIn('person')} FROM device LEFT JOIN accounts_person AS person ON person.id = device.person_id
  WHERE ${isMeant})`
/** The departments that a key belongs to: the chosen ones, or that of its device. Empty for one that is the whole site's. */
const belongsTo = sql`CASE WHEN cardinality(device_key.dept_ids) > 0 THEN device_key.dept_ids
  ELSE array_remove(ARRAY[${deptOfNamed}], NULL) END`

const columnsOf = ({ deviceTypes, deptIds, gatewayId, device }: KeyBinding, deviceId: number | null) => ({
  device_kinds: deviceTypes,
  dept_ids: deptIds,
  gateway_id: gatewayId,
  device_kind: device?.deviceType ?? null,
  device_code: device?.deviceId ?? null,
  device_id: deviceId,
})

/** Where keys are stored. */
type KeyTables = Pick<Kernel, 'db' | 'clock'>

const heldOf = (row: HeldRow): HeldKey => ({
  id: row.id,
  name: row.name,
  until: row.revoked_at?.getTime() ?? Infinity,
  kinds: row.device_kinds.length > 0 ? new Set(row.device_kinds) : null,
  depts: row.of_depts ? new Set(row.depts) : null,
  gatewayOn: row.gateway_on,
  device:
    row.device_kind === null || row.device_code === null
      ? null
      : { kind: row.device_kind, code: row.device_code, id: row.device_id },
})

/** The keys that hold now, by their hashes. */
const held = async ({ db, clock }: KeyTables): Promise<Map<string, HeldKey>> => {
  const { rows } =
    await sql<HeldRow>`SELECT device_key.id, device_key.name, encode(key_hash, 'base64') AS hash, revoked_at, device_kinds,
      cardinality(dept_ids) > 0 AS of_depts, device_kind, device_code, device_id,
      ARRAY(WITH RECURSIVE below AS (
          SELECT id FROM accounts_dept WHERE id = ANY(device_key.dept_ids)
          UNION SELECT dept.id FROM accounts_dept AS dept JOIN below ON dept.pid = below.id)
        SELECT id::text FROM below) AS depts,
      CASE WHEN gateway_id IS NOT NULL
        THEN EXISTS (SELECT FROM lora_gateway WHERE lora_gateway.id = gateway_id AND enabled) END AS gateway_on
    FROM device_key WHERE revoked_at IS NULL OR revoked_at > ${new Date(clock.now())}`.execute(db.sql)
  return new Map(rows.map((row) => [row.hash, heldOf(row)]))
}

/** What tells one state of all that from another. */
const digest = async ({ db }: KeyTables): Promise<string> => {
  const { rows } = await sql<{ digest: string }>`SELECT concat_ws(' ',
      (SELECT md5(string_agg(concat_ws(',', id, name, revoked_at, device_kinds, dept_ids, gateway_id, device_kind, device_code, device_id), ';'
        ORDER BY id)) FROM device_key),
      (SELECT concat(count(*), ':', sum(version)) FROM accounts_dept),
      (SELECT concat(count(*), ':', sum(version)) FROM lora_gateway)) AS digest`.execute(db.sql)
  return rows[0]?.digest ?? ''
}

/** A key as lists show it. */
const shownOf = (clock: Kernel['clock'], row: KeyRow) => ({
  id: row.id,
  name: row.name,
  hint: `${row.hint}…`,
  createdAt: clock.toWire(row.created_at),
  lastUsedAt: clock.toWireOrNull(row.last_used_at),
  revokedAt: clock.toWireOrNull(row.revoked_at),
  deviceTypes: row.device_kinds,
  depts: row.depts,
  gateway: row.gateway,
  device:
    row.device_kind === null || row.device_code === null
      ? null
      : { deviceType: row.device_kind, deviceId: row.device_code, name: row.device_name, gone: row.device_gone },
  refused: Number(row.refused),
  lastRefused:
    row.refused_at === null || row.refused_kind === null || row.refused_code === null
      ? null
      : { deviceType: row.refused_kind, deviceId: row.refused_code, time: clock.toWire(row.refused_at) },
})

const list = ({ db, clock }: KeyTables, paging: Paging, scope: Scope) =>
  listRows(
    db,
    {
      columns: sql`device_key.id, device_key.name, hint, created_at, last_used_at, revoked_at, device_kinds, device_kind, device_code,
        refused, refused_at, refused_kind, refused_code,
        (SELECT coalesce(jsonb_agg(jsonb_build_object('id', wanted::text, 'name', dept.name) ORDER BY place), '[]')
          FROM unnest(dept_ids) WITH ORDINALITY AS named (wanted, place) LEFT JOIN accounts_dept AS dept ON dept.id = wanted) AS depts,
        CASE WHEN gateway_id IS NOT NULL THEN jsonb_build_object('id', gateway_id::text,
          'name', (SELECT lora_gateway.name FROM lora_gateway WHERE lora_gateway.id = gateway_id)) END AS gateway,
        (SELECT label FROM device WHERE ${isMeant}) AS device_name,
        device_id IS NOT NULL AND NOT EXISTS (SELECT FROM device WHERE ${isMeant}) AS device_gone`,
      from: sql`device_key`,
      where: scope.all ? [] : [sql`cardinality(${belongsTo}) = 0 OR (${belongsTo})::bigint[] && ${[...scope.deptIds]}::bigint[]`],
      sort: { name: sql`name`, createdAt: sql`created_at`, lastUsedAt: sql`last_used_at` },
      order: sql`id`,
      map: (row: KeyRow) => shownOf(clock, row),
    },
    paging,
  )

/** What a key is and holds for, taken until the end of the transaction; null where there is none. */
const take = async (trx: Trx, id: string): Promise<StoredKey | null> => {
  const { rows } = await sql<BindingRow>`SELECT name, device_kinds, dept_ids::text[] AS dept_ids, gateway_id::text AS gateway_id,
    device_kind, device_code, device_id FROM device_key WHERE id = ${id}::bigint FOR UPDATE`.execute(trx)
  const [row] = rows
  if (!row) return null
  const device =
    row.device_kind === null || row.device_code === null ? null : { deviceType: row.device_kind, deviceId: row.device_code }
  const binding = { deviceTypes: row.device_kinds, deptIds: row.dept_ids, gatewayId: row.gateway_id, device }
  return { name: row.name, binding, deviceId: row.device_id }
}

const hasGateway = async (trx: Trx, id: string, scope: Scope): Promise<boolean> => {
  const seen = scope.all ? sql`true` : sql`(dept_id IS NULL OR dept_id = ANY(${[...scope.deptIds]}::bigint[]))`
  const { rows } = await sql`SELECT FROM lora_gateway WHERE id = ${id}::bigint AND ${seen}`.execute(trx)
  return rows.length > 0
}

const create = async (trx: Trx, name: string, key: string, binding: KeyBinding, deviceId: number | null): Promise<string> =>
  (
    await trx
      .insertInto('device_key')
      .values({ name, key_hash: Buffer.from(hashKey(key), 'base64'), hint: key.slice(0, 4), ...columnsOf(binding, deviceId) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Binds a key that has no end yet to something else, and forgets what it was refused; whether there is one. */
const bind = async (trx: Trx, id: string, binding: KeyBinding, deviceId: number | null): Promise<boolean> => {
  const result = await trx
    .updateTable('device_key')
    .set({ ...columnsOf(binding, deviceId), refused: '0', refused_at: null, refused_kind: null, refused_code: null })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends a key that has no end yet; whether there is one. */
const end = async (trx: Trx, id: string, at: Date): Promise<boolean> => {
  const result = await trx
    .updateTable('device_key')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends a key now, one that was to end later too. */
const revoke = async ({ clock }: KeyTables, trx: Trx, id: string): Promise<boolean> => {
  const now = new Date(clock.now())
  const result = await trx
    .updateTable('device_key')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`revoked_at IS NULL OR revoked_at > ${now}`)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

const note = async ({ db }: KeyTables, news: readonly KeyNews[]): Promise<void> => {
  const each = <Value>(of: (one: KeyNews) => Value): Value[] => news.map(of)
  await sql`UPDATE device_key SET last_used_at = greatest(last_used_at, told.used_at), refused = device_key.refused + told.refused,
      refused_at = coalesce(told.at, device_key.refused_at), refused_kind = coalesce(told.kind, device_key.refused_kind),
      refused_code = coalesce(told.code, device_key.refused_code)
    FROM unnest(${each(({ id }) => id)}::bigint[], ${each(({ usedAt }) => usedAt)}::timestamptz[], ${each(({ refused }) => refused)}::bigint[],
      ${each(({ last }) => last?.at ?? null)}::timestamptz[], ${each(({ last }) => last?.kind ?? null)}::text[],
      ${each(({ last }) => last?.code ?? null)}::text[]) AS told (id, used_at, refused, at, kind, code)
    WHERE device_key.id = told.id`.execute(db.sql)
}

export const createKeyStore = (tables: KeyTables) => ({
  held: () => held(tables),
  digest: () => digest(tables),
  list: (paging: Paging, scope: Scope) => list(tables, paging, scope),
  take,
  hasGateway,
  create,
  bind,
  end,
  revoke: (trx: Trx, id: string) => revoke(tables, trx, id),
  note: (news: readonly KeyNews[]) => note(tables, news),
})
export type KeyStore = ReturnType<typeof createKeyStore>
