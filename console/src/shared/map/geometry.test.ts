import { expect, test } from 'vitest'
import type { Point } from '@vigil/contract/hazards/entities.ts'
import { metresBetween } from '@vigil/contract/kernel/earth.ts'
import { areaOf, boundsOf, circleAround, corridorAround, fenceOutline, inside, lengthOf, ringOf } from './geometry.ts'
import { latOf, lngOf, mercatorX, mercatorY, pixelsPerMetre } from '../geo/mercator.ts'

const middle: Point = [118.362, 31.178]
/** Metres to the east and to the north of the middle. */
const at = (east: number, north: number): Point => [
  middle[0] + east / (111_194.93 * Math.cos((middle[1] * Math.PI) / 180)),
  middle[1] + north / 111_194.93,
]

test('distances are metres on the ground', () => {
  expect(metresBetween(middle, at(100, 0))).toBeCloseTo(100, 1)
  expect(lengthOf([middle, at(0, 30), at(40, 30)])).toBeCloseTo(70, 1)
  expect(lengthOf([])).toBe(0)
})

test('inside a ring, also where it bends inwards', () => {
  const bent = ringOf([at(0, 0), at(40, 0), at(40, 40), at(30, 40), at(30, 10), at(10, 10), at(10, 40), at(0, 40)])
  expect(inside(bent, ...at(5, 30))).toBe(true)
  expect(inside(bent, ...at(20, 30))).toBe(false)
  expect(inside(bent, ...at(20, 5))).toBe(true)
  expect(inside(bent, ...at(50, 5))).toBe(false)
})

test('areas are square metres', () => {
  expect(areaOf([at(0, 0), at(50, 0), at(50, 20), at(0, 20)]) / 1_000).toBeCloseTo(1, 1)
  expect(areaOf([])).toBe(0)
})

test('a circle keeps its radius, a corridor its width', () => {
  for (const point of circleAround(middle, 25)) expect(metresBetween(middle, point)).toBeCloseTo(25, 1)
  const ring = ringOf(corridorAround([at(0, 0), at(100, 0)], 8))
  expect(inside(ring, ...at(50, 7))).toBe(true)
  expect(inside(ring, ...at(50, 9))).toBe(false)
  expect(inside(ring, ...at(-7, 0))).toBe(true)
  expect(inside(ring, ...at(-9, 0))).toBe(false)
})

test('a fence is outlined by its shape', () => {
  const fence = { shape: 'circle', points: [middle], radius: 10, halfWidth: null } as const
  expect(fenceOutline({ ...fence, points: [middle] })).toHaveLength(64)
  expect(fenceOutline({ ...fence, shape: 'polygon', points: [middle, middle, middle] })).toHaveLength(3)
})

test('Mercator and back', () => {
  expect(lngOf(mercatorX(middle[0]))).toBeCloseTo(middle[0], 9)
  expect(latOf(mercatorY(middle[1]))).toBeCloseTo(middle[1], 9)
  expect(pixelsPerMetre(17, 0) / pixelsPerMetre(16, 0)).toBe(2)
})

test('bounds of nothing are null', () => {
  expect(boundsOf([])).toBeNull()
  expect(boundsOf([at(0, 0), at(1, 1)])).toMatchObject({ west: middle[0], south: middle[1] })
})
