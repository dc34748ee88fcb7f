import { expect, it } from 'vitest'
import { isInHours, listedAs, readPeriod, stepped } from './period.ts'

it.each([
  ['', 1, null],
  ['interval=3&day=2026-02-28', 3, '2026-02-28'],
  ['interval=0', 0, null],
  ['interval=9&day=2026-02-30', 1, null],
  ['interval=x&day=today', 1, null],
])('reads %j', (query, interval, day) => expect(readPeriod(new URLSearchParams(query))).toEqual({ interval, day }))

it.each([
  [1, '2026-03-01', -1, '2026-02-28'],
  [2, '2026-11-24', 1, '2026-12-01'],
  [3, '2026-01-31', 1, '2026-02-01'],
  [3, '2026-01-31', -1, '2025-12-01'],
] as const)('steps interval %i from %s by %i to %s', (interval, day, by, to) => expect(stepped(interval, day, by)).toBe(to))

it.each([
  ['2026-11-27 09:00:00', '2026-11-27 10:00:00', true],
  ['2026-11-27 23:00:00', '2026-11-28 00:00:00', true],
  ['2026-11-01 00:00:00', '2026-11-02 00:00:00', false],
])('knows hours from days: %s, %s', (first, second, isHours) =>
  expect(isInHours([{ startTime: first }, { startTime: second }])).toBe(isHours),
)

it('lists a period up to its last second', () => {
  expect(listedAs({ startTime: '2026-02-28 00:00:00', endTime: '2026-03-01 00:00:00' })).toEqual({
    startTime: '2026-02-28 00:00:00',
    endTime: '2026-02-28 23:59:59',
  })
})
