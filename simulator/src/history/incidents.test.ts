import { describe, expect, test } from 'vitest'
import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import { cast, fenceRing } from '../cast.ts'
import { distance } from '../world/geometry.ts'
import { places } from '../world/plan.ts'
import { createRandom } from '../world/random.ts'
import { day, hour, minute } from './calendar.ts'
import { incidentsOf, spotsOf, type Incident, type IncidentDay } from './incidents.ts'

const midnight = Date.parse('2026-11-10T00:00:00+08:00')
const wearers: readonly Incident['who'][] = [...cast.helmets, ...cast.badges]
const everybody = () => wearers
/** The same kind of day, lived so many times. */
const days = (over: Partial<IncidentDay> = {}, times = 200): Incident[][] =>
  Array.from({ length: times }, (_, at) =>
    incidentsOf({ midnight, now: midnight + 3 * day, present: everybody, ...over }, createRandom(`day ${at}`)),
  )
const counts = (list: readonly Incident[][], kind: Incident['kind']): number[] =>
  list.map((one) => one.filter((incident) => incident.kind === kind).length)
const bounds = (numbers: readonly number[]) => [Math.min(...numbers), Math.max(...numbers)]
const levelOf = ({ kind, fence }: Incident): number => fence?.level ?? alarmTypes[kind].level

describe('a day that is over', () => {
  const lived = days()
  const all = lived.flat()

  test('has as much of each kind as a day has', () => {
    expect(bounds(counts(lived, 'fence'))).toEqual([3, 5])
    expect(bounds(counts(lived, 'hazard'))).toEqual([1, 3])
    expect(bounds(counts(lived, 'helmetOff'))).toEqual([0, 2])
    expect(bounds(counts(lived, 'sos'))).toEqual([0, 1])
    expect(bounds(counts(lived, 'silent'))).toEqual([0, 1])
    const falls = counts(lived, 'fall')
    expect(bounds(falls)).toEqual([0, 1])
    const part = falls.filter((count) => count === 1).length / falls.length
    expect(part).toBeGreaterThan(1 / 9)
    expect(part).toBeLessThan(1 / 4)
  })

  test('happens in working hours, in order', () => {
    expect(Math.min(...all.map(({ at }) => at))).toBeGreaterThanOrEqual(midnight + 8.2 * hour)
    expect(Math.min(...all.map(({ at }) => at))).toBeLessThan(midnight + 8.5 * hour)
    expect(Math.max(...all.map(({ at }) => at))).toBeLessThanOrEqual(midnight + 17 * hour)
    expect(Math.max(...all.map(({ at }) => at))).toBeGreaterThan(midnight + 16.5 * hour)
    for (const one of lived) expect(one.map(({ at }) => at)).toEqual(one.map(({ at }) => at).toSorted((a, b) => a - b))
  })

  test('is handled, a cry for help and a first level sooner, by the operator but for a few', () => {
    const [soon, later] = [1, 2].map((level) =>
      all.filter((one) => (levelOf(one) === 1) === (level === 1)).map(({ handling }) => (handling?.after ?? 0) / minute),
    )
    expect(bounds(soon ?? []).map(Math.round)).toEqual([1, 3])
    expect(Math.max(...(soon ?? []))).toBeLessThanOrEqual(3)
    expect(bounds(later ?? []).map(Math.round)).toEqual([1, 7])
    expect(Math.min(...(later ?? []))).toBeGreaterThanOrEqual(0.7)
    const byAdmin = all.filter(({ handling }) => handling?.by === 'admin').length / all.length
    expect(byAdmin).toBeGreaterThan(0.03)
    expect(byAdmin).toBeLessThan(0.1)
  })

  test('only a fence is entered by people with a badge; whoever strays is not allowed there, and is of the twelve nearest', () => {
    for (const { kind, who, fence } of all) {
      expect(fence !== null).toBe(kind === 'fence')
      if (!fence) {
        expect('imei' in who).toBe(true)
        continue
      }
      expect(fence.deviceTypes).toContain('hat')
      expect(fence.allowDepartments).not.toContain(who.department)
      const { inside } = spotsOf(fence, [0, 0])
      const from = (one: Incident['who']) => distance(places[one.home].ring[0] ?? [0, 0], inside)
      const his = from(who)
      const nearer = wearers.filter((one) => !fence.allowDepartments.includes(one.department) && from(one) < his)
      expect(nearer.length).toBeLessThan(12)
    }
    expect(all.some(({ kind, who }) => kind === 'fence' && !('imei' in who))).toBe(true)
    expect(new Set(all.flatMap(({ fence }) => fence?.name ?? [])).size).toBeGreaterThan(3)
  })
})

test('of a day that goes on what has just happened is open, but not what cannot wait', () => {
  const now = midnight + 14 * hour
  const all = days({ now }).flat()
  const young = all.filter(({ at }) => at > now - 40 * minute)
  expect(young.length).toBeGreaterThan(20)
  for (const one of young) expect(one.handling === null).toBe(levelOf(one) !== 1)
  for (const one of all) if (!young.includes(one)) expect(one.handling).not.toBeNull()
  expect(Math.max(...all.map(({ at }) => at))).toBeLessThanOrEqual(now - 4 * minute)
})

test('of a day that has begun as much has happened as fits in, three things at least, within its last two hours early on', () => {
  const sizes = (hours: number) => days({ now: midnight + hours * hour }, 50).map((one) => one.length)
  expect(bounds(sizes(7))).toEqual([3, 3])
  const [morning, noon, evening] = [9, 12.5, 17.2].map((hours) => sizes(hours).reduce((sum, size) => sum + size) / 50)
  expect(morning).toBe(3)
  expect(noon).toBeGreaterThan(3.2)
  expect(evening).toBeGreaterThan((noon ?? 0) + 1)
  const early = days({ now: midnight + 7 * hour }, 50).flat()
  expect(Math.min(...early.map(({ at }) => at))).toBeGreaterThanOrEqual(midnight + 5 * hour - 4 * minute)
  expect(Math.max(...early.map(({ at }) => at))).toBeLessThanOrEqual(midnight + 7 * hour - 4 * minute)
})

test('where nobody is nothing happens', () => {
  expect(days({ present: () => [] }, 20).flat()).toEqual([])
  const allowed = days({ present: () => cast.badges }, 20).flat()
  expect(allowed.every(({ kind }) => kind === 'fence')).toBe(true)
})

test.each(cast.fences.map((fence) => [fence.name, fence] as const))(
  '%s is entered from outside, whence one comes',
  (_, fence) => {
    const middle = spotsOf(fence, [0, 0]).inside
    for (const from of [
      [middle[0] + 500, middle[1]],
      [middle[0], middle[1] - 500],
    ] as const) {
      const { inside, outside } = spotsOf(fence, from)
      const reach =
        fence.shape === 'corridor'
          ? (fence.halfWidth ?? 0) + 40
          : Math.max(...fenceRing(fence).map((corner) => distance(corner, inside)))
      expect(distance(inside, outside)).toBeCloseTo(reach + 6, 6)
      expect(distance(outside, from)).toBeCloseTo(500 - reach - 6, 6)
    }
    // Whoever stands in the middle goes nowhere.
    expect(spotsOf(fence, middle).outside).toEqual(middle)
  },
)
