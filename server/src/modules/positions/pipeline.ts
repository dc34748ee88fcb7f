import { setImmediate } from 'node:timers/promises'
import type { Incoming, Outcome } from '../../gateways/incoming.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import type { Device } from '../devices/index.ts'
import type { FenceWatch, Fix, Standings, Subject } from '../hazards/index.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { NumberedEvent } from '../../kernel/live-hub.ts'
import { NotReady } from '../../kernel/refusal.ts'
import { fenceIntent, helpIntent } from './intents.ts'
import { futureLimit, lateAfter } from './rules.ts'
import type { PositionRow, PositionStore, StateRow } from './store.ts'

/** The latest of one device, as it stands committed. */
export interface DeviceState {
  /** The newest report by the time of its fix. */
  readonly row: PositionRow
  /** ms since 1970 of the newest receipt, be its fix the newest or not. */
  readonly recvTime: number
  readonly standings: Standings | null
  /** The newest fixes, oldest first, for what arrives out of order. */
  readonly recent: readonly Fix[]
}

const recentKept = 8
/**
 * Latest states are written at once when a standing changes, the others in slices between two batches: what a crash leaves
 * unwritten of them is read back from the positions, which are written always. Small, since an alarm may wait behind one.
 */
const slice = { states: 200, every: 50 } as const
/** Reports that may wait; past that devices are told to come again instead of being buffered without bound. */
const queueLimit = 60_000
/** Reports in one transaction. */
const batchLimit = 4_000

interface Pending {
  readonly reports: readonly Incoming[]
  readonly recv: number
  readonly resolve: (outcomes: Outcome[]) => void
  readonly reject: (error: unknown) => void
}

interface Ground {
  readonly kernel: Kernel
  readonly store: PositionStore
  readonly findDevice: (kind: Incoming['deviceType'], code: string) => Device | undefined
  readonly noteUnknown: (kind: string, code: string) => void
  readonly watch: FenceWatch
  readonly applyAlarms: (trx: Trx, intents: readonly AlarmIntent[]) => Promise<NumberedEvent[]>
  readonly retentionDays: () => number
  /** Committed: these devices moved. */
  readonly onCommitted: (deviceIds: Iterable<number>) => void
}

/** Reports in, in order; out only once they are committed. */
export interface Pipeline {
  /** One outcome for each report, in their order; rejects with `NotReady` when nothing was taken. */
  readonly report: (reports: readonly Incoming[]) => Promise<Outcome[]>
  readonly states: ReadonlyMap<number, DeviceState>
  readonly load: (states: Iterable<[number, DeviceState]>) => void
  /** Waits until nothing is under way, and writes the latest states. */
  readonly finish: () => Promise<void>
  readonly waiting: () => number
}

export const createPipeline = (ground: Ground): Pipeline => {
  const { kernel, store, watch } = ground
  const states = new Map<number, DeviceState>()
  const queue: Pending[] = []
  let queued = 0
  let running: Promise<void> | null = null
  /** Devices whose latest state is newer than what is written of it. */
  const unwritten = new Set<number>()
  let sliceAt = 0

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch: Pending[] = []
      let size = 0
      while (queue.length > 0 && (batch.length === 0 || size + (queue[0] as Pending).reports.length <= batchLimit)) {
        const next = queue.shift() as Pending
        batch.push(next)
        size += next.reports.length
      }
      queued -= size
      await commitOrSplit(batch)
      await writeSlice()
      // Sockets get their turn between two transactions, however much is waiting.
      await setImmediate()
    }
    running = null
  }

  const writeSlice = async (): Promise<void> => {
    if (unwritten.size === 0 || kernel.clock.now() < sliceAt) return
    sliceAt = kernel.clock.now() + slice.every
    const due: number[] = []
    for (const id of unwritten) if (due.push(id) === slice.states) break
    try {
      await store.upsertStates(
        kernel.db.sql,
        statesOf(due, (id) => states.get(id)),
      )
    } catch (error) {
      kernel.log.warn({ err: error }, 'latest states could not be written, they stay for later')
      return
    }
    for (const id of due) unwritten.delete(id)
  }

  /** What breaks one sender's batch must not cost the others: on a fault that is not the database's absence each goes alone. */
  const commitOrSplit = async (batch: readonly Pending[]): Promise<void> => {
    try {
      const outcomes = await commit(batch)
      batch.forEach((pending, index) => pending.resolve(outcomes[index] as Outcome[]))
    } catch (error) {
      if (batch.length > 1 && !(error instanceof NotReady)) {
        for (const pending of batch) await commitOrSplit([pending])
        return
      }
      kernel.log.warn({ err: error }, 'a batch of reports could not be stored')
      for (const pending of batch) pending.reject(error)
    }
  }

  const commit = async (batch: readonly Pending[]): Promise<Outcome[][]> => {
    const staged = new Map<number, DeviceState>()
    const stateOf = (id: number): DeviceState | undefined => staged.get(id) ?? states.get(id)
    const intents: AlarmIntent[] = []
    const certain: PositionRow[] = []
    const doubtful: { row: PositionRow; device: Device; report: Incoming; outcomes: Outcome[]; index: number }[] = []
    const ancient: PositionRow[] = []
    const inBatch = new Set<string>()
    const oldest = kernel.clock.now() - ground.retentionDays() * 86_400_000

    const changed = new Set<number>()

    const accept = (device: Device, report: Incoming, row: PositionRow): void => {
      const before = stateOf(device.id)
      const fix = fixOf(report)
      const late = row.recvTime - report.time > lateAfter
      const context = { now: row.recvTime, late }
      if (report.kind !== 0) intents.push(helpIntent(watch, device, report.kind, report.time, report, row.recvTime))
      if (before && report.time <= before.row.fixTime) {
        const after = before.recent.find(({ time }) => time > report.time)
        const earlier = before.recent.findLast(({ time }) => time < report.time) ?? null
        const effects = after ? watch.late(subjectOf(device), earlier, fix, after) : []
        for (const effect of effects) intents.push(fenceIntent(watch, effect, device, fix, context))
        const recent = [...before.recent, fix].sort((a, b) => a.time - b.time).slice(-recentKept)
        staged.set(device.id, { ...before, recvTime: Math.max(before.recvTime, row.recvTime), recent })
        return
      }
      const standings = before?.standings ?? null
      const advanced = watch.advance(subjectOf(device), standings, before?.recent.at(-1) ?? null, fix)
      for (const effect of advanced.effects) intents.push(fenceIntent(watch, effect, device, fix, context))
      if (advanced.standings !== standings || !before) changed.add(device.id)
      const recent = before ? [...before.recent.slice(1 - recentKept), fix] : [fix]
      staged.set(device.id, { row, recvTime: row.recvTime, standings: advanced.standings, recent })
    }

    const sort = (pending: Pending): Outcome[] => {
      const { reports, recv } = pending
      const results = new Array<Outcome>(reports.length)
      for (let index = 0; index < reports.length; index += 1) {
        const report = reports[index] as Incoming
        const device = ground.findDevice(report.deviceType, report.deviceId)
        if (!device) {
          ground.noteUnknown(report.deviceType, report.deviceId)
          results[index] = 'unknownDevice'
          continue
        }
        if (!device.enabled || report.time > recv + futureLimit) {
          results[index] = device.enabled ? 'future' : 'disabledDevice'
          continue
        }
        results[index] = 'accepted'
        const row = rowOf(device.id, report, recv)
        const state = stateOf(device.id)
        if (report.kind === 0 && report.time < oldest) ancient.push(row)
        else if (report.kind === 0 && state && report.time > state.row.fixTime) {
          certain.push(row)
          accept(device, report, row)
        } else {
          const name = keyOf(device.id, report.time, report.kind)
          if (inBatch.has(name)) results[index] = 'duplicate'
          else doubtful.push({ row, device, report, outcomes: results, index })
          inBatch.add(name)
        }
      }
      return results
    }
    const outcomes = batch.map(sort)

    if (certain.length + doubtful.length + ancient.length === 0) return outcomes
    let events: NumberedEvent[] = []
    // Most batches only say that everybody walked on: one statement, which is a transaction by itself.
    if (doubtful.length + ancient.length + intents.length + changed.size === 0) {
      await store.insert(kernel.db.sql, certain, lateAfter)
    } else {
      await kernel.transaction(async (trx) => {
        await store.insert(trx, certain, lateAfter)
        if (ancient.length > 0) await store.insertThinned(trx, ancient, lateAfter)
        if (doubtful.length > 0) {
          const fresh = await store.insertNew(
            trx,
            doubtful.map(({ row }) => row),
            lateAfter,
          )
          for (const { row, device, report, outcomes: results, index } of doubtful) {
            if (fresh.has(keyOf(device.id, report.time, report.kind))) accept(device, report, row)
            else results[index] = 'duplicate'
          }
        }
        await store.upsertStates(trx, statesOf(changed, stateOf))
        if (intents.length > 0) events = await ground.applyAlarms(trx, intents)
      })
    }
    for (const [id, state] of staged) {
      states.set(id, state)
      unwritten.add(id)
    }
    for (const id of changed) unwritten.delete(id)
    kernel.live.publish(events)
    ground.onCommitted(staged.keys())
    return outcomes
  }

  return {
    report: (reports) => {
      if (reports.length === 0) return Promise.resolve([])
      if (queued + reports.length > queueLimit) return Promise.reject(new NotReady('too many reports are waiting'))
      const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>()
      queue.push({ reports, recv: kernel.clock.now(), resolve, reject })
      queued += reports.length
      running ??= drain()
      return promise
    },
    states,
    load: (loaded) => {
      states.clear()
      for (const [id, state] of loaded) states.set(id, state)
    },
    finish: async () => {
      while (running) await running
      await kernel.transaction((trx) =>
        store.upsertStates(
          trx,
          statesOf(unwritten, (id) => states.get(id)),
        ),
      )
      unwritten.clear()
    },
    waiting: () => queued,
  }
}

export const fixOf = (report: Pick<Incoming, 'time' | 'lng' | 'lat' | 'accuracy' | 'floor'>): Fix => ({
  time: report.time,
  lng: report.lng,
  lat: report.lat,
  accuracy: report.accuracy ?? 0,
  floor: report.floor,
})

const keyOf = (deviceId: number, time: number, kind: number): string => `${deviceId}:${time}:${kind}`

const statesOf = (ids: Iterable<number>, stateOf: (id: number) => DeviceState | undefined): StateRow[] => {
  const rows: StateRow[] = []
  for (const id of ids) {
    const state = stateOf(id)
    if (state) rows.push({ row: state.row, recvTime: state.recvTime, fences: state.standings && JSON.stringify(state.standings) })
  }
  return rows
}

const rowOf = (deviceId: number, report: Incoming, recv: number): PositionRow => ({
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
