import { expect, test } from 'vitest'
import { begin, record, undo } from '../../shared/map/draw/history.ts'
import type { Shape } from '../../shared/map/draw/shape.ts'
import { asFields, drawnIn, stepsTo } from './fence-shape.ts'

const triangle: Shape = {
  shape: 'polygon',
  points: [
    [118.36, 31.17],
    [118.37, 31.17],
    [118.37, 31.18],
  ],
  radius: null,
  halfWidth: 25,
}
const moved: Shape = { ...triangle, points: triangle.points.map(([lng, lat]) => [lng, lat + 0.01]) }

test('what is drawn goes into the fields and comes out of them', () => {
  expect(drawnIn(asFields(triangle))).toEqual(triangle)
  expect(drawnIn({})).toMatchObject({ shape: 'polygon', points: [] })
})

test('one that becomes a corridor has the usual width; the width of a corridor may be missing', () => {
  expect(drawnIn({ ...asFields(triangle), halfWidth: null }).halfWidth).toBe(25)
  expect(drawnIn({ ...asFields(triangle), shape: 'corridor', halfWidth: null }).halfWidth).toBeNull()
})

test('the steps stay while the shape is the one that they led to, though it comes back without another shape’s number', () => {
  const steps = record(begin(triangle), moved)
  expect(undo(stepsTo(steps, { ...moved, halfWidth: null })).present).toEqual(triangle)
})

test('a shape that came from elsewhere has no steps', () => {
  const steps = record(begin(triangle), moved)
  const theirs: Shape = { ...triangle, shape: 'circle', points: triangle.points.slice(0, 1), radius: 5 }
  expect(stepsTo(steps, theirs)).toEqual(begin(theirs))
  expect(stepsTo(record(begin(theirs), theirs), { ...theirs, radius: 6 }).past).toEqual([])
})
