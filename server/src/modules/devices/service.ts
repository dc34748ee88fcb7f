import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { dept } from '@vigil/contract/accounts/dept.ts'
import { user } from '@vigil/contract/accounts/user.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { keptCode } from '@vigil/contract/devices/code.ts'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import { may, type Asked, type Caller } from '../../kernel/caller.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { onRecords } from '../../kernel/record-changes.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { maySee } from '../../kernel/scope.ts'
import { createClocks } from './clocks.service.ts'
import { createClockStore } from './clocks.store.ts'
import { createCommands } from './commands.ts'
import { createDeviceKeepers, type OutOfUse, type Retired } from './keepers.ts'
import { createDeviceRegistry } from './registry.ts'
import { createDeviceKeys } from './keys.service.ts'
import { createKeyStore } from './keys.store.ts'
import { deptOfDevice, type DeviceStore, type SaidFirmware } from './store.ts'
import { strangeCode } from './strange-code.ts'
import { createTally } from './tally.ts'
import { readTerminal, setTerminal } from './terminal.ts'
import { testHelmet } from './test-helmet.ts'
import { createTerminalStore } from './terminals.store.ts'
import { createUnfixedStore, type Unfixed } from './unfixed.store.ts'
import { createWearerStore } from './wearers.store.ts'

type Body<Name extends keyof typeof deviceCalls> = BodyOf<(typeof deviceCalls)[Name]>

export type DeviceService = ReturnType<typeof createDeviceService>

export const createDeviceService = (kernel: Kernel, store: DeviceStore) => {
  const registry = createDeviceRegistry(store, kernel.log)
  const keys = createDeviceKeys(kernel, createKeyStore(kernel), registry)
  // Names of people and departments, and where people stand, follow within a moment.
  onRecords(kernel.bus, [dept.name, user.name], () => {
    registry.reloadSoon()
    keys.reloadSoon()
  })

  const commands = createCommands(kernel)
  const clocks = createClocks(createClockStore(kernel), kernel.clock.now)
  const retired: Retired[] = []
  const onRetired: Retired = async (trx, id) => {
    for (const listener of retired) await listener(trx, id)
  }
  const outOfUse: OutOfUse[] = []
  const onOutOfUse: OutOfUse = async (trx, id, after) => {
    for (const listener of outOfUse) await listener(trx, id, after)
  }
  const keepers = createDeviceKeepers(kernel, store, registry, keys, { onRetired, onOutOfUse })
  const adoptNeeds = { hat: 'hatMgmt:edit', badge: 'badgeMgmt:edit', car: 'carMgmt:edit' } as const
  const firmware = new Map<string, SaidFirmware>()
  const unfixed = createTally<Unfixed>(
    (known, { at }) => ({ ...known, at: Math.max(known.at, at) }),
    createUnfixedStore(kernel).note,
  )
  const unknown = createTally<{ readonly kind: string; readonly code: string; readonly count: number }>(
    (known, { count }) => ({ ...known, count: known.count + count }),
    store.noteUnknown,
    10_000,
  )

  return {
    registry,
    keys,
    commands,
    terminals: createTerminalStore(kernel),
    held: [registry.held, keys.held],
    ...keepers,
    nouns: [kept(keepers.hats), kept(keepers.badges), kept(keepers.cars), kept(keepers.beacons), kept(keepers.loraGateways)],
    wearers: createWearerStore(kernel),
    /** Who has something of a device that goes with it: told in the transaction that deletes it. */
    onRetired: (listener: Retired): void => void retired.push(listener),
    /** Who waits for what a device reports next: told in the transaction after which there is nothing to wait for. */
    onOutOfUse: (listener: OutOfUse): void => void outOfUse.push(listener),
    /** Whether a device is registered, and within somebody's scope. */
    sees: ({ scope }: Pick<Caller, 'scope'>, kind: DeviceType, code: string): boolean => {
      const device = registry.find(kind, code)
      return device !== undefined && maySee(scope, deptOfDevice(device))
    },
    test: (body: Body<'testBsHatById'>, asked: Asked) => testHelmet(kernel, { registry, commands }, body, asked),
    readTerminal: (body: Body<'readBsCarTerminalById'>, asked: Asked) => readTerminal({ registry, commands }, body, asked),
    setTerminal: (body: Body<'setBsCarTerminalById'>, asked: Asked) => setTerminal(kernel, { registry, commands }, body, asked),
    listBindings: store.listBindings,
    listClocks: clocks.list,
    noteClock: clocks.note,
    noteLate: clocks.noteLate,
    flushClocks: clocks.flush,
    /** A report without a position, of a device that may be registered; written down by the next `flushUnfixed`. */
    noteUnfixed: (kind: DeviceType, code: string): void => {
      const device = registry.find(kind, code)
      const now = kernel.clock.now()
      if (device) unfixed.note(device.id, { deviceId: device.id, from: now, at: now })
    },
    flushUnfixed: unfixed.flush,
    listUnknown: (body: Body<'listUnknownDeviceAll'>) => store.listUnknown(body),
    adopt: async (
      { deviceType: kind, deviceId: told, name }: Body<'adoptUnknownDevice'>,
      asked: Asked,
    ): Promise<{ id: string }> => {
      const deviceId = keptCode(kind, told)
      if (!may(asked.caller, adoptNeeds[kind])) throw new Refusal('forbidden', { needs: adoptNeeds[kind] })
      await kernel.transaction(async (trx) => {
        if (!(await store.isUnknown(trx, kind, deviceId)) && !(await store.isUnknown(trx, kind, told)))
          throw new Refusal('notFound', { what: { zh: '未登记设备', en: 'The unregistered device' } })
      })
      const { deptId } = asked.caller
      const { hats, badges, cars } = keepers
      const save = {
        hat: () => hats.save(deviceCalls.saveBsHat.body.parse({ hatNo: name, imei: deviceId, deptId }), asked),
        badge: () => badges.save(deviceCalls.saveBsBadge.body.parse({ badgeNo: name, devEui: deviceId, deptId }), asked),
        car: () => cars.save(deviceCalls.saveBsCar.body.parse({ plateNumber: name, terminalNo: deviceId, deptId }), asked),
      }
      const saved = await save[kind]()
      // A row of before there was a usual form is not the record's own number.
      if (told !== deviceId) await store.forgetUnknown(kind, told)
      return saved
    },
    /** What a registered device says of itself, the last word of each; written down by the next `flushFirmware`. */
    noteFirmware: (kind: DeviceType, code: string, version: string): void => {
      firmware.set(`${kind}:${code}`, { kind, code, version })
    },
    flushFirmware: async (): Promise<void> => {
      if (firmware.size === 0) return
      const said = [...firmware.values()]
      firmware.clear()
      const again = (waiting: readonly SaidFirmware[]): void => {
        for (const one of waiting) {
          const key = `${one.kind}:${one.code}`
          if (!firmware.has(key)) firmware.set(key, one)
        }
      }
      try {
        again(await store.noteFirmware(said))
      } catch (error) {
        again(said)
        throw error
      }
    },
    /** Counts a report of a device that nobody registered; written down by the next `flushUnknown`. */
    noteUnknown: (kind: string, code: string): void => {
      const usual = strangeCode(kind, code)
      unknown.note(`${kind}:${usual}`, { kind, code: usual, count: 1 })
    },
    flushUnknown: unknown.flush,
  }
}
