import type { Point } from '@vigil/contract/hazards/entities.ts'
import { describe, expect, test } from 'vitest'
import { metresBetween } from '@vigil/contract/kernel/earth.ts'
import { circleAround } from '../geometry.ts'
import {
  circleOfRing,
  converted,
  crossing,
  crossingPoint,
  halfWidthAt,
  isComplete,
  measure,
  middleOf,
  movedTo,
  pointsOfLine,
  pointsOfRing,
  radiusAt,
  ringOfPoints,
  shifted,
  widthHandle,
  type Shape,
} from './shape.ts'

const corner: Point = [118.36, 31.178]
/** 100 m to the east, 50 m to the north. */
const square: Point[] = [corner, shifted(corner, 100, 0), shifted(corner, 100, 50), shifted(corner, 0, 50)]
const bowTie: Point[] = [square[0], square[1], square[3], square[2]].filter((point) => point !== undefined)
const shape = (over: Partial<Shape>): Shape => ({ shape: 'polygon', points: square, radius: null, halfWidth: 25, ...over })

describe('between drawing and contract', () => {
  test('a polygon loses the repeated first point and gets it back', () => {
    const ring = ringOfPoints(square)
    expect(ring).toHaveLength(5)
    expect(ring.at(-1)).toEqual(ring[0])
    expect(pointsOfRing(ring)).toEqual(square)
  })

  test('coordinates are kept to the centimetre', () => {
    expect(pointsOfLine([[118.123456789, 31.987654321, 7]])).toEqual([[118.1234568, 31.9876543]])
  })

  test.each([5, 18, 140, 2_000])('a circle drawn as a ring of corners has its centre and %d m', (metres) => {
    const points = circleAround(corner, metres)
    const { centre, radius } = circleOfRing([...points, ...points.slice(0, 1)])
    expect(metresBetween(centre, corner)).toBeLessThan(metres / 1_000 + 0.02)
    expect(Math.abs(radius - metres)).toBeLessThan(metres / 500 + 0.1)
  })

  test('a radius and a half width never leave what the contract allows', () => {
    expect(radiusAt(corner, corner)).toBe(1)
    expect(radiusAt(corner, [119.36, 31.178])).toBe(50_000)
    expect(halfWidthAt([corner, shifted(corner, 10, 0)], corner)).toBe(1)
  })

  test('the handle of a half width stands where dragging to it gives the same half width', () => {
    const line = [corner, shifted(corner, 80, 40), shifted(corner, 90, 45)]
    const handle = widthHandle(line, 12.5)
    expect(handle && halfWidthAt(line, handle)).toBeCloseTo(12.5, 1)
  })

  test('a line whose points are one place has no handle', () => {
    expect(widthHandle([corner, corner], 5)).toBeNull()
    expect(widthHandle([corner], 5)).toBeNull()
  })
})

describe('crossing sides', () => {
  test('a ring in order does not cross', () => {
    expect(crossing(square)).toBeNull()
    expect(crossing([...square].reverse())).toBeNull()
    expect(crossing(square.slice(0, 3))).toBeNull()
  })

  test('a bow tie names its sides and where they cross', () => {
    const sides = crossing(bowTie)
    expect(sides).toEqual([1, 3])
    const place = sides && crossingPoint(bowTie, sides)
    expect(place && metresBetween(place, shifted(corner, 50, 25))).toBeLessThan(0.1)
  })

  test('sides that touch in a corner do not cross', () => {
    expect(crossing([...square, shifted(corner, -30, 20)])).toBeNull()
  })
})

describe('measures', () => {
  test('a polygon of 100 by 50 m', () => {
    const measured = measure(shape({}))
    expect(measured?.around).toBeCloseTo(300, 0)
    expect(measured && Math.abs(measured.area - 5_000)).toBeLessThan(30)
  })

  test('a circle by its formula', () => {
    expect(measure(shape({ shape: 'circle', points: [corner], radius: 10 }))?.area).toBeCloseTo(314.16, 1)
  })

  test('a corridor of 100 m with its round ends', () => {
    const measured = measure(shape({ shape: 'corridor', points: square.slice(0, 2), halfWidth: 10 }))
    expect(measured?.length).toBeCloseTo(100, 0)
    expect(measured && Math.abs(measured.area - (2_000 + 314))).toBeLessThan(30)
  })

  test.each([
    shape({ points: square.slice(0, 2) }),
    shape({ shape: 'circle', points: [corner] }),
    shape({ shape: 'corridor', points: square.slice(0, 1) }),
    shape({ shape: 'corridor', points: square, halfWidth: null }),
  ])('what is not complete has none (%#)', (unfinished) => {
    expect(isComplete(unfinished)).toBe(false)
    expect(measure(unfinished)).toBeNull()
  })
})

describe('moving and turning into another shape', () => {
  test('moved to another middle it keeps its size', () => {
    const to = shifted(corner, 400, -200)
    const moved = movedTo(square, to)
    const middle = middleOf(moved)
    expect(middle && metresBetween(middle, to)).toBeLessThan(0.05)
    expect(measure(shape({ points: moved }))?.around).toBeCloseTo(300, 0)
  })

  test('a polygon becomes a circle around its middle', () => {
    const circle = converted(shape({}), 'circle')
    expect(circle.points).toHaveLength(1)
    expect(circle.radius).toBeCloseTo(55.9, 0)
  })

  test('a circle becomes a polygon around it, or a corridor across it', () => {
    const circle = shape({ shape: 'circle', points: [corner], radius: 20 })
    expect(crossing(converted(circle, 'polygon').points)).toBeNull()
    expect(measure(converted(circle, 'polygon'))?.area).toBeGreaterThan(1_100)
    expect(measure(converted(circle, 'corridor'))?.length).toBeCloseTo(40, 0)
  })

  test('a corridor becomes its outline', () => {
    const corridor = shape({ shape: 'corridor', points: square.slice(0, 2), halfWidth: 10 })
    expect(measure(converted(corridor, 'polygon'))?.area).toBeCloseTo(measure(corridor)?.area ?? 0, -1)
  })

  test('what has no points has none afterwards', () => {
    expect(converted(shape({ points: [] }), 'circle')).toMatchObject({ shape: 'circle', points: [] })
  })
})
