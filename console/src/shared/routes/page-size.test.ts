import { expect, test } from 'vitest'
import { fittingSize } from './page-size.ts'

test('a page has as many rows as its window shows, within bounds', () => {
  expect(fittingSize(768, false)).toBe(12)
  expect(fittingSize(1080, false)).toBe(19)
  expect(fittingSize(480, false)).toBe(10)
  expect(fittingSize(4_000, false)).toBe(40)
})

test('the last of them is not cut by the bar that says that no alarm can be heard', () => {
  expect(fittingSize(768, true)).toBe(11)
  expect(fittingSize(1080, true)).toBe(18)
  expect(fittingSize(480, true)).toBe(10)
})
