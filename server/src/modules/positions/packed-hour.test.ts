import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredFix, TrackFix } from './fix.ts'
import { fixesOf } from './fix-columns.ts'
import { columnsOfHour, DamagedHour, keysOfHour, packHour, unpackHour } from './packed-hour.ts'

const noted = (value: StoredFix) => ({ ...value, lng: Math.round(value.lng * 1e7), lat: Math.round(value.lat * 1e7) })
const smallint = fc.integer({ min: -32_768, max: 32_767 })
const real = fc.oneof(
  fc.float({ noNaN: true }),
  fc.integer({ min: -9_999, max: 9_999 }).map((tenths) => Math.fround(tenths / 10)),
  fc.constantFrom(0, -0, Number.POSITIVE_INFINITY, 3.4028234663852886e38, 1.401298464324817e-45),
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 5 })
const time = fc.oneof(
  fc.integer({ min: 1_768_464_000_000, max: 1_768_467_599_999 }),
  fc.integer({ min: -(2 ** 49), max: 2 ** 49 }),
  fc.constantFrom(0, 1_768_464_000_000),
)
const fix: fc.Arbitrary<StoredFix> = fc.record({
  fixTime: time,
  kind: fc.oneof(fc.constantFrom(0, 4, 5), smallint),
  recvTime: time,
  late: fc.boolean(),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  alt: maybe(real),
  accuracy: maybe(real),
  speed: maybe(real),
  course: maybe(real),
  temperature: maybe(real),
  floor: maybe(smallint),
  battery: maybe(smallint),
})
const fixes = fc.array(fix, { minLength: 1, maxLength: 60 })
const reals = ['alt', 'accuracy', 'speed', 'course', 'temperature'] as const

describe('a packed hour', () => {
  it('gives back whatever went in, in its order, and places to a ten-millionth of a degree', () => {
    fc.assert(
      fc.property(fixes, (given) => {
        const back = unpackHour(packHour(given))
        const asReals = back.map((one) => ({
          ...one,
          ...Object.fromEntries(reals.map((name) => [name, one[name] === null ? null : Math.fround(one[name])])),
        }))
        expect(asReals.map(noted)).toEqual(given.map(noted).map((one) => ({ ...one, lng: one.lng + 0, lat: one.lat + 0 })))
        expect(keysOfHour(packHour(given)).map(({ fixTime, kind }) => [fixTime, kind])).toEqual(
          given.map(({ fixTime, kind }) => [fixTime, kind]),
        )
        const track = (one: StoredFix | TrackFix): TrackFix => {
          const { fixTime, recvTime, kind, lng, lat, speed, course, accuracy, floor } = one
          return { fixTime, recvTime, kind, lng, lat, speed, course, accuracy, floor }
        }
        expect(fixesOf(columnsOfHour(packHour(given)))).toEqual(back.map(track))
      }),
      { numRuns: 500 },
    )
  })

  it('packs again into the same bytes', () => {
    fc.assert(
      fc.property(fixes, (given) => {
        const packed = packHour(given)
        expect(packHour(unpackHour(packed))).toEqual(packed)
      }),
    )
  })

  it('writes decimals as they were read, like the database', () => {
    const given = { ...only(), alt: 35.4, speed: 0.1, course: 359.9, accuracy: 16_777.1, temperature: 36.600002 }
    expect(unpackHour(packHour([given]))).toEqual([given])
  })

  it('refuses what was cut, changed or comes from elsewhere, by name', () => {
    fc.assert(
      fc.property(fixes, fc.nat(), fc.integer({ min: 1, max: 255 }), (given, place, change) => {
        const packed = packHour(given)
        const changed = Buffer.from(packed)
        const at = place % packed.length
        changed[at] = (changed[at] ?? 0) ^ change
        expectDamagedOr(changed, given)
        expect(() => unpackHour(packed.subarray(0, at))).toThrow(DamagedHour)
        expect(() => keysOfHour(packed.subarray(0, at))).toThrow(DamagedHour)
      }),
      { numRuns: 500 },
    )
    expect(() => unpackHour(Buffer.alloc(0))).toThrow(/cannot be read: its version is missing/)
    expect(() => unpackHour(Buffer.of(9, 1, 2))).toThrow(/its version is 9/)
    expect(() => unpackHour(Buffer.from('\u0001no zstd at all'))).toThrow(DamagedHour)
  })

  it('takes no time that it could not give back', () => {
    for (const fixTime of [0.5, Number.NaN, 2 ** 50, Number.POSITIVE_INFINITY])
      expect(() => packHour([{ ...only(), fixTime }])).toThrow(RangeError)
  })
})

const only = (): StoredFix => unpackHour(packHour(fc.sample(fix, 1)))[0] as StoredFix

/** Bits that carry nothing may be turned: what is read then is what was written, never something else. */
const expectDamagedOr = (changed: Uint8Array, given: readonly StoredFix[]): void => {
  let back: StoredFix[]
  try {
    back = unpackHour(changed)
  } catch (error) {
    expect(error).toBeInstanceOf(DamagedHour)
    return
  }
  expect(packHour(back)).toEqual(packHour(given))
}
