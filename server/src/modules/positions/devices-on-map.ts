import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import { unsorted } from '../../kernel/listing.ts'
import type { Device, MapObjects } from '../devices/index.ts'
import { isOnline, seen } from './latest.ts'
import type { PositionContext } from './service.context.ts'

/** The devices of one kind as objects of the map. */

const deptsBelow = async ({ store }: PositionContext, deptId: string, recursive: boolean): Promise<ReadonlySet<string>> =>
  recursive ? new Set(await store.deptsBelow(deptId)) : new Set([deptId])

const objectOf = (context: PositionContext, kind: DeviceType, device: Device) => {
  const state = context.pipeline.states.get(device.id)
  const online = isOnline(context, kind, state)
  return {
    id: String(device.id),
    objectType: kind,
    deviceId: device.code,
    name: device.label,
    deptId: device.deptId,
    lng: state?.row.lng ?? null,
    lat: state?.row.lat ?? null,
    floor: state?.row.floor ?? null,
    online,
    status: online ? 'online' : 'offline',
    time: state ? context.kernel.clock.toWire(state.row.fixTime) : null,
  }
}

const sortByName = (found: { readonly name: string }[], sort: string | undefined): void => {
  const descending = sort?.startsWith('-') === true
  const field = sort?.replace(/^-/, '')
  if (field !== undefined && field !== 'name') {
    throw unsorted()
  }
  found.sort((a, b) => (descending ? -1 : 1) * (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

export const devicesOnMap =
  (context: PositionContext): MapObjects =>
  async (kind, { deptId, recursive, pageNum, pageSize, sort }, asked) => {
    const below = deptId === undefined ? null : await deptsBelow(context, deptId, recursive ?? true)
    const found = seen(context, asked)
      .filter((device) => device.kind === kind && (below === null || (device.deptId !== null && below.has(device.deptId))))
      .map((device) => objectOf(context, kind, device))
    sortByName(found, sort)
    if (pageNum === undefined && pageSize === undefined) return found
    const size = pageSize ?? 20
    const start = ((pageNum ?? 1) - 1) * size
    return { list: found.slice(start, start + size), total: found.length }
  }
