import { afterEach, expect, test } from 'vitest'
import { fromSiteTime, setSiteZone, siteOffset, toSiteTime } from './site-time.ts'

const hour = 3_600_000
afterEach(() => setSiteZone('Asia/Shanghai'))

test('a time of the site is the moment that is written so', () => {
  expect(fromSiteTime('2026-11-24 08:00:05')).toBe(Date.UTC(2026, 10, 24, 0, 0, 5))
  expect(siteOffset(Date.UTC(2026, 10, 24) + 123)).toBe(8 * hour)
})

test('so it is where the clock is changed, on both sides of the change', () => {
  setSiteZone('Europe/Berlin')
  const change = Date.UTC(2026, 2, 29, 1)
  for (const at of [-5, -1, 0, 1, 5].map((hours) => change + hours * hour)) expect(fromSiteTime(toSiteTime(at))).toBe(at)
  expect([siteOffset(change - 1), siteOffset(change)]).toEqual([hour, 2 * hour])
})

test('so is what is of another year elsewhere, the last that can be written too', () => {
  setSiteZone('America/New_York')
  const last = fromSiteTime('9999-12-31 23:59:59')
  expect(last).toBe(Date.UTC(9999, 11, 31, 23, 59, 59) + 5 * hour)
  setSiteZone('Asia/Shanghai')
  expect(fromSiteTime('9999-12-31 23:59:59')).toBe(last - 13 * hour)
  expect(fromSiteTime('0001-01-01 00:00:00')).not.toBeNaN()
})
