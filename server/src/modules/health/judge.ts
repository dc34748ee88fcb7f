import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import { deviceSettings, offlineAfter } from '@vigil/contract/devices/settings.ts'
import { deviceFault, type FaultKind } from '@vigil/contract/health/fault.ts'
import { healthSettings } from '@vigil/contract/health/settings.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import type { AlarmIntent, AlarmService } from '../alarms/index.ts'
import type { Candidate, JudgeStore } from './judge.store.ts'
import { faultsOf } from './rules.ts'

/** Milliseconds between two times that devices are judged. */
export const judgeEvery = 10_000
/** Milliseconds: after such a pause nobody could be heard, and everybody gets as long to be. */
const pause = 60_000
/** The rest follows the next time: a network that fails or comes back changes everybody at once. */
const mostAtOnce = 1_000

/** The faults that a site may want to be alarmed of. */
const alarmOf = {
  offline: { type: alarmTypes.offline, setting: healthSettings.offlineAlarm },
  lowBattery: { type: alarmTypes.lowBattery, setting: healthSettings.lowBatteryAlarm },
} as const
type AlarmingKind = keyof typeof alarmOf
const isAlarming = (kind: FaultKind): kind is AlarmingKind => kind in alarmOf

const conditionKey = (kind: AlarmingKind, device: number): string => `${alarmOf[kind].type.code}/device/${device}`

const returned = (kind: AlarmingKind, device: number, end: Date): AlarmIntent => ({
  kind: 'return',
  conditionKey: conditionKey(kind, device),
  end,
})

const raised = (kind: AlarmingKind, of: Candidate, since: number, now: Date): AlarmIntent[] => {
  const { device, kind: deviceType, code, label, personName, deptId, deptName, lng, lat, floor, battery } = of
  if (deviceType === null) return []
  const { code: alarmType, level, zh } = alarmOf[kind].type
  const isCar = deviceType === 'car'
  return [
    {
      kind: 'raise',
      alarm: {
        conditionKey: conditionKey(kind, device),
        source: { kind: 'device', id: String(device), label: personName === null || isCar ? label : `${label}（${personName}）` },
        device: { id: device, type: deviceType, code },
        alarmType,
        alarmLevel: level,
        alarmName: zh,
        facts: {
          device: label,
          ...(personName === null ? {} : { person: personName }),
          ...(kind === 'offline' ? { minutes: Math.floor((now.getTime() - since) / 60_000) } : { battery: battery ?? 0 }),
        },
        findTime: now,
        startTime: new Date(since),
        areaId: null,
        areaName: null,
        ruleId: null,
        deptId,
        deptName,
        userName: personName ?? '',
        plateNumber: isCar ? label : '',
        lng,
        lat,
        floor,
        quiet: false,
        deviceTime: null,
      },
    },
  ]
}

/** Only what is stuck is kept with its place. */
const nowhere = { lng: null, lat: null, alt: null } as const

const ms = (time: Date | null): number | null => time && time.getTime()

interface Findings {
  readonly opened: Parameters<JudgeStore['open']>[1][number][]
  readonly ended: string[]
  readonly alarmed: string[]
  readonly quieted: string[]
  readonly intents: AlarmIntent[]
}

const findings = async (store: JudgeStore, trx: Trx, now: Date, settling: boolean): Promise<Findings> => {
  const chosen = await store.chosen(trx)
  const battery = chosen(deviceSettings.lowBattery)
  const noFix = 60_000 * chosen(healthSettings.noFixAfter)
  const limits = {
    personOffline: chosen(offlineAfter('hat')),
    carOffline: chosen(offlineAfter('car')),
    battery,
    noFix: noFix / 1_000,
    stuck: 60 * chosen(healthSettings.stuckAfter),
  }
  const wanted = { offline: chosen(alarmOf.offline.setting), lowBattery: chosen(alarmOf.lowBattery.setting) }
  const found: Findings = { opened: [], ended: [], alarmed: [], quieted: [], intents: [] }
  const { opened, ended, alarmed, quieted, intents } = found
  for (const candidate of await store.candidates(trx, limits, now)) {
    if (opened.length + ended.length + alarmed.length + quieted.length >= mostAtOnce) break
    const { device, enabled, kind: deviceType, open } = candidate
    const offline = 1_000 * (deviceType === 'car' ? limits.carOffline : limits.personOffline)
    const reading = {
      enabled,
      battery: candidate.battery,
      receivedAt: ms(candidate.receivedAt),
      lag: candidate.lag,
      aheadFrom: ms(candidate.aheadFrom),
      aheadAt: ms(candidate.aheadAt),
      behindFrom: ms(candidate.behindFrom),
      behindAt: ms(candidate.behindAt),
      unfixedFrom: ms(candidate.unfixedFrom),
      unfixedAt: ms(candidate.unfixedAt),
      sameSince: ms(candidate.sameSince),
    }
    const wrong = faultsOf(reading, new Set(open.map(({ kind }) => kind)), { offline, battery, noFix }, now.getTime(), settling)
    for (const fault of open) {
      const { id, kind } = fault
      const isOver = !wrong.delete(kind)
      if (isOver) ended.push(id)
      if (!isAlarming(kind)) continue
      if (fault.alarmed && (isOver || !wanted[kind])) {
        intents.push(returned(kind, device, now))
        if (!isOver) quieted.push(id)
      } else if (!fault.alarmed && !isOver && wanted[kind]) {
        intents.push(...raised(kind, candidate, Date.parse(fault.since), now))
        alarmed.push(id)
      }
    }
    for (const [kind, since] of wrong) {
      const alarms = isAlarming(kind) && wanted[kind]
      const { lng, lat, alt } = kind === 'stuck' ? candidate : nowhere
      opened.push({ device, kind, since, alarmed: alarms, lng, lat, alt, skew: kind === 'clockDrift' ? candidate.skew : null })
      if (alarms) intents.push(...raised(kind, candidate, since, now))
    }
  }
  return found
}

/** Judges all devices, unless another server of the site does: what is wrong is opened, what is over ends, each with its alarm. */
export const createJudge = (kernel: Kernel, store: JudgeStore, alarms: Pick<AlarmService, 'apply'>) => (): Promise<void> =>
  kernel.transaction(async (trx, after) => {
    const turn = await store.takeTurn(trx, judgeEvery * 0.75, pause)
    if (!turn) return
    const now = new Date(kernel.clock.now())
    const { opened, ended, alarmed, quieted, intents } = await findings(store, trx, now, turn.settling)
    await store.end(trx, ended, now)
    await store.setAlarmed(trx, quieted, false)
    await store.setAlarmed(trx, alarmed, true)
    const changed = [...ended, ...(await store.open(trx, opened, now))]
    const events = await alarms.apply(trx, intents)
    after(() => kernel.live.publish(events))
    const changes = changed.map((id) => ({ kind: deviceFault.name, id, deptIds: null }))
    if (changes.length > 0) after(() => kernel.bus.publish(recordsChanged, changes))
  })
