import type { Incoming, Outcome } from './incoming.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import type { Device } from '../devices/index.ts'
import type { FenceWatch, Subject } from '../hazards/index.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { NumberedEvent } from '../../kernel/event-stream.ts'
import { fenceIntent } from './intents.ts'
import { type Located } from './admission.ts'
import { futureLimit, lateAfter } from './rules.ts'
import { fixOf, recentWith, type RecentFixes, stateRowsOf, type DeviceState, type Latest, type StagedState } from './state.ts'
import type { PositionRow, PositionStore } from './store.ts'

export interface BatchGround {
  readonly kernel: Kernel
  readonly store: PositionStore
  readonly findDevice: (kind: Incoming['deviceType'], code: string) => Device | undefined
  readonly noteUnknown: (kind: string, code: string) => void
  /** A report that is set aside: its clock is ahead by so many milliseconds. */
  readonly noteClock: (device: Device, skew: number, isSetAside: boolean) => void
  readonly watch: FenceWatch
  readonly applyAlarms: (trx: Trx, intents: readonly AlarmIntent[]) => Promise<NumberedEvent[]>
  readonly retentionDays: () => number
}

/** What a batch came to once it was committed. */
export interface Committed {
  /** For each call of `take`, one outcome for each of its reports, in their order. */
  readonly outcomes: Outcome[][]
  /** Of the devices that reported. */
  readonly states: ReadonlyMap<number, StagedState>
  /** Devices whose latest state is written already. */
  readonly written: ReadonlySet<number>
  readonly events: readonly NumberedEvent[]
}

/** Reports that are judged against the latest states, on their way into one transaction. */
export interface Batch {
  /** `recv` in ms since 1970. */
  readonly take: (reports: readonly Located[], recv: number) => void
  /** Reports taken. */
  readonly size: () => number
  /** It raises something, or may once it is known what of it is new: it does not wait for company. */
  readonly isUrgent: () => boolean
  /** Writes all of it or, when it throws, nothing. */
  readonly commit: () => Promise<Committed>
}

/** A batch on top of `states`, which must not change before it is committed or dropped. */
export const createBatch = (ground: BatchGround, states: ReadonlyMap<number, DeviceState>): Batch => {
  const { kernel, store, watch } = ground
  const staged = new Map<number, StagedState>()
  const latestOf = (id: number): Latest | undefined => staged.get(id) ?? states.get(id)
  const oldest = kernel.clock.now() - ground.retentionDays() * 86_400_000
  /** Devices that stand elsewhere at a fence than is written. */
  const changed = new Set<number>()
  const intents: AlarmIntent[] = []
  /** Newer than all that is known of their device, so new. */
  const certain: PositionRow[] = []
  /** Only the database knows whether these are there already. */
  const doubtful: { row: PositionRow; device: Device; report: Located; outcomes: Outcome[]; index: number }[] = []
  const doubtfulKeys = new Set<string>()
  const ancient: PositionRow[] = []
  const outcomes: Outcome[][] = []
  let size = 0

  const stage = (row: PositionRow, latest: Latest): void => {
    const { deviceId } = row
    staged.set(deviceId, { ...latest, judged: row, before: staged.get(deviceId) ?? null })
  }
  /** Of devices of which something came late, as they will be once all that is accepted is committed. */
  const recents = new Map<number, RecentFixes>()
  const recentOf = (id: number): RecentFixes => {
    const recent = recents.get(id) ?? recentWith(states.get(id), staged.get(id))
    recents.set(id, recent)
    return recent
  }
  const accept = (device: Device, row: PositionRow): void => {
    const before = latestOf(device.id)
    const fix = fixOf(row)
    const context = { now: row.recvTime, late: row.recvTime - row.fixTime > lateAfter }
    if (before && row.fixTime <= before.row.fixTime) {
      const recent = recentOf(device.id).list()
      const after = recent.find(({ time }) => time > fix.time)
      const earlier = recent.findLast(({ time }) => time < fix.time) ?? null
      const effects = after ? watch.late(subjectOf(device), earlier, fix, after) : []
      for (const effect of effects) intents.push(fenceIntent(watch, effect, device, fix, context))
      stage(row, { row: before.row, recvTime: Math.max(before.recvTime, row.recvTime), standings: before.standings })
      recentOf(device.id).add(fix)
      return
    }
    const standings = before?.standings ?? null
    const advanced = watch.advance(subjectOf(device), standings, before ? fixOf(before.row) : null, fix)
    for (const effect of advanced.effects) intents.push(fenceIntent(watch, effect, device, fix, context))
    if (advanced.standings !== standings || !before) changed.add(device.id)
    stage(row, { row, recvTime: row.recvTime, standings: advanced.standings })
    recents.get(device.id)?.add(fix)
  }
  /** Taken into this batch already, before it is in the table. */
  const isStaged = (id: number, { time, kind }: Located): boolean => {
    for (let each = staged.get(id) ?? null; each; each = each.before)
      if (each.judged.fixTime === time && each.judged.kind === kind) return true
    return false
  }

  const judge = (report: Located, recv: number, into: Outcome[], index: number): Outcome => {
    const device = ground.findDevice(report.deviceType, report.deviceId)
    if (!device) {
      ground.noteUnknown(report.deviceType, report.deviceId)
      return 'unknownDevice'
    }
    if (!device.enabled) return 'disabledDevice'
    if (report.time > recv + futureLimit) {
      ground.noteClock(device, report.time - recv, true)
      return 'future'
    }
    const row = rowOf(device.id, report, recv)
    const latest = latestOf(device.id)
    if (report.kind === 0 && report.time < oldest) ancient.push(row)
    else if (report.kind === 0 && latest && report.time > latest.row.fixTime) {
      certain.push(row)
      accept(device, row)
    } else {
      const key = keyOf(device.id, report.time, report.kind)
      if (doubtfulKeys.has(key) || isStaged(device.id, report)) return 'duplicate'
      doubtfulKeys.add(key)
      doubtful.push({ row, device, report, outcomes: into, index })
    }
    return 'accepted'
  }

  /** Stores both, and judges what of the doubtful was new. */
  const insert = async (trx: Trx): Promise<void> => {
    if (doubtful.length === 0) return store.insert(trx, certain, lateAfter)
    const rows = doubtful.map(({ row }) => row)
    const fresh = await store.insertNew(
      trx,
      [...certain, ...rows],
      lateAfter,
      rows.map(({ deviceId }) => deviceId),
    )
    for (const { row, device, report, outcomes: results, index } of doubtful) {
      if (fresh.has(keyOf(device.id, report.time, report.kind))) accept(device, row)
      else results[index] = 'duplicate'
    }
  }

  const write = async (): Promise<NumberedEvent[]> => {
    if (certain.length + doubtful.length + ancient.length === 0) return []
    // Most batches only say that everybody walked on: one statement, which is a transaction by itself.
    if (doubtful.length + ancient.length + intents.length + changed.size === 0) {
      await store.insert(kernel.ingest.sql, certain, lateAfter)
      return []
    }
    return kernel.ingest.transaction(async (trx) => {
      await insert(trx)
      await store.insert(trx, ancient, lateAfter)
      await store.upsertStates(trx, stateRowsOf(changed, latestOf))
      return intents.length > 0 ? ground.applyAlarms(trx, intents) : []
    })
  }

  return {
    take: (reports, recv) => {
      const results = new Array<Outcome>(reports.length)
      reports.forEach((report, index) => {
        results[index] = judge(report, recv, results, index)
      })
      outcomes.push(results)
      size += reports.length
    },
    size: () => size,
    isUrgent: () => intents.length + doubtful.length > 0,
    commit: async () => {
      const events = await write()
      return { outcomes, states: staged, written: changed, events }
    },
  }
}

const keyOf = (deviceId: number, time: number, kind: number): string => `${deviceId}:${time}:${kind}`

const rowOf = (deviceId: number, report: Located, recv: number): PositionRow => ({
  deviceId,
  kind: report.kind,
  fixTime: report.time,
  recvTime: recv,
  lng: report.lng,
  lat: report.lat,
  alt: report.alt,
  accuracy: report.accuracy,
  speed: report.speed,
  course: report.course,
  temperature: report.temperature,
  floor: report.floor,
  battery: report.battery,
})

const subjectOf = (device: Device): Subject => ({
  kind: device.kind,
  deptIds: [device.deptId, device.personDeptId].filter((id) => id !== null),
  personId: device.personId,
})
