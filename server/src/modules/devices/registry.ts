import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import type { Logger } from '../../kernel/log.ts'
import type { Device, DeviceStore } from './store.ts'

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
  readonly refresh: (id: number) => Promise<void>
  readonly onChange: (listener: () => void) => void
}

export const createDeviceRegistry = (
  store: Pick<DeviceStore, 'all' | 'byIds'>,
  log: Logger,
): DeviceRegistry & { reloadSoon: () => void } => {
  let byId = new Map<number, Device>()
  let byCode = new Map<string, Device>()
  let timer: NodeJS.Timeout | null = null
  const listeners: (() => void)[] = []
  const key = (kind: string, code: string): string => `${kind}:${code}`
  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  const reload = async (): Promise<void> => {
    const devices = await store.all()
    byId = new Map(devices.map((device) => [device.id, device]))
    byCode = new Map(devices.map((device) => [key(device.kind, device.code), device]))
    changed()
  }
  return {
    find: (kind, code) => byCode.get(key(kind, code)),
    get: (id) => byId.get(id),
    all: () => byId.values(),
    size: () => byId.size,
    reload,
    reloadSoon: () => {
      timer ??= setTimeout(() => {
        timer = null
        reload().catch((error: unknown) => log.error({ err: error }, 'the device registry could not be reloaded'))
      }, 200).unref()
    },
    refresh: async (id) => {
      const old = byId.get(id)
      if (old) byCode.delete(key(old.kind, old.code))
      byId.delete(id)
      for (const device of await store.byIds([id])) {
        byId.set(device.id, device)
        byCode.set(key(device.kind, device.code), device)
      }
      changed()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
