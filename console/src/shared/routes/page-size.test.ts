import { expect, test } from 'vitest'
import { fittingSize } from './page-size.ts'

test('a page has as many rows as its window shows, within bounds', () => {
  expect(fittingSize(768)).toBe(12)
  expect(fittingSize(1080)).toBe(19)
  expect(fittingSize(480)).toBe(10)
  expect(fittingSize(4_000)).toBe(40)
})
