import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gridStep, metresAt, onPlan, partsOf } from './plan.ts'

const size = { width: 80, height: 40 }
const box = { left: 100, top: 50, width: 800, height: 400 }

test('metres count from the lower left corner, pixels from the upper left one', () => {
  expect(metresAt({ x: 100, y: 450 }, box, size)).toEqual({ x: 0, y: 0 })
  expect(metresAt({ x: 900, y: 50 }, box, size)).toEqual({ x: 80, y: 40 })
  expect(metresAt({ x: 100, y: 50 }, box, size)).toEqual({ x: 0, y: 40 })
  expect(metresAt({ x: 223, y: 349 }, box, size)).toEqual({ x: 12.3, y: 10.1 })
})

test('a click beside the plan means its edge', () => {
  expect(metresAt({ x: 0, y: 9_999 }, box, size)).toEqual({ x: 0, y: 0 })
  expect(onPlan({ x: 80.004, y: -0.1 }, size)).toEqual({ x: 80, y: 0 })
})

test('what is drawn where its metres are is found there again, however large the plan is drawn', () => {
  const metres = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((centimetres) => centimetres / 100)
  const pixels = fc.integer({ min: 50, max: 4_000 })
  fc.assert(
    fc.property(metres(80), metres(40), pixels, pixels, fc.integer({ min: -500, max: 500 }), (x, y, width, height, left) => {
      const drawn = { left, top: 20, width, height }
      const { left: right, bottom } = partsOf({ x, y }, size)
      const pixel = { x: left + right * width, y: 20 + height - bottom * height }
      expect(metresAt(pixel, drawn, size)).toEqual({ x, y })
    }),
  )
})

test('a grid has few lines enough', () => {
  expect([5, 40, 41, 350, 5_000].map((width) => gridStep({ width, height: 5 }))).toEqual([1, 1, 2, 10, 200])
})
