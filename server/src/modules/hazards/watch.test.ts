import { describe, expect, it } from 'vitest'
import { fence, type Fence } from '@vigil/contract/hazards/fence.ts'
import { at } from '../../../test/places.ts'
import { compile, holds, step, type CompiledFence, type Effect, type Fix, type Standing, type Subject } from './rules.ts'
import { stretchesByLate, type Stretch } from './late-ways.ts'
import { createFenceWatch, type Standings } from './watch.ts'

/** A record with what a save presets. */
const storedFence = fence.record.extend(fence.saved)
/** The same dice on every run. */
const dice = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
type Dice = () => number
const oneOf = <T>(random: Dice, list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]
const pair = (east: number, north: number): [number, number] => {
  const { lng, lat } = at(east, north)
  return [lng, lat]
}

/** Minutes since 1970 stand for those of a day that never ends. */
const clock = { weekTime: (time: number) => ({ day: 1, minute: Math.floor(time / 60_000) }) }
const subjects: readonly [Subject, ...Subject[]] = [
  { kind: 'badge', deptIds: ['1', '2'], personId: null },
  { kind: 'hat', deptIds: ['3'], personId: '7' },
  { kind: 'car', deptIds: [], personId: null },
]

const makeFence = (random: Dice, id: number, side: number): Fence => {
  const east = (random() - 0.5) * side
  const north = (random() - 0.5) * side
  const reach = oneOf(random, [4, 15, 40, side / 3])
  const shape = oneOf(random, ['polygon', 'polygon', 'circle', 'corridor'] as const)
  const around = (share: number): [number, number] => {
    const far = reach * (0.3 + 0.7 * random())
    return pair(east + far * Math.cos(share * 2 * Math.PI), north + far * Math.sin(share * 2 * Math.PI))
  }
  const corners = shape === 'polygon' ? 3 + Math.floor(random() * 10) : shape === 'circle' ? 1 : 2 + Math.floor(random() * 3)
  return storedFence.parse({
    id: String(id),
    version: 1,
    name: `fence ${id}`,
    type: oneOf(random, ['noEntry', 'noEntry', 'noExit', 'noEntry', 'speed'] as const),
    shape,
    speedLimit: 20,
    points: Array.from({ length: corners }, (_, corner) => around(corner / corners)),
    radius: reach,
    halfWidth: reach / 3 + 1,
    floor: oneOf(random, [null, null, null, 1]),
    level: oneOf(random, [1, 2] as const),
    schedule: oneOf(random, [[], [], [], [{ days: [1], from: '00:03', to: '00:08' }]]),
    allowDeptIds: oneOf(random, [[], [], [], ['1']]),
    allowUserIds: oneOf(random, [[], [], [], ['7']]),
    deviceTypes: oneOf(random, [[], [], [], ['car' as const]]),
    minInside: oneOf(random, [0, 5, 10]),
    minOutside: oneOf(random, [0, 5, 30]),
    enable: oneOf(random, [1, 1, 1, 0] as const),
    deptId: oneOf(random, [null, null, null, '2']),
    deptName: null,
    areaName: null,
  })
}

const walk = (random: Dice, side: number, fixes: number): Fix[] => {
  const pace = oneOf(random, [0.5, 1.5, 5, 30])
  let [east, north, course, time] = [(random() - 0.5) * side, (random() - 0.5) * side, random() * 7, random() * 300_000]
  return Array.from({ length: fixes }, () => {
    const seconds = random() < 0.03 ? 70 : 3
    course += random() - 0.5
    time += seconds * 1000
    east += pace * seconds * Math.cos(course)
    north += pace * seconds * Math.sin(course)
    if (Math.hypot(east, north) > side) course += Math.PI
    const accuracy = oneOf(random, [0, 2, 10, 120])
    return {
      time,
      speed: pace * 10 * Math.abs(Math.sin(course)),
      ...at(east, north),
      accuracy,
      floor: oneOf(random, [null, 1, 2]),
    }
  })
}

/** Department 2 has department 3 below it. */
const below = new Set(['2', '3'])
const judgedOf = ({ deptId }: Fence): ReadonlySet<string> | null => (deptId === null ? null : below)
const isActive = ({ fence }: CompiledFence, subject: Subject, time: number): boolean =>
  fence.enable === 1 &&
  (fence.deptId === null || subject.deptIds.some((id) => below.has(id))) &&
  (fence.type === 'speed'
    ? subject.kind === 'car'
    : fence.deviceTypes.length === 0 || fence.deviceTypes.includes(subject.kind)) &&
  (subject.personId === null || !fence.allowUserIds.includes(subject.personId)) &&
  (fence.allowDeptIds.length === 0 || subject.deptIds.every((id) => !fence.allowDeptIds.includes(id))) &&
  holds(fence.schedule, clock.weekTime(time))

/** What the watch has to find: every fence asked for every fix. */
const askAll = (fences: readonly CompiledFence[], subject: Subject) => {
  const standings = new Map<string, Standing>()
  return (before: Fix | null, fix: Fix): { standings: Standing[]; effects: Effect[] } => {
    const effects = fences.flatMap((fence) => {
      const result = step(fence, standings.get(fence.id), before, fix, (time) => isActive(fence, subject, time))
      if (result.standing) standings.set(fence.id, result.standing)
      else standings.delete(fence.id)
      return result.effects
    })
    return { standings: [...standings.values()], effects }
  }
}

const lateOfAll = (fences: readonly CompiledFence[], subject: Subject, way: readonly Fix[], late: Fix): Stretch[] =>
  fences.flatMap((fence) =>
    stretchesByLate(
      fence,
      way,
      (fix) => fix === late,
      (time) => isActive(fence, subject, time),
    ),
  )

const plain = (effects: readonly Effect[]) => effects.map(({ fence, ...effect }) => ({ ...effect, fence: fence.id }))
const plainStretches = (stretches: readonly Stretch[]) =>
  stretches.map(({ fence, ...stretch }) => ({ ...stretch, fence: fence.id }))
const byFence = <T extends { readonly fence: string }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => Number(a.fence) - Number(b.fence))

describe('the watch', () => {
  it.each([
    { seed: 1, side: 60, count: 30 },
    { seed: 2, side: 300, count: 60 },
    { seed: 9, side: 300, count: 1 },
    { seed: 4, side: 2_000, count: 150 },
    { seed: 5, side: 25_000, count: 150 },
    { seed: 6, side: 150, count: 120 },
  ])('finds among $count fences on $side m what asking every fence finds', ({ seed, side, count }) => {
    const random = dice(seed)
    const list = Array.from({ length: count }, (_, index) => makeFence(random, index + 1, side))
    const fences = list.map((fence) => compile(fence, judgedOf(fence)))
    const watch = createFenceWatch(clock)
    watch.load(list, [], new Map([['2', below]]))
    let stood = 0
    for (let device = 0; device < 9; device += 1) {
      const subject = oneOf(random, subjects)
      const ask = askAll(fences, subject)
      let standings: Standings | null = null
      let before: Fix | null = null
      for (const fix of walk(random, side, 80)) {
        const advanced = watch.advance(subject, standings, before, fix)
        const expected = ask(before, fix)
        expect(byFence(advanced.standings ?? [])).toEqual(byFence(expected.standings))
        expect(byFence(plain(advanced.effects))).toEqual(byFence(plain(expected.effects)))
        const late = { ...fix, time: ((before?.time ?? fix.time) + fix.time) / 2, lng: fix.lng + 1e-4 }
        const way = [...(before ? [before] : []), ...(late.time < fix.time ? [late] : []), fix]
        const raised = watch.late(subject, way, (one) => one === late)
        expect(byFence(plainStretches(raised))).toEqual(byFence(plainStretches(lateOfAll(fences, subject, way, late))))
        standings = advanced.standings
        before = fix
        stood += expected.standings.length
      }
    }
    expect(stood).toBeGreaterThan(0)
  })

  it('answers the standings as they came while nothing changed', () => {
    const watch = createFenceWatch(clock)
    const fence = makeFence(dice(3), 1, 10)
    watch.load([{ ...fence, type: 'noExit', enable: 1, deptId: null, schedule: [], deviceTypes: [], allowDeptIds: [] }], [])
    const far = { time: 0, ...at(5_000, 0), accuracy: 0, floor: null }
    const standings: Standings = [{ fence: '1', phase: 'violated', since: 0 }]
    expect(watch.advance(subjects[0], standings, null, far).standings).toBe(standings)
    expect(watch.advance(subjects[0], null, null, far)).toEqual({ standings: null, effects: [] })
  })

  it('forgets where a device stood with a fence that is gone', () => {
    const watch = createFenceWatch(clock)
    const fix = { time: 0, ...at(0, 0), accuracy: 0, floor: null }
    expect(watch.advance(subjects[0], [{ fence: '1', phase: 'violated', since: 0 }], null, fix)).toEqual({
      standings: null,
      effects: [],
    })
  })
})
