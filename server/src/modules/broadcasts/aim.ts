import { broadcastDomain } from '@vigil/contract/broadcasts/domain.ts'
import { sendingLimits, type SendingAim, type SendingArea } from '@vigil/contract/broadcasts/sending.ts'
import { hat } from '@vigil/contract/devices/hat.ts'
import { offlineAfter } from '@vigil/contract/devices/settings.ts'
import type { Asked } from '../../kernel/caller.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { maySee, mayWrite, requireWrite, type Scope } from '../../kernel/scope.ts'
import { deptOfDevice, type Device } from '../devices/index.ts'
import { checkShape, shapeOf } from '../hazards/index.ts'
import type { SendingContext } from './sending.context.ts'

/** Who is meant by a broadcast. */

const { asked: words } = broadcastDomain

const named = ({ doors }: SendingContext, deviceIds: readonly string[], scope: Scope): Device[] =>
  deviceIds.map((deviceId) => {
    const device = doors.devices.registry.find('hat', deviceId)
    if (!device) throw new Refusal('notFound', { what: hat.word }, { field: 'deviceIds' })
    requireWrite(scope, deptOfDevice(device), hat.word, 'deviceIds')
    return device
  })

const isHis = (device: Device, scope: Scope): boolean =>
  device.kind === 'hat' && device.enabled && mayWrite(scope, deptOfDevice(device))

/** His helmets alone, whatever else stands in these departments. */
const ofDepts = async ({ store, doors }: SendingContext, deptIds: readonly string[], scope: Scope): Promise<Device[]> => {
  const below = await store.deptsBelow(deptIds)
  if (!deptIds.every((id) => below.has(id) && maySee(scope, id)))
    throw new Refusal('notFound', { what: words.deptIds }, { field: 'deptIds' })
  const isOfThem = (device: Device): boolean => {
    const dept = deptOfDevice(device)
    return dept !== null && below.has(dept) && isHis(device, scope)
  }
  return [...doors.devices.registry.all()].filter(isOfThem)
}

const within = ({ doors }: SendingContext, { seenWithin, ...drawn }: SendingArea, scope: Scope): Device[] => {
  checkShape(drawn)
  const shape = shapeOf(drawn)
  return doors.positions
    .whereabouts(seenWithin * 60_000)
    .flatMap(({ device, row }) => (isHis(device, scope) && shape.contains(row.lng, row.lat) ? [device] : []))
}

/** The helmets of an aim, each once. Throws for what names none of the three ways or several, for what is not his, and for too many. */
export const meantBy = async (
  context: SendingContext,
  { deviceIds, deptIds, area }: SendingAim,
  { caller: { scope } }: Asked,
): Promise<Device[]> => {
  if ([deviceIds, deptIds, area].filter((way) => way !== undefined).length !== 1)
    throw invalid('deviceIds', words.deviceIds, {
      zh: '、部门和区域须选且只选一种',
      en: ', departments and an area: exactly one of them has to be given',
    })
  const devices = deviceIds
    ? named(context, deviceIds, scope)
    : deptIds
      ? await ofDepts(context, deptIds, scope)
      : within(context, area as SendingArea, scope)
  const helmets = [...new Map(devices.map((device) => [device.code, device])).values()]
  if (helmets.length > sendingLimits.helmets)
    throw invalid(deptIds ? 'deptIds' : 'area', deptIds ? words.deptIds : words.area, {
      zh: `中有 ${helmets.length} 台安全帽，一次最多 ${sendingLimits.helmets} 台`,
      en: `have ${helmets.length} helmets, ${sendingLimits.helmets} at most hear one broadcast`,
    })
  return helmets
}

/** Refuses what nobody would hear. */
export const requireSomebody = (helmets: readonly Device[], { deptIds }: SendingAim): void => {
  if (helmets.length > 0) return
  throw invalid(deptIds ? 'deptIds' : 'area', deptIds ? words.deptIds : words.area, {
    zh: '内没有可播报的安全帽',
    en: 'have no helmet that you may speak to',
  })
}

/** How many of them were heard of lately, and how many were not. */
export const reachOf = async (context: SendingContext, aim: SendingAim, asked: Asked) => {
  const { kernel, doors } = context
  const helmets = await meantBy(context, aim, asked)
  const there = new Set(
    doors.positions.whereabouts(kernel.settings.get(offlineAfter('hat')) * 1_000).map(({ device }) => device.id),
  )
  const online = helmets.filter(({ id }) => there.has(id)).length
  return { online, offline: helmets.length - online }
}
