import { keptCode } from '@vigil/contract/devices/code.ts'
import { deviceDomain } from '@vigil/contract/devices/domain.ts'
import type { KeyBinding } from '@vigil/contract/devices/device-key.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { requireSeen } from '../../kernel/references.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { requireWrite, type Scope } from '../../kernel/scope.ts'
import { keyWord, type KeyContext } from './keys.context.ts'
import type { StoredKey } from './keys.store.ts'
import { deptOfDevice, type Device } from './store.ts'

/** Who may have a key hold for what. */

const words = {
  device: { zh: '设备', en: 'The device' },
  gateway: { zh: 'LoRa网关', en: 'The LoRa gateway' },
} as const

const wrong = (field: 'device' | 'deviceTypes', reason: Text): Refusal => invalid(field, deviceDomain.asked[field], reason)

/** Refuses what can hold for nothing. */
const checkBinding = ({ deviceTypes, deptIds, gatewayId, device }: KeyBinding): void => {
  if (device !== null && (deviceTypes.length > 0 || deptIds.length > 0 || gatewayId !== null))
    throw wrong('device', { zh: '已指定时不能再限定其他范围', en: 'cannot be combined with other limits' })
  if (gatewayId !== null && deviceTypes.length > 0 && !deviceTypes.includes('badge'))
    throw wrong('deviceTypes', {
      zh: '须含工牌，LoRa网关只转发工牌',
      en: 'must include badges: a LoRa gateway forwards nothing else',
    })
}

/** A key is made and changed within one's departments; one without any is the whole site's. `named` is its one device. */
const requireWithin = (scope: Scope, { deptIds, device }: KeyBinding, named: Device | undefined): void => {
  if (scope.all) return
  if (device === null) {
    if (deptIds.length === 0) requireWrite(scope, null, keyWord)
    for (const deptId of deptIds) requireWrite(scope, deptId, { zh: '部门', en: 'The department' }, 'deptIds')
    return
  }
  if (!named) throw new Refusal('notFound', { what: words.device }, { field: 'device' })
  requireWrite(scope, deptOfDevice(named), words.device, 'device')
}

/** What a key is to hold for, and the record of the one device among it: null where there is none yet, or it names none. */
export const requireBinding = async (
  { store, registry }: KeyContext,
  trx: Trx,
  binding: KeyBinding,
  { caller: { scope } }: Asked,
): Promise<Pick<StoredKey, 'binding' | 'deviceId'>> => {
  checkBinding(binding)
  await requireSeen(trx, 'dept', binding.deptIds, scope, 'deptIds')
  if (binding.gatewayId !== null && !(await store.hasGateway(trx, binding.gatewayId, scope)))
    throw new Refusal('notFound', { what: words.gateway }, { field: 'gatewayId' })
  const { device } = binding
  const named = device === null ? undefined : registry.find(device.deviceType, device.deviceId)
  requireWithin(scope, binding, named)
  if (device === null) return { binding, deviceId: null }
  const called = { ...device, deviceId: named?.code ?? keptCode(device.deviceType, device.deviceId) }
  return { binding: { ...binding, device: called }, deviceId: named?.id ?? null }
}

/** A key that is the caller's to change; one that he does not see is none. */
export const take = async (
  { store, registry }: KeyContext,
  trx: Trx,
  id: string,
  { caller: { scope } }: Asked,
): Promise<StoredKey> => {
  const key = await store.take(trx, id)
  if (!key) throw new Refusal('notFound', { what: keyWord })
  const { device } = key.binding
  const named = key.deviceId === null ? undefined : registry.get(key.deviceId)
  const meant = named?.kind === device?.deviceType && named?.code === device?.deviceId ? named : undefined
  // Of a device that is gone, or yet to come, it belongs to nobody's department.
  if (device !== null && !meant) requireWrite(scope, null, keyWord)
  try {
    requireWithin(scope, key.binding, meant)
  } catch (error) {
    throw error instanceof Refusal && error.codeName === 'notFound' ? new Refusal('notFound', { what: keyWord }) : error
  }
  return key
}
