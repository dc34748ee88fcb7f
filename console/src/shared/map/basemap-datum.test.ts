import type { Basemap } from '@vigil/contract/site/entities.ts'
import { expect, test } from 'vitest'
import { toGcj02 } from '../geo/gcj02.ts'
import { inWgs84 } from './basemap-datum.ts'

const corners = [
  [118.36, 31.17],
  [118.37, 31.17],
  [118.37, 31.18],
  [118.36, 31.17],
] as const
const planOf = (place: (corner: readonly [number, number]) => [number, number]): Basemap => {
  const properties = { kind: 'building', name: '磨房', nameEn: 'Mill' } as const
  const [first, ...others] = corners.map(place) as [[number, number], ...[number, number][]]
  return {
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties, geometry: { type: 'Point', coordinates: first } },
      { type: 'Feature', properties, geometry: { type: 'LineString', coordinates: others } },
      { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [[first, ...others]] } },
    ],
  }
}
const real = planOf(([lng, lat]) => [lng, lat])
const numbersOf = (plan: Basemap): unknown[] => plan.features.flatMap(({ geometry }) => [geometry.coordinates].flat(3))

test('a basemap taken from a map of China is drawn where its places are, whatever their shape; another one as it is', () => {
  const shifted = planOf(toGcj02)
  expect(inWgs84(real, 'wgs84')).toBe(real)
  expect(numbersOf(shifted)).not.toEqual(numbersOf(real))
  const drawn = inWgs84(shifted, 'gcj02')
  expect(drawn.features.map(({ properties }) => properties)).toEqual(real.features.map(({ properties }) => properties))
  const [numbers, wanted] = [numbersOf(drawn), numbersOf(real)]
  expect(numbers.length).toBe(wanted.length)
  for (const [at, number] of numbers.entries()) expect(number).toBeCloseTo(Number(wanted[at]), 8)
})
