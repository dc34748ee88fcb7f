import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { deviceType, type DeviceType } from '@vigil/contract/devices/entities.ts'
import { offlineAfter } from '@vigil/contract/devices/settings.ts'
import type { positionCalls } from '@vigil/contract/positions/calls.ts'
import type { Position } from '@vigil/contract/positions/entities.ts'
import { positionSettings } from '@vigil/contract/positions/settings.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { maySee, mayWrite, requireWrite, type Scope } from '../../kernel/scope.ts'
import {
  boardTemperature,
  helpOfHelmet,
  numberOf,
  readableNumbers,
  readablePlace,
  type Incoming,
  type Outcome,
} from './incoming.ts'
import { createKeyGate, type ReportWith } from './key-gate.ts'
import type { AlarmService } from '../alarms/index.ts'
import { standingOf, type Device, type DeviceService, type MapObjects } from '../devices/index.ts'
import type { HazardService, Standing } from '../hazards/index.ts'
import { createPositionFeed } from './feed.ts'
import type { StoredFix } from './fix.ts'
import { createHelpLane } from './help-lane.ts'
import { createHousekeeping } from './housekeeping.ts'
import { createPipeline, type Pipeline } from './pipeline.ts'
import { positionsMoved } from './moved.ts'
import type { DeviceState } from './state.ts'
import type { PositionStore } from './store.ts'

type Body<Name extends keyof typeof positionCalls> = BodyOf<(typeof positionCalls)[Name]>

export type PositionService = ReturnType<typeof createPositionService>

export const createPositionService = (
  kernel: Kernel,
  store: PositionStore,
  { devices, hazards, alarms }: { devices: DeviceService; hazards: HazardService; alarms: AlarmService },
) => {
  const { clock } = kernel
  const { registry } = devices
  devices.onRetired(store.forget)
  const retentionDays = (): number => kernel.settings.get(positionSettings.positionDays)
  let servedDirectly: (code: string) => boolean = () => false

  const judging = {
    kernel,
    findDevice: registry.find,
    noteUnknown: devices.noteUnknown,
    noteClock: devices.noteClock,
    watch: hazards.watch,
    applyAlarms: alarms.apply,
  }
  const help = createHelpLane({ ...judging, store: store.help, lastFix: (id) => pipeline.states.get(id)?.row })
  const pipeline: Pipeline = createPipeline({
    ...judging,
    store,
    help,
    retentionDays,
    onCommitted: (ids) => feed.moved(ids),
  })
  const heardOf: ((outcomes: readonly Outcome[]) => void)[] = []
  const reportWithKey = createKeyGate({ judge: devices.keys.judge, refuse: devices.keys.refuse, report: pipeline.report })
  const feed = createPositionFeed(registry, pipeline.states, clock.now)
  registry.onChange(feed.devicesChanged)
  kernel.bus.subscribe(positionsMoved, pipeline.learn)

  const isOnline = (kind: DeviceType, state: DeviceState | undefined): boolean =>
    state !== undefined && clock.now() - state.recvTime < kernel.settings.get(offlineAfter(kind)) * 1000

  const seen = (asked: Asked): Device[] =>
    [...registry.all()].filter((device) => device.enabled && maySee(asked.caller.scope, standingOf(device)))

  const housekeeping = createHousekeeping(kernel, store)

  const positionOf = (device: Device, row: Omit<StoredFix, 'kind'>, online: boolean): Position => ({
    deviceType: device.kind,
    deviceId: device.code,
    deviceName: device.label,
    userId: device.personId,
    userName: device.personName,
    deptName: device.deptName,
    plateNumber: device.kind === 'car' ? device.label : null,
    lng: row.lng,
    lat: row.lat,
    alt: row.alt,
    accuracy: row.accuracy,
    speed: row.speed,
    course: row.course,
    floor: row.floor,
    battery: row.battery,
    temperature: row.temperature,
    fixTime: clock.toWire(row.fixTime),
    recvTime: clock.toWire(row.recvTime),
    late: row.late,
    online,
  })

  const mapObjects: MapObjects = async (kind, { deptId, recursive, pageNum, pageSize, sort }, asked) => {
    const below = deptId === undefined ? null : await deptsBelow(deptId, recursive ?? true)
    const found = seen(asked)
      .filter((device) => device.kind === kind && (below === null || (device.deptId !== null && below.has(device.deptId))))
      .map((device) => {
        const state = pipeline.states.get(device.id)
        const online = isOnline(kind, state)
        return {
          id: String(device.id),
          objectType: kind,
          deviceId: device.code,
          name: device.label,
          deptId: device.deptId,
          lng: state?.row.lng ?? null,
          lat: state?.row.lat ?? null,
          floor: state?.row.floor ?? null,
          online,
          status: online ? 'online' : 'offline',
          time: state ? clock.toWire(state.row.fixTime) : null,
        }
      })
    const descending = sort?.startsWith('-') === true
    const field = sort?.replace(/^-/, '')
    if (field !== undefined && field !== 'name') {
      throw new Refusal('invalidInput', { field: 'sort', reason: { zh: '可用字段：name', en: 'one of name' } }, { field: 'sort' })
    }
    found.sort((a, b) => (descending ? -1 : 1) * (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    if (pageNum === undefined && pageSize === undefined) return found
    const size = pageSize ?? 20
    const start = ((pageNum ?? 1) - 1) * size
    return { list: found.slice(start, start + size), total: found.length }
  }
  const deptsBelow = async (deptId: string, recursive: boolean): Promise<ReadonlySet<string>> =>
    recursive ? new Set(await store.deptsBelow(deptId)) : new Set([deptId])

  return {
    feed,
    mapObjects,
    report: pipeline.report,
    /** The one door of gateways whose devices show a key. */
    reportWithKey: async (...with_: Parameters<ReportWith>): Promise<Outcome[]> => {
      const outcomes = await reportWithKey(...with_)
      for (const hear of heardOf) hear(outcomes)
      return outcomes
    },
    /** Hears what became of each report of a gateway. */
    onOutcomes: (hear: (outcomes: readonly Outcome[]) => void): void => void heardOf.push(hear),
    hasRoom: pipeline.hasRoom,
    finish: async (): Promise<void> => {
      await Promise.all([housekeeping.stop(), pipeline.finish()])
    },
    waiting: pipeline.waiting,
    /** Tells which helmets a direct connection already serves. */
    onServedDirectly: (test: (code: string) => boolean): void => {
      servedDirectly = test
    },

    /** Takes up where the last run was killed or stopped: the latest states and standings as committed. */
    start: async (): Promise<void> => {
      await store.partitions.prepareHours()
      const latest = await store.latest()
      pipeline.learn(
        latest.map(({ row, recvTime, fences }) => ({
          row,
          recvTime,
          standings: Array.isArray(fences) ? (fences as Standing[]) : null,
        })),
      )
    },
    keepHouse: () => housekeeping.run(),

    listLatest: (asked: Asked): Promise<Position[]> => {
      const positions: Position[] = []
      for (const device of seen(asked)) {
        const state = pipeline.states.get(device.id)
        if (!state) continue
        const row = { ...state.row, recvTime: state.recvTime, late: false }
        positions.push(positionOf(device, row, isOnline(device.kind, state)))
      }
      return Promise.resolve(positions)
    },
    /** A track; that somebody looked it up is journalled. */
    track: async ({ deviceType: kind, deviceId, startTime, endTime, ...paging }: Body<'listHisGpsByDevId'>, asked: Asked) => {
      const device = registry.find(kind, deviceId)
      if (!device || !maySee(asked.caller.scope, standingOf(device))) {
        throw new Refusal('notFound', { what: { zh: '设备', en: 'The device' } })
      }
      const [from, to] = [clock.fromWire(startTime), clock.endOf(endTime)]
      if (to <= from) {
        throw new Refusal(
          'invalidInput',
          { field: 'endTime', reason: { zh: '须晚于开始时间', en: 'must be after startTime' } },
          { field: 'endTime' },
        )
      }
      await kernel.transaction((trx) =>
        kernel.journal.write(trx, asked, {
          module: 'positions',
          action: 'look',
          object: 'track',
          objectId: `${kind}:${deviceId}`,
          after: { startTime, endTime },
        }),
      )
      const online = isOnline(kind, pipeline.states.get(device.id))
      return store.tracks.list(device.id, from.getTime(), to.getTime(), paging, (fix) => positionOf(device, fix, online))
    },
    countOnline: (asked: Asked) => {
      const devicesSeen = seen(asked)
      return Promise.resolve(
        deviceType.codes.map((kind) => {
          const ofKind = devicesSeen.filter((device) => device.kind === kind)
          const online = ofKind.filter((device) => isOnline(kind, pipeline.states.get(device.id))).length
          return { deviceType: kind, name: deviceType.name(kind, asked.language), online, total: ofKind.length }
        }),
      )
    },

    /** The helmet-broadcast page's save: its time is that of its poll, so receipt counts as the time of the fix. */
    saveHelmets: async (records: Body<'saveRealHatList'>, asked: Asked) => {
      const now = clock.now()
      const rejected: { index: number; reason: string }[] = []
      const taken: { index: number; report: Incoming }[] = []
      let ignored = 0
      records.forEach((record, index) => {
        const code = record.device_id?.trim() ?? ''
        const refused = refusalFor(asked.caller.scope, registry.find('hat', code))
        if (code === '') rejected.push({ index, reason: 'invalid: device_id' })
        else if (refused !== null) rejected.push({ index, reason: refused })
        else if (servedDirectly(code)) ignored += 1
        else {
          const report: Incoming = {
            deviceType: 'hat',
            deviceId: code,
            time: now,
            ...readablePlace(record.y_point, record.x_point),
            ...readableNumbers({ battery: record.bat_l }),
            temperature: record.tempdata ? boardTemperature(record.tempdata) : (numberOf(record.temperature) ?? 0),
            kind: 0,
          }
          taken.push({ index, report })
        }
      })
      const outcomes = await pipeline.report(taken.map(({ report }) => report))
      outcomes.forEach((outcome, at) => {
        if (outcome !== 'accepted' && outcome !== 'duplicate') rejected.push({ index: taken[at]?.index ?? 0, reason: outcome })
      })
      const count = (wanted: string): number => outcomes.filter((outcome) => outcome === wanted).length
      const accepted = count('accepted')
      if (accepted > 0)
        kernel.journal.counted(asked, { module: 'positions', action: 'create', object: 'position' }, accepted, 'in a minute')
      return {
        accepted,
        duplicate: count('duplicate'),
        ignored,
        rejected: rejected.sort((a, b) => a.index - b.index),
      }
    },
    /** An SOS that somebody else heard: at the helmet's last place, if it ever had one. */
    saveSos: async ({ device_id, alarm_type, c_time }: Body<'saveRealHatSosAlarm'>, asked: Asked): Promise<null> => {
      const device = registry.find('hat', device_id)
      const what = { zh: '安全帽', en: 'The helmet' }
      if (!device?.enabled) throw new Refusal('notFound', { what })
      requireWrite(asked.caller.scope, standingOf(device), what)
      const time = c_time ? clock.fromWire(c_time).getTime() : null
      await pipeline.report([helpOfHelmet(device.code, alarm_type, time)])
      const objectId = `hat:${device.code}`
      const after = { alarmType: alarm_type }
      kernel.journal.counted(asked, { module: 'positions', action: 'create', object: 'helpCall', objectId, after }, 1, 'at once')
      return null
    },
  }

  /** Why a caller may not report for a helmet, as if it were a device of its own; null where he may. */
  function refusalFor(scope: Scope, device: Device | undefined): 'unknownDevice' | 'forbidden' | null {
    if (!device || mayWrite(scope, standingOf(device))) return null
    return maySee(scope, standingOf(device)) ? 'forbidden' : 'unknownDevice'
  }
}
