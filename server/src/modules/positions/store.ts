import { sql } from 'kysely'
import type { Position } from '@vigil/contract/positions/entities.ts'
import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import { prepared } from '../../kernel/db.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { listRows, ofDept } from '../../kernel/listing.ts'
import { doubles, ints, reals, smallints } from '../../kernel/pg-arrays.ts'

/** One report as it is written: times in ms since 1970. */
export interface PositionRow {
  readonly deviceId: number
  readonly kind: number
  readonly fixTime: number
  readonly recvTime: number
  readonly lng: number
  readonly lat: number
  readonly alt: number | null
  readonly accuracy: number | null
  readonly speed: number | null
  readonly course: number | null
  readonly temperature: number | null
  readonly floor: number | null
  readonly battery: number | null
}
export interface StateRow {
  /** The newest report by the time of its fix. */
  readonly row: PositionRow
  /** Of the newest receipt. */
  readonly recvTime: number
  /** Standings at fences as JSON, null for none. */
  readonly fences: string | null
}

const insertInto = `INSERT INTO position (device_id, kind, fix_time, recv_time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery, late)
  SELECT d, k, to_timestamp(f / 1000.0), to_timestamp(r / 1000.0), lng, lat, alt, acc, spd, crs, tmp, flr, bat, f < r - $14
  FROM unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::real[], $8::real[], $9::real[], $10::real[],
    $11::real[], $12::smallint[], $13::smallint[]) AS report (d, k, f, r, lng, lat, alt, acc, spd, crs, tmp, flr, bat)`

const insertAll = prepared('insert_positions', `${insertInto} ON CONFLICT DO NOTHING`)
const insertAndTell = prepared(
  'insert_positions_and_tell',
  `WITH stored AS (${insertInto} ON CONFLICT DO NOTHING RETURNING device_id, fix_time, kind)
   SELECT device_id, fix_time, kind FROM stored WHERE device_id = ANY ($15::int[])`,
)

const columnsOf = (rows: readonly PositionRow[]): Buffer[] => [
  ints(rows, (row) => row.deviceId),
  smallints(rows, (row) => row.kind),
  doubles(rows, (row) => row.fixTime),
  doubles(rows, (row) => row.recvTime),
  doubles(rows, (row) => row.lng),
  doubles(rows, (row) => row.lat),
  reals(rows, (row) => row.alt),
  reals(rows, (row) => row.accuracy),
  reals(rows, (row) => row.speed),
  reals(rows, (row) => row.course),
  reals(rows, (row) => row.temperature),
  smallints(rows, (row) => row.floor),
  smallints(rows, (row) => row.battery),
]

/** An older state than the one that stands, from a statement that was overtaken, changes nothing. */
const upsertWith = (from: string): string =>
  `INSERT INTO device_state (device_id, fix_time, recv_time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery, fences)
   SELECT d, to_timestamp(f / 1000.0), to_timestamp(r / 1000.0), lng, lat, alt, acc, spd, crs, tmp, flr, bat, fen::jsonb
   FROM unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::real[], $7::real[], $8::real[], $9::real[], $10::real[],
     $11::smallint[], $12::smallint[], $13::text[]) AS state (d, f, r, lng, lat, alt, acc, spd, crs, tmp, flr, bat, fen) ${from}
   ON CONFLICT (device_id) DO UPDATE SET fix_time = excluded.fix_time, recv_time = excluded.recv_time, lng = excluded.lng,
     lat = excluded.lat, alt = excluded.alt, accuracy = excluded.accuracy, speed = excluded.speed, course = excluded.course,
     temperature = excluded.temperature, floor = excluded.floor, battery = excluded.battery, fences = excluded.fences
   WHERE excluded.fix_time >= device_state.fix_time`

const upsertStates = prepared('upsert_states', upsertWith(''))
const checkpointStates = prepared(
  'checkpoint_states',
  upsertWith(`CROSS JOIN (SELECT set_config('synchronous_commit', 'off', true)) AS relaxed`),
)

const stateColumnsOf = (rows: readonly StateRow[]): unknown[] => [
  ints(rows, ({ row }) => row.deviceId),
  doubles(rows, ({ row }) => row.fixTime),
  doubles(rows, ({ recvTime }) => recvTime),
  doubles(rows, ({ row }) => row.lng),
  doubles(rows, ({ row }) => row.lat),
  reals(rows, ({ row }) => row.alt),
  reals(rows, ({ row }) => row.accuracy),
  reals(rows, ({ row }) => row.speed),
  reals(rows, ({ row }) => row.course),
  reals(rows, ({ row }) => row.temperature),
  smallints(rows, ({ row }) => row.floor),
  smallints(rows, ({ row }) => row.battery),
  rows.map(({ fences }) => fences),
]

const day = 86_400_000
const partitionName = (start: number): string => `position_${new Date(start).toISOString().slice(0, 10).replaceAll('-', '')}`
/** Of positions older than a day one in this many seconds is kept for each device. */
const thinTo = 30

export const createPositionStore = ({ db, clock }: Kernel) => {
  const partitions = async (): Promise<{ name: string; start: number }[]> => {
    const { rows } = await db.raw<{ name: string }>(
      db.sql,
      `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
       WHERE inhparent = 'position'::regclass AND child.relname ~ '^position_\\d{8}$' ORDER BY 1`,
    )
    return rows.map(({ name }) => ({
      name,
      start: Date.parse(name.replace(/^position_(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3T00:00:00Z')),
    }))
  }
  const drop = (name: string): Promise<unknown> => db.raw(db.sql, `DROP TABLE ${name}`)

  return {
    /** Inserts what is known to be new; what turns out to be there already is left as it is. */
    insert: async (on: Kernel['db']['sql'] | Trx, rows: readonly PositionRow[], lateAfter: number): Promise<void> => {
      if (rows.length > 0) await db.raw(on, insertAll, [...columnsOf(rows), lateAfter])
    },
    /** Inserts what may be there already; of these devices answers `device:time:kind` of what was not. */
    insertNew: async (
      trx: Trx,
      rows: readonly PositionRow[],
      lateAfter: number,
      devices: readonly number[],
    ): Promise<ReadonlySet<string>> => {
      const stored = await db.raw<{ device_id: number; fix_time: Date; kind: number }>(trx, insertAndTell, [
        ...columnsOf(rows),
        lateAfter,
        ints(devices, (id) => id),
      ])
      return new Set(stored.rows.map((row) => `${row.device_id}:${row.fix_time.getTime()}:${row.kind}`))
    },
    /** Of what is older than retention only the first in each half minute is kept. */
    insertThinned: async (trx: Trx, rows: readonly PositionRow[], lateAfter: number): Promise<void> => {
      if (rows.length === 0) return
      await db.raw(
        trx,
        `${insertInto} WHERE NOT EXISTS (SELECT FROM position p WHERE p.device_id = d
           AND p.fix_time >= to_timestamp(floor(f / ${thinTo * 1000}) * ${thinTo}) AND p.fix_time < to_timestamp((floor(f / ${thinTo * 1000}) + 1) * ${thinTo}))
         ON CONFLICT DO NOTHING`,
        [...columnsOf(rows), lateAfter],
      )
    },
    upsertStates: async (on: Kernel['db']['sql'] | Trx, rows: readonly StateRow[]): Promise<void> => {
      if (rows.length > 0) await db.raw(on, upsertStates, stateColumnsOf(rows))
    },
    /** The same, not waiting for the disk: what a crash takes of it is read back from the positions. */
    checkpointStates: async (rows: readonly StateRow[]): Promise<void> => {
      if (rows.length > 0) await db.raw(db.sql, checkpointStates, stateColumnsOf(rows))
    },
    /** The latest of each device: as it was last written, or as a position tells that came after that. */
    latest: async (): Promise<{ row: PositionRow; recvTime: number; fences: unknown }[]> => {
      const { rows } = await db.raw<LatestRow>(
        db.sql,
        `SELECT latest.*, greatest(latest.recv_time, state.recv_time) AS newest_receipt, state.fences
         FROM device LEFT JOIN device_state state ON state.device_id = device.id
         CROSS JOIN LATERAL (
           (SELECT device_id, 1 AS after, kind, fix_time, recv_time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery
            FROM position WHERE position.device_id = device.id AND position.fix_time > coalesce(state.fix_time, '-infinity')
            ORDER BY fix_time DESC LIMIT 1)
           UNION ALL
           SELECT state.device_id, 0, 0, state.fix_time, state.recv_time, state.lng, state.lat, state.alt, state.accuracy, state.speed,
             state.course, state.temperature, state.floor, state.battery WHERE state.device_id IS NOT NULL
           ORDER BY after DESC LIMIT 1) latest
         WHERE device.deleted_at IS NULL`,
      )
      return rows.map((row) => ({
        row: {
          deviceId: row.device_id,
          kind: row.kind,
          fixTime: row.fix_time.getTime(),
          recvTime: row.recv_time.getTime(),
          lng: row.lng,
          lat: row.lat,
          alt: row.alt,
          accuracy: row.accuracy,
          speed: row.speed,
          course: row.course,
          temperature: row.temperature,
          floor: row.floor,
          battery: row.battery,
        },
        recvTime: row.newest_receipt.getTime(),
        fences: row.fences,
      }))
    },
    track: (deviceId: number, from: Date, to: Date, paging: Paging, map: (row: TrackRow) => Position) =>
      listRows<TrackRow, Position>(
        db,
        {
          columns: sql`fix_time, recv_time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery, late`,
          from: sql`position`,
          where: [sql`device_id = ${deviceId} AND fix_time >= ${from} AND fix_time < ${to}`],
          sort: { fixTime: sql`fix_time` },
          order: sql`fix_time, kind`,
          map,
        },
        paging,
      ),

    /** Makes the partitions of yesterday to the day after tomorrow that are not there yet. */
    preparePartitions: async (): Promise<void> => {
      const today = Math.floor(clock.now() / day) * day
      const known = new Set((await partitions()).map(({ name }) => name))
      for (let start = today - day; start <= today + 2 * day; start += day) {
        if (known.has(partitionName(start))) continue
        const [from, to] = [new Date(start).toISOString(), new Date(start + day).toISOString()]
        // Rows of that day that came before it had a partition would stand in the way of it: they move in.
        await db.transaction(async (trx) => {
          await db.raw(trx, `CREATE TABLE ${partitionName(start)} (LIKE position INCLUDING ALL)`)
          await db.raw(
            trx,
            `WITH moved AS (DELETE FROM position_default WHERE fix_time >= '${from}' AND fix_time < '${to}' RETURNING *)
             INSERT INTO ${partitionName(start)} SELECT * FROM moved`,
          )
          await db.raw(
            trx,
            `ALTER TABLE position ATTACH PARTITION ${partitionName(start)} FOR VALUES FROM ('${from}') TO ('${to}')`,
          )
        })
      }
    },
    /** Drops whole days older than retention, and what the default partition holds of them. */
    dropOlder: async (days: number): Promise<string[]> => {
      const before = Math.floor(clock.now() / day) * day - days * day
      const old = (await partitions()).filter(({ start }) => start < before)
      for (const { name } of old) await drop(name)
      await db.raw(db.sql, `DELETE FROM position_default WHERE fix_time < $1`, [new Date(before)])
      return old.map(({ name }) => name)
    },
    /** Rewrites each day before yesterday with one position in half a minute for each device, calls for help kept. */
    thin: async (): Promise<string[]> => {
      const yesterday = Math.floor(clock.now() / day) * day - day
      const { rows } = await db.raw<{ name: string }>(
        db.sql,
        `SELECT relname AS name FROM pg_class WHERE relname ~ '^position_\\d{8}$' AND coalesce(obj_description(oid), '') <> 'thinned'`,
      )
      const fresh = new Set(rows.map(({ name }) => name))
      const due = (await partitions()).filter(({ name, start }) => start < yesterday && fresh.has(name))
      for (const { name, start } of due) {
        const [from, to] = [new Date(start).toISOString(), new Date(start + day).toISOString()]
        await db.transaction(async (trx) => {
          await db.raw(trx, `SET LOCAL statement_timeout = '10min'`)
          await db.raw(trx, `LOCK TABLE ${name} IN SHARE ROW EXCLUSIVE MODE`)
          await db.raw(trx, `CREATE TABLE ${name}_thin (LIKE position INCLUDING ALL)`)
          await db.raw(
            trx,
            `INSERT INTO ${name}_thin SELECT DISTINCT ON (device_id, kind > 0, floor(extract(epoch FROM fix_time) / ${thinTo}), CASE WHEN kind > 0 THEN fix_time END) *
             FROM ${name} ORDER BY device_id, kind > 0, floor(extract(epoch FROM fix_time) / ${thinTo}), CASE WHEN kind > 0 THEN fix_time END, fix_time`,
          )
          await db.raw(trx, `DROP TABLE ${name}`)
          await db.raw(trx, `ALTER TABLE ${name}_thin RENAME TO ${name}`)
          await db.raw(trx, `ALTER TABLE position ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`)
          await db.raw(trx, `COMMENT ON TABLE ${name} IS 'thinned'`)
        })
      }
      return due.map(({ name }) => name)
    },
    /** Drops the oldest days while the database is larger than `limit` bytes; today and yesterday stay. */
    shrink: async (limit: number): Promise<string[]> => {
      const dropped: string[] = []
      const yesterday = Math.floor(clock.now() / day) * day - day
      for (const { name, start } of await partitions()) {
        const { rows } = await db.raw<{ size: string }>(db.sql, 'SELECT pg_database_size(current_database()) AS size')
        if (Number(rows[0]?.size ?? 0) <= limit || start >= yesterday) break
        await drop(name)
        dropped.push(name)
      }
      return dropped
    },
    deptsBelow: async (deptId: string): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`SELECT id FROM dept WHERE ${ofDept('id', deptId, true)}`.execute(db.sql)
      return rows.map(({ id }) => id)
    },
    pruneEvents: (before: Date) => db.sql.deleteFrom('live_event').where('at', '<', before).execute(),
  }
}
export type PositionStore = ReturnType<typeof createPositionStore>

export interface TrackRow {
  fix_time: Date
  recv_time: Date
  lng: number
  lat: number
  alt: number | null
  accuracy: number | null
  speed: number | null
  course: number | null
  temperature: number | null
  floor: number | null
  battery: number | null
  late: boolean
}

interface LatestRow extends Omit<TrackRow, 'late'> {
  device_id: number
  kind: number
  newest_receipt: Date
  fences: unknown
}
