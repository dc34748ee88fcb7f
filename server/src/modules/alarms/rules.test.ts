import { describe, expect, it } from 'vitest'
import { alarmType, isCry, isMomentary } from '@vigil/contract/alarms/types.ts'
import { judge, isOneStay } from './rules.ts'

const minute = 60_000
const noon = 1_795_000_000_000
const { fence, hazard, speeding, sos, silent, helmetOff, fall, nearPower, climbing, barredVehicle } = alarmType.code

type Latest = NonNullable<Parameters<typeof judge>[0]>
/** The newest alarm of a condition: begun an hour before noon, last heard of at noon. */
const latest = (over: Partial<Latest> = {}): Latest => ({
  status: 0,
  condition: 'active',
  startTime: noon - 60 * minute,
  lastTime: noon,
  announced: noon,
  ...over,
})
const after = (type: number, gap: number, over: Partial<Latest> = {}) =>
  judge(latest(over), { alarmType: type, start: noon + gap })

it('a condition that had no alarm is a new one', () => {
  expect(judge(undefined, { alarmType: fence, start: noon })).toBe('new')
})

describe('what lasts', () => {
  it('is counted when it comes again, and announced anew once it was away for ten minutes', () => {
    const returned = { condition: 'returned' } as const
    for (const gap of [1, minute, 10 * minute - 1]) expect(after(fence, gap, returned), String(gap)).toBe('repeat')
    for (const gap of [10 * minute, 11 * minute, 600 * minute])
      expect(after(fence, gap, returned), String(gap)).toBe('announceAgain')
  })

  it('is announced anew every ten minutes while nobody takes it up, however often it comes; to who has it in hand once it was away', () => {
    const announcedOf = (status: 0 | 1) => {
      const state = { ...latest({ status, condition: 'returned' }) }
      return Array.from({ length: 90 }, (_, at) => noon + (at + 1) * (minute / 3)).filter((start) => {
        const verdict = judge(state, { alarmType: fence, start })
        state.lastTime = start
        if (verdict === 'announceAgain') state.announced = start
        return verdict === 'announceAgain'
      })
    }
    expect(announcedOf(0)).toEqual([10, 20, 30].map((after10) => noon + after10 * minute))
    expect(announcedOf(1)).toEqual([])
    expect(after(fence, 10 * minute, { status: 1, condition: 'returned' })).toBe('announceAgain')
    expect(after(fence, 1, { condition: 'returned', announced: null })).toBe('announceAgain')
    // What came late was before what is known already.
    expect(after(helmetOff, -20 * minute)).toBe('repeat')
  })

  it('is the same while it goes on, and what was judged already is not judged twice', () => {
    for (const gap of [0, -minute, -60 * minute]) expect(after(fence, gap), String(gap)).toBe('same')
    expect(after(fence, -60 * minute - 1)).not.toBe('same')
    expect(after(fence, 0, { condition: 'returned' })).toBe('repeat')
  })

  it('is new once somebody handled the one before it, and the same while that goes on', () => {
    expect(after(fence, minute, { status: 2, condition: 'returned' })).toBe('new')
    expect(after(fence, -minute, { status: 2 })).toBe('same')
    expect(after(fence, minute, { status: 1, condition: 'returned' })).toBe('repeat')
  })
})

describe('what is pressed', () => {
  it('is one call within a minute and is heard again each time', () => {
    for (const type of [sos, silent])
      for (const gap of [0, -1, minute - 1, minute, 5 * minute, -5 * minute])
        expect(after(type, gap), `${type} ${gap}`).toBe('announceAgain')
  })

  it('is only counted where it is no cry for help, until it comes ten minutes later', () => {
    for (const type of [hazard, helmetOff, fall]) {
      for (const gap of [0, minute - 1, 10 * minute - 1]) expect(after(type, gap), `${type} ${gap}`).toBe('repeat')
      expect(after(type, 10 * minute)).toBe('announceAgain')
    }
  })

  it('is new once somebody handled the one before it, however soon it comes', () => {
    for (const type of [hazard, sos, silent, helmetOff, fall, nearPower, climbing])
      for (const gap of [0, 1, minute, 600 * minute]) expect(after(type, gap, { status: 2 }), `${type} ${gap}`).toBe('new')
  })
})

it('a press, a fall and a pass are momentary, a fence and a speed last; cries for help always sound', () => {
  const all = alarmType.codes
  expect(all.filter(isMomentary)).toEqual([hazard, sos, silent, helmetOff, fall, nearPower, climbing, barredVehicle])
  expect(all.filter(isCry)).toEqual([sos, silent])
  expect([isMomentary(speeding), isMomentary(99), isCry(99)]).toEqual([false, false, false])
})

it('a time that is found late is of what stands where the two meet, and of another time where not', () => {
  const at = (until: number | null, from: number, to: number) =>
    isOneStay(
      { startTime: noon, until: until === null ? null : noon + until * minute },
      { from: noon + from * minute, to: noon + to * minute },
    )
  expect([at(10, -2, -1), at(10, -1, 0), at(10, 2, 3), at(10, 10, 12), at(10, 11, 12)]).toEqual([false, true, true, true, false])
  expect([at(null, -2, -1), at(null, 11, 12)]).toEqual([false, true])
})
