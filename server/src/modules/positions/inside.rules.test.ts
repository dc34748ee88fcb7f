import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at, square } from '../../../test/places.ts'
import { shapeOf } from '../hazards/index.ts'
import { placesBetween } from './fix-columns.ts'
import { hoursToRead, type Bounds } from './inside.rules.ts'
import { createStays } from './stays.ts'

const shape = shapeOf({ shape: 'polygon', points: square(0, 0, 100), radius: null, halfWidth: null })
const fixAt = (second: number, east: number, north = 0, accuracy: number | null = null) => ({
  fixTime: second * 1_000,
  ...at(east, north),
  accuracy,
})
type Fix = ReturnType<typeof fixAt>
const staysOf = (fixes: readonly Fix[]) => {
  const column = (name: keyof Fix) => Float64Array.from(fixes, (fix) => fix[name] ?? Number.NaN)
  const places = { fixTime: column('fixTime'), lng: column('lng'), lat: column('lat'), accuracy: column('accuracy') }
  const [whole, byPieces] = [createStays(shape), createStays(shape)]
  whole.add(places)
  // However they are cut.
  for (let from = 0; from < fixes.length; from += 2)
    byPieces.add(
      placesBetween(
        places,
        from === 0 ? 0 : (places.fixTime[from] as number),
        places.fixTime[from + 2] ?? Number.POSITIVE_INFINITY,
      ),
    )
  const stays = whole.end()
  expect(byPieces.end()).toEqual(stays)
  return stays
}
const told = (...fixes: readonly Fix[]) =>
  staysOf(fixes).map(({ from, to, entryKnown, exitKnown }) => [
    Math.round(from / 1_000),
    Math.round(to / 1_000),
    entryKnown,
    exitKnown,
  ])

describe('who was inside', () => {
  it('crossed the edge between two fixes', () => {
    expect(told(fixAt(0, -200), fixAt(20, 0), fixAt(40, 200))).toEqual([[10, 30, true, true]])
    // Between two fixes that are both outside.
    expect(told(fixAt(0, -200), fixAt(40, 200))).toEqual([[10, 30, true, true]])
    expect(told(fixAt(0, -200, 300), fixAt(40, 200, 300))).toEqual([])
    expect(told(fixAt(0, -200), fixAt(20, 0), fixAt(40, -200), fixAt(60, 0), fixAt(80, 200))).toEqual([
      [10, 30, true, true],
      [50, 70, true, true],
    ])
  })

  it('was there already, or still, when nothing is known before and after', () => {
    expect(told(fixAt(0, 0), fixAt(20, 50))).toEqual([[0, 20, false, false]])
    expect(told(fixAt(0, 0))).toEqual([[0, 0, false, false]])
    // A gap tells nothing of the way: neither that he stayed nor that he left.
    expect(told(fixAt(0, -200), fixAt(20, 0), fixAt(81, 0), fixAt(101, 200))).toEqual([
      [10, 20, true, false],
      [81, 91, false, true],
    ])
    expect(told(fixAt(0, -200), fixAt(20, 0), fixAt(80, 0), fixAt(100, 200))).toEqual([[10, 90, true, true]])
    expect(told(fixAt(0, -200), fixAt(61, 200))).toEqual([])
  })

  it('is not told by a fix that is too inaccurate', () => {
    expect(told(fixAt(0, -200), fixAt(10, 0, 0, 101), fixAt(20, -200))).toEqual([])
    expect(told(fixAt(0, 0), fixAt(10, 300, 0, 101), fixAt(20, 0))).toEqual([[0, 20, false, false]])
    expect(told(fixAt(0, -200), fixAt(10, 0, 0, 100), fixAt(20, -200))).toEqual([[5, 15, true, true]])
  })

  const ways = fc
    .array(
      fc.record({
        after: fc.integer({ min: 1, max: 90 }),
        east: fc.integer({ min: -150, max: 150 }),
        north: fc.integer({ min: -150, max: 150 }),
      }),
      {
        maxLength: 40,
      },
    )
    .map((steps) => {
      let [second, east, north] = [0, 0, 0]
      return steps.map((step) => fixAt((second += step.after), (east += step.east), (north += step.north)))
    })

  it('was there whenever the way between two fixes was, and at no other time', () => {
    fc.assert(
      fc.property(ways, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (fixes, part) => {
        const stays = staysOf(fixes)
        for (const [index, stay] of stays.entries()) {
          expect(stay.to).toBeGreaterThanOrEqual(stay.from)
          if (index > 0) expect(stay.from).toBeGreaterThanOrEqual(stays[index - 1]?.to ?? 0)
        }
        for (const [index, b] of fixes.entries()) {
          const a = fixes[index - 1]
          if (!a || b.fixTime - a.fixTime > 60_000) continue
          const time = a.fixTime + part * (b.fixTime - a.fixTime)
          const [lng, lat] = [a.lng + part * (b.lng - a.lng), a.lat + part * (b.lat - a.lat)]
          // Nobody tells on which side of the edge it is by less than a metre, or of a moment.
          if (Math.abs(shape.distance(lng, lat)) < 1) continue
          const isTold = stays.some(({ from, to }) => from - 50 <= time && time <= to + 50)
          if (shape.contains(lng, lat)) expect(isTold).toBe(true)
          else expect(stays.some(({ from, to }) => from + 50 < time && time < to - 50)).toBe(false)
        }
      }),
    )
  })
})

describe('hours that have to be read', () => {
  const length = 600_000
  const boundsOf = (fixes: readonly ReturnType<typeof fixAt>[]): Bounds => {
    const [lngs, lats] = [fixes.map(({ lng }) => lng * 1e7), fixes.map(({ lat }) => lat * 1e7)]
    return [
      Math.floor(Math.min(...lngs)),
      Math.floor(Math.min(...lats)),
      Math.ceil(Math.max(...lngs)),
      Math.ceil(Math.max(...lats)),
    ]
  }
  const [west, south, east, north] = shape.box
  const box: Bounds = [Math.floor(west * 1e7), Math.floor(south * 1e7), Math.ceil(east * 1e7), Math.ceil(north * 1e7)]
  const long = fc
    .array(
      fc.record({
        after: fc.integer({ min: 5, max: 120 }),
        east: fc.integer({ min: -120, max: 120 }),
        north: fc.integer({ min: -120, max: 120 }),
      }),
      { minLength: 1, maxLength: 120 },
    )
    .map((steps) => {
      let [second, east, north] = [0, 250, 0]
      return steps.map((step) => fixAt((second += step.after), (east += step.east), (north += step.north)))
    })

  it('are enough to tell the same as all of them', () => {
    fc.assert(
      fc.property(long, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (fixes, isRaw) => {
        const hourOf = (time: number): number => Math.floor(time / length) * length
        const isLoose = (hour: number): boolean =>
          isRaw[hour / length] === true && fixes.some(({ fixTime }) => hourOf(fixTime) === hour)
        const packed = Map.groupBy(
          fixes.filter(({ fixTime }) => !isLoose(hourOf(fixTime))),
          ({ fixTime }) => hourOf(fixTime),
        )
        const hours = [...packed].map(([hour, ofHour]) => ({ hour, bounds: boundsOf(ofHour) }))
        const to = (fixes.at(-1)?.fixTime ?? 0) + 1
        const read = new Set(hoursToRead(hours, box, { from: 0, to, length, isLoose }).map(({ hour }) => hour))
        const seen = fixes.filter(({ fixTime }) => isLoose(hourOf(fixTime)) || read.has(hourOf(fixTime)))
        expect(staysOf(seen)).toEqual(staysOf(fixes))
      }),
    )
  })

  it('are few of who was elsewhere, and all whose bounds nobody knows', () => {
    const of = (east: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ hour: at * length, bounds: boundsOf([fixAt(0, east), fixAt(0, east + 50)]) }))
    const asked = { from: 0, to: 24 * length, length, isLoose: () => false }
    expect(hoursToRead(of(500, 24), box, asked)).toEqual([])
    expect(hoursToRead(of(50, 24), box, asked)).toHaveLength(24)
    const unknown = of(500, 24).map((one, at) => (at === 7 ? { ...one, bounds: null } : one))
    // With the hours beside it: nobody knows where the way from and to it led.
    expect(hoursToRead(unknown, box, asked).map(({ hour }) => hour / length)).toEqual([6, 7, 8])
  })
})
