import { expect, test } from 'vitest'
import { formatAge, formatDuration, formatLocalTime, formatMoment } from './format.ts'

test('an age is told in its largest whole unit', () => {
  expect(formatAge(900, 'zh')).toBe('0 秒前')
  expect(formatAge(59_999, 'zh')).toBe('59 秒前')
  expect(formatAge(12 * 60_000, 'zh')).toBe('12 分前')
  expect(formatAge(3 * 3_600_000, 'en')).toBe('3 h ago')
  expect(formatAge(49 * 3_600_000, 'en')).toBe('2 d ago')
})

test('a clock that runs ahead never gives a negative age', () => {
  expect(formatAge(-5_000, 'zh')).toBe('0 秒前')
})

test('durations show hours only when there are any', () => {
  expect(formatDuration(43_000, 'zh')).toBe('00:43')
  expect(formatDuration(3_600_000 + 62_000, 'en')).toBe('1:01:02')
})

test('what lasts for days is told in days', () => {
  expect(formatDuration(24 * 3_600_000 - 1, 'en')).toBe('23:59:59')
  expect(formatDuration(231 * 3_600_000, 'zh')).toBe('9 天')
  expect(formatDuration(231 * 3_600_000, 'en')).toBe('9 d')
})

test('local times are written as the wire writes them', () => {
  expect(formatLocalTime(new Date(2026, 10, 20, 8, 5, 9).getTime())).toBe('2026-11-20 08:05:09')
})

test('a time is written as far as its day does not say it', () => {
  const on = (siteTime: string, today = '2026-03-01') => formatMoment(siteTime, today, 'zh')
  expect(on('2026-03-01 08:15:14')).toBe('08:15:14')
  expect(on('2026-03-01 00:00:00')).toBe('00:00:00')
  expect(on('2026-02-28 23:59:59')).toBe('昨日 23:59')
  expect(on('2026-02-27 23:59:59')).toBe('2026-02-27')
  // Two clocks differ: what is of tomorrow is not taken for today's.
  expect(on('2026-03-02 00:00:01')).toBe('2026-03-02')
  expect(formatMoment('2025-12-31 20:06:31', '2026-01-01', 'en')).toBe('Yesterday 20:06')
})

test('what is about a moment tells it to the second', () => {
  expect(formatMoment('2026-02-28 23:59:59', '2026-03-01', 'zh', true)).toBe('昨日 23:59:59')
  expect(formatMoment('2026-02-27 23:59:59', '2026-03-01', 'zh', true)).toBe('2026-02-27 23:59:59')
})
