import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import type { DirectoryDifference, PositionFeed } from '../../kernel/live-hub.ts'
import { mask } from '../../kernel/mask.ts'
import { maySee, type Scope } from '../../kernel/scope.ts'
import { deptOfDevice, type Device, type DeviceChange, type DeviceRegistry } from '../devices/index.ts'

/** A device as somebody sees it; null for one that he does not see. */
type View = (device: Device | undefined) => LiveObject | null

const viewOf =
  (scope: Scope, shown: boolean): View =>
  (device) =>
    !device?.enabled || !maySee(scope, deptOfDevice(device))
      ? null
      : {
          id: device.id,
          deviceType: device.kind,
          deviceId: device.code,
          label: device.label,
          userId: device.personId,
          userName: device.personName,
          post: device.post,
          mobile: shown ? device.mobile : mask(device.mobile),
          sipId: device.sipId,
          deptId: deptOfDevice(device),
          deptName: device.deptName,
        }

const keysOf = <Thing extends object>(thing: Thing): (keyof Thing)[] => Object.keys(thing) as (keyof Thing)[]
const areAlike = (one: LiveObject, other: LiveObject): boolean => keysOf(one).every((key) => one[key] === other[key])

/** What of a device changes without anybody being shown another one. */
const unseen: ReadonlySet<keyof Device> = new Set(['version', 'lastSeen'])
const mayLookOtherwise = ({ before, after }: DeviceChange): boolean =>
  !before || !after || keysOf(before).some((key) => before[key] !== after[key] && !unseen.has(key))

/** What somebody is told who knew each of these devices in any of the states it had. */
const differenceFor = (
  view: View,
  states: ReadonlyMap<number, readonly (Device | undefined)[]>,
  get: DeviceRegistry['get'],
): DirectoryDifference | null => {
  const [objects, removed]: [LiveObject[], number[]] = [[], []]
  for (const [id, earlier] of states) {
    const now = view(get(id))
    const known = earlier.map(view)
    if (now === null) {
      if (known.some((one) => one !== null)) removed.push(id)
    } else if (known.some((one) => one === null || !areAlike(one, now))) objects.push(now)
  }
  return objects.length + removed.length === 0 ? null : { objects, removed }
}

/** Devices as the live hub tells of them: all of them, or what became another since it was asked last. */
export const createDirectory = (
  registry: Pick<DeviceRegistry, 'get' | 'all'>,
): Pick<PositionFeed, 'directory' | 'directoryChanges'> & { readonly changed: (changes: readonly DeviceChange[]) => void } => {
  /** Every state that a device left: whoever came in between was told of one of those. */
  let states = new Map<number, (Device | undefined)[]>()
  return {
    changed: (changes) => {
      for (const change of changes) {
        if (!mayLookOtherwise(change)) continue
        const earlier = states.get(change.id)
        if (earlier) earlier.push(change.before)
        else states.set(change.id, [change.before])
      }
    },
    directory: (scope, shown) => [...registry.all()].map(viewOf(scope, shown)).filter((object) => object !== null),
    directoryChanges: () => {
      if (states.size === 0) return null
      const left = states
      states = new Map()
      return (scope, shown) => differenceFor(viewOf(scope, shown), left, registry.get)
    },
  }
}
