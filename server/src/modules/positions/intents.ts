import { alarmType } from '@vigil/contract/alarms/entities.ts'
import type { HelpKind } from '../../gateways/incoming.ts'
import { alwaysSounds, type AlarmIntent } from '../alarms/index.ts'
import { standingOf, type Device } from '../devices/index.ts'
import type { Effect, FenceWatch, Fix } from '../hazards/index.ts'
import { type HelpCall } from './admission.ts'
import { lateAfter } from './rules.ts'

/** What a fence's effect means as an alarm: who did what where, in the words that the operator reads. */
export const fenceIntent = (
  watch: Pick<FenceWatch, 'areaAt'>,
  effect: Effect,
  device: Device,
  fix: Fix,
  { now, late }: { now: number; late: boolean },
): AlarmIntent => {
  const { fence } = effect.fence
  if (effect.kind === 'return') {
    return { kind: 'return', deviceId: device.id, alarmType: alarmType.code.fence, ruleId: fence.id, end: new Date(effect.end) }
  }
  const area = watch.areaAt(effect.lng, effect.lat)
  const accuracy = fix.accuracy > 0 ? `，精度 ±${fix.accuracy.toFixed(1)} m` : ''
  return {
    kind: 'raise',
    alarm: {
      ...deviceFields(device),
      alarmType: alarmType.code.fence,
      alarmLevel: fence.level,
      alarmName: fence.name,
      result: `${nameOf(device)}${fence.type === 'noEntry' ? '进入' : '离开'}“${fence.name}”${accuracy}`,
      findTime: new Date(now),
      startTime: new Date(effect.start),
      deviceTime: null,
      areaId: fence.areaId ?? area?.id ?? null,
      areaName: fence.areaName ?? area?.name ?? null,
      ruleId: fence.id,
      lng: effect.lng,
      lat: effect.lat,
      floor: fix.floor,
      quiet: late,
    },
  }
}

const help = {
  2: { level: 2, name: '危险源', verb: '听到危险源信标' },
  4: { level: 1, name: 'SOS 求救', verb: '发出求救' },
  5: { level: 1, name: '静默报警', verb: '长时间静止' },
  12: { level: 2, name: '脱帽', verb: '脱下安全帽' },
  13: { level: 1, name: '跌落', verb: '发生跌落' },
} as const satisfies Record<HelpKind, object>

/** Where an alarm is shown; `isOld` where it is the last known place and no fix of the call itself. */
export interface KnownPlace {
  readonly lng: number
  readonly lat: number
  readonly floor: number | null
  readonly isOld: boolean
}

/** A call for help of a wearer, at a place if one is known; a cry for help sounds however late it comes. */
export const helpIntent = (
  watch: Pick<FenceWatch, 'areaAt'>,
  device: Device,
  {
    kind,
    time,
    claimed,
    recv,
    place,
  }: Pick<HelpCall, 'kind' | 'time' | 'claimed' | 'recv'> & { readonly place: KnownPlace | null },
): AlarmIntent => {
  const { level, name, verb } = help[kind]
  const area = place && watch.areaAt(place.lng, place.lat)
  return {
    kind: 'raise',
    alarm: {
      ...deviceFields(device),
      alarmType: kind,
      alarmLevel: level,
      alarmName: name,
      result: `${nameOf(device)}${verb}${whereOf(place, area?.name)}`,
      findTime: new Date(recv),
      startTime: new Date(time),
      deviceTime: claimed === null || claimed === time ? null : new Date(claimed),
      areaId: area?.id ?? null,
      areaName: area?.name ?? null,
      ruleId: null,
      lng: place?.lng ?? null,
      lat: place?.lat ?? null,
      floor: place?.floor ?? null,
      quiet: !alwaysSounds(kind) && recv - time > lateAfter,
    },
  }
}

const whereOf = (place: KnownPlace | null, area: string | undefined): string => {
  if (place === null) return '，无定位'
  if (place.isOld) return area === undefined ? '，本次无定位，显示最后位置' : `，本次无定位，最后位于${area}`
  return area === undefined ? '' : `，位于${area}`
}

const nameOf = (device: Device): string => (device.personName === null ? device.label : `${device.personName}（${device.label}）`)

const deviceFields = (device: Device) => ({
  deviceId: device.id,
  deviceType: device.kind,
  deviceCode: device.code,
  deviceName: device.personName === null || device.kind === 'car' ? device.label : `${device.label}（${device.personName}）`,
  deptId: standingOf(device),
  deptName: device.deptName,
  userName: device.personName ?? '',
  plateNumber: device.kind === 'car' ? device.label : '',
})
