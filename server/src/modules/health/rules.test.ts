import { expect, it } from 'vitest'
import type { FaultKind } from '@vigil/contract/health/fault.ts'
import { behindFrom, faultsOf, outOfUseAfter, wrongFor, type Reading } from './rules.ts'

const now = Date.UTC(2026, 10, 25)
const limits = { offline: 300_000, battery: 20, noFix: 600_000 }
const well: Reading = {
  enabled: true,
  receivedAt: now - 1_000,
  lag: 1_000,
  battery: 80,
  aheadFrom: null,
  aheadAt: null,
  behindFrom: null,
  behindAt: null,
  unfixedFrom: null,
  unfixedAt: null,
  sameSince: null,
}
const none = new Set<never>()
const of = (reading: Partial<Reading>, open: ReadonlySet<FaultKind> = none, settling = false) =>
  Object.fromEntries(faultsOf({ ...well, ...reading }, open, limits, now, settling))

it('a device is offline once it is silent for longer than the site says, until it is out of use', () => {
  expect(of({})).toEqual({})
  expect(of({ receivedAt: now - 300_000 })).toEqual({})
  expect(of({ receivedAt: now - 300_001 })).toEqual({ offline: now - 300_001 })
  expect(of({ receivedAt: now - outOfUseAfter - 1 })).toEqual({})
  expect(of({ receivedAt: null })).toEqual({})
  expect(of({ receivedAt: now - 300_001, enabled: false })).toEqual({})
})

it('nobody falls silent while nobody could be heard, and who was silent stays so', () => {
  expect(of({ receivedAt: now - 300_001 }, none, true)).toEqual({})
  expect(of({ receivedAt: now - 300_001 }, new Set(['offline']), true)).toEqual({ offline: now - 300_001 })
})

it('a battery is low at the limit and charged five per cent above it', () => {
  expect(of({ battery: 21 })).toEqual({})
  expect(of({ battery: 20 })).toEqual({ lowBattery: now - 1_000 })
  expect(of({ battery: 24 }, new Set(['lowBattery']))).toEqual({ lowBattery: now - 1_000 })
  expect(of({ battery: 25 }, new Set(['lowBattery']))).toEqual({})
  expect(of({ battery: null }, new Set(['lowBattery']))).toEqual({})
})

it('a clock is ahead until a position is taken again; a device that is set aside for it is not offline', () => {
  const ahead = { receivedAt: now - 900_000, aheadFrom: now - 600_000, aheadAt: now - 1_000 }
  expect(of(ahead)).toEqual({ clockDrift: now - 600_000 })
  expect(of({ ...ahead, receivedAt: null })).toMatchObject({ clockDrift: now - 600_000 })
  expect(of({ ...ahead, receivedAt: now - 500 })).toEqual({})
  expect(of({ ...ahead, aheadAt: now - wrongFor })).not.toHaveProperty('clockDrift')
})

it('a clock is behind once reports were late by the same for long enough, until one comes in time', () => {
  const [hour, lately] = [3_600_000, now - 1_000]
  const behind = { lag: 8 * hour, receivedAt: lately, behindFrom: lately - behindFrom, behindAt: lately }
  expect(of(behind)).toEqual({ clockDrift: lately - behindFrom })
  expect(of({ ...behind, behindFrom: lately - behindFrom + 1 })).toEqual({})
  // What is found already stays while the time by which it is late changes, and through silence.
  const known = new Set<FaultKind>(['clockDrift'])
  expect(of({ ...behind, behindFrom: lately }, known)).toEqual({ clockDrift: lately })
  // Its clock was put back: what it told before that is the newest, and another server may have heard it last.
  expect(of({ ...behind, receivedAt: lately - 1, lag: 0 })).toEqual({ clockDrift: lately - behindFrom })
  expect(of({ ...behind, lag: 120_001 }, known)).toHaveProperty('clockDrift')
  expect(of({ ...behind, lag: 120_000 }, known)).toEqual({})
  expect(of({ ...behind, behindFrom: 0, behindAt: now - wrongFor }, known)).toEqual({})
})

it('a device has no position once it has reported without one for long enough, until it tells one; it is heard meanwhile', () => {
  const lost = { receivedAt: now - 601_000, unfixedFrom: now - 900_000, unfixedAt: now - 1_000 }
  expect(of(lost)).toEqual({ noFix: now - 601_000 })
  // Reports have to say so for as long: one that was switched on just now may be looking still, and silence says nothing.
  expect(of({ ...lost, receivedAt: now - 600_999 })).toEqual({})
  expect(of({ ...lost, receivedAt: now - 36_000_000, unfixedFrom: now - 600_999 })).toEqual({})
  expect(of({ ...lost, unfixedAt: now - 2_000 })).toEqual({})
  expect(of({ ...lost, receivedAt: null })).toEqual({ noFix: now - 900_000 })
  expect(of({ ...lost, receivedAt: now - 500 }, new Set(['noFix']))).toEqual({})
  const silent = { receivedAt: now - 2_000_000, unfixedFrom: now - 400_000, unfixedAt: now - 400_000 }
  expect(of(silent, new Set(['noFix']))).toEqual({ noFix: now - 400_000, offline: now - 400_000 })
})

it('a position is stuck for as long as its reports say so, silent or not', () => {
  expect(of({ sameSince: now - 1_800_000 })).toEqual({ stuck: now - 1_800_000 })
  expect(of({ sameSince: now - 1_800_000, enabled: false })).toEqual({})
})
