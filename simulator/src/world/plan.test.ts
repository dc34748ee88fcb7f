import { basemap } from '@vigil/contract/site/entities.ts'
import { expect, test } from 'vitest'
import { createBasemap } from './basemap.ts'
import { distance } from './geometry.ts'
import { siteCentre, toLngLat, toMetres } from './plan.ts'

test('the basemap is what the contract calls one, with every name in both languages', () => {
  const map = createBasemap()
  expect(basemap.parse(map)).toEqual(map)
  for (const { properties } of map.features) expect(properties.name === '').toBe(properties.nameEn === '')
})

test('every ring is closed and lies around the site', () => {
  for (const { geometry } of createBasemap().features) {
    if (geometry.type !== 'Polygon') continue
    const [ring = []] = geometry.coordinates
    expect(ring[0]).toEqual(ring.at(-1))
    for (const [lng, lat] of ring) {
      expect(Math.abs(lng - siteCentre.lng)).toBeLessThan(0.02)
      expect(Math.abs(lat - siteCentre.lat)).toBeLessThan(0.02)
    }
  }
})

test('metres become degrees and metres again', () => {
  const place = [1112, 398] as const
  expect(distance(toMetres(...toLngLat(place)), place)).toBeLessThan(0.02)
})

test('a kilometre on the plan is a kilometre on the globe', () => {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const [[lngA, latA], [lngB, latB]] = [toLngLat([345, 300]), toLngLat([1345, 300])]
  const half =
    Math.sin(radians(latB - latA) / 2) ** 2 +
    Math.cos(radians(latA)) * Math.cos(radians(latB)) * Math.sin(radians(lngB - lngA) / 2) ** 2
  // A sphere of the mean radius: it is off by up to 0.3 % here.
  expect(2 * 6_371_009 * Math.asin(Math.sqrt(half))).toBeCloseTo(1000, -1)
})
