import { describe, expect, it } from 'vitest'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { SchedulePeriod } from '@vigil/contract/kernel/period.ts'
import { at, square } from '../../../test/places.ts'
import {
  compile,
  heldSince,
  longestHeld,
  holds,
  step,
  type CompiledFence,
  type Effect,
  type Fix,
  type Standing,
} from './rules.ts'

const fenceOf = (more: Partial<Fence> = {}): CompiledFence =>
  compile({
    id: '1',
    version: 1,
    name: 'coal mill',
    type: 'noEntry',
    shape: 'polygon',
    points: square(0, 0, 20),
    radius: null,
    halfWidth: null,
    floor: null,
    level: 2,
    maxCount: null,
    minCount: null,
    stayLimit: null,
    stillLimit: null,
    gatherCount: null,
    gatherRadius: 15,
    gatherSeconds: 60,
    speedLimit: null,
    schedule: [],
    allowDeptIds: [],
    allowUserIds: [],
    deviceTypes: [],
    minInside: 10,
    minOutside: 30,
    deptId: null,
    areaId: null,
    enable: 1,
    colour: '',
    remark: '',
    deptName: null,
    areaName: null,
    ...more,
  })
const fix = (second: number, east: number, north = 0, more: Partial<Fix> = {}): Fix => ({
  time: second * 1000,
  ...at(east, north),
  accuracy: 0,
  floor: null,
  ...more,
})
const walk = (fence: CompiledFence, fixes: readonly Fix[], active: (time: number) => boolean = () => true) => {
  let standing: Standing | undefined
  const effects: Effect[] = []
  fixes.forEach((next, index) => {
    const result = step(fence, standing, fixes[index - 1] ?? null, next, active)
    standing = result.standing
    effects.push(...result.effects)
  })
  return {
    standing,
    effects: effects.map((effect) => (effect.kind === 'raise' ? ['raise', effect.start / 1000] : ['return', effect.end / 1000])),
  }
}

describe('a speed limit', () => {
  const fence = fenceOf({ type: 'speed', speedLimit: 20 })
  const driving = (...speeds: readonly (number | null)[]) =>
    walk(
      fence,
      speeds.map((speed, at) => fix(at * 3, 0, 0, { speed })),
    ).effects

  it('raises once at the second fix in a row that is too fast, and returns after the leave time', () => {
    const fast = [10, 21, 25, 30, 18, 25, ...Array.from({ length: 14 }, () => 15)]
    expect(driving(...fast)).toEqual([
      ['raise', 3],
      ['return', 18],
    ])
  })

  it('raises none for one fix, for the limit itself, outside, nor where no speed is told', () => {
    expect(driving(10, 60, 10, 60, 10)).toEqual([])
    expect(driving(20, 20, 20, null, null)).toEqual([])
    expect(
      walk(
        fence,
        [0, 3, 6].map((second) => fix(second, 100, 0, { speed: 60 })),
      ).effects,
    ).toEqual([])
    expect(
      walk(
        fence,
        [0, 100].map((second) => fix(second, 0, 0, { speed: 60 })),
      ).effects,
    ).toEqual([])
  })
})

describe('a no-entry fence', () => {
  it('raises once when a stay reaches the entry time, and returns after the leave time', () => {
    const { effects, standing } = walk(fenceOf(), [
      fix(0, -30),
      fix(3, -10),
      fix(6, 0),
      fix(9, 0),
      fix(12, 0),
      fix(15, 0),
      fix(18, 40),
      fix(30, 40),
      fix(49, 40),
    ])
    expect(effects).toEqual([
      ['raise', expect.closeTo(1.5, 1)],
      ['return', expect.closeTo(16.5, 1)],
    ])
    expect(standing).toBeUndefined()
  })

  it('does not raise for a stay shorter than the entry time', () => {
    expect(walk(fenceOf(), [fix(0, -30), fix(3, 0), fix(6, 40), fix(9, 60)]).effects).toEqual([])
  })

  it('of level one counts at once, even when no fix lies inside', () => {
    const crossed = walk(fenceOf({ level: 1 }), [fix(0, -30), fix(3, 30)])
    expect(crossed.effects).toEqual([['raise', expect.closeTo(0.5, 1)]])
    expect(crossed.standing?.phase).toBe('clearing')
  })

  it('counts a crossing as an entry when the interpolated time inside reaches the entry time', () => {
    expect(walk(fenceOf(), [fix(0, -30), fix(18, 30)]).effects).toEqual([['raise', expect.closeTo(3, 1)]])
    expect(walk(fenceOf(), [fix(0, -30), fix(12, 30)]).effects).toEqual([])
  })

  it('tells nothing of the way between two fixes far apart in time', () => {
    expect(walk(fenceOf({ level: 1 }), [fix(0, -30), fix(61, 30)]).effects).toEqual([])
  })

  it('needs more than the accuracy to be left', () => {
    const fence = fenceOf({ level: 1, minOutside: 5 })
    const unsure = walk(fence, [fix(0, 0), fix(3, 24, 0, { accuracy: 5 }), fix(9, 24, 0, { accuracy: 5 })])
    expect(unsure.effects).toEqual([['raise', 0]])
    expect(unsure.standing?.phase).toBe('violated')
    const sure = walk(fence, [fix(0, 0), fix(3, 26, 0, { accuracy: 5 }), fix(9, 26, 0, { accuracy: 5 })])
    expect(sure.effects.map(([kind]) => kind)).toEqual(['raise', 'return'])
  })

  it('ignores a fix that could be anywhere', () => {
    expect(walk(fenceOf({ level: 1 }), [fix(0, 0, 0, { accuracy: 400 })]).effects).toEqual([])
  })

  it('counts who comes back before the leave time as still there', () => {
    const { effects } = walk(fenceOf({ level: 1 }), [fix(0, 0), fix(10, 40), fix(20, 0), fix(30, 0)])
    expect(effects).toEqual([['raise', 0]])
  })

  it('on a floor does not see other floors', () => {
    expect(walk(fenceOf({ level: 1, floor: 3 }), [fix(0, 0, 0, { floor: 2 })]).effects).toEqual([])
    expect(walk(fenceOf({ level: 1, floor: 3 }), [fix(0, 0, 0, { floor: 3 })]).effects).toEqual([['raise', 0]])
  })

  it('returns at once when its schedule ends, and counts from when it begins', () => {
    const active = (time: number): boolean => time >= 10_000 && time < 20_000
    const { effects } = walk(fenceOf({ level: 1 }), [fix(0, 0), fix(5, 0), fix(11, 0), fix(15, 0), fix(21, 0)], active)
    expect(effects).toEqual([
      ['raise', 11],
      ['return', 21],
    ])
  })

  it.each([
    ['circle', { shape: 'circle' as const, points: square(0, 0, 0).slice(0, 1), radius: 20 }],
    [
      'corridor',
      {
        shape: 'corridor' as const,
        points: [Object.values(at(-50, 0)), Object.values(at(50, 0))] as [number, number][],
        halfWidth: 20,
      },
    ],
  ])('of the shape %s is crossed like a polygon', (_, shape) => {
    const { effects } = walk(fenceOf({ level: 1, ...shape }), [fix(0, 0, -60), fix(6, 0, 60)])
    expect(effects).toEqual([['raise', expect.closeTo(2, 1)]])
  })
})

describe('a no-exit fence', () => {
  const fence = fenceOf({ type: 'noExit', minOutside: 10, minInside: 5 })
  it('holds nobody who was never inside', () => {
    expect(walk(fence, [fix(0, 60), fix(30, 60)]).effects).toEqual([])
  })
  it('raises when somebody stays outside, and returns when he is back', () => {
    const { effects } = walk(fence, [fix(0, 0), fix(10, 40), fix(15, 40), fix(21, 40), fix(30, 0), fix(36, 0)])
    expect(effects).toEqual([
      ['raise', expect.closeTo(5, 0)],
      ['return', 30],
    ])
  })
})

describe('a schedule', () => {
  const nights = [{ days: [5], from: '22:00', to: '06:00' }]
  it.each([
    [5, 22 * 60, true],
    [5, 21 * 60 + 59, false],
    [6, 5 * 60 + 59, true],
    [6, 6 * 60, false],
    [5, 3 * 60, false],
  ])('over midnight belongs to the day it begins on: day %i minute %i', (day, minute, expected) => {
    expect(holds(nights, { day, minute })).toBe(expected)
  })
  it('without periods always holds', () => expect(holds([], { day: 1, minute: 0 })).toBe(true))

  // Minutes since a Monday.
  const weekTime = (time: number) => ({ day: (Math.floor(time / 86_400_000) % 7) + 1, minute: Math.floor(time / 60_000) % 1440 })
  const on = (day: number, hour: number): number => ((10 + day) * 24 + hour) * 3_600_000
  const every = [1, 2, 3, 4, 5, 6, 7]
  const since = (schedule: readonly SchedulePeriod[], time: number): number => heldSince(schedule, time, weekTime)
  it('says how long its longest hours are', () => {
    expect(longestHeld([{ days: every, from: '08:00', to: '17:00' }])).toBe(9 * 60)
    expect(longestHeld([{ days: [6, 7, 1], from: '00:00', to: '00:00' }])).toBe(3 * 1440)
    expect(longestHeld([{ days: every, from: '00:00', to: '00:00' }])).toBe(Number.POSITIVE_INFINITY)
    expect(longestHeld([])).toBe(Number.POSITIVE_INFINITY)
  })
  it('says when its hours began', () => {
    expect(since([{ days: every, from: '08:00', to: '17:00' }], on(3, 9) + 61_000)).toBe(on(3, 8))
    expect(since([{ days: every, from: '22:00', to: '06:00' }], on(3, 5))).toBe(on(2, 22))
    const shifts = [
      { days: every, from: '08:00', to: '16:00' },
      { days: every, from: '16:00', to: '00:00' },
    ]
    expect(since(shifts, on(3, 20))).toBe(on(3, 8))
    expect(since([], on(3, 9))).toBe(Number.NEGATIVE_INFINITY)
    expect(since([{ days: every, from: '00:00', to: '00:00' }], on(3, 9))).toBe(Number.NEGATIVE_INFINITY)
  })
})
