import { keptCode } from '@vigil/contract/devices/code.ts'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import type { Held } from '../../kernel/held.ts'
import type { Logger } from '../../kernel/log.ts'
import { createSoon } from '../../kernel/soon.ts'
import { createTurns } from '../../kernel/turns.ts'
import type { Device, DeviceStore } from './store.ts'

/** A device as it was and as it is, one of them missing where it came or went. */
export interface DeviceChange {
  readonly id: number
  readonly before: Device | undefined
  readonly after: Device | undefined
}

/**
 * All registered devices in memory, since every report asks for one. Fresh as soon as a save is answered; names of people
 * and departments follow within a moment.
 */
export interface DeviceRegistry {
  readonly find: (kind: DeviceType, code: string) => Device | undefined
  readonly get: (id: number) => Device | undefined
  readonly all: () => Iterable<Device>
  readonly size: () => number
  readonly reload: () => Promise<void>
  /** Takes over what was saved or deleted. */
  readonly refresh: (ids: readonly number[]) => Promise<void>
  /** Hears what was read anew, of which some may be as it was. */
  readonly onChange: (listener: (changes: readonly DeviceChange[]) => void) => void
  readonly held: Held
}

export const createDeviceRegistry = (
  store: Pick<DeviceStore, 'all' | 'byIds' | 'digest' | 'namesDigest'>,
  log: Logger,
): DeviceRegistry & { reloadSoon: () => void } => {
  let byId = new Map<number, Device>()
  /** A code is looked up as it stands in the report: no string is made for it. */
  const byCode: Readonly<Record<DeviceType, Map<string, Device>>> = { hat: new Map(), badge: new Map(), car: new Map() }
  /** By the usual form of their codes, those few that stand in another, from before there was one; the first registered first. */
  const odd = new Map<string, readonly Device[]>()
  /** Of the names of people and departments, as of the last reading of everything. */
  let names = ''
  const listeners: ((changes: readonly DeviceChange[]) => void)[] = []
  const changed = (ids: Iterable<number>, before: ReadonlyMap<number, Device>): void => {
    const changes = Array.from(ids, (id) => ({ id, before: before.get(id), after: byId.get(id) }))
    for (const listener of listeners) listener(changes)
  }
  const enter = (device: Device): void => {
    byId.set(device.id, device)
    byCode[device.kind].set(device.code, device)
    const usual = keptCode(device.kind, device.code)
    if (usual === device.code) return
    const key = `${device.kind}:${usual}`
    odd.set(
      key,
      [...(odd.get(key) ?? []), device].toSorted((one, other) => one.id - other.id),
    )
  }
  const strike = (device: Device): void => {
    // Another may have its number by now.
    if (byCode[device.kind].get(device.code) === device) byCode[device.kind].delete(device.code)
    const key = `${device.kind}:${keptCode(device.kind, device.code)}`
    const others = odd.get(key)?.filter(({ id }) => id !== device.id) ?? []
    if (others.length > 0) odd.set(key, others)
    else odd.delete(key)
    byId.delete(device.id)
  }
  /** Of a code that nobody has in these letters. */
  const findUsual = (kind: DeviceType, code: string): Device | undefined => {
    const usual = keptCode(kind, code)
    return byCode[kind].get(usual) ?? odd.get(`${kind}:${usual}`)?.[0]
  }
  // One after the other: a reload that began before a save would otherwise put back what it read before it.
  const inTurn = createTurns()
  const reloadNow = async (): Promise<void> => {
    // Before what it tells of: a name that changes in between is found at the next comparison.
    const namesRead = await store.namesDigest()
    const devices = await store.all()
    names = namesRead
    const before = byId
    byId = new Map()
    for (const codes of [...Object.values(byCode), odd]) codes.clear()
    for (const device of devices) enter(device)
    changed(new Set([...before.keys(), ...byId.keys()]), before)
  }
  const refreshNow = async (ids: readonly number[]): Promise<void> => {
    const devices = await store.byIds(ids)
    const before = new Map<number, Device>()
    for (const id of ids) {
      const old = byId.get(id)
      if (!old) continue
      before.set(id, old)
      strike(old)
    }
    for (const device of devices) enter(device)
    changed(new Set(ids), before)
  }
  const reload = (): Promise<void> => inTurn(reloadNow)
  const soon = createSoon(reload, log, 'devices')
  return {
    find: (kind, code) => byCode[kind].get(code) ?? findUsual(kind, code),
    get: (id) => byId.get(id),
    all: () => byId.values(),
    size: () => byId.size,
    reload,
    reloadSoon: soon.ask,
    refresh: (ids) => inTurn(() => refreshNow(ids)),
    held: {
      name: 'devices',
      held: () => {
        let [versions, sum] = [0, 0]
        for (const { id, version } of byId.values()) {
          versions += version
          sum += id
        }
        return `${byId.size}:${versions}:${sum} ${names}`
      },
      // In turn, so that it is not compared with what is just being read.
      stored: async () => {
        await soon.settle()
        return inTurn(async () => `${await store.digest()} ${await store.namesDigest()}`)
      },
      reload,
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
