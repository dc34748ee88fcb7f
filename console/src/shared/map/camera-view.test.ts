import type { Point } from '@vigil/contract/hazards/entities.ts'
import { expect, test } from 'vitest'
import { metresBetween } from '@vigil/contract/kernel/earth.ts'
import { seesPlace, viewWedge } from './camera-view.ts'

const metre = 1 / 111_195
const stands = { lng: 118.36, lat: 31.17 }
const at = (east: number, north: number): Point => [
  stands.lng + (east * metre) / Math.cos((stands.lat * Math.PI) / 180),
  stands.lat + north * metre,
]
const camera = { ...stands, heading: 90, fov: 60, range: 50 }

test('a camera that looks east sees what is before it, not behind it, beside it or too far', () => {
  expect(seesPlace(camera, at(40, 0))).toBe(true)
  expect(seesPlace(camera, at(40, 20))).toBe(true)
  expect(seesPlace(camera, at(40, 30))).toBe(false)
  expect(seesPlace(camera, at(-10, 0))).toBe(false)
  expect(seesPlace(camera, at(60, 0))).toBe(false)
  expect(seesPlace({ ...camera, heading: 350 }, at(5, 40))).toBe(true)
  expect(seesPlace({ ...camera, heading: null }, at(5, 0))).toBe(false)
  expect(seesPlace({ ...camera, heading: null, fov: 360 }, at(-5, 0))).toBe(true)
  expect(seesPlace({ ...camera, fov: null, range: null }, at(29, 0))).toBe(true)
})

test('its wedge begins where it stands and is as wide and as long as it sees', () => {
  const [first, ...edge] = viewWedge(camera) ?? []
  expect(first).toEqual([stands.lng, stands.lat])
  for (const point of edge) {
    expect(metresBetween([stands.lng, stands.lat], point)).toBeCloseTo(50, 0)
    expect(seesPlace({ ...camera, fov: 62, range: 51 }, point)).toBe(true)
  }
  expect(edge[0]?.[1]).toBeGreaterThan(stands.lat + 24 * metre)
  expect(edge.at(-1)?.[1]).toBeLessThan(stands.lat - 24 * metre)
  expect(viewWedge({ ...camera, heading: null })).toBeNull()
  expect(viewWedge({ ...camera, heading: null, fov: 360 })).toHaveLength(72)
  const short = viewWedge(camera, 10) ?? []
  expect(metresBetween([stands.lng, stands.lat], short[3] ?? at(0, 0))).toBeCloseTo(10, 0)
})
