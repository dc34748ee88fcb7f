import { expect, test } from 'vitest'
import type { TrackFix } from './fix.ts'
import { seenBetween } from './rewind.rules.ts'

const fix = (fixTime: number, recvTime: number): TrackFix => ({
  fixTime,
  recvTime,
  kind: 0,
  lng: 118,
  lat: 31,
  speed: null,
  course: null,
  accuracy: null,
  floor: null,
})
/** A helmet that was out of reach from 20 to 50 and then told of the way between, the newest first; the last by a clock that is ahead. */
const fixes = [fix(10, 11), fix(20, 52), fix(30, 53), fix(40, 54), fix(50, 51), fix(60, 58)]
const between = { since: 0, from: 30, to: 60 }
const times = (list: readonly TrackFix[]): number[] => list.map(({ fixTime }) => fixTime)

test('as it was: all fixes of that time, whenever they came, and the last before it', () => {
  expect(times(seenBetween(fixes, 'fix', between))).toEqual([20, 30, 40, 50])
  expect(times(seenBetween(fixes, 'fix', { ...between, since: 25 }))).toEqual([30, 40, 50])
})

test('as known then: what had been received, and of that nothing that was older than what was known', () => {
  expect(times(seenBetween(fixes, 'receipt', between))).toEqual([10, 50, 60])
  expect(times(seenBetween(fixes, 'receipt', { since: 0, from: 30, to: 51 }))).toEqual([10])
  expect(seenBetween(fixes, 'receipt', { since: 20, from: 30, to: 51 })).toEqual([])
})
