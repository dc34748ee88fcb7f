import { ageUnit, createFrame, degreeScale, unknown16, unknownBattery, unknownFloor } from '@vigil/contract/positions/frame.ts'
import type { PositionFeed } from '../../kernel/live-hub.ts'
import { maySee, type Scope } from '../../kernel/scope.ts'
import { deptOfDevice, type DeviceChange, type DeviceRegistry } from '../devices/index.ts'
import { createDirectory } from './directory.ts'
import type { DeviceState } from './state.ts'

const scaled = (value: number | null, scale: number): number =>
  value === null ? unknown16 : Math.min(unknown16 - 1, Math.max(0, Math.round(value * scale)))

/** Whether somebody sees it now who did not before, and is to hear where it is. */
const mayAppear = ({ before, after }: DeviceChange): boolean =>
  after?.enabled === true && (!before?.enabled || deptOfDevice(before) !== deptOfDevice(after))

/** Latest positions as the live hub sends them: merged per device between two frames, encoded once for each scope. */
export const createPositionFeed = (
  registry: Pick<DeviceRegistry, 'get' | 'all'>,
  states: ReadonlyMap<number, DeviceState>,
  now: () => number,
): PositionFeed & {
  readonly moved: (ids: Iterable<number>) => void
  readonly devicesChanged: (changes: readonly DeviceChange[]) => void
} => {
  let dirty = new Set<number>()
  const directory = createDirectory(registry)

  const encode = (list: readonly DeviceState[], snapshot: boolean): Uint8Array => {
    const serverTime = now()
    const frame = createFrame(list.length, serverTime, snapshot)
    list.forEach(({ row, recvTime }, index) => {
      frame.id[index] = row.deviceId
      frame.lng[index] = Math.round(row.lng * degreeScale)
      frame.lat[index] = Math.round(row.lat * degreeScale)
      frame.fixAge[index] = Math.round((serverTime - row.fixTime) / ageUnit)
      frame.recvAge[index] = Math.round((serverTime - recvTime) / ageUnit)
      frame.speed[index] = scaled(row.speed, 10)
      frame.course[index] = scaled(row.course, 10)
      frame.accuracy[index] = scaled(row.accuracy, 10)
      frame.battery[index] = row.battery ?? unknownBattery
      frame.floor[index] = row.floor ?? unknownFloor
    })
    return frame.bytes
  }
  const visible = (ids: Iterable<number>, scope: Scope): DeviceState[] => {
    const list: DeviceState[] = []
    for (const id of ids) {
      const state = states.get(id)
      const device = registry.get(id)
      if (state && device && maySee(scope, deptOfDevice(device))) list.push(state)
    }
    return list
  }

  return {
    moved: (ids) => {
      for (const id of ids) dirty.add(id)
    },
    devicesChanged: (changes) => {
      directory.changed(changes)
      for (const change of changes) if (mayAppear(change)) dirty.add(change.id)
    },
    snapshot: (scope) => encode(visible(states.keys(), scope), true),
    directory: directory.directory,
    directoryChanges: directory.directoryChanges,
    changes: () => {
      if (dirty.size === 0) return null
      const moved = dirty
      dirty = new Set()
      return (scope) => {
        const list = visible(moved, scope)
        return list.length === 0 ? null : encode(list, false)
      }
    },
  }
}
