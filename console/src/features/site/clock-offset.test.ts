import { expect, test } from 'vitest'
import { isClockFine } from './clock-offset.ts'

test.each([
  [0, true],
  [2_000, true],
  [-2_000, true],
  [2_001, false],
  [-2_001, false],
])('clocks %i ms apart', (offset, fine) => {
  expect(isClockFine(offset)).toBe(fine)
})
