import type { AlarmFacts } from '@vigil/contract/alarms/result.ts'
import { alarmType, alarmTypeOf, alarmTypes, isCry, titleOf } from '@vigil/contract/alarms/types.ts'
import { riskLevel } from '@vigil/contract/hazards/entities.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { AlarmIntent, NewAlarm } from '../alarms/index.ts'
import { deptOfDevice, type Device } from '../devices/index.ts'
import type { AreaEffect, Effect, FenceWatch, Fix, NearEffect, SilentEffect, Stretch } from '../hazards/index.ts'
import { type HelpCall } from './admission.ts'
import { lateAfter } from './rules.ts'

/** A device is at a fence once, however often it is seen there. */
export const conditionAtFence = (type: number, fenceId: string, { id }: Pick<Device, 'id'>): string =>
  `${type}/${fenceId}/device/${id}`

/** What a fence's effect means as an alarm: who did what where, in the words that the operator reads. */
export const fenceIntent = (
  watch: Pick<FenceWatch, 'areaAt'>,
  effect: Effect,
  device: Device,
  fix: Fix,
  context: Received,
): AlarmIntent => {
  if (effect.kind === 'raise') return { kind: 'raise', alarm: fenceAlarm(watch, effect, device, fix, context) }
  const { fence } = effect.fence
  return {
    kind: 'return',
    conditionKey: conditionAtFence(typeAt(fence), fence.id, device),
    end: new Date(Math.min(effect.end, context.now)),
  }
}

/**
 * The end of where a device was at fences, of the conditions of it that last: it tells nobody any more that it left. Who is inside of what, near to
 * what or still is judged by who is there, and a call for help stands until somebody has seen to it.
 */
export const atFencesOver = (
  deviceId: number,
  active: readonly { readonly conditionKey: string; readonly alarmType: number; readonly ruleId: string | null }[],
  end: Date,
): AlarmIntent[] =>
  active.flatMap(({ conditionKey, alarmType: type, ruleId }) =>
    ruleId !== null && conditionKey === conditionAtFence(type, ruleId, { id: deviceId })
      ? [{ kind: 'return', conditionKey, end }]
      : [],
  )

/** What was found late of a way; ms since 1970 of when it was heard of. */
export const stayIntent = (
  watch: Pick<FenceWatch, 'areaAt'>,
  { fence, from, to, at, lng, lat, joins }: Stretch,
  device: Device,
  context: Received,
): AlarmIntent => ({
  kind: 'stayed',
  alarm: fenceAlarm(watch, { kind: 'raise', fence, start: from, lng, lat }, device, at, context),
  end: new Date(Math.min(to, context.now)),
  joins,
})

/** When a report came, ms since 1970, and whether that was long after it was measured. */
interface Received {
  readonly now: number
  readonly late: boolean
}
const typeAt = ({ type }: Pick<Fence, 'type'>): number => (type === 'speed' ? alarmType.code.speeding : alarmType.code.fence)

const fenceAlarm = (
  watch: Pick<FenceWatch, 'areaAt'>,
  effect: Extract<Effect, { kind: 'raise' }>,
  device: Device,
  fix: Fix,
  { now, late }: Received,
): NewAlarm => {
  const { fence } = effect.fence
  const type = typeAt(fence)
  const area = watch.areaAt(effect.lng, effect.lat)
  return {
    conditionKey: conditionAtFence(type, fence.id, device),
    ...deviceFields(device),
    alarmType: type,
    alarmLevel: fence.level,
    alarmName: fence.name,
    facts: {
      ...whoIs(device),
      fence: fence.name,
      ...(fence.type === 'speed'
        ? { speed: Math.round(fix.speed ?? 0), limit: fence.speedLimit ?? 0 }
        : { did: fence.type === 'noEntry' ? 'entered' : 'left', ...(fix.accuracy > 0 ? { accuracy: fix.accuracy } : {}) }),
    },
    findTime: new Date(now),
    startTime: new Date(Math.min(effect.start, now)),
    deviceTime: null,
    areaId: fence.areaId ?? area?.id ?? null,
    areaName: fence.areaName ?? area?.name ?? null,
    ruleId: fence.id,
    lng: effect.lng,
    lat: effect.lat,
    floor: fix.floor,
    quiet: late,
  }
}

/** What a fence that asks who is inside makes of it as an alarm; `wearer` of whom it is about, null where it is about the fence. */
export const areaIntent = (effect: AreaEffect, wearer: Device | null, now: number): AlarmIntent => {
  if (effect.kind === 'return') {
    const { fence, alarmType: type, subject } = effect.condition
    return { kind: 'return', conditionKey: insideKey(type, fence, subject), end: new Date(effect.end) }
  }
  const {
    rule: { fence, shape },
    finding: { alarmType: type, subject, facts, at },
    start,
  } = effect
  const [west, south, east, north] = shape.box
  const place = at?.fix ?? { lng: (west + east) / 2, lat: (south + north) / 2, floor: fence.floor }
  const from = wearer
    ? deviceFields(wearer)
    : {
        source: { kind: 'fence' as const, id: fence.id, label: fence.name },
        device: null,
        deptId: fence.deptId,
        deptName: fence.deptName,
        userName: '',
        plateNumber: '',
      }
  return {
    kind: 'raise',
    alarm: {
      conditionKey: insideKey(type, fence.id, subject),
      ...from,
      alarmType: type,
      alarmLevel: fence.level,
      alarmName: fence.name,
      facts: { ...(wearer ? whoIs(wearer) : {}), fence: fence.name, ...facts },
      findTime: new Date(now),
      startTime: new Date(start),
      deviceTime: null,
      areaId: fence.areaId,
      areaName: fence.areaName,
      ruleId: fence.id,
      lng: place.lng,
      lat: place.lat,
      floor: place.floor,
      quiet: false,
    },
  }
}
const insideKey = (type: number, fence: string, subject: string): string => `${type}/${fence}/inside/${subject}`

const nearKey = (point: string, subject: string): string => `${alarmType.code.hazard}/point/${point}/${subject}`

/** What is made of somebody who is near a hazard source, or is not any more. */
export const nearIntent = (effect: NearEffect, deviceOf: (id: number) => Device | undefined, now: number): AlarmIntent => {
  if (effect.kind === 'return') {
    const { point, subject } = effect.near
    return { kind: 'return', conditionKey: nearKey(point, subject), end: new Date(effect.end) }
  }
  const {
    rule: { point },
    subject,
    device,
    at,
    isHeard,
    start,
  } = effect
  const wearer = deviceOf(device)
  if (!wearer) throw new Error(`nobody knows the device ${device}, which is near a hazard source`)
  const { major, larger } = riskLevel.code
  const { lng, lat, floor } = at?.fix ?? point
  return {
    kind: 'raise',
    alarm: {
      conditionKey: nearKey(point.id, subject),
      ...deviceFields(wearer),
      alarmType: alarmType.code.hazard,
      alarmLevel: point.riskLevel === major || point.riskLevel === larger ? 2 : 3,
      alarmName: point.name,
      facts: { ...whoIs(wearer), point: point.name, ...(isHeard ? {} : { distance: point.radius ?? 0 }) },
      findTime: new Date(now),
      startTime: new Date(start),
      deviceTime: null,
      areaId: point.areaId,
      areaName: point.areaName,
      ruleId: point.id,
      lng,
      lat,
      floor,
      quiet: false,
    },
  }
}

/** The same for what a helmet pushes and for what is made out here: one of them is all that there is. */
const helpKey = (kind: number, device: number): string => `${kind}/device/${device}`

/** What is made of somebody who does not move any more, or moves again. */
export const silentIntent = (
  watch: Pick<FenceWatch, 'areaAt'>,
  effect: SilentEffect,
  deviceOf: (id: number) => Device | undefined,
  now: number,
): AlarmIntent => {
  const { code, level, zh } = alarmTypes.silent
  if (effect.kind === 'return') return { kind: 'return', conditionKey: helpKey(code, effect.device), end: new Date(effect.end) }
  const { at, minutes, start } = effect
  const wearer = deviceOf(at.device)
  if (!wearer) throw new Error(`nobody knows the device ${at.device}, whose wearer does not move`)
  const { lng, lat, floor } = at.fix
  const area = watch.areaAt(lng, lat)
  return {
    kind: 'raise',
    alarm: {
      conditionKey: helpKey(code, wearer.id),
      ...deviceFields(wearer),
      alarmType: code,
      alarmLevel: level,
      alarmName: zh,
      facts: { ...whoIs(wearer), minutes, ...whereIs({ lng, lat, floor, isOld: false }, area?.name) },
      findTime: new Date(now),
      startTime: new Date(start),
      deviceTime: null,
      areaId: area?.id ?? null,
      areaName: area?.name ?? null,
      ruleId: null,
      lng,
      lat,
      floor,
      quiet: false,
    },
  }
}

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
  const area = place && watch.areaAt(place.lng, place.lat)
  return {
    kind: 'raise',
    alarm: {
      conditionKey: helpKey(kind, device.id),
      ...deviceFields(device),
      alarmType: kind,
      alarmLevel: alarmTypeOf(kind).level,
      alarmName: titleOf(kind).zh,
      facts: { ...whoIs(device), ...(device.enabled ? {} : { state: 'disabled' }), ...whereIs(place, area?.name) },
      ...whenAndWhere({ time, claimed, recv, place }, area),
      quiet: !isCry(kind) && recv - time > lateAfter,
    },
  }
}

/** When somebody called, and from where; by no rule. */
export const whenAndWhere = (
  { time, claimed, recv, place }: Pick<HelpCall, 'time' | 'claimed' | 'recv' | 'place'>,
  area: ReturnType<FenceWatch['areaAt']> | null,
) => ({
  findTime: new Date(recv),
  startTime: new Date(time),
  deviceTime: claimed === null || claimed === time ? null : new Date(claimed),
  areaId: area?.id ?? null,
  areaName: area?.name ?? null,
  ruleId: null,
  lng: place?.lng ?? null,
  lat: place?.lat ?? null,
  floor: place?.floor ?? null,
})

export const whereIs = (place: KnownPlace | null, area: string | undefined): AlarmFacts => {
  if (place === null) return { place: 'none' }
  if (area === undefined) return place.isOld ? { place: 'last' } : {}
  return { place: place.isOld ? 'lastIn' : 'in', area }
}

const whoIs = ({ label, personName }: Device): AlarmFacts =>
  personName === null ? { device: label } : { person: personName, device: label }

/** What an alarm says of the device that it comes from. */
export const deviceFields = (device: Device) => ({
  source: {
    kind: 'device' as const,
    id: String(device.id),
    label: device.personName === null || device.kind === 'car' ? device.label : `${device.label}（${device.personName}）`,
  },
  device: { id: device.id, type: device.kind, code: device.code },
  deptId: deptOfDevice(device),
  deptName: device.deptName,
  userName: device.personName ?? '',
  plateNumber: device.kind === 'car' ? device.label : '',
})
