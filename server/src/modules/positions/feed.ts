import { ageUnit, createFrame, degreeScale, unknown16, unknownBattery, unknownFloor } from '@vigil/contract/positions/frame.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import type { PositionFeed } from '../../kernel/live-hub.ts'
import { mask } from '../../kernel/mask.ts'
import { maySee, type Scope } from '../../kernel/scope.ts'
import { standingOf, type DeviceRegistry } from '../devices/index.ts'
import type { DeviceState } from './state.ts'

const scaled = (value: number | null, scale: number): number =>
  value === null ? unknown16 : Math.min(unknown16 - 1, Math.max(0, Math.round(value * scale)))

/** Latest positions as the live hub sends them: merged per device between two frames, encoded once for each scope. */
export const createPositionFeed = (
  registry: Pick<DeviceRegistry, 'get' | 'all'>,
  states: ReadonlyMap<number, DeviceState>,
  now: () => number,
): PositionFeed & { moved: (ids: Iterable<number>) => void } => {
  let dirty = new Set<number>()

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
      if (state && device && maySee(scope, standingOf(device))) list.push(state)
    }
    return list
  }

  return {
    moved: (ids) => {
      for (const id of ids) dirty.add(id)
    },
    snapshot: (scope) => encode(visible(states.keys(), scope), true),
    directory: (scope, shown) => {
      const objects: LiveObject[] = []
      for (const device of registry.all()) {
        if (!device.enabled || !maySee(scope, standingOf(device))) continue
        objects.push({
          id: device.id,
          deviceType: device.kind,
          deviceId: device.code,
          label: device.label,
          userId: device.personId,
          userName: device.personName,
          post: device.post,
          mobile: shown ? device.mobile : mask(device.mobile),
          sipId: device.sipId,
          deptId: standingOf(device),
          deptName: device.deptName,
        })
      }
      return objects
    },
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
