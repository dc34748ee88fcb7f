import { expect, test } from 'vitest'
import { fromSiteTime } from './site-clock.ts'

test('a time of the site is the same moment whatever the zone of this computer', () => {
  expect(fromSiteTime('2026-11-20 08:14:32')).toBe(Date.UTC(2026, 10, 20, 0, 14, 32))
  expect(fromSiteTime('2026-01-01 00:00:00')).toBe(Date.UTC(2025, 11, 31, 16))
})
