import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unknown16 } from './frame.ts'
import { createTrack, readTrack, type TrackColumns } from './track-columns.ts'
import { figuresOf, gapFrom, stopRule, usualInterval } from './track-rules.ts'

interface Step {
  /** Seconds since the beginning. */
  readonly at: number
  /** Metres from the first place. */
  readonly east: number
  readonly north: number
  /** km/h. */
  readonly speed?: number
}
const [lng0, lat0] = [118.362, 31.178]
const trackOf = (steps: readonly Step[]): TrackColumns => {
  const track = createTrack(steps.length)
  steps.forEach(({ at, east, north, speed }, index) => {
    track.time[index] = at * 1000
    track.lng[index] = Math.round((lng0 + east / (111_195 * Math.cos((lat0 * Math.PI) / 180))) * 1e7)
    track.lat[index] = Math.round((lat0 + north / 111_195) * 1e7)
    track.speed[index] = speed === undefined ? unknown16 : speed * 10
    track.course[index] = unknown16
  })
  return track
}
/** To the east at so many metres a second, a fix in `every` seconds. */
const walk = (from: number, seconds: number, pace: number, every = 5, begin = 0): Step[] =>
  Array.from({ length: seconds / every + 1 }, (_, step) => ({
    at: from + step * every,
    east: begin + step * every * pace,
    north: 0,
  }))

describe('the figures of a track', () => {
  it('begins a gap after more than twice the usual interval, and counts no way over it', () => {
    const track = trackOf([...walk(0, 100, 10), ...walk(200, 100, 10, 5, 5_000)])
    const { stretches, metres, trips } = figuresOf(track)
    expect([usualInterval(track), gapFrom(track)]).toEqual([5_000, 10_000])
    expect(stretches).toEqual([
      { first: 0, last: 20 },
      { first: 21, last: 41 },
    ])
    expect(metres).toBeCloseTo(2_000, 0)
    expect(trips).toBe(1)
    // One report that is missing is no gap.
    expect(figuresOf(trackOf(walk(0, 100, 10).filter(({ at }) => at !== 50))).stretches).toHaveLength(1)
    expect(figuresOf(trackOf(walk(0, 100, 10).filter(({ at }) => at !== 50 && at !== 55))).stretches).toHaveLength(2)
  })

  it('is another trip after an hour', () => {
    expect(figuresOf(trackOf([...walk(0, 100, 1), ...walk(100 + 3_599, 100, 1)])).trips).toBe(1)
    expect(figuresOf(trackOf([...walk(0, 100, 1), ...walk(100 + 3_600, 100, 1)])).trips).toBe(2)
  })

  it('stops where it stays three minutes within 200 m', () => {
    const drive = walk(0, 100, 10)
    const stay = (seconds: number): Step[] =>
      walk(105, seconds, 0, 5, 1_000).map((step, index) => ({ ...step, north: index % 2 === 0 ? 0 : 3 }))
    const on = (from: number): Step[] => walk(from, 100, 10, 5, 1_000)
    const stops = ({ stops }: ReturnType<typeof figuresOf>) => stops.map(({ lasted }) => lasted / 1000)
    // What comes just before within 50 m and just after within 200 m belongs to it.
    expect(stops(figuresOf(trackOf([...drive, ...stay(600), ...on(710)])))).toEqual([625])
    // Nobody stops who walks, slowly as it may be.
    expect(stops(figuresOf(trackOf(walk(0, 1_800, 0.5))))).toEqual([])
    expect(stops(figuresOf(trackOf([...drive, ...stay(100), ...on(210)])))).toEqual([])
    const [stop] = figuresOf(trackOf(stay(600))).stops
    expect([stop?.lasted, stop?.first, stop?.last]).toEqual([600_000, 0, 120])
    // Whoever stands goes no way, though his fixes scatter.
    expect(figuresOf(trackOf(stay(600))).metres).toBe(0)
  })

  it('knows of no stop across a gap', () => {
    expect(figuresOf(trackOf([...walk(0, 120, 0), ...walk(200, 120, 0)])).stops).toEqual([])
  })

  it('tells the greatest speed that was told', () => {
    const track = trackOf(walk(0, 50, 1).map((step, index) => (index === 3 ? { ...step, speed: 41.5 } : step)))
    expect(figuresOf(track).topSpeed).toBe(41.5)
    expect(figuresOf(trackOf(walk(0, 50, 1))).topSpeed).toBeNull()
  })

  it('has nothing to say of nothing', () => {
    const nothing = { stretches: [], gapFrom: 10_000, trips: 0, stops: [], metres: 0, topSpeed: null }
    expect(figuresOf(trackOf([]))).toEqual(nothing)
    expect(figuresOf(trackOf([{ at: 0, east: 0, north: 0 }]))).toEqual({
      ...nothing,
      trips: 1,
      stretches: [{ first: 0, last: 0 }],
    })
  })

  const steps = fc
    .array(
      fc.record({
        after: fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 0, max: 12 }) }, fc.integer({ min: 13, max: 8_000 })),
        east: fc.integer({ min: -60, max: 60 }),
        north: fc.integer({ min: -60, max: 60 }),
      }),
      { maxLength: 300 },
    )
    .map((all) => {
      let [at, east, north] = [0, 0, 0]
      return all.map((one) => ({ at: (at += one.after), east: (east += one.east), north: (north += one.north) }))
    })

  it('takes each fix into one stretch, in order, and each stop into one of them', () => {
    fc.assert(
      fc.property(steps, (steps) => {
        const track = trackOf(steps)
        const { stretches, stops, metres, trips } = figuresOf(track)
        expect(stretches.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at))).toEqual(
          steps.map((_, at) => at),
        )
        let before = -1
        for (const { first, last, lasted } of stops) {
          expect(first).toBeGreaterThan(before)
          expect(stretches.some((one) => one.first <= first && last <= one.last)).toBe(true)
          expect(lasted).toBeGreaterThanOrEqual(stopRule.least)
          expect(lasted).toBe((track.time[last] ?? 0) - (track.time[first] ?? 0))
          before = last
        }
        const whole = steps.reduce(
          (sum, { east, north }, at) =>
            sum + (at === 0 ? 0 : Math.hypot(east - (steps[at - 1]?.east ?? 0), north - (steps[at - 1]?.north ?? 0))),
          0,
        )
        expect(metres).toBeLessThanOrEqual(whole * 1.01 + 1)
        expect(trips).toBeLessThanOrEqual(Math.max(1, stretches.length))
      }),
    )
  })

  it('is read as it was written, and whole or not at all', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.integer(), fc.nat({ max: unknown16 }))), (fixes) => {
        const { bytes, time, lng, lat, speed, course } = createTrack(fixes.length)
        fixes.forEach(([one, other, small], at) => {
          time[at] = one
          lng[at] = other
          lat[at] = -1 - other
          speed[at] = small
          course[at] = unknown16 - small
        })
        const read = readTrack(Uint8Array.from(bytes).buffer)
        expect(read).toEqual({ count: fixes.length, time, lng, lat, speed, course })
      }),
    )
    expect(() => readTrack(new ArrayBuffer(17))).toThrow('wrong length')
  })
})
