import type { Point } from '@vigil/contract/hazards/entities.ts'
import { seesPlace, type Viewing } from '../../shared/map/camera-view.ts'
import { metresBetween } from '@vigil/contract/kernel/earth.ts'
import { areaAt, type CountedArea } from '../../shared/map/head-count.ts'
import { presence, type PositionStore } from '../../shared/moving/position-store.ts'

/** Metres around an alarm within which somebody counts as near. */
export const nearWithin = 30
export interface NearPerson {
  /** The object in position frames. */
  readonly id: number
  readonly name: string
  /** `hat:<number>`, as the map's address names it. */
  readonly key: string
  readonly metres: number
}

/** People whose helmet or badge is heard and who are near, the nearest first; somebody with both is one person. */
export const peopleNear = (store: PositionStore, place: Point, besides: string | null): NearPerson[] => {
  const near = new Map<string, NearPerson>()
  for (let slot = 0; slot < store.size; slot += 1) {
    const state = store.state[slot]
    if (state !== presence.online && state !== presence.stale) continue
    const object = store.object(slot)
    if (!object || object.userName === null || object.deviceType === 'car') continue
    const person = object.userId ?? object.userName
    if (person === besides || object.userName === besides) continue
    const metres = metresBetween(place, [store.lng[slot] ?? 0, store.lat[slot] ?? 0])
    if (metres > nearWithin || metres >= (near.get(person)?.metres ?? Infinity)) continue
    const { id, userName: name, deviceType, deviceId } = object
    near.set(person, { id, name, key: `${deviceType}:${deviceId}`, metres })
  }
  return [...near.values()].sort((a, b) => a.metres - b.metres)
}

/** Areas as a reader knows them, and whether they are all that there are. */
export interface KnownAreas {
  readonly rings: readonly CountedArea[]
  readonly all: boolean
}
/** The area that holds a place; null outside of all, undefined where the reader cannot know, who is not told of every area. */
export const areaThere = ({ rings, all }: KnownAreas, [lng, lat]: Point): string | null | undefined =>
  areaAt(rings, lng, lat) ?? (all ? null : undefined)

/** Whether something is in another area by now than where it was raised, as far as the reader knows both. */
export const isElsewhere = (
  areas: KnownAreas,
  { lng, lat }: { readonly lng: number | null; readonly lat: number | null },
  now: Point,
): boolean => {
  if (lng === null || lat === null) return false
  const [there, here] = [areaThere(areas, [lng, lat]), areaThere(areas, now)]
  return there !== undefined && here !== undefined && there !== here
}

/** The area whose hazards threaten: where he is now, and where it was raised only while nobody knows better. */
export const areaOfDanger = (
  { areaId }: { readonly areaId: string | null },
  now: { readonly id: string } | null | undefined,
): string | null => (now === undefined ? areaId : (now?.id ?? null))

/** A camera as its list tells it. */
export interface ListedCamera extends Pick<Viewing, 'heading' | 'fov' | 'range'> {
  readonly id: string
  readonly enable: number
  readonly lng: number | null
  readonly lat: number | null
}

/** A camera near a place. */
export interface NearCamera<One> {
  readonly camera: One
  readonly metres: number
  /** Which way it stands from the place: eighths of a turn, from the north clockwise. */
  readonly side: number
  /** The place lies in its view; the map says so in the same way. */
  readonly sees: boolean
}

/** Cameras in use and where they stand, those that see a place first, then the others, each the nearest first. */
export const camerasAround = <One extends ListedCamera>(cameras: readonly One[], place: Point): NearCamera<One>[] =>
  cameras
    .flatMap((camera): NearCamera<One>[] => {
      const { lng, lat, enable } = camera
      if (enable !== 1 || lng === null || lat === null) return []
      const sees = seesPlace({ ...camera, lng, lat }, place)
      return [{ camera, metres: metresBetween([lng, lat], place), side: sideOf(place, [lng, lat]), sees }]
    })
    .sort((a, b) => Number(b.sees) - Number(a.sees) || a.metres - b.metres)

const sideOf = ([lng, lat]: Point, [toLng, toLat]: Point): number => {
  const east = (toLng - lng) * Math.cos((lat * Math.PI) / 180)
  return (Math.round(Math.atan2(east, toLat - lat) / (Math.PI / 4)) + 8) % 8
}
