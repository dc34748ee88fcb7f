import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import type { Held } from '../../kernel/held.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createSoon, type Soon } from '../../kernel/soon.ts'
import { createTurns, type Turns } from '../../kernel/turns.ts'
import type { HeldKey, Registered } from './key.rules.ts'
import { hashKey, type KeyStore } from './keys.store.ts'
import type { DeviceRegistry } from './registry.ts'
import { deptOfDevice } from './store.ts'

/** Which keys hold, as they are held in memory. */

/** The key that a site may be started with: it is in no table and holds for the whole site. */
export const startKeyId = '0'

export interface HeldKeys {
  readonly kernel: Kernel
  readonly store: KeyStore
  /** By its hash; none where the site was started without. */
  readonly startKey: readonly (readonly [hash: string, key: HeldKey])[]
  readonly listeners: (() => void)[]
  readonly soon: Soon
  byHash: ReadonlyMap<string, HeldKey>
  byId: ReadonlyMap<string, HeldKey>
  digest: string
  /** One after the other: a reading that began before a change would otherwise put back what it read before it. */
  readonly inTurn: Turns
}

const startKeyOf = (text: string | null): HeldKeys['startKey'] =>
  text === null
    ? []
    : [
        [
          hashKey(text),
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

const idsOf = (byHash: ReadonlyMap<string, HeldKey>): Map<string, HeldKey> =>
  new Map([...byHash.values()].map((key) => [key.id, key]))

export const reload = (keys: HeldKeys): Promise<void> =>
  keys.inTurn(async () => {
    // Before what it tells of: what changes in between is found at the next comparison.
    const read = await keys.store.digest()
    keys.byHash = new Map([...(await keys.store.held()), ...keys.startKey])
    keys.byId = idsOf(keys.byHash)
    keys.digest = read
    for (const listener of keys.listeners) listener()
  })

export const createHeldKeys = (kernel: Kernel, store: KeyStore): HeldKeys => {
  const startKey = startKeyOf(kernel.config.deviceKey)
  const byHash = new Map(startKey)
  const keys: HeldKeys = {
    kernel,
    store,
    startKey,
    listeners: [],
    soon: createSoon(() => reload(keys), kernel.log, 'device keys'),
    byHash,
    byId: idsOf(byHash),
    digest: '',
    inTurn: createTurns(),
  }
  return keys
}

const storedDigest = async (keys: HeldKeys): Promise<string> => {
  await keys.soon.settle()
  return keys.inTurn(keys.store.digest)
}

export const heldCheckOf = (keys: HeldKeys): Held => ({
  name: 'device keys',
  held: () => keys.digest,
  stored: () => storedDigest(keys),
  reload: () => reload(keys),
})

/** A key that holds now. */
export const present = ({ byId, kernel: { clock } }: HeldKeys, id: string): HeldKey | null => {
  const key = byId.get(id)
  return key && key.until > clock.now() ? key : null
}

/** The key that this is, if it holds now. */
export const presentByText = ({ byHash, kernel: { clock } }: HeldKeys, text: string): HeldKey | null => {
  const key = text === '' ? undefined : byHash.get(hashKey(text))
  return key && key.until > clock.now() ? key : null
}

/** The record of the device that calls itself so, for the rule of whether a key holds for it. */
export const registeredIn =
  (registry: Pick<DeviceRegistry, 'find'>) =>
  (kind: DeviceType, code: string): Registered | null => {
    const device = registry.find(kind, code)
    return device ? { id: device.id, dept: deptOfDevice(device) } : null
  }
