import type { Incoming, Outcome } from './incoming.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import type { Device } from '../devices/index.ts'
import type { FenceWatch, Fix, Heard } from '../hazards/index.ts'
import type { NumberedEvent } from '../../kernel/event-stream.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { Located } from './admission.ts'
import { fenceIntent } from './intents.ts'
import { isNewer, seenAt } from './fix.ts'
import { addHeard, type HeardByKey } from './heard.ts'
import { JudgedRow, JudgedSubject } from './judged-row.ts'
import { futureLimit, isSteadilyBehind, lateAfter } from './rules.ts'
import type { DeviceState, Latest, StagedState, Writable } from './state.ts'
import type { PositionRow, PositionStore } from './store.ts'

/** What each report of a batch comes to: where its device is, and what it raises at a fence. */

/** What judging and storing reports needs of the rest of the server. */
export interface BatchDeps {
  readonly kernel: Kernel
  readonly store: PositionStore
  readonly findDevice: (kind: Incoming['deviceType'], code: string) => Device | undefined
  readonly noteUnknown: (kind: string, code: string) => void
  /** A report that is set aside: its clock is ahead by so many milliseconds. */
  readonly noteClock: (device: Device, skew: number, isSetAside: boolean) => void
  /** A report that is so many milliseconds late, and when it came. */
  readonly noteLate: (device: Device, lag: number, recv: number) => void
  readonly watch: FenceWatch
  readonly applyAlarms: (trx: Trx, intents: readonly AlarmIntent[]) => Promise<NumberedEvent[]>
  readonly noteHeard: (trx: Trx, heard: readonly Heard[]) => Promise<void>
  readonly retentionDays: () => number
}

/** Reports held against fences, on top of the latest states; nothing of it is stored yet, or ever. */
export interface Judging {
  readonly deps: Pick<BatchDeps, 'watch'>
  readonly states: ReadonlyMap<number, DeviceState>
  readonly staged: Map<number, StagedState>
  /** Devices that stand elsewhere at a fence than is written. */
  readonly changed: Set<number>
  readonly intents: AlarmIntent[]
  /** What came after something newer, by device: the way that it is of tells what it comes to (`judgeLate`). */
  readonly late: Map<number, { readonly device: Device; readonly rows: PositionRow[] }>
  /** Of the report that is judged, and of the one before it of its device. */
  readonly fix: Writable<Fix>
  readonly fixBefore: Writable<Fix>
}

/** A batch as far as it is judged. */
export interface Judged extends Judging {
  readonly deps: BatchDeps
  /** ms since 1970: what is older is past its retention. */
  readonly oldest: number
  /** Newer than all that is known of their device, so new. */
  readonly certain: PositionRow[]
  /** Only the database knows whether these are there already. */
  readonly doubtful: { row: PositionRow; device: Device; report: Located; outcomes: Outcome[]; index: number }[]
  readonly doubtfulKeys: Set<string>
  readonly ancient: PositionRow[]
  /** A post may name them a million times. */
  readonly heard: HeardByKey
}

export const createJudging = <Deps extends Judging['deps']>(deps: Deps, states: ReadonlyMap<number, DeviceState>) => ({
  deps,
  states,
  staged: new Map<number, StagedState>(),
  changed: new Set<number>(),
  intents: [] as AlarmIntent[],
  late: new Map<number, { readonly device: Device; readonly rows: PositionRow[] }>(),
  fix: emptyFix(),
  fixBefore: emptyFix(),
})

export const createJudged = (deps: BatchDeps, states: ReadonlyMap<number, DeviceState>): Judged => ({
  ...createJudging(deps, states),
  oldest: deps.kernel.clock.now() - deps.retentionDays() * 86_400_000,
  certain: [],
  doubtful: [],
  doubtfulKeys: new Set(),
  ancient: [],
  heard: new Map(),
})

export const keyOf = (deviceId: number, time: number, kind: number): string => `${deviceId}:${time}:${kind}`

export const latestOf = ({ staged, states }: Judging, id: number): Latest | undefined => staged.get(id) ?? states.get(id)

/** Fences ask of the fix, they do not keep it: one is written over for each report. */
const emptyFix = (): Writable<Fix> => ({ time: 0, lng: 0, lat: 0, accuracy: 0, floor: null, speed: null })

const writeFix = (fix: Writable<Fix>, row: PositionRow): Fix => {
  fix.time = seenAt(row)
  fix.lng = row.lng
  fix.lat = row.lat
  fix.accuracy = row.accuracy ?? 0
  fix.floor = row.floor
  fix.speed = row.speed
  return fix
}

const stage = (
  { staged }: Judging,
  known: number,
  judged: PositionRow,
  row: PositionRow,
  recvTime: number,
  standings: Latest['standings'],
): void => {
  const { deviceId } = judged
  const furthest = Math.max(known, judged.fixTime)
  const before = staged.get(deviceId) ?? null
  const isItself = judged === row && judged instanceof JudgedRow
  staged.set(
    deviceId,
    isItself ? judged.leaving(furthest, standings, before) : { row, recvTime, furthest, standings, judged, before },
  )
}

/** It stays where a newer report saw it. */
const acceptLate = (judged: Judging, device: Device, row: PositionRow, before: Latest): void => {
  const known = judged.late.get(device.id)
  if (known) known.rows.push(row)
  else judged.late.set(device.id, { device, rows: [row] })
  stage(judged, before.furthest, row, before.row, Math.max(before.recvTime, row.recvTime), before.standings)
}

const contextOf = (row: PositionRow, before?: PositionRow) => ({
  now: row.recvTime,
  late: row.recvTime - row.fixTime > lateAfter && !(before && isSteadilyBehind(before, row)),
})

/** A report that is new. */
export const accept = (judged: Judging, device: Device, row: PositionRow): void => {
  const { watch } = judged.deps
  const before = latestOf(judged, device.id)
  if (before && !isNewer(row, before.row)) return acceptLate(judged, device, row, before)
  const fix = writeFix(judged.fix, row)
  const standings = before?.standings ?? null
  const advanced = watch.advance(
    new JudgedSubject(device),
    standings,
    before ? writeFix(judged.fixBefore, before.row) : null,
    fix,
  )
  for (const effect of advanced.effects) judged.intents.push(fenceIntent(watch, effect, device, fix, contextOf(row, before?.row)))
  if (advanced.standings !== standings || !before) judged.changed.add(device.id)
  stage(judged, before?.furthest ?? Number.NEGATIVE_INFINITY, row, row, row.recvTime, advanced.standings)
}

/** Taken into this batch already, before it is in the table. */
const isStaged = ({ staged }: Judged, id: number, { time, kind }: Located): boolean => {
  for (let each = staged.get(id) ?? null; each; each = each.before)
    if (each.judged.fixTime === time && each.judged.kind === kind) return true
  return false
}

interface Hearing {
  readonly row: PositionRow
  /** The newest of its device until then. */
  readonly before: PositionRow | undefined
  readonly beacons: Located['beacons']
}
const hear = ({ heard, deps }: Judged, device: Device, { row, before, beacons }: Hearing): void => {
  if (!beacons) return
  const at = before && isSteadilyBehind(before, row) ? row.recvTime : seenAt(row)
  addHeard(heard, deps.watch, device, { beacons, at, recv: row.recvTime })
}

const judgeOf = (judged: Judged, device: Device, report: Located, recv: number, outcomes: Outcome[], index: number): Outcome => {
  const row = new JudgedRow(device.id, report, recv)
  const latest = latestOf(judged, device.id)
  if (report.kind === 0 && report.time < judged.oldest) judged.ancient.push(row)
  else if (report.kind === 0 && latest && report.time > latest.furthest) {
    judged.certain.push(row)
    hear(judged, device, { row, before: latest?.row, beacons: report.beacons })
    accept(judged, device, row)
  } else {
    const key = keyOf(device.id, report.time, report.kind)
    if (judged.doubtfulKeys.has(key) || isStaged(judged, device.id, report)) return 'duplicate'
    judged.doubtfulKeys.add(key)
    hear(judged, device, { row, before: latest?.row, beacons: report.beacons })
    judged.doubtful.push({ row, device, report, outcomes, index })
  }
  return 'accepted'
}

/** What becomes of a report, which is the one at `index` of `outcomes`: that of a doubtful one is put right there later. */
export const judge = (judged: Judged, report: Located, recv: number, outcomes: Outcome[], index: number): Outcome => {
  const { deps } = judged
  const device = deps.findDevice(report.deviceType, report.deviceId)
  if (!device) {
    deps.noteUnknown(report.deviceType, report.deviceId)
    return 'unknownDevice'
  }
  if (!device.enabled) return 'disabledDevice'
  if (report.time > recv + futureLimit) {
    deps.noteClock(device, report.time - recv, true)
    return 'future'
  }
  if (recv - report.time > lateAfter) deps.noteLate(device, recv - report.time, recv)
  return judgeOf(judged, device, report, recv, outcomes, index)
}
