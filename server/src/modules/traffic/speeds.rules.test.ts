import { expect, it } from 'vitest'
import { toldOf, tooFastIn, type Fast } from './speeds.rules.ts'
import type { Report } from './stands.rules.ts'

const allowed = ({ lng }: Report) => (lng < 0 ? null : { limit: 30, place: 'main road', deptId: null })
/** Reports at so many seconds with a speed; beyond the road where that is negative. */
const reports = (...list: readonly (readonly [seconds: number, speed: number | null, lng?: number])[]): Report[] =>
  list.map(([seconds, speed, lng = 0]) => ({ at: seconds * 1000, lng, lat: 0, speed }))
const looked = (before: Fast | null, told: readonly Report[]) => {
  const { runs, last } = tooFastIn(before, told, allowed, 60_000)
  return { runs: runs.map((run) => run.map(({ at, speed }) => [at / 1000, speed])), last }
}

it('counts the second report in a row that is too fast, and the first with it', () => {
  expect(looked(null, reports([0, 31])).runs).toEqual([])
  expect(looked(null, reports([0, 30], [5, 31], [10, 30], [15, 35], [20, null], [25, 40])).runs).toEqual([])
  expect(looked(null, reports([0, 20], [5, 31], [8, 50], [12, 40], [20, 30], [30, 60], [31, 61])).runs).toEqual([
    [
      [5, 31],
      [8, 50],
      [12, 40],
    ],
    [
      [30, 60],
      [31, 61],
    ],
  ])
  // Neither what is beyond the road, nor what is too far apart, is in a row.
  expect(looked(null, reports([0, 50], [5, 50, -1], [10, 50], [80, 50])).runs).toEqual([])
})

it('goes on from the last report of the round before', () => {
  const first = looked(null, reports([0, 20], [5, 42]))
  expect([first.runs, first.last?.speed]).toEqual([[], 42])
  const next = looked(first.last, reports([10, 45], [15, 20]))
  expect([next.runs, next.last]).toEqual([
    [
      [
        [5, 42],
        [10, 45],
      ],
    ],
    null,
  ])
  expect(looked(first.last, reports([70, 45])).runs).toEqual([])
})

it('a record needs the beginning, the fastest and the end', () => {
  const [run = []] = tooFastIn(null, reports([0, 40], [5, 41], [10, 60], [15, 42], [20, 35]), allowed, 60_000).runs
  expect(toldOf(run).map(({ at }) => at / 1000)).toEqual([0, 10, 20])
  expect(toldOf(run.slice(0, 2)).map(({ at }) => at / 1000)).toEqual([0, 5])
})
