import type { Point } from '@vigil/contract/hazards/entities.ts'
import { expect, test } from 'vitest'
import { shifted } from '../map/draw/shape.ts'
import { sizeTexts } from '../map/draw/sizes.ts'
import { overlap, pictureOf } from './picture.ts'
import { polygonOf, polygonProblem } from './polygon.ts'

const corner: Point = [118.362, 31.178]
const square = (metres: number): Point[] => [
  corner,
  shifted(corner, metres, 0),
  shifted(corner, metres, metres),
  shifted(corner, 0, metres),
]

test('sides and size of an outline are told in both languages', () => {
  expect(sizeTexts(polygonOf(square(90)), 'zh')).toEqual(['周长 360 米', expect.stringMatching(/^面积 8,\d\d\d 平方米$/)])
  expect(sizeTexts(polygonOf(square(110)), 'zh')).toEqual(['周长 440 米', expect.stringMatching(/^面积 1\.2\d 公顷$/)])
  expect(sizeTexts(polygonOf(square(400)), 'en')).toEqual(['Perimeter 1.60 km', 'Area 16.0 ha'])
  expect(sizeTexts(polygonOf(square(100).slice(0, 2)), 'zh')).toEqual([])
})

test('an outline has three corners at least, 500 at most, and no sides that cross', () => {
  const [a, b, c, d] = square(100) as [Point, Point, Point, Point]
  expect(polygonProblem([a, b, c])).toBeNull()
  expect(polygonProblem([a, b])).toEqual({ kind: 'fewPoints', least: 3, n: 2 })
  expect(polygonProblem([a, c, b, d])).toEqual({ kind: 'sidesCross', a: 1, b: 3 })
  expect(polygonProblem(Array.from({ length: 501 }, () => a))).toEqual({ kind: 'manyPoints', most: 500, n: 501 })
})

test('a picture holds the outline in its middle and knows what it shows', () => {
  const picture = pictureOf(square(120), 120, 80)
  expect(pictureOf([], 120, 80)).toBeNull()
  const corners =
    picture
      ?.path(square(120), true)
      .match(/[\d.]+ [\d.]+/g)
      ?.map((pair) => pair.split(' ').map(Number)) ?? []
  expect(corners).toHaveLength(4)
  const [xs, ys] = [corners.map(([x = 0]) => x), corners.map(([, y = 0]) => y)]
  expect(Math.min(...xs) + Math.max(...xs)).toBeCloseTo(120, 0)
  expect(Math.min(...ys) + Math.max(...ys)).toBeCloseTo(80, 0)
  expect(Math.max(...ys) - Math.min(...ys)).toBeCloseTo(48, 0)
  // North is up.
  expect(corners[3]?.[1]).toBeLessThan(corners[0]?.[1] ?? 0)
  expect(picture?.perMetre).toBeCloseTo(48 / 120, 2)
  expect(picture && overlap(picture.bounds, { west: 118.362, east: 118.363, south: 31.178, north: 31.179 })).toBe(true)
  expect(picture && overlap(picture.bounds, { west: 118.37, east: 118.38, south: 31.178, north: 31.179 })).toBe(false)
})

test('a small outline is shown with what is around it', () => {
  expect(pictureOf(square(2), 120, 80)?.perMetre).toBeCloseTo((0.6 * 80) / 40, 2)
  expect(pictureOf(square(2), 40, 80)?.perMetre).toBeCloseTo((0.6 * 40) / 40, 2)
})
