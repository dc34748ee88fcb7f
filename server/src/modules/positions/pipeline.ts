import { setImmediate } from 'node:timers/promises'
import type { Incoming, Outcome } from '../../gateways/incoming.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import type { Device } from '../devices/index.ts'
import type { Effect, FenceWatch, Fix, Standings, Subject } from '../hazards/index.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { NumberedEvent } from '../../kernel/live-hub.ts'
import { NotReady } from '../../kernel/refusal.ts'
import { fenceIntent, helpIntent } from './intents.ts'
import { futureLimit, lateAfter } from './rules.ts'
import type { PositionRow, PositionStore, StateRow } from './store.ts'

/** The latest of one device, as it stands committed. */
export interface DeviceState extends StateRow {
  readonly standings: Standings | null
  /** The newest fixes, oldest first, for what arrives out of order. */
  readonly recent: readonly Fix[]
  /** `time * 16 + kind` of the newest reports, to know one that comes twice without asking the database. */
  readonly seen: readonly number[]
}

const recentKept = 8
const seenKept = 32
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
  readonly forget: (deviceId: number) => void
  /** Waits until nothing is under way. */
  readonly idle: () => Promise<void>
  readonly waiting: () => number
}

export const createPipeline = (ground: Ground): Pipeline => {
  const { kernel, store, watch } = ground
  const states = new Map<number, DeviceState>()
  const queue: Pending[] = []
  let queued = 0
  let running: Promise<void> | null = null

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
      // Sockets get their turn between two transactions, however much is waiting.
      await setImmediate()
    }
    running = null
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

    const accept = (device: Device, report: Incoming, recv: number): void => {
      const before = stateOf(device.id)
      const key = report.time * 16 + report.kind
      const fix = fixOf(report)
      const late = recv - report.time > lateAfter
      const subject = subjectOf(device)
      let { standings } = before ?? { standings: null }
      let effects: Effect[]
      const newer = !before || report.time > before.fixTime
      if (newer) {
        const advanced = watch.advance(subject, standings, before ? (before.recent.at(-1) ?? null) : null, fix)
        standings = advanced.standings
        effects = advanced.effects
      } else {
        const after = before.recent.find(({ time }) => time > report.time)
        effects = after ? watch.late(subject, before.recent.findLast(({ time }) => time < report.time) ?? null, fix, after) : []
      }
      for (const effect of effects) intents.push(fenceIntent(watch, effect, device, fix, { now: recv, late }))
      if (report.kind !== 0) intents.push(helpIntent(watch, device, report.kind, report.time, report, recv))
      const seen = [...(before?.seen ?? []), key].slice(-seenKept)
      if (newer) {
        const recent = [...(before?.recent ?? []), fix].slice(-recentKept)
        const fences = standings === before?.standings ? (before?.fences ?? null) : standings && JSON.stringify([...standings])
        staged.set(device.id, { ...rowOf(device.id, report, recv), fences, standings, recent, seen })
      } else {
        const recent = [...before.recent, fix].sort((a, b) => a.time - b.time).slice(-recentKept)
        staged.set(device.id, { ...before, recvTime: Math.max(before.recvTime, recv), recent, seen })
      }
    }

    const outcomes = batch.map(({ reports, recv }) => {
      const results: Outcome[] = new Array<Outcome>(reports.length)
      for (let index = 0; index < reports.length; index += 1) {
        const report = reports[index] as Incoming
        const device = ground.findDevice(report.deviceType, report.deviceId)
        if (!device) {
          ground.noteUnknown(report.deviceType, report.deviceId)
          results[index] = 'unknownDevice'
        } else if (!device.enabled) results[index] = 'disabledDevice'
        else if (report.time > recv + futureLimit) results[index] = 'future'
        else {
          const state = stateOf(device.id)
          const row = { ...rowOf(device.id, report, recv), kind: report.kind, late: false }
          const name = `${device.id}:${report.time}:${report.kind}`
          if (state?.seen.includes(report.time * 16 + report.kind) || inBatch.has(name)) results[index] = 'duplicate'
          else if (report.time < oldest && report.kind === 0) {
            ancient.push(row)
            results[index] = 'accepted'
          } else if (state && report.time > state.fixTime && report.kind === 0) {
            certain.push(row)
            results[index] = 'accepted'
            accept(device, report, recv)
          } else {
            inBatch.add(name)
            results[index] = 'accepted'
            doubtful.push({ row, device, report, outcomes: results, index })
          }
        }
      }
      return results
    })

    let events: NumberedEvent[] = []
    if (certain.length + doubtful.length + ancient.length > 0) {
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
            if (fresh.has(`${device.id}:${report.time}:${report.kind}`)) accept(device, report, row.recvTime)
            else results[index] = 'duplicate'
          }
        }
        await store.upsertStates(trx, [...staged.values()])
        events = intents.length === 0 ? [] : await ground.applyAlarms(trx, intents)
      })
    }
    for (const [id, state] of staged) states.set(id, state)
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
    forget: (id) => void states.delete(id),
    idle: async () => {
      while (running) await running
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

const rowOf = (deviceId: number, report: Incoming, recv: number): Omit<PositionRow, 'kind' | 'late'> => ({
  deviceId,
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
