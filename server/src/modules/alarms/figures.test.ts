import { standingOf } from '@vigil/contract/alarms/statistics.ts'
import { expect, it } from 'vitest'
import { dutyOf, figuresOf, windowsInFlood, type AlarmWindow, type Counted } from './figures.ts'

/** Those that have any. */
const filled = (counts: readonly number[]): AlarmWindow[] => counts.flatMap((total, at) => (total === 0 ? [] : [{ at, total }]))

it.each([
  [[], 0],
  [[10, 10, 10], 0],
  [[11], 1],
  [[0, 11, 5, 10, 5, 4, 9, 11], 5],
  [[11, 4, 11, 4], 2],
  [[11, 0, 10], 1],
])('a flood begins above ten in a window and ends below five: %j', (counts, windows) =>
  expect(windowsInFlood(filled(counts))).toHaveLength(windows),
)

const calm: Counted = {
  levels: [5, 15, 80],
  windows: 100,
  filled: filled(Array.from({ length: 100 }, () => 1)),
  duty: 100,
  busiest: 4,
  chattering: 0,
  fleeting: 0,
  stale: 4,
}
it('says of a calm site that all is well, and of one that nobody could bear that all is red', () => {
  const { figures: good, behind } = figuresOf(calm)
  expect(good).toEqual({ perOperator: 1, crowded: 0, flood: 0, busiest: 4, chattering: 0, fleeting: 0, stale: 4, levelMix: 0 })
  expect(behind).toMatchObject({ perOperator: 100, crowded: 0, flood: 0, busiest: 4, stale: 4 })
  for (const name of Object.keys(good))
    expect(standingOf(name as keyof typeof good, good[name as keyof typeof good]), name).toBe('good')
  const { figures: bad } = figuresOf({
    levels: [400, 50, 50],
    windows: 100,
    filled: filled(Array.from({ length: 100 }, (_, at) => (at < 50 ? 11 : 1))),
    duty: 100,
    busiest: 400,
    chattering: 4,
    fleeting: 4,
    stale: 6,
  })
  expect(bad).toEqual({ perOperator: 5, crowded: 50, flood: 50, busiest: 80, chattering: 4, fleeting: 4, stale: 6, levelMix: 75 })
  for (const name of Object.keys(bad))
    expect(standingOf(name as keyof typeof bad, bad[name as keyof typeof bad]), name).toBe('red')
})

it('counts for each window of ten minutes who was on duty in its shift, and one where nobody handled anything', () => {
  const hour = 3_600_000
  const shifts = [0, 3, 0].map((people, at) => ({ start: at * 8 * hour, people }))
  const duty = (until: number) => dutyOf({ from: 0, until: until * hour }, shifts)
  expect([0, 0.1, 8, 8.5, 16, 24].map(duty)).toEqual([0, 1, 48, 57, 192, 240])
})

it('says nothing of shares where there are too few alarms, and of a period that has not begun', () => {
  expect(figuresOf({ ...calm, levels: [1, 0, 0], busiest: 1 }).figures).toMatchObject({ busiest: null, levelMix: null })
  expect(figuresOf({ ...calm, levels: [0, 0, 0], windows: 0, duty: 0, filled: [], busiest: 0 }).figures).toMatchObject({
    perOperator: null,
    crowded: null,
    flood: null,
  })
  expect(standingOf('busiest', null)).toBe('unknown')
})
