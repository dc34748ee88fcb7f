import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import { Encoded } from '../../kernel/encoded.ts'
import { unsorted } from '../../kernel/listing.ts'
import { maySee } from '../../kernel/scope.ts'
import { deptOfDevice, type Device, type MapObjects } from '../devices/index.ts'
import { isOnline } from './latest.ts'
import type { PositionContext } from './service.context.ts'
import type { DeviceState } from './state.ts'

/** The devices of one kind as objects of the map. */

const deptsBelow = async ({ store }: PositionContext, deptId: string, recursive: boolean): Promise<ReadonlySet<string>> =>
  recursive ? new Set(await store.deptsBelow(deptId)) : new Set([deptId])

const objectOf = ({ kernel: { clock } }: PositionContext, device: Device, state: DeviceState | undefined, online: boolean) => ({
  id: String(device.id),
  objectType: device.kind,
  deviceId: device.code,
  name: device.label,
  deptId: device.deptId,
  lng: state?.row.lng ?? null,
  lat: state?.row.lat ?? null,
  floor: state?.row.floor ?? null,
  online,
  status: online ? 'online' : 'offline',
  time: state ? clock.toWire(state.row.fixTime) : null,
})

/** Devices of each kind by name, put in order once for as long as none of them changes. */
const createByName = ({ registry }: PositionContext) => {
  const known = new Map<DeviceType, readonly Device[]>()
  registry.onChange(() => known.clear())
  return (kind: DeviceType): readonly Device[] => {
    const devices =
      known.get(kind) ??
      [...registry.all()]
        .filter((device) => device.kind === kind)
        .sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0))
    known.set(kind, devices)
    return devices
  }
}

interface Written {
  /** Of the fix: a state is changed in place. */
  readonly time: number | undefined
  readonly online: boolean
  readonly json: string
}
/** What was written of a device, and is written anew once it is another record, has another fix or comes and goes. */
const createWritten = (context: PositionContext) => {
  const known = new WeakMap<Device, Written>()
  return (device: Device): string => {
    const state = context.pipeline.states.get(device.id)
    const online = isOnline(context, device.kind, state)
    const time = state?.row.fixTime
    const before = known.get(device)
    if (before && before.time === time && before.online === online) return before.json
    const json = JSON.stringify(objectOf(context, device, state, online))
    known.set(device, { time, online, json })
    return json
  }
}

/** Whole answers that are kept: for each a megabyte and a half of ten thousand devices. */
const answersKept = 4
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index])
/** Puts texts together to a list, and hands out what it put together of the same ones lately. */
const createWhole = () => {
  let kept: { readonly texts: readonly string[]; readonly json: Buffer }[] = []
  return (texts: readonly string[]): Buffer => {
    const known = kept.find((one) => isSame(one.texts, texts)) ?? { texts, json: Buffer.from(`[${texts.join(',')}]`) }
    kept = [known, ...kept.filter((one) => one !== known)].slice(0, answersKept)
    return known.json
  }
}

export const devicesOnMap = (context: PositionContext): MapObjects => {
  const [byName, written, whole] = [createByName(context), createWritten(context), createWhole()]
  return async (kind, { deptId, recursive, pageNum, pageSize, sort }, { caller: { scope } }) => {
    if (sort !== undefined && sort.replace(/^-/, '') !== 'name') throw unsorted()
    const below = deptId === undefined ? null : await deptsBelow(context, deptId, recursive ?? true)
    const found = byName(kind).filter(
      (device) =>
        device.enabled &&
        maySee(scope, deptOfDevice(device)) &&
        (below === null || (device.deptId !== null && below.has(device.deptId))),
    )
    if (sort?.startsWith('-')) found.reverse()
    if (pageNum === undefined && pageSize === undefined) return new Encoded(whole(found.map(written)))
    const size = pageSize ?? 20
    const start = ((pageNum ?? 1) - 1) * size
    const list = found
      .slice(start, start + size)
      .map(written)
      .join(',')
    return new Encoded(Buffer.from(`{"list":[${list}],"total":${found.length}}`))
  }
}
