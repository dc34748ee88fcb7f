import { prepared } from '../../kernel/db.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { mergeFixes, type StoredFix } from './fix.ts'
import type { PackedStore } from './packed.store.ts'
import { mayBePacked } from './rules.ts'
import { createTrackStore } from './tracks.store.ts'

/** The way of one device as it is known within a transaction. */

/** Milliseconds within which the nearest fix on either side is looked for. */
const besideWithin = 6 * 3_600_000

const columns = 'kind, fix_time, recv_time, late, lng, lat, alt, accuracy, speed, course, temperature, floor, battery'
const wayOf = prepared(
  'way_of_device',
  `(SELECT ${columns} FROM position WHERE device_id = $1 AND fix_time BETWEEN $2 AND $3)
   UNION ALL (SELECT ${columns} FROM position WHERE device_id = $1 AND fix_time < $2 AND fix_time >= $4 ORDER BY fix_time DESC LIMIT 1)
   UNION ALL (SELECT ${columns} FROM position WHERE device_id = $1 AND fix_time > $3 AND fix_time <= $5 ORDER BY fix_time LIMIT 1)
   ORDER BY fix_time, kind`,
)

type RawFix = Omit<StoredFix, 'fixTime' | 'recvTime'> & { readonly fix_time: Date; readonly recv_time: Date }

/** From a time to another, ms since 1970, with the nearest fix on either side. */
const way = async (
  db: Kernel['db'],
  packed: PackedStore,
  trx: Trx,
  asked: { readonly deviceId: number; readonly from: number; readonly to: number; readonly now: number },
): Promise<StoredFix[]> => {
  const { deviceId, from, to, now } = asked
  const [earliest, latest] = [from - besideWithin, to + besideWithin]
  const { rows } = await db.raw<RawFix>(trx, wayOf, [deviceId, ...[from, to, earliest, latest].map((time) => new Date(time))])
  const raw = rows.map(({ fix_time, recv_time, ...fix }) => ({
    ...fix,
    fixTime: fix_time.getTime(),
    recvTime: recv_time.getTime(),
  }))
  if (!mayBePacked(earliest, now)) return raw
  const old = await packed.readWithin(trx, deviceId, earliest, Math.min(latest, now))
  const all = mergeFixes(old, raw)
  const first = all.findLastIndex(({ fixTime }) => fixTime < from)
  const last = all.findIndex(({ fixTime }) => fixTime > to)
  return all.slice(Math.max(0, first), last < 0 ? undefined : last + 1)
}

/** Tracks as people ask for them, and the way of a device as judging does. */
export const createWays = (kernel: Pick<Kernel, 'db' | 'clock'>, packed: PackedStore) => ({
  tracks: createTrackStore(kernel, packed),
  way: (trx: Trx, deviceId: number, from: number, to: number): Promise<StoredFix[]> =>
    way(kernel.db, packed, trx, { deviceId, from, to, now: kernel.clock.now() }),
})
