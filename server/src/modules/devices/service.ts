import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { may, type Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { sheetOf } from '../../kernel/sheet-noun.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import { createClocks } from './clocks.service.ts'
import { createClockStore } from './clocks.store.ts'
import { createDeviceKeepers } from './keepers.ts'
import { createDeviceRegistry } from './registry.ts'
import { hashKey, type DeviceStore } from './store.ts'

type Body<Name extends keyof typeof deviceCalls> = BodyOf<(typeof deviceCalls)[Name]>
/** How long a device key found good is not looked up again; a revoked one ends at once. */
const keyBelieved = 30_000
const keyWord = { zh: '设备密钥', en: 'The device key' } as const

export type DeviceService = ReturnType<typeof createDeviceService>

export const createDeviceService = (kernel: Kernel, store: DeviceStore) => {
  const { clock } = kernel
  const registry = createDeviceRegistry(store, kernel.log)

  const clocks = createClocks(createClockStore(kernel), kernel.clock.now)
  const keepers = createDeviceKeepers(kernel, store, registry)
  const adoptNeeds = { hat: 'hatMgmt:edit', badge: 'badgeMgmt:edit', car: 'carMgmt:edit' } as const
  const unknown = new Map<string, { kind: string; code: string; count: number }>()
  const countUnknown = (kind: string, code: string, count: number): void => {
    const key = `${kind}:${code}`
    const seen = unknown.get(key)
    if (seen) seen.count += count
    else if (unknown.size < 10_000) unknown.set(key, { kind, code, count })
  }
  const believedKeys = new Map<string, number>()
  const startKey = kernel.config.deviceKey === null ? null : hashKey(kernel.config.deviceKey)

  return {
    registry,
    held: registry.held,
    ...keepers,
    sheets: [
      sheetOf(keepers.hats),
      sheetOf(keepers.badges),
      sheetOf(keepers.cars),
      sheetOf(keepers.beacons),
      sheetOf(keepers.loraGateways),
    ],
    listBindings: store.listBindings,
    listClocks: clocks.list,
    noteClock: clocks.note,
    flushClocks: clocks.flush,
    listUnknown: (body: Body<'listUnknownDeviceAll'>) => store.listUnknown(body),
    adopt: async ({ deviceType: kind, deviceId, name }: Body<'adoptUnknownDevice'>, asked: Asked): Promise<{ id: string }> => {
      if (!may(asked.caller, adoptNeeds[kind])) throw new Refusal('forbidden', { needs: adoptNeeds[kind] })
      await kernel.transaction(async (trx) => {
        if (!(await store.isUnknown(trx, kind, deviceId)))
          throw new Refusal('notFound', { what: { zh: '未登记设备', en: 'The unregistered device' } })
      })
      const { deptId } = asked.caller
      const { hats, badges, cars } = keepers
      const save = {
        hat: () => hats.save(deviceCalls.saveBsHat.body.parse({ hatNo: name, imei: deviceId, deptId }), asked),
        badge: () => badges.save(deviceCalls.saveBsBadge.body.parse({ badgeNo: name, devEui: deviceId, deptId }), asked),
        car: () => cars.save(deviceCalls.saveBsCar.body.parse({ plateNumber: name, terminalNo: deviceId, deptId }), asked),
      }
      return save[kind]()
    },
    /** Counts a report of a device that nobody registered; written down by the next `flushUnknown`. */
    noteUnknown: (kind: string, code: string): void => {
      // What no database stores is left out of it: one strange name must not cost the others their place in the list.
      countUnknown(kind, code.replaceAll('\0', '').toWellFormed(), 1)
    },
    flushUnknown: async (): Promise<void> => {
      if (unknown.size === 0) return
      const seen = [...unknown.values()]
      unknown.clear()
      try {
        await store.noteUnknown(seen)
      } catch (error) {
        for (const { kind, code, count } of seen) countUnknown(kind, code, count)
        throw error
      }
    },

    isDeviceKey: async (key: string): Promise<boolean> => {
      if (key === '') return false
      const hash = hashKey(key)
      if (startKey !== null && timingSafeEqual(startKey, hash)) return true
      const id = hash.toString('base64')
      if ((believedKeys.get(id) ?? 0) > clock.now()) return true
      const until = await store.useKey(key)
      if (until !== null) believedKeys.set(id, Math.min(clock.now() + keyBelieved, until))
      return until !== null
    },
    listKeys: (body: Body<'listDeviceKeyAll'>) => store.listKeys(body),
    createKey: ({ name }: { name: string }, asked: Asked) =>
      kernel.transaction(async (trx) => {
        requireWrite(asked.caller.scope, null, keyWord)
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
    rotateKey: ({ id: oldId, minutes }: Body<'rotateDeviceKeyById'>, asked: Asked) =>
      kernel.transaction(async (trx, after) => {
        requireWrite(asked.caller.scope, null, keyWord)
        const end = new Date(clock.now() + minutes * 60_000)
        const name = await store.endKey(trx, oldId, end)
        if (name === null) throw new Refusal('notFound', { what: keyWord })
        const key = randomBytes(24).toString('base64url')
        const id = await store.createKey(trx, name, key)
        await kernel.journal.write(trx, asked, {
          module: 'devices',
          action: 'update',
          object: 'deviceKey',
          objectId: oldId,
          before: { name, replacedBy: null, revokedAt: null },
          after: { name, replacedBy: id, revokedAt: clock.toWire(end) },
        })
        after(() => believedKeys.clear())
        return { id, key }
      }),
    revokeKey: ({ id }: { id: string }, asked: Asked) =>
      kernel.transaction(async (trx, after) => {
        requireWrite(asked.caller.scope, null, keyWord)
        if (!(await store.revokeKey(trx, id))) throw new Refusal('notFound', { what: keyWord })
        await kernel.journal.write(trx, asked, { module: 'devices', action: 'delete', object: 'deviceKey', objectId: id })
        after(() => believedKeys.clear())
        return null
      }),
  }
}
