import type { Standings } from '../hazards/index.ts'
import { isNewer } from './fix.ts'
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
}

/** After one report that is judged and not committed yet. */
export interface StagedState extends Latest {
  /** The report; `row` is another one's when it came late. */
  readonly judged: PositionRow
  /** After the report before it in the same batch. */
  readonly before: StagedState | null
}

export const createState = ({ row, recvTime, furthest, standings }: Latest): DeviceState => {
  return { row: new KeptRow(row), isBehind: false, recvTime, furthest, standings }
}

/** Takes over what was committed. */
export const takeOver = (state: Writable<DeviceState>, staged: StagedState): void => {
  // What came late by itself leaves the newest as it was.
  if (staged.row.recvTime !== state.row.recvTime) state.isBehind = isSteadilyBehind(state.row, staged.row)
  state.row.write(staged.row)
  state.recvTime = staged.recvTime
  state.furthest = staged.furthest
  state.standings = staged.standings
}

/** Takes over what another server committed, unless it is known better here. */
export const takeOverNewer = (state: Writable<DeviceState>, latest: Latest): void => {
  const recvTime = Math.max(state.recvTime, latest.recvTime)
  const furthest = Math.max(state.furthest, latest.furthest)
  if (isNewer(latest.row, state.row)) takeOver(state, { ...latest, judged: latest.row, before: null })
  state.recvTime = recvTime
  state.furthest = furthest
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
