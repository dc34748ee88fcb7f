import { expect, test } from 'vitest'
import { fullnessOf } from './fullness.ts'

test('an area is nearly full from nine tenths on', () => {
  expect([26, 27, 30, 31].map((count) => fullnessOf(count, 30))).toEqual(['calm', 'near', 'near', 'over'])
  expect(fullnessOf(500, null)).toBe('calm')
})
