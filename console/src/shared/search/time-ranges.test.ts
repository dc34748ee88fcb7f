import { expect, test } from 'vitest'
import { ranges, timesOf } from './time-ranges.ts'

test('a week begins on Monday', () => {
  expect(ranges.thisWeek('2026-11-21')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(ranges.thisWeek('2026-11-16')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(ranges.thisWeek('2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(ranges.thisWeek('2027-01-01')).toEqual({ from: '2026-12-28', to: '2027-01-03' })
})

test('a month has its own length', () => {
  expect(ranges.thisMonth('2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  expect(ranges.thisMonth('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(ranges.thisMonth('2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})

test('whole days include their last second', () => {
  expect(timesOf(ranges.today('2026-11-21'))).toEqual({ from: '2026-11-21 00:00:00', to: '2026-11-21 23:59:59' })
})
