import type { Trx } from '../../kernel/kernel.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import type { Device } from '../devices/index.ts'
import type { FenceWatch, Fix } from '../hazards/index.ts'
import { seenAt, type PositionRow, type StoredFix } from './fix.ts'
import { stayIntent } from './intents.ts'
import { JudgedSubject } from './judged-row.ts'
import { lateAfter } from './rules.ts'
import type { PositionStore } from './store.ts'

/** What came after something newer: it is judged by the whole way that it is of, so that the order in which reports come tells nothing. */

/** What came late of one device. */
export interface Late {
  readonly device: Device
  readonly rows: readonly PositionRow[]
}
interface Deps {
  readonly store: PositionStore
  readonly watch: FenceWatch
}

/** Milliseconds of way that are read on at a time until what was found is over, and how far that goes. */
const onward = { step: 1_800_000, atMost: 4 * 3_600_000 }

const fixOf = (row: Pick<StoredFix, 'fixTime' | 'recvTime' | 'lng' | 'lat' | 'accuracy' | 'floor' | 'speed'>): Fix => ({
  time: seenAt(row),
  lng: row.lng,
  lat: row.lat,
  accuracy: row.accuracy ?? 0,
  floor: row.floor,
  speed: row.speed,
})

/** In the order in which they were seen, one of each time. */
export const wayOf = (rows: readonly Parameters<typeof fixOf>[0][]): Fix[] => {
  const fixes = rows.map(fixOf).sort((a, b) => a.time - b.time)
  return fixes.filter(({ time }, at) => time !== fixes[at - 1]?.time)
}

/** Those that are so far from each other that no way has to be known between them go apart. */
const apart = (rows: readonly PositionRow[], reach: number): PositionRow[][] => {
  const parts: PositionRow[][] = []
  for (const row of rows.toSorted((a, b) => seenAt(a) - seenAt(b))) {
    const last = parts.at(-1)?.at(-1)
    if (last && seenAt(row) - seenAt(last) <= 2 * reach) parts.at(-1)?.push(row)
    else parts.push([row])
  }
  return parts
}

/** What late reports of one device come to on the way that they are of. */
export const intentsOnWay = (watch: FenceWatch, { device, rows }: Late, way: readonly Fix[]) => {
  const times = new Set(rows.map(seenAt))
  const stretches = watch.late(new JudgedSubject(device), way, ({ time }) => times.has(time))
  const newest = rows.reduce((one, other) => (seenAt(other) > seenAt(one) ? other : one))
  const context = { now: newest.recvTime, late: newest.recvTime - newest.fixTime > lateAfter }
  return {
    intents: stretches.map((stretch): AlarmIntent => stayIntent(watch, stretch, device, context)),
    goesOn: stretches.some(({ isOpen }) => isOpen),
  }
}

const intentsOf = async ({ store, watch }: Deps, trx: Trx, late: Late, reach: number): Promise<AlarmIntent[]> => {
  const seen = late.rows.map(seenAt)
  const from = Math.min(...seen) - reach
  let to = Math.max(...seen) + reach
  for (let last = Number.NEGATIVE_INFINITY; ; to += onward.step) {
    const way = wayOf(await store.way(trx, late.device.id, from, to))
    const { intents, goesOn } = intentsOnWay(watch, late, way)
    const end = way.at(-1)?.time ?? last
    // Nothing more is known of it.
    if (!goesOn || end <= last || to - from > onward.atMost) return intents
    last = end
  }
}

/** What late reports come to, all of which are stored by now; in the order of their times. */
export const lateIntents = async (deps: Deps, trx: Trx, late: ReadonlyMap<number, Late>): Promise<AlarmIntent[]> => {
  const intents: AlarmIntent[] = []
  for (const { device, rows } of late.values()) {
    const reach = deps.watch.lateReach(new JudgedSubject(device), wayOf(rows))
    if (reach === null) continue
    for (const part of apart(rows, reach)) intents.push(...(await intentsOf(deps, trx, { device, rows: part }, reach)))
  }
  return intents
}
