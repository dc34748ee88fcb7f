import type { Fix, Standings } from '../hazards/index.ts'
import { isNewer, seenAt } from './fix.ts'
import { KeptRow } from './kept-row.ts'
import { isSteadilyBehind } from './rules.ts'
import type { PositionRow, StateRow } from './store.ts'

/** What is written over in place. */
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** The latest of one device. */
export interface Latest {
  /** The newest report by when it was seen there. */
  readonly row: PositionRow
  /** ms since 1970 of the newest receipt, be its fix the newest or not. */
  readonly recvTime: number
  /** ms since 1970: the greatest time of all its fixes that are stored, which is beyond that of `row` where a clock was ahead. */
  readonly furthest: number
  readonly standings: Standings | null
}

/**
 * As it stands committed. One for each device as long as the server runs, written over in place: what is made anew with every
 * report and lives until the next one costs the garbage collector more than judging the report.
 */
export interface DeviceState extends Latest {
  readonly row: KeptRow
  /** Its clock is: it is where it says when that comes, whatever time it says. */
  readonly isBehind: boolean
  readonly recent: RecentFixes
}

/** After one report that is judged and not committed yet. */
export interface StagedState extends Latest {
  /** The report; `row` is another one's when it came late. */
  readonly judged: PositionRow
  /** After the report before it in the same batch. */
  readonly before: StagedState | null
}

const kept = 8
const numbersOfFix = 5

/** The newest fixes of a device, oldest first, for what arrives out of order. */
export class RecentFixes {
  private readonly numbers = new Float64Array(kept * numbersOfFix)
  private count = 0

  /** One of each time. */
  add({ time, lng, lat, accuracy, floor }: Fix): void {
    this.put(time, lng, lat, accuracy, floor)
  }

  /** The fix of a report. */
  addOf(row: PositionRow): void {
    this.put(seenAt(row), row.lng, row.lat, row.accuracy ?? 0, row.floor)
  }

  list(): Fix[] {
    return Array.from({ length: this.count }, (_, place) => {
      const [time = 0, lng = 0, lat = 0, accuracy = 0, floor = 0] = this.numbers.subarray(place * numbersOfFix)
      return { time, lng, lat, accuracy, floor: Number.isNaN(floor) ? null : floor }
    })
  }

  private put(time: number, lng: number, lat: number, accuracy: number, floor: number | null): void {
    const { numbers } = this
    let place = this.count
    while (place > 0 && this.timeAt(place - 1) > time) place -= 1
    if (place > 0 && this.timeAt(place - 1) === time) return
    if (this.count === kept) {
      if (place === 0) return
      numbers.copyWithin(0, numbersOfFix)
      this.count -= 1
      place -= 1
    }
    const at = place * numbersOfFix
    numbers.copyWithin(at + numbersOfFix, at, this.count * numbersOfFix)
    numbers[at] = time
    numbers[at + 1] = lng
    numbers[at + 2] = lat
    numbers[at + 3] = accuracy
    numbers[at + 4] = floor ?? Number.NaN
    this.count += 1
  }

  private timeAt(place: number): number {
    return this.numbers[place * numbersOfFix] as number
  }
}

export const createState = ({ row, recvTime, furthest, standings }: Latest): DeviceState => {
  const recent = new RecentFixes()
  recent.addOf(row)
  return { row: new KeptRow(row), isBehind: false, recvTime, furthest, standings, recent }
}

/** The newest fixes as they will be once what is staged is committed. */
export const recentWith = (state: DeviceState | undefined, staged: StagedState | undefined): RecentFixes => {
  const recent = new RecentFixes()
  for (const fix of state?.recent.list() ?? []) recent.add(fix)
  addJudged(recent, staged)
  return recent
}

/** Takes over what was committed. */
export const takeOver = (state: Writable<DeviceState>, staged: StagedState): void => {
  // What came late by itself leaves the newest as it was.
  if (staged.row.recvTime !== state.row.recvTime) state.isBehind = isSteadilyBehind(state.row, staged.row)
  state.row.write(staged.row)
  state.recvTime = staged.recvTime
  state.furthest = staged.furthest
  state.standings = staged.standings
  addJudged(state.recent, staged)
}

/** Takes over what another server committed, unless it is known better here. */
export const takeOverNewer = (state: Writable<DeviceState>, latest: Latest): void => {
  const recvTime = Math.max(state.recvTime, latest.recvTime)
  const furthest = Math.max(state.furthest, latest.furthest)
  if (isNewer(latest.row, state.row)) takeOver(state, { ...latest, judged: latest.row, before: null })
  state.recvTime = recvTime
  state.furthest = furthest
}

const addJudged = (recent: RecentFixes, staged: StagedState | undefined): void => {
  if (staged?.before === null) {
    recent.addOf(staged.judged)
    return
  }
  const judged: PositionRow[] = []
  for (let each = staged ?? null; each; each = each.before) judged.push(each.judged)
  for (const row of judged.reverse()) recent.addOf(row)
}

/** Of a row that may only stand for a report. */
export const copyOfRow = (row: PositionRow): PositionRow => ({
  deviceId: row.deviceId,
  kind: row.kind,
  fixTime: row.fixTime,
  recvTime: row.recvTime,
  lng: row.lng,
  lat: row.lat,
  alt: row.alt,
  accuracy: row.accuracy,
  speed: row.speed,
  course: row.course,
  temperature: row.temperature,
  floor: row.floor,
  battery: row.battery,
})

/** In the order of their devices: transactions that write some of the same never wait for each other in a circle. */
export const stateRowsOf = (ids: Iterable<number>, latestOf: (id: number) => Latest | undefined): StateRow[] =>
  [...ids]
    .sort((a, b) => a - b)
    .flatMap((id) => {
      const latest = latestOf(id)
      return latest
        ? [{ row: latest.row, recvTime: latest.recvTime, fences: latest.standings && JSON.stringify(latest.standings) }]
        : []
    })
