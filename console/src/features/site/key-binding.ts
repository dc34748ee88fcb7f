import type { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { KeyBinding } from '@vigil/contract/devices/device-key.ts'
import { deviceType, type DeviceType } from '@vigil/contract/devices/entities.ts'
import type { DataOf } from '@vigil/contract/kernel/call.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { siteTexts } from './site-texts.ts'

export type DeviceKey = Extract<DataOf<typeof deviceCalls.listDeviceKeyAll>, readonly unknown[]>[number]
type Bound = Pick<DeviceKey, 'deviceTypes' | 'depts' | 'gateway' | 'device'>

/** What a key is to hold for, as it is being chosen; what another way of choosing said stays until the dialog closes. */
export interface Choice {
  readonly way: 'some' | 'gateway' | 'device' | 'site' | null
  readonly deviceTypes: readonly DeviceType[]
  readonly deptIds: readonly string[]
  readonly gatewayId: string | null
  readonly deviceType: DeviceType
  readonly deviceId: string
}
export const nothingChosen: Choice = {
  way: null,
  deviceTypes: [],
  deptIds: [],
  gatewayId: null,
  deviceType: 'hat',
  deviceId: '',
}

const wayOf = ({ deviceTypes, depts, gateway, device }: Bound): Choice['way'] => {
  if (device) return 'device'
  if (gateway) return 'gateway'
  return deviceTypes.length + depts.length > 0 ? 'some' : 'site'
}
export const isSiteWide = (bound: Bound): boolean => wayOf(bound) === 'site'

export const choiceOf = (bound: Bound): Choice => ({
  way: wayOf(bound),
  deviceTypes: bound.deviceTypes,
  // One that was deleted holds for nothing, and cannot be chosen again.
  deptIds: bound.depts.flatMap(({ id, name }) => (name === null ? [] : [id])),
  gatewayId: bound.gateway?.name ? bound.gateway.id : null,
  deviceType: bound.device?.deviceType ?? 'hat',
  deviceId: bound.device?.gone === false ? bound.device.deviceId : '',
})

/** The text that asks for what is missing, null where nothing is; who sees less than the whole site has to name departments, or a device. */
export const missingIn = (choice: Choice, wholeSite: boolean) => {
  const { way, deviceTypes, deptIds, gatewayId, deviceId } = choice
  const within = wholeSite || deptIds.length > 0
  if (way === null || (way === 'site' && !wholeSite)) return 'missingWay'
  if (way === 'device') return deviceId.trim() === '' ? 'missingNumber' : null
  if (way === 'gateway' && gatewayId === null) return 'missingGateway'
  if (way !== 'site' && !within) return 'missingDepts'
  return way === 'some' && deviceTypes.length + deptIds.length === 0 ? 'missingSome' : null
}

/** Null while something is missing. */
export const bindingOf = (choice: Choice, wholeSite: boolean): KeyBinding | null => {
  if (missingIn(choice, wholeSite) !== null) return null
  const { way, gatewayId, deviceType: kind } = choice
  const [deviceTypes, deptIds, deviceId] = [[...choice.deviceTypes], [...choice.deptIds], choice.deviceId.trim()]
  const none: KeyBinding = { deviceTypes: [], deptIds: [], gatewayId: null, device: null }
  if (way === 'device') return { ...none, device: { deviceType: kind, deviceId } }
  if (way === 'gateway') return { ...none, gatewayId, deptIds }
  return way === 'some' ? { ...none, deviceTypes, deptIds } : none
}

/** Whether a user of these departments (null for the whole site) may change a key; of one device only the server knows. */
export const mayChange = ({ depts, device }: Bound, own: readonly string[] | null): boolean =>
  own === null || device !== null || (depts.length > 0 && depts.every(({ id }) => own.includes(id)))

/** A device as it calls itself. */
export const calledDevice = (kind: DeviceType, deviceId: string, language: Language): string =>
  `${deviceType.name(kind, language)} ${deviceId}`

/** What a key holds for, in words. */
export const boundTo = (bound: Bound, language: Language): string => {
  const t = translate(siteTexts, language)
  if (isSiteWide(bound)) return t('boundToSite')
  const { deviceTypes, depts, gateway, device } = bound
  if (device) {
    const called = calledDevice(device.deviceType, device.deviceId, language)
    const name = device.gone ? t('boundToDeleted') : device.name
    return name ? `${called} · ${name}` : called
  }
  const comma = language === 'zh' ? '、' : ', '
  return [
    gateway ? t('boundToGateway', { name: gateway.name ?? t('boundToDeleted') }) : '',
    deviceTypes.map((kind) => deviceType.name(kind, language)).join(comma),
    depts.map(({ name }) => name ?? t('boundToDeleted')).join(comma),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
