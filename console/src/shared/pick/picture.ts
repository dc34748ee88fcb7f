import type { Point } from '@vigil/contract/hazards/entities.ts'
import { boundsOf, type Bounds } from '../map/geometry.ts'
import { latOf, lngOf, mercatorX, mercatorY, unitsPerMetre } from '../geo/mercator.ts'

type Coordinates = readonly (readonly [number, number])[]

/** A small picture of a piece of the plan. */
export interface Picture {
  /** An SVG path in pixels from the upper left corner. */
  readonly path: (line: Coordinates, closed: boolean) => string
  /** What of the earth it shows. */
  readonly bounds: Bounds
  /** Pixels in a metre. */
  readonly perMetre: number
}

/** Metres of the ground that are shown at least, so that a small shape is seen in its place. */
const leastMetres = 40
/** Part of the picture that the shape may fill. */
const filled = 0.6

/** A picture with a shape in its middle, pixels wide and high; null without points. */
export const pictureOf = (points: readonly Point[], width: number, height: number): Picture | null => {
  const around = boundsOf(points)
  if (!around) return null
  const [west, east, north, south] = [
    mercatorX(around.west),
    mercatorX(around.east),
    mercatorY(around.north),
    mercatorY(around.south),
  ]
  const metre = unitsPerMetre((around.north + around.south) / 2)
  const least = leastMetres * metre
  const perUnit = filled * Math.min(width / Math.max(east - west, least), height / Math.max(south - north, least))
  const left = (west + east) / 2 - width / 2 / perUnit
  const top = (north + south) / 2 - height / 2 / perUnit
  const pixels = ([lng, lat]: readonly [number, number]): string =>
    `${((mercatorX(lng) - left) * perUnit).toFixed(1)} ${((mercatorY(lat) - top) * perUnit).toFixed(1)}`
  return {
    path: (line, closed) => `M${line.map(pixels).join('L')}${closed ? 'Z' : ''}`,
    bounds: { west: lngOf(left), east: lngOf(left + width / perUnit), north: latOf(top), south: latOf(top + height / perUnit) },
    perMetre: perUnit * metre,
  }
}

/** Whether two stretches of the earth have anything in common. */
export const overlap = (a: Bounds, b: Bounds): boolean =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north
