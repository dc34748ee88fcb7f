import { expect, it } from 'vitest'
import { follow, type Report, type Stand } from './stands.rules.ts'

const limits = { atLeast: 180_000, metres: 200 }
/** At seconds, so many metres north of where it began, at some speed. */
type Told = readonly [seconds: number, north: number, speed?: number]
const reports = (...list: readonly Told[]): Report[] =>
  list.map(([seconds, north, speed = 0]) => ({ at: seconds * 1000, lng: 118, lat: 31 + north / 111_195, speed }))

it('stands after as long as is said within so many metres, and no sooner or further', () => {
  const changes = (...list: readonly Told[]) => follow(null, reports(...list), limits).changes.map(({ kind }) => kind)
  expect(changes([0, 0], [179, 199])).toEqual([])
  expect(changes([0, 0], [180, 199])).toEqual(['began'])
  expect(changes([0, 0], [180, 201], [359, 0])).toEqual([])
  expect(changes([0, 0], [90, 10, 5], [260, 10])).toEqual([])
  expect(changes([0, 0], [200, 0], [210, 300])).toEqual(['began', 'ended'])
})

it('follows on from where it was, and ends with the last that was seen of it there', () => {
  const first = follow(null, reports([0, 0], [100, 0]), limits)
  const next = follow(first.stand, reports([190, 20]), limits)
  expect(next.changes).toEqual([{ kind: 'began', since: 0, lng: 118, lat: 31 }])
  const silent = follow(next.stand, reports([9_000, 10]), limits)
  expect([silent.changes, silent.stand?.until]).toEqual([[], 9_000_000])
  const gone = follow(silent.stand, reports([9_030, 900, 20]), limits)
  expect(gone.changes).toEqual([{ kind: 'ended', end: 9_000_000 }])
  expect(gone.stand).toMatchObject({ since: 9_030_000, isStop: false } satisfies Partial<Stand>)
  expect(follow(null, [], limits)).toEqual({ stand: null, changes: [] })
})
