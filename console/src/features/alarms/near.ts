import type { Point } from '@vigil/contract/hazards/entities.ts'
import { seesPlace, type Viewing } from '../../shared/map/camera-view.ts'
import { metresBetween } from '../../shared/map/geometry.ts'
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

/** Cameras in use that see a place, the nearest first; which these are the map says in the same way. */
export const camerasThatSee = <One extends ListedCamera>(
  cameras: readonly One[],
  place: Point,
): { readonly camera: One; readonly metres: number }[] =>
  cameras
    .flatMap((camera) => {
      const { lng, lat, enable } = camera
      if (enable !== 1 || lng === null || lat === null || !seesPlace({ ...camera, lng, lat }, place)) return []
      return [{ camera, metres: metresBetween([lng, lat], place) }]
    })
    .sort((a, b) => a.metres - b.metres)
