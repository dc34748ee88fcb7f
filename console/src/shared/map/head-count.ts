import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { MovingAlarms } from '../moving/moving-source.ts'
import { isUnworn, wearerOf, type PositionStore } from '../moving/position-store.ts'
import { inside, metresToEdge, ringOf, sizeOf, type Ring } from './geometry.ts'

export interface CountedArea {
  readonly id: string
  readonly ring: Ring
}
export const countedAreas = (areas: readonly HazardArea[]): CountedArea[] =>
  areas.map(({ id, points }) => ({ id, ring: ringOf(points) }))

export interface HeadCount {
  /** People on site inside each area, by the area's id. */
  readonly byArea: ReadonlyMap<string, number>
  /** People on site outside of every area. */
  readonly elsewhere: number
  /** Vehicles on site inside each area that has some, by the area's id. */
  readonly vehicles: ReadonlyMap<string, number>
}

/** Slots of the people (one for each) who count as on site: the device of a person that was heard last. */
export const peopleOnSite = (store: PositionStore): number[] => {
  const devices = new Map<string, number>()
  for (let slot = 0; slot < store.size; slot += 1) {
    const wearer = wearerOf(store, slot)
    if (wearer === null || !store.isOnMap(slot)) continue
    const known = devices.get(wearer)
    if (known === undefined || (store.fixAt[slot] ?? 0) > (store.fixAt[known] ?? 0)) devices.set(wearer, slot)
  }
  return [...devices.values()]
}

/** Who is where: everybody counts in each area they are in. */
export const countHeads = (store: PositionStore, areas: readonly CountedArea[]): HeadCount => {
  const byArea = new Map(areas.map(({ id }) => [id, 0]))
  let elsewhere = 0
  for (const slot of peopleOnSite(store)) {
    let found = false
    for (const { id, ring } of areas) {
      if (!inside(ring, store.lng[slot] ?? 0, store.lat[slot] ?? 0)) continue
      byArea.set(id, (byArea.get(id) ?? 0) + 1)
      found = true
    }
    if (!found) elsewhere += 1
  }
  const vehicles = new Map<string, number>()
  for (let slot = 0; slot < store.size; slot += 1) {
    if (!store.isOnMap(slot) || store.object(slot)?.deviceType !== 'car') continue
    for (const { id, ring } of areas)
      if (inside(ring, store.lng[slot] ?? 0, store.lat[slot] ?? 0)) vehicles.set(id, (vehicles.get(id) ?? 0) + 1)
  }
  return { byArea, elsewhere, vehicles }
}

/** Slots of the people inside a ring. */
export const peopleInside = (store: PositionStore, ring: Ring): number[] =>
  peopleOnSite(store).filter((slot) => inside(ring, store.lng[slot] ?? 0, store.lat[slot] ?? 0))

/** Slots of the helmets and badges inside a ring that report and that nobody is known to wear. */
export const unwornInside = (store: PositionStore, ring: Ring): number[] => {
  const slots: number[] = []
  for (let slot = 0; slot < store.size; slot += 1)
    if (isUnworn(store, slot) && inside(ring, store.lng[slot] ?? 0, store.lat[slot] ?? 0)) slots.push(slot)
  return slots
}

/** The area a place lies in; the smallest where several overlap, as the server has it. */
export const areaAt = (areas: readonly CountedArea[], lng: number, lat: number): string | null => {
  const found = areas.filter(({ ring }) => inside(ring, lng, lat))
  const least = found.reduce<CountedArea | null>(
    (small, area) => (!small || sizeOf(area.ring) < sizeOf(small.ring) ? area : small),
    null,
  )
  return least?.id ?? null
}

/** Metres from an area within which a place is told by it. */
const tellsWithin = 200

/** For a place outside of every area: the one next to it, and how far away its edge is; null where none is `within` metres. */
export const areaNear = (
  areas: readonly CountedArea[],
  lng: number,
  lat: number,
  within = tellsWithin,
): { readonly id: string; readonly metres: number } | null =>
  areas.reduce<{ id: string; metres: number } | null>((nearest, { id, ring }) => {
    const metres = metresToEdge(ring, lng, lat)
    return metres <= (nearest?.metres ?? within) ? { id, metres } : nearest
  }, null)

/** The worst of what goes on in each area: of who or what moves in the area where that is now, of all else where it was raised. */
export const worstLevels = (
  store: PositionStore,
  areas: readonly CountedArea[],
  { byObject, byArea }: MovingAlarms,
): ReadonlyMap<string, AlarmLevel> => {
  const levels = new Map(byArea)
  for (const [id, { level, returned, areaId }] of byObject) {
    if (returned) continue
    const slot = store.slotOf(id)
    const isKnown = slot !== undefined && store.hasPosition(slot)
    const area = isKnown ? areaAt(areas, store.lng[slot] ?? 0, store.lat[slot] ?? 0) : areaId
    if (area !== null && level < (levels.get(area) ?? Infinity)) levels.set(area, level)
  }
  return levels
}
