import { expect, test } from 'vitest'
import { RecentFixes } from './state.ts'

const fix = (time: number) => ({ time, lng: 118 + time, lat: 31, accuracy: 2, floor: time % 2 === 0 ? null : 1 })
const after = (...times: number[]) => {
  const recent = new RecentFixes()
  for (const time of times) recent.add(fix(time))
  return recent.list()
}

test('the newest eight fixes are kept in the order of their times, whatever order they come in', () => {
  expect(after(1, 2, 3)).toEqual([1, 2, 3].map(fix))
  expect(after(3, 1, 2)).toEqual([1, 2, 3].map(fix))
  expect(after(2, 1, 2, 1)).toEqual([1, 2].map(fix))
  expect(after(1, 2, 3, 4, 5, 6, 7, 8, 9)).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map(fix))
  expect(after(2, 3, 4, 5, 6, 7, 8, 9, 1)).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map(fix))
  expect(after(1, 2, 3, 4, 6, 7, 8, 9, 5)).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map(fix))
})

test('times in any order come out as a sort of them would', () => {
  let seed = 7
  const dice = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed % below
  }
  for (let round = 0; round < 500; round += 1) {
    const times = Array.from({ length: 1 + dice(20) }, () => dice(30))
    const kept = times.reduce<number[]>((known, time) => [...new Set([...known, time])].sort((a, b) => a - b).slice(-8), [])
    expect(after(...times).map(({ time }) => time)).toEqual(kept)
  }
})
