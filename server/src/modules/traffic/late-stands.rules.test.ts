import { expect, it } from 'vitest'
import { reconcile, stopsIn, type RecordedStop } from './late-stands.rules.ts'
import type { Report } from './stands.rules.ts'

const limits = { atLeast: 180_000, metres: 200 }
/** At seconds, so many metres north of where it began, at some speed. */
type Told = readonly [seconds: number, north: number, speed?: number]
const reports = (...list: readonly Told[]): Report[] =>
  list.map(([seconds, north, speed = 0]) => ({ at: seconds * 1000, lng: 118, lat: 31 + north / 111_195, speed }))
const recorded = (id: string, since: number, until: number | null, north = 0, isFixed = false): RecordedStop => ({
  id,
  lng: 118,
  lat: 31 + north / 111_195,
  since: since * 1000,
  until: until === null ? null : until * 1000,
  isFixed,
})
const compared = (list: readonly Told[], known: readonly RecordedStop[], isUpToNow = true) => {
  const told = reports(...list)
  const period = { from: told[0]?.at ?? 0, to: told.at(-1)?.at ?? 0, isUpToNow }
  const { changed, made, gone, open } = reconcile(stopsIn(told, limits).stops, known, period, limits)
  const seconds = (at: number | null) => (at === null ? null : at / 1000)
  return {
    changed: changed.map(({ id, since, until }) => [id, seconds(since), seconds(until)]),
    made: made.map(({ stop, until }) => [seconds(stop.since), seconds(until)]),
    gone,
    open,
  }
}
const nothing = { changed: [], made: [], gone: [], open: null }
const stood: readonly Told[] = [
  [0, -900, 30],
  [100, 0],
  [400, 0],
  [500, 900, 30],
]

it('records once what nobody knew of, and nothing of what is recorded as it was', () => {
  expect(compared(stood, [])).toEqual({ ...nothing, made: [[100, 400]] })
  expect(compared(stood, [recorded('1', 100, 400)])).toEqual(nothing)
  expect(compared(stood.slice(0, 3), [])).toEqual({ ...nothing, made: [[100, null]], open: { id: null } })
  expect(compared(stood.slice(0, 3), [], false)).toEqual({ ...nothing, made: [[100, 400]] })
})

it('lets a stop begin and end when it did, and knows what came after the period', () => {
  expect(compared(stood, [recorded('1', 300, 390)])).toEqual({ ...nothing, changed: [['1', 100, 400]] })
  // It goes on: to the live ones, or as long as is recorded.
  expect(compared(stood.slice(0, 3), [recorded('1', 380, null)])).toEqual({
    ...nothing,
    changed: [['1', 100, null]],
    open: { id: '1' },
  })
  expect(compared(stood.slice(0, 3), [recorded('1', 100, 900)], false)).toEqual(nothing)
  // What stood there at the first report stood there before.
  expect(compared(stood.slice(1), [recorded('1', 50, 400)])).toEqual(nothing)
})

it('parts a stop from which the vehicle drove off meanwhile, and takes back one that was none', () => {
  const left: readonly Told[] = [
    [0, 0],
    [200, 0],
    [300, 900, 30],
    [600, 0],
    [900, 0],
  ]
  expect(compared(left, [recorded('1', 0, null)])).toEqual({
    ...nothing,
    changed: [['1', 0, 200]],
    made: [[600, null]],
    open: { id: null },
  })
  const drove: readonly Told[] = [
    [0, 0, 30],
    [100, 500, 30],
    [200, 0, 30],
    [300, 500, 30],
  ]
  expect(compared(drove, [recorded('1', 0, 200)])).toEqual({ ...nothing, gone: ['1'] })
  expect(compared(drove, [recorded('1', 0, 200, 0, true)])).toEqual(nothing)
  expect(compared(drove, [recorded('1', 0, null, 0, true)])).toEqual({ ...nothing, changed: [['1', 0, 0]] })
  // Elsewhere, or beyond the period: nothing of it is known here.
  expect(compared(drove, [recorded('1', -50, 200), recorded('2', 100, 900)])).toEqual(nothing)
})
