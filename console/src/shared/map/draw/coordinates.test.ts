import type { Point } from '@vigil/contract/hazards/entities.ts'
import { expect, test } from 'vitest'
import { coordinateOf, pastedPoint, pointAfter } from './coordinates.ts'

test.each([
  ['118.36', 118.36],
  [' -31. ', -31],
  ['180.0000001', null],
  ['1e2', null],
  ['', null],
  ['-', null],
])('%j typed as a longitude is %j', (text, value) => {
  expect(coordinateOf(text, 180)).toBe(value)
})

test('a pasted pair fills both numbers', () => {
  expect(pastedPoint('118.36, 31.17')).toEqual([118.36, 31.17])
  expect(pastedPoint('118.36\t31.17')).toEqual([118.36, 31.17])
  expect(pastedPoint('31.17')).toBeNull()
  expect(pastedPoint('31.17, 118.36')).toBeNull()
})

test('points typed one after the other make a triangle', () => {
  const home: Point = [118, 31]
  const points: Point[] = []
  for (const at of [-1, 0, 1]) points.push(pointAfter(points, at, home, 'polygon'))
  const [[ax, ay], [bx, by], [cx, cy]] = points as [Point, Point, Point]
  expect(Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))).toBeGreaterThan(0)
  expect(pointAfter(points, 2, home, 'polygon')).toEqual([expect.closeTo((cx + ax) / 2, 6), expect.closeTo((cy + ay) / 2, 6)])
})
