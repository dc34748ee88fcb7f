import { randomBytes } from 'node:crypto'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { KeyBinding } from '@vigil/contract/devices/device-key.ts'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { nobodys, theSystem, type Asked } from '../../kernel/caller.ts'
import type { Held } from '../../kernel/held.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { requireSeen } from '../../kernel/references.ts'
import { announce, onRecords } from '../../kernel/record-changes.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireWrite, type Scope } from '../../kernel/scope.ts'
import { createSoon } from '../../kernel/soon.ts'
import { networkOf } from '../../kernel/trusted-proxies.ts'
import { createWrongKeys, holdsFor, isSiteWide, type HeldKey, type Registered } from './key.rules.ts'
import { hashKey, type KeyNews, type KeyStore, type StoredKey } from './keys.store.ts'
import type { DeviceRegistry } from './registry.ts'
import { standingOf, type Device } from './store.ts'

type Body<Name extends keyof typeof deviceCalls> = BodyOf<(typeof deviceCalls)[Name]>

const keyWord = { zh: '设备密钥', en: 'The device key' } as const
const words = {
  device: { zh: '设备', en: 'The device' },
  gateway: { zh: 'LoRa网关', en: 'The LoRa gateway' },
} as const
/** The key that a site may be started with: it is in no table and holds for the whole site. */
const startKeyId = '0'

/** A device as it calls itself. */
interface Called {
  readonly deviceType: DeviceType
  readonly deviceId: string
}

const invalid = (field: string, reason: Text): Refusal => new Refusal('invalidInput', { field, reason }, { field })

/** Refuses what can hold for nothing. */
const checkBinding = ({ deviceTypes, deptIds, gatewayId, device }: KeyBinding): void => {
  if (device !== null && (deviceTypes.length > 0 || deptIds.length > 0 || gatewayId !== null))
    throw invalid('device', { zh: '指定一台设备时不能再限定其他范围', en: 'one device, or something else' })
  if (gatewayId !== null && deviceTypes.length > 0 && !deviceTypes.includes('badge'))
    throw invalid('deviceTypes', { zh: 'LoRa网关只转发工牌', en: 'a LoRa gateway hears badges only' })
}

/** What the journal calls them. */
const deviceKeyKind = 'deviceKey'

export const createDeviceKeys = (kernel: Kernel, store: KeyStore, registry: Pick<DeviceRegistry, 'find' | 'get'>) => {
  const { clock } = kernel
  const startKey: readonly (readonly [string, HeldKey])[] =
    kernel.config.deviceKey === null
      ? []
      : [
          [
            hashKey(kernel.config.deviceKey),
            {
              id: startKeyId,
              name: 'VIGIL_DEVICE_KEY',
              until: Infinity,
              kinds: null,
              depts: null,
              gatewayOn: null,
              device: null,
            },
          ],
        ]
  let byHash = new Map(startKey)
  let byId = new Map(startKey.map(([, key]) => [key.id, key]))
  let digest = ''
  const listeners: (() => void)[] = []
  // One after the other: a reading that began before a change would otherwise put back what it read before it.
  let turn: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
  const reload = (): Promise<void> =>
    inTurn(async () => {
      // Before what it tells of: what changes in between is found at the next comparison.
      const read = await store.digest()
      byHash = new Map([...(await store.held()), ...startKey])
      byId = new Map([...byHash.values()].map((key) => [key.id, key]))
      digest = read
      for (const listener of listeners) listener()
    })
  const soon = createSoon(reload, kernel.log, 'device keys')
  onRecords(kernel.bus, [deviceKeyKind], reload)
  const present = (id: string): HeldKey | null => {
    const key = byId.get(id)
    return key && key.until > clock.now() ? key : null
  }
  const registered = (kind: DeviceType, code: string): Registered | null => {
    const device = registry.find(kind, code)
    return device ? { id: device.id, dept: standingOf(device) } : null
  }

  let news = new Map<string, KeyNews>()
  const tell = ({ id, usedAt, refused, last }: KeyNews): void => {
    if (id === startKeyId) return
    const known = news.get(id)
    news.set(id, {
      id,
      usedAt: usedAt ?? known?.usedAt ?? null,
      refused: refused + (known?.refused ?? 0),
      last: last ?? known?.last ?? null,
    })
  }
  const flush = async (): Promise<void> => {
    if (news.size === 0) return
    const told = [...news.values()]
    news = new Map()
    try {
      await store.note(told)
    } catch (error) {
      const since = [...news.values()]
      news = new Map()
      for (const one of [...told, ...since]) tell(one)
      throw error
    }
  }

  const wrongKeys = createWrongKeys(clock.now)
  /** What nobody waits for: that it cannot be written costs the device nothing. */
  const journal = (cname: string, ip: string, object: string, code: string, objectId: string, after?: Called): void => {
    const system = theSystem(clock.now())
    const more = { module: 'devices', action: 'refused', objectId, ...(after ? { after } : {}) } as const
    kernel.journal
      .refused({ ...system, ip, caller: { ...system.caller, cname } }, object, code, more)
      .catch((error: unknown) => kernel.log.warn({ err: error }, 'a refused device key was not written down'))
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
    requireWrite(scope, standingOf(named), words.device, 'device')
  }
  /** The record of the one device that a key is to hold for; null where there is none yet, or it names none. */
  const requireBinding = async (trx: Trx, binding: KeyBinding, { caller: { scope } }: Asked): Promise<number | null> => {
    checkBinding(binding)
    await requireSeen(trx, 'dept', binding.deptIds, scope, 'deptIds')
    if (binding.gatewayId !== null && !(await store.hasGateway(trx, binding.gatewayId, scope)))
      throw new Refusal('notFound', { what: words.gateway }, { field: 'gatewayId' })
    const { device } = binding
    const named = device === null ? undefined : registry.find(device.deviceType, device.deviceId)
    requireWithin(scope, binding, named)
    return named?.id ?? null
  }
  /** A key that is the caller's to change; one that he does not see is none. */
  const take = async (trx: Trx, id: string, { caller: { scope } }: Asked): Promise<StoredKey> => {
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
  const requireOne = (there: boolean): void => {
    if (!there) throw new Refusal('notFound', { what: keyWord })
  }
  const make = async (trx: Trx, { name, binding, deviceId }: StoredKey): Promise<{ id: string; key: string }> => {
    const key = randomBytes(24).toString('base64url')
    return { id: await store.create(trx, name, key, binding, deviceId), key }
  }

  return {
    reload,
    /** After departments changed. */
    reloadSoon: soon.ask,
    /** After devices were registered, changed or deleted: what names one of them may hold for it from now on, or no more. */
    devicesChanged: (): Promise<void> =>
      [...byId.values()].some(({ device }) => device !== null) ? reload() : Promise.resolve(),
    onChange: (listener: () => void): void => void listeners.push(listener),
    held: {
      name: 'device keys',
      held: () => digest,
      stored: async () => {
        let stored = ''
        await soon.settle()
        await inTurn(async () => {
          stored = await store.digest()
        })
        return stored
      },
      reload,
    } satisfies Held,

    /** The id of the key that this is; null for none that holds now. */
    find: (text: string): string | null => {
      const key = text === '' ? undefined : byHash.get(hashKey(text))
      if (!key || key.until <= clock.now()) return null
      tell({ id: key.id, usedAt: new Date(clock.now()), refused: 0, last: null })
      return key.id
    },
    /** Whether a key holds now, and for this device. */
    holds: (id: string, kind: DeviceType, code: string): boolean => {
      const key = present(id)
      return key !== null && holdsFor(key, kind, code, registered)
    },
    /** Whether a key that holds for this device holds for no other. */
    isOwn: (id: string, kind: DeviceType, code: string): boolean => {
      const key = present(id)
      return key !== null && key.device !== null && holdsFor(key, kind, code, registered)
    },
    /** What tells for which of a key's reports it holds; throws `deviceKeyInvalid` for one that ended meanwhile. */
    judge: (id: string): ((report: Called) => boolean) => {
      const key = present(id)
      if (!key) throw new Refusal('deviceKeyInvalid')
      return isSiteWide(key) ? () => true : ({ deviceType, deviceId }) => holdsFor(key, deviceType, deviceId, registered)
    },
    /**
     * Reports that came with a key that does not hold for their devices, or for a helmet that is connected with another. They
     * are counted on the key and stand in the journal, calls for help apart, so that a binding that is wrong is seen.
     */
    refuse: (id: string, ip: string, reports: readonly (Called & { readonly isHelp: boolean })[]): void => {
      const key = byId.get(id)
      for (const isHelp of [false, true]) {
        const first = reports.find((report) => report.isHelp === isHelp)
        if (!key || !first) continue
        const { deviceType, deviceId } = first
        journal(nobodys.deviceKey(key.name), ip, isHelp ? 'helpCall' : 'deviceKey', 'forbidden', id, { deviceType, deviceId })
      }
      const last = reports.at(-1)
      if (last)
        tell({
          id,
          usedAt: null,
          refused: reports.length,
          last: { kind: last.deviceType, code: last.deviceId.replaceAll('\0', '').toWellFormed(), at: new Date(clock.now()) },
        })
    },
    /** Counts a wrong key of an address, and for the helmet that was claimed; after how many seconds it may be tried again. */
    noteWrong: (ip: string, helmet: string | null): number => {
      const claimed = helmet?.slice(0, 64)
      journal(nobodys.unknownDevice, ip, 'deviceKey', 'deviceKeyInvalid', claimed === undefined ? '' : `hat ${claimed}`)
      return wrongKeys.note([`address ${networkOf(ip)}`, ...(claimed === undefined ? [] : [`hat ${claimed}`])])
    },
    flush,

    list: async (body: Body<'listDeviceKeyAll'>, { caller }: Asked) => {
      await flush()
      return store.list(body, caller.scope)
    },
    create: ({ name, ...binding }: Body<'saveDeviceKey'>, asked: Asked) =>
      kernel.transaction(async (trx, after) => {
        const deviceId = await requireBinding(trx, binding, asked)
        const made = await make(trx, { name, binding, deviceId })
        await kernel.journal.write(trx, asked, {
          module: 'devices',
          action: 'create',
          object: deviceKeyKind,
          objectId: made.id,
          after: { name, ...binding },
        })
        announce(kernel.bus, after, deviceKeyKind, made.id)
        return made
      }),
    bind: ({ id, ...binding }: Body<'bindDeviceKeyById'>, asked: Asked) =>
      kernel.transaction(async (trx, after) => {
        const { name, binding: before } = await take(trx, id, asked)
        const deviceId = await requireBinding(trx, binding, asked)
        requireOne(await store.bind(trx, id, binding, deviceId))
        await kernel.journal.write(trx, asked, {
          module: 'devices',
          action: 'update',
          object: deviceKeyKind,
          objectId: id,
          before: { name, ...before },
          after: { name, ...binding },
        })
        after(() => void news.delete(id))
        announce(kernel.bus, after, deviceKeyKind, id)
        return null
      }),
    rotate: ({ id: oldId, minutes }: Body<'rotateDeviceKeyById'>, asked: Asked) =>
      kernel.transaction(async (trx, after) => {
        // With the device that was meant, so that no key of one that is gone comes back to life.
        const old = await take(trx, oldId, asked)
        const end = new Date(clock.now() + minutes * 60_000)
        requireOne(await store.end(trx, oldId, end))
        const made = await make(trx, old)
        const { name } = old
        await kernel.journal.write(trx, asked, {
          module: 'devices',
          action: 'update',
          object: deviceKeyKind,
          objectId: oldId,
          before: { name, replacedBy: null, revokedAt: null },
          after: { name, replacedBy: made.id, revokedAt: clock.toWire(end) },
        })
        announce(kernel.bus, after, deviceKeyKind, made.id)
        return made
      }),
    revoke: ({ id }: { id: string }, asked: Asked) =>
      kernel.transaction(async (trx, after) => {
        await take(trx, id, asked)
        requireOne(await store.revoke(trx, id))
        await kernel.journal.write(trx, asked, { module: 'devices', action: 'delete', object: deviceKeyKind, objectId: id })
        announce(kernel.bus, after, deviceKeyKind, id)
        return null
      }),
  }
}
