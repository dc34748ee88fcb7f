import { expect, test } from 'vitest'
import { fromSiteTime } from './site-clock.ts'

test('a time of the site is the same moment whatever the zone of this computer', () => {
  expect(fromSiteTime('2026-11-20 08:14:32')).toBe(Date.UTC(2026, 10, 20, 0, 14, 32))
  expect(fromSiteTime('2026-01-01 00:00:00')).toBe(Date.UTC(2025, 11, 31, 16))
})

test('the first and the last day that can be written are moments as well', () => {
  expect(fromSiteTime('9999-12-31 23:59:59')).toBe(Date.UTC(9999, 11, 31, 15, 59, 59))
  for (const time of ['0001-01-01 00:00:00', '0999-06-01 12:00:00']) expect(fromSiteTime(time)).not.toBeNaN()
})
