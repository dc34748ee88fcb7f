import { expect, it } from 'vitest'
import { isBehind, lagAfter, limitOf, type Limits, type RoadLimit } from './rules.ts'

const limits: Limits = { ofKind: { car: 40, truck: 35, tanker: 20, loader: 15, forklift: 10 }, iceOrFog: false }
const limit = (device: number | null, record: number | null, vehicleType = '', carType?: string, road?: RoadLimit) =>
  limitOf(
    { device, record, road: road ?? (() => null) },
    { car: carType === undefined ? null : { carType }, vehicleType },
    limits,
  )

it('a device may be stricter than its record, and never milder', () => {
  expect([limit(60, 30), limit(20, 30), limit(null, 30), limit(25, null), limit(0, 30), limit(null, null)]).toEqual([
    30,
    20,
    30,
    25,
    30,
    null,
  ])
})

it('goes by the kind that the register says, else by the word of the camera', () => {
  const words = [
    'tankTruck',
    '油罐车',
    'Forklift',
    '装载机',
    'largeBus',
    'pickupTruck',
    '大货车',
    '客车',
    'SUVMPV',
    'minivan',
    '轿车',
  ]
  expect(words.map((word) => limit(60, 60, word))).toEqual([20, 20, 10, 15, 35, 35, 35, 35, 40, 40, 40])
  expect(['', '3', 'unknown', 'motorcycle', '消防车', 'fire engine'].map((word) => limit(60, 60, word))).toEqual([
    60, 60, 60, 60, 60, 60,
  ])
  expect([limit(60, 60, 'truck', 'forklift'), limit(60, 60, 'truck', ''), limit(60, 60, 'truck', 'fire')]).toEqual([10, 35, null])
})

it('a clock is behind that is so by the same for half a minute', () => {
  const now = 1_800_000_000_000
  const first = lagAfter(null, now - 600_000, now)
  expect(first).toEqual({ ms: 600_000, since: now })
  const after = (seconds: number, lag: number) => {
    const received = now + seconds * 1000
    return isBehind(lagAfter(first, received - lag, received), received)
  }
  expect([after(29, 600_000), after(30, 600_000), after(30, 614_000), after(30, 584_000), after(30, 0)]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
  expect([lagAfter(first, now, now), lagAfter(first, Number.NaN, now), lagAfter(first, now - 40 * 86_400_000, now)]).toEqual([
    null,
    null,
    null,
  ])
})

it('the lowest of place, road and kind counts, the road by the kind of vehicle', () => {
  const road: RoadLimit = (kind) => (kind === 'truck' ? 12 : 18)
  expect([
    limit(60, 30, '', undefined, road),
    limit(60, 30, 'truck', undefined, road),
    limit(60, 30, 'forklift', undefined, road),
    limit(10, 30, 'truck', undefined, road),
    limit(null, null, 'truck', undefined, road),
    limit(60, 30, '', 'fire', road),
  ]).toEqual([18, 12, 10, 10, 12, null])
})
