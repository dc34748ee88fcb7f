import { expect, test } from 'vitest'
import { hoursOf, openLimits, presets, tooMuch } from './spans.ts'

// Half past midnight at the site.
const now = Date.UTC(2026, 10, 23, 16, 30)

test('presets are told by the clock of the site', () => {
  expect(presets.lastHour(now)).toEqual({ from: '2026-11-23 23:30:00', to: '2026-11-24 00:30:00' })
  expect(presets.lastShift(now)).toEqual({ from: '2026-11-23 16:30:00', to: '2026-11-24 00:30:00' })
  expect(presets.today(now)).toEqual({ from: '2026-11-24 00:00:00', to: '2026-11-24 00:30:00' })
  expect(presets.yesterday(now)).toEqual({ from: '2026-11-23 00:00:00', to: '2026-11-23 23:59:59' })
})

test('so much is opened and no more', () => {
  const day = presets.yesterday(now)
  const hours = (count: number) => ({
    from: '2026-11-01 00:00:00',
    to: `2026-11-${String(1 + Math.floor(count / 24)).padStart(2, '0')} 00:00:00`,
  })
  expect(hoursOf(day)).toBe(24)
  expect(tooMuch(openLimits.devices, day)).toBeNull()
  expect(tooMuch(openLimits.devices + 1, day)).toBe('devices')
  expect(tooMuch(1, hours(9 * 24))).toBe('days')
  expect(tooMuch(150, hours(3 * 24))).toBe('deviceHours')
})
