import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { deviceType, type DeviceType } from '@vigil/contract/devices/entities.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { inScope, may, type Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { deleteRecord, saveRecord, type Records } from '../../kernel/records.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { createLoraGateways } from './lora-gateways.ts'
import { createDeviceRegistry } from './registry.ts'
import { hashKey, type Device, type DeviceFields, type DeviceStore } from './store.ts'

type Body<Name extends keyof typeof deviceCalls> = BodyOf<(typeof deviceCalls)[Name]>
type Stored = {
  id?: string | undefined
  version?: number | undefined
  deptId: string | null
  userId: string | null
  enable: 0 | 1
}

/** How long a device key found good is not looked up again; a revoked one ends at once. */
const keyBelieved = 30_000

export type DeviceService = ReturnType<typeof createDeviceService>

export const createDeviceService = (kernel: Kernel, store: DeviceStore) => {
  const { clock } = kernel
  const registry = createDeviceRegistry(store, kernel.log)

  const common = (device: Device) => ({
    id: String(device.id),
    version: device.version,
    deptId: device.deptId,
    deptName: device.deptName,
    userId: device.personId,
    userName: device.personName,
    enable: device.enabled ? (1 as const) : (0 as const),
    lastOnline: clock.toWireOrNull(device.lastSeen),
  })
  const hatOf = (device: Device) => ({
    ...common(device),
    hatNo: device.label,
    imei: device.code,
    sipId: device.sipId,
    mobile: device.mobile,
    model: device.model,
  })
  const badgeOf = (device: Device) => ({ ...common(device), badgeNo: device.label, devEui: device.code })
  const carOf = (device: Device) => ({
    ...common(device),
    plateNumber: device.label,
    terminalNo: device.code,
    carType: device.model,
  })

  /** One kind of device as records: they differ in their field names alone. */
  const recordsOf = <Row extends { version: number; userId: string | null }, Fields extends Stored>(
    kind: DeviceType,
    rowOf: (device: Device) => Row,
    fieldsOf: (body: Fields) => Pick<DeviceFields, 'code' | 'label' | 'sip_id' | 'mobile' | 'model'>,
    names: { readonly label: Text; readonly code: Text },
  ): Records<Row, Fields> => {
    const all = (body: Fields): DeviceFields => ({
      kind,
      enabled: body.enable === 1,
      dept_id: body.deptId,
      person_id: body.userId,
      ...fieldsOf(body),
    })
    return {
      kernel,
      module: 'devices',
      object: kind,
      what: { zh: deviceType.name(kind, 'zh'), en: `The ${deviceType.name(kind, 'en').toLowerCase()}` },
      read: async (trx, id, asked) => {
        const device = await store.one(trx, kind, id, asked)
        return device && rowOf(device)
      },
      lock: async (trx, id) => void (await store.lock(trx, id)),
      create: (trx, body) => store.create(trx, all(body)),
      update: async (trx, id, body) => void (await store.update(trx, id, all(body))),
      remove: (trx, id) => store.remove(trx, id),
      check: async (trx, body, present, asked) => {
        if (body.deptId !== null && (!inScope(asked.caller.scope, body.deptId) || !(await store.deptExists(trx, body.deptId)))) {
          throw new Refusal('notFound', { what: { zh: '部门', en: 'The department' } })
        }
        // Who wears it already may belong to a department that one does not see.
        if (body.userId !== null && body.userId !== present?.userId && !(await store.personExists(trx, body.userId, asked))) {
          throw new Refusal('notFound', { what: { zh: '人员', en: 'The person' } })
        }
      },
      unique: {
        device_code: { field: names.code, value: (body) => fieldsOf(body).code },
        device_label: { field: names.label, value: (body) => fieldsOf(body).label },
      },
      changed: (ids) => registry.refresh(ids.map(Number)),
    }
  }

  const hats = recordsOf<ReturnType<typeof hatOf>, Body<'saveBsHat'>>(
    'hat',
    hatOf,
    (body) => ({ label: body.hatNo, code: body.imei, sip_id: body.sipId, mobile: body.mobile, model: body.model }),
    { label: { zh: '帽号', en: 'Helmet number' }, code: { zh: 'IMEI', en: 'IMEI' } },
  )
  const badges = recordsOf<ReturnType<typeof badgeOf>, Body<'saveBsBadge'>>(
    'badge',
    badgeOf,
    (body) => ({ label: body.badgeNo, code: body.devEui, sip_id: '', mobile: '', model: '' }),
    { label: { zh: '工牌号', en: 'Badge number' }, code: { zh: 'devEui', en: 'devEui' } },
  )
  const cars = recordsOf<ReturnType<typeof carOf>, Body<'saveBsCar'>>(
    'car',
    carOf,
    (body) => ({ label: body.plateNumber, code: body.terminalNo, sip_id: '', mobile: '', model: body.carType }),
    { label: { zh: '车牌号', en: 'Plate number' }, code: { zh: '终端号', en: 'Terminal number' } },
  )

  const adoptNeeds = { hat: 'hatMgmt:edit', badge: 'badgeMgmt:edit', car: 'carMgmt:edit' } as const
  const unknown = new Map<string, { kind: string; code: string; count: number }>()
  const believedKeys = new Map<string, number>()
  const startKey = kernel.config.deviceKey === null ? null : hashKey(kernel.config.deviceKey)

  return {
    registry,
    loraGateways: createLoraGateways(kernel),
    listHats: (body: Body<'listBsHatAll'> & Partial<Body<'listBsHatByDeptId'>>, asked: Asked) =>
      store.list('hat', 'hatNo', hatOf, body, asked),
    listBadges: (body: Body<'listBsBadgeAll'> & Partial<Body<'listBsBadgeByDeptId'>>, asked: Asked) =>
      store.list('badge', 'badgeNo', badgeOf, body, asked),
    listCars: (body: Body<'listBsCarByDeptId'>, asked: Asked) => store.list('car', 'plateNumber', carOf, body, asked),
    saveHat: (body: Body<'saveBsHat'>, asked: Asked) => saveRecord(hats, body, asked),
    saveBadge: (body: Body<'saveBsBadge'>, asked: Asked) => saveRecord(badges, body, asked),
    saveCar: (body: Body<'saveBsCar'>, asked: Asked) => saveRecord(cars, body, asked),
    deleteHat: (body: { id: string }, asked: Asked) => deleteRecord(hats, body, asked),
    deleteBadge: (body: { id: string }, asked: Asked) => deleteRecord(badges, body, asked),
    deleteCar: (body: { id: string }, asked: Asked) => deleteRecord(cars, body, asked),

    listUnknown: (body: Body<'listUnknownDeviceAll'>) => store.listUnknown(body),
    adopt: async ({ deviceType: kind, deviceId, name }: Body<'adoptUnknownDevice'>, asked: Asked): Promise<{ id: string }> => {
      if (!may(asked.caller, adoptNeeds[kind])) throw new Refusal('forbidden', { needs: adoptNeeds[kind] })
      await kernel.transaction(async (trx) => {
        if (!(await store.isUnknown(trx, kind, deviceId)))
          throw new Refusal('notFound', { what: { zh: '未登记设备', en: 'The unregistered device' } })
      })
      const plain = { deptId: asked.caller.deptId, userId: null, enable: 1 } as const
      if (kind === 'hat')
        return saveRecord(hats, { ...plain, hatNo: name, imei: deviceId, sipId: '', mobile: '', model: '' }, asked)
      if (kind === 'badge') return saveRecord(badges, { ...plain, badgeNo: name, devEui: deviceId }, asked)
      return saveRecord(cars, { ...plain, plateNumber: name, terminalNo: deviceId, carType: '' }, asked)
    },
    /** Counts a report of a device that nobody registered; written down by the next `flushUnknown`. */
    noteUnknown: (kind: string, code: string): void => {
      const key = `${kind}:${code}`
      const seen = unknown.get(key)
      if (seen) seen.count += 1
      else if (unknown.size < 10_000) unknown.set(key, { kind, code, count: 1 })
    },
    flushUnknown: async (): Promise<void> => {
      if (unknown.size === 0) return
      const seen = [...unknown.values()]
      unknown.clear()
      await store.noteUnknown(seen)
    },

    isDeviceKey: async (key: string): Promise<boolean> => {
      if (key === '') return false
      const hash = hashKey(key)
      if (startKey !== null && timingSafeEqual(startKey, hash)) return true
      const id = hash.toString('base64')
      if ((believedKeys.get(id) ?? 0) > clock.now()) return true
      const good = await store.keyExists(key)
      if (good) believedKeys.set(id, clock.now() + keyBelieved)
      return good
    },
    listKeys: (body: Body<'listDeviceKeyAll'>) => store.listKeys(body),
    createKey: ({ name }: { name: string }, asked: Asked) =>
      kernel.transaction(async (trx) => {
        const key = randomBytes(24).toString('base64url')
        const id = await store.createKey(trx, name, key)
        await kernel.journal.write(trx, asked, {
          module: 'devices',
          action: 'create',
          object: 'deviceKey',
          objectId: id,
          after: { name },
        })
        return { id, key }
      }),
    revokeKey: ({ id }: { id: string }, asked: Asked) =>
      kernel.transaction(async (trx, after) => {
        if (!(await store.revokeKey(trx, id))) throw new Refusal('notFound', { what: { zh: '设备密钥', en: 'The device key' } })
        await kernel.journal.write(trx, asked, { module: 'devices', action: 'delete', object: 'deviceKey', objectId: id })
        after(() => believedKeys.clear())
        return null
      }),
  }
}
