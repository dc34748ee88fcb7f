import { expect, test } from 'vitest'
import { spacedSides } from './sides.ts'

test('what floats above a map is left free, with some air', () => {
  expect(spacedSides({ left: 324, right: 372, top: 44, bottom: 56 }, 1186, 680)).toEqual({
    left: 340,
    right: 388,
    top: 60,
    bottom: 72,
  })
})

test('where too much floats each side gives in its part, so that some of the map is left', () => {
  const { left, right, top, bottom } = spacedSides({ left: 324, right: 372, top: 48, bottom: 400 }, 834, 600)
  expect(834 - left - right).toBeCloseTo(160)
  expect((left - 16) / (right - 16)).toBeCloseTo(324 / 372)
  expect(600 - top - bottom).toBeCloseTo(160)
  expect(spacedSides({ left: 300, right: 0, top: 0, bottom: 0 }, 100, 100)).toEqual({ left: 16, right: 16, top: 16, bottom: 16 })
})
