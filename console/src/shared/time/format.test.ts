import { expect, test } from 'vitest'
import { formatAge, formatDuration, formatLocalTime } from './format.ts'

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
  expect(formatDuration(43_000)).toBe('00:43')
  expect(formatDuration(3_600_000 + 62_000)).toBe('1:01:02')
})

test('local times are written as the wire writes them', () => {
  expect(formatLocalTime(new Date(2026, 10, 20, 8, 5, 9).getTime())).toBe('2026-11-20 08:05:09')
})
