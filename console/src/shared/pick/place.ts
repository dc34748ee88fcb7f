import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import type { Rank } from '../find/pinyin.ts'
import { coordinateOf } from '../map/draw/coordinates.ts'
import { precision } from '../map/draw/shape.ts'
import { boundsOf, type Bounds } from '../map/geometry.ts'
import { englishNames } from '../map/map-data.ts'

/** A point of the earth in WGS-84 degrees. */
export interface Place {
  readonly lng: number
  readonly lat: number
}

/** What stands in the two fields of a place. */
export interface TypedPlace {
  readonly lng: string
  readonly lat: string
}

export const limits = { lng: 180, lat: 90 } as const
const rounded = (degrees: number): number => Number(degrees.toFixed(precision))

export const roundedPlace = ([lng, lat]: Point): Place => ({ lng: rounded(lng), lat: rounded(lat) })

export const typedOf = (place: Place | null): TypedPlace =>
  place ? { lng: place.lng.toFixed(precision), lat: place.lat.toFixed(precision) } : { lng: '', lat: '' }

/** The place that was typed, null while it is not one. */
export const placeOf = (typed: TypedPlace): Place | null => {
  const lng = coordinateOf(typed.lng, limits.lng)
  const lat = coordinateOf(typed.lat, limits.lat)
  return lng === null || lat === null ? null : { lng, lat }
}

/** As the fields show it, to a centimetre. */
export const samePlace = (a: Place | null, b: Place | null): boolean =>
  a === null || b === null ? a === b : rounded(a.lng) === rounded(b.lng) && rounded(a.lat) === rounded(b.lat)

/** What keeps the two fields from being a place: a number that is none or out of range, or one of them alone. Null: nothing. */
export const typedProblem = (typed: TypedPlace): { readonly field: 'lng' | 'lat'; readonly kind: 'range' | 'alone' } | null => {
  const empty = { lng: typed.lng.trim() === '', lat: typed.lat.trim() === '' }
  for (const field of ['lng', 'lat'] as const) {
    if (!empty[field] && coordinateOf(typed[field], limits[field]) === null) return { field, kind: 'range' }
  }
  if (empty.lng === empty.lat) return null
  return { field: empty.lng ? 'lng' : 'lat', kind: 'alone' }
}

/** Somewhere on the plan that has a name. */
export interface NamedPlace {
  readonly key: string
  readonly name: string
  /** Its name in the other language; found by it too. */
  readonly otherName: string
  readonly kind: 'area' | 'plan'
  readonly bounds: Bounds
}

type Coordinates = readonly (readonly [number, number])[]
const cornersOf = ({ geometry }: Basemap['features'][number]): Coordinates =>
  geometry.type === 'Polygon'
    ? geometry.coordinates.flat()
    : geometry.type === 'Point'
      ? [geometry.coordinates]
      : geometry.coordinates

/** Hazard areas, then everything named on the plan; what both name is the area. */
export const namedPlaces = (areas: readonly HazardArea[], basemap: Basemap, language: Language): NamedPlace[] => {
  const english = englishNames(basemap)
  const places = new Map<string, NamedPlace>()
  const add = (key: string, kind: NamedPlace['kind'], name: string, points: Coordinates): void => {
    const bounds = name === '' || places.has(name) ? null : boundsOf(points)
    if (!bounds) return
    const other = english.get(name) ?? ''
    const [shown, otherName] = language === 'en' && other !== '' ? [other, name] : [name, other]
    places.set(name, { key, name: shown, otherName, kind, bounds })
  }
  for (const { id, name, points } of areas) add(`area ${id}`, 'area', name, points)
  for (const [at, feature] of basemap.features.entries()) add(`plan ${at}`, 'plan', feature.properties.name, cornersOf(feature))
  return [...places.values()]
}

/** The places that are meant, the best first. */
export const foundPlaces = (places: readonly NamedPlace[], search: string, rank: Rank, most: number): NamedPlace[] => {
  const query = search.trim()
  if (query === '') return []
  return places
    .flatMap((place) => {
      const ranks = [rank(place.name, query), rank(place.otherName, query)].filter((at) => at !== null)
      return ranks.length === 0 ? [] : [{ place, at: Math.min(...ranks) }]
    })
    .sort((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ place }) => place)
}
