import { expect, test } from 'vitest'
import { batteryStep, isBatteryLow, silenceLimits } from './site-limits.ts'

test('people and vehicles fall silent as the site has chosen, and nobody is gone before being offline', () => {
  expect(silenceLimits({ personStale: 15, personOffline: 120, carStale: 90, carOffline: 7_200 })).toEqual({
    hat: { stale: 15, offline: 120, gone: 1_200 },
    badge: { stale: 15, offline: 120, gone: 1_200 },
    car: { stale: 90, offline: 7_200, gone: 7_200 },
  })
  const late = silenceLimits({ personStale: 30, personOffline: 3_600, carStale: 60, carOffline: 600 })
  expect([late.hat.gone, late.badge.gone, late.car.gone]).toEqual([3_600, 3_600, 1_200])
})

test.each([
  [20, undefined, true],
  [21, undefined, false],
  [30, 30, true],
  [31, 30, false],
  [20, 10, false],
])('a battery of %i %% with the limit %s', (percent, limit, low) => {
  expect(isBatteryLow(percent, limit === undefined ? undefined : { lowBattery: limit })).toBe(low)
})

test('a battery is low from the limit on, and nearly empty from half of it on', () => {
  expect([21, 20, 11, 10, 0].map((percent) => batteryStep(percent, undefined))).toEqual(['fine', 'low', 'low', 'empty', 'empty'])
  expect([31, 30, 15].map((percent) => batteryStep(percent, { lowBattery: 30 }))).toEqual(['fine', 'low', 'empty'])
})
