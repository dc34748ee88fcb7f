import { sql } from 'kysely'
import { prepared } from '../../kernel/db.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { ofDept } from '../../kernel/listing.ts'
import { doubles, ints, reals, smallints } from '../../kernel/pg-arrays.ts'
import type { PositionRow } from './fix.ts'
import { createHelpStore } from './help.store.ts'
import { createPackedStore } from './packed.store.ts'
import { createPartitionStore } from './partitions.store.ts'
import { futureLimit, mayBePacked } from './rules.ts'
import { createWays } from './way.store.ts'

export type { PositionRow } from './fix.ts'

export interface StateRow {
  /** The newest report by when it was seen there. */
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
   WHERE least(excluded.fix_time, excluded.recv_time) >= least(device_state.fix_time, device_state.recv_time)`

/** Reports by a clock that was ahead which may hide what was seen after them: one a second for as long as `futureLimit`. */
const aheadAtMost = futureLimit / 1_000 + 1

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

const deleteThese = `DELETE FROM position USING unnest($1::int[], $2::float8[], $3::smallint[]) AS again (device, time, kind)
  WHERE position.device_id = again.device AND position.fix_time = to_timestamp(again.time / 1000.0) AND position.kind = again.kind`

type Key = Pick<PositionRow, 'deviceId' | 'fixTime' | 'kind'>

const saidAhead = prepared(
  'said_ahead',
  `SELECT asked.at FROM unnest($1::int[], $2::float8[], $3::smallint[], $4::float8[], $5::float8[])
     WITH ORDINALITY AS asked (device, time, kind, lng, lat, at)
   JOIN position ON position.device_id = asked.device AND position.fix_time = to_timestamp(asked.time / 1000.0)
     AND position.kind = asked.kind AND position.fix_time > position.recv_time AND (position.lng, position.lat) <> (asked.lng, asked.lat)
   WHERE NOT EXISTS (SELECT 1 FROM position AS beside WHERE beside.device_id = asked.device AND beside.kind = asked.kind
     AND beside.fix_time > position.fix_time AND beside.fix_time < position.fix_time + interval '1 s'
     AND (beside.lng, beside.lat) = (asked.lng, asked.lat))`,
)

/** Of devices that nobody hears any more. */
const ofUnused = {
  /** A device that was deleted is nowhere. */
  forget: async (trx: Trx, deviceId: number): Promise<void> => {
    await trx.deleteFrom('device_state').where('device_id', '=', deviceId).execute()
  },
  /** One that is disabled stands at no fence. */
  leaveFences: async (trx: Trx, deviceId: number): Promise<void> => {
    await trx.updateTable('device_state').set({ fences: null }).where('device_id', '=', deviceId).execute()
  },
}

/** Milliseconds in which what came late is read by its receipt before it is packed. */
const settled = 60_000

export const createPositionStore = (kernel: Pick<Kernel, 'db' | 'clock' | 'log'>, settle = settled) => {
  const { db, clock } = kernel
  const packed = createPackedStore({ db, log: kernel.log, settle })

  /** Takes back those of these reports, just inserted, that stand in packed hours; answers the others. */
  const withoutPacked = async (trx: Trx, stored: readonly Key[]): Promise<readonly Key[]> => {
    const now = clock.now()
    const old = stored.filter(({ fixTime }) => mayBePacked(fixTime, now))
    const again = old.length === 0 ? [] : await packed.known(trx, old)
    if (again.length === 0) return stored
    await db.raw(trx, deleteThese, [
      ints(again, ({ deviceId }) => deviceId),
      doubles(again, ({ fixTime }) => fixTime),
      smallints(again, ({ kind }) => kind),
    ])
    const gone = new Set(again)
    return stored.filter((key) => !gone.has(key))
  }

  return {
    packed,
    help: createHelpStore(kernel),
    partitions: createPartitionStore(kernel),
    ...createWays(kernel, packed),

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
      const { rows: stored } = await db.raw<{ device_id: number; fix_time: Date; kind: number }>(trx, insertAndTell, [
        ...columnsOf(rows),
        lateAfter,
        ints(devices, (id) => id),
      ])
      // Looked for after it was inserted: what was packed in between is seen, what is not packed yet stood in the way.
      const fresh = await withoutPacked(
        trx,
        stored.map(({ device_id, fix_time, kind }) => ({ deviceId: device_id, fixTime: fix_time.getTime(), kind })),
      )
      return new Set(fresh.map(({ deviceId, fixTime, kind }) => `${deviceId}:${fixTime}:${kind}`))
    },
    /** Of reports that are there already those that are others: a clock that was ahead said the same time of another place. */
    saidAhead: async <Row extends PositionRow>(trx: Trx, rows: readonly Row[]): Promise<Set<Row>> => {
      const { rows: found } = await db.raw<{ at: string }>(trx, saidAhead, [
        ints(rows, ({ deviceId }) => deviceId),
        doubles(rows, ({ fixTime }) => fixTime),
        smallints(rows, ({ kind }) => kind),
        doubles(rows, ({ lng }) => lng),
        doubles(rows, ({ lat }) => lat),
      ])
      return new Set(found.flatMap(({ at }) => rows[Number(at) - 1] ?? []))
    },
    upsertStates: async (on: Kernel['db']['sql'] | Trx, rows: readonly StateRow[]): Promise<void> => {
      if (rows.length > 0) await db.raw(on, upsertStates, stateColumnsOf(rows))
    },
    /** The same, not waiting for the disk: what a crash takes of it is read back from the positions. */
    checkpointStates: async (rows: readonly StateRow[]): Promise<void> => {
      if (rows.length > 0) await db.raw(db.sql, checkpointStates, stateColumnsOf(rows))
    },
    /** The latest of each device: as it was last written, or as a position tells that came after that. */
    latest: async (): Promise<{ row: PositionRow; recvTime: number; furthest: number; fences: unknown }[]> => {
      const { rows } = await db.raw<LatestRow>(
        db.sql,
        `SELECT latest.*, greatest(latest.recv_time, state.recv_time) AS newest_receipt,
           greatest(latest.fix_time, furthest.fix_time) AS furthest_fix, state.fences
         FROM devices_registered AS device LEFT JOIN device_state state ON state.device_id = device.id
         CROSS JOIN LATERAL (
           (SELECT * FROM (
              SELECT device_id, 1 AS after, kind, fix_time, recv_time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery
              FROM position WHERE position.device_id = device.id
                AND position.fix_time > coalesce(least(state.fix_time, state.recv_time), '-infinity')
              ORDER BY fix_time DESC LIMIT ${aheadAtMost}) AS newest
            WHERE least(fix_time, recv_time) > coalesce(least(state.fix_time, state.recv_time), '-infinity')
            ORDER BY least(fix_time, recv_time) DESC, fix_time DESC LIMIT 1)
           UNION ALL
           SELECT state.device_id, 0, 0, state.fix_time, state.recv_time, state.lng, state.lat, state.alt, state.accuracy, state.speed,
             state.course, state.temperature, state.floor, state.battery WHERE state.device_id IS NOT NULL
           ORDER BY after DESC LIMIT 1) latest
         LEFT JOIN LATERAL (SELECT fix_time FROM position WHERE position.device_id = device.id
             AND position.fix_time > coalesce(least(state.fix_time, state.recv_time), '-infinity')
           ORDER BY fix_time DESC LIMIT 1) furthest ON true`,
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
        furthest: row.furthest_fix.getTime(),
        fences: row.fences,
      }))
    },
    ...ofUnused,
    deptsBelow: async (deptId: string): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`SELECT id FROM accounts_dept WHERE ${ofDept('id', deptId, true)}`.execute(db.sql)
      return rows.map(({ id }) => id)
    },
  }
}
export type PositionStore = ReturnType<typeof createPositionStore>

interface LatestRow extends Omit<PositionRow, 'deviceId' | 'fixTime' | 'recvTime'> {
  device_id: number
  fix_time: Date
  recv_time: Date
  newest_receipt: Date
  furthest_fix: Date
  fences: unknown
}
