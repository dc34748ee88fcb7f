import type { z } from 'zod'
import type { beacon } from '@vigil/contract/devices/beacon.ts'

export type Beacon = z.output<(typeof beacon)['record']>

/** What binding a beacon to a place changes of it. */
export type BeaconPlace = Partial<Pick<Beacon, 'lng' | 'lat' | 'regionId' | 'floor' | 'x' | 'y'>>

export const isOnMap = ({ lng, lat }: BeaconPlace): boolean => typeof lng === 'number' && typeof lat === 'number'
export const isOnPlan = ({ regionId, floor, x, y }: BeaconPlace): boolean =>
  typeof regionId === 'string' && typeof floor === 'number' && typeof x === 'number' && typeof y === 'number'
export const isBound = (place: BeaconPlace): boolean => isOnMap(place) || isOnPlan(place)

/** What takes a beacon away from the map, and from its plan: on which floor of which building it hangs stays known. */
export const offMap: BeaconPlace = { lng: null, lat: null }
export const offPlan: BeaconPlace = { x: null, y: null }
/** Whether it takes a place away. */
export const isUnbinding = (place: BeaconPlace): boolean => Object.values(place).every((part) => part === null)

/** Which beacons a list shows. */
export interface BeaconFilter {
  readonly keyword: string
  readonly bound: 'all' | 'bound' | 'unbound'
  readonly regionId: string | null
  readonly floor: number | null
}

/** Those that meet a filter, in the order of their names. */
export const filteredBeacons = (beacons: readonly Beacon[], { keyword, bound, regionId, floor }: BeaconFilter): Beacon[] => {
  const wanted = keyword.trim().toLowerCase()
  return beacons
    .filter(
      (beacon) =>
        (wanted === '' || beacon.name.toLowerCase().includes(wanted) || String(beacon.minor).startsWith(wanted)) &&
        (bound === 'all' || isBound(beacon) === (bound === 'bound')) &&
        (regionId === null || beacon.regionId === regionId) &&
        (floor === null || beacon.floor === floor),
    )
    .sort((a, b) => a.name.localeCompare(b.name, 'zh', { numeric: true }))
}
