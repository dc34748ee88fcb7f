import { expect, test } from 'vitest'
import { Crowds, type Crowd } from './crowds.ts'

const random = (() => {
  let state = 7
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
})()
type Place = readonly [x: number, y: number]

const radius = 32
const enough = 8
/** Two thousand on a square of 600 pixels. */
const plant = (): Place[] => Array.from({ length: 2_000 }, () => [random() * 600, random() * 600] as const)
const jitter = (places: readonly Place[], by: number): Place[] =>
  places.map(([x, y]) => [x + (random() - 0.5) * by, y + (random() - 0.5) * by])
const look = (crowds: Crowds, places: readonly (Place | null)[]): readonly Crowd[] =>
  crowds.update(places.length, radius, enough, (index) => places[index] ?? null)
const together = (index: number, crowds: readonly Crowd[]): Crowd | undefined =>
  crowds.find(({ members }) => members.includes(index))

test('a plant that stands still is the same picture a hundred times over', () => {
  const crowds = new Crowds()
  const places = plant()
  const first = look(crowds, places)
  expect(first.length).toBeGreaterThan(50)
  for (let frame = 0; frame < 100; frame += 1) expect(look(crowds, jitter(places, 8))).toBe(first)
})

test('one who walks across the plant changes only the crowds that he leaves and comes to', () => {
  const crowds = new Crowds()
  const places = plant()
  let before = look(crowds, places)
  const walker = before[0]?.members[0] ?? 0
  for (let step = 0; step < 40; step += 1) {
    const moved = jitter(places, 8)
    moved[walker] = [step * 15, step * 15]
    const after = look(crowds, moved)
    const his = [together(walker, before)?.id, together(walker, after)?.id]
    const known = new Set(before)
    expect(after.filter((crowd) => !his.includes(crowd.id) && !known.has(crowd))).toEqual([])
    const others = (list: readonly Crowd[]) => list.flatMap(({ members }) => members).filter((index) => index !== walker).length
    expect(others(after)).toBeGreaterThanOrEqual(others(before) - 3)
    before = after
  }
})

test('a crowd of four is one, stays one with three, and is none with two', () => {
  const crowds = new Crowds()
  const four: (Place | null)[] = [
    [0, 0],
    [5, 0],
    [0, 5],
    [5, 5],
  ] // prettier-ignore
  const [crowd] = look(crowds, four)
  expect(crowd).toMatchObject({ x: 2.5, y: 2.5, members: [0, 1, 2, 3] })
  four[3] = null
  expect(look(crowds, four)).toMatchObject([{ id: crowd?.id, members: [0, 1, 2] }])
  four[2] = [200, 0]
  expect(look(crowds, four)).toEqual([])
  expect(
    look(crowds, [
      [0, 0],
      [5, 0],
      [0, 5],
    ]),
  ).toEqual([]) // prettier-ignore
})

test('who comes to a crowd belongs to it, and two crowds that walk into each other become one', () => {
  const crowds = new Crowds()
  const square = (x: number): Place[] => [
    [x, 0],
    [x + 4, 0],
    [x, 4],
    [x + 4, 4],
  ] // prettier-ignore
  const [left, right] = look(crowds, [...square(0), ...square(100), [300, 0]])
  expect([left?.members, right?.members]).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
  ])
  expect(look(crowds, [...square(0), ...square(100), [110, 0]]).map(({ members }) => members)).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7, 8],
  ])
  expect(look(crowds, [...square(0), ...square(10), [10, 0]]).map(({ members }) => members)).toEqual([
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
  ])
})

const square = (x: number, y = 0): Place[] => [
  [x, y],
  [x + 4, y],
  [x, y + 4],
  [x + 4, y + 4],
] // prettier-ignore
const membersOf = (list: readonly Crowd[]) => list.map(({ members }) => members)
const four = [0, 1, 2, 3]

test('who has not moved enough is where he was, and whoever has is counted from there', () => {
  const crowds = new Crowds()
  const first = look(crowds, [...square(0), [60, 0]])
  // Each step is too short; from where he was last looked at it is far enough in the end.
  expect(look(crowds, [...square(0), [60 - enough, 0]])).toBe(first)
  expect(look(crowds, [...square(0), [60, enough]])).toBe(first)
  const moved = look(crowds, [...square(0), [60 - enough - 0.1, 0]])
  expect(membersOf(moved)).toEqual([four])
  // He came nearer by as much again, counted from there.
  expect(look(crowds, [...square(0), [60 - 2 * enough, 0]])).toBe(moved)
  expect(membersOf(look(crowds, [...square(0), [30, 0]]))).toEqual([[...four, 4]])
})

test('one belongs to a crowd within its radius, and to his own until he is a third farther', () => {
  const standing = (x: number) => {
    const crowds = new Crowds()
    look(crowds, [...square(0), [200, 2]])
    return { crowds, now: look(crowds, [...square(0), [x, 2]]) }
  }
  expect(membersOf(standing(2 + radius + 0.5).now)).toEqual([four])
  for (const [part, belongs] of [
    [1.34, true],
    [1.36, false],
  ] as const) {
    const { crowds, now } = standing(2 + radius - 0.5)
    expect(membersOf(now)).toEqual([[...four, 4]])
    const after = look(crowds, [...square(0), [(now[0]?.x ?? 0) + radius * part, 2]])
    expect(membersOf(after)).toEqual([belongs ? [...four, 4] : four])
  }
})

test('of two crowds one comes to the nearer; his own is nearer than any', () => {
  const crowds = new Crowds()
  const stand = (x: number) => look(crowds, [...square(0), ...square(50), [x, 2]])
  look(crowds, [...square(0), ...square(50), [25, 300]])
  expect(membersOf(stand(30))).toEqual([four, [4, 5, 6, 7, 8]])
  expect(membersOf(stand(20))).toEqual([four, [4, 5, 6, 7, 8]])
  look(crowds, [...square(0), ...square(50), [25, 300]])
  expect(membersOf(stand(20)).toSorted((a, b) => a.length - b.length)).toEqual([
    [4, 5, 6, 7],
    [...four, 8],
  ])
})

test('two crowds stay two at three quarters of the radius, and are one nearer than that, by the name of who stood there', () => {
  const crowds = new Crowds()
  const [left, right] = look(crowds, [...square(0), ...square(100)])
  // Step by step, so that everybody stays with his own.
  for (const x of [75, 50]) look(crowds, [...square(0), ...square(x)])
  const apart = look(crowds, [...square(0), ...square(radius * 0.75)])
  expect(membersOf(apart)).toEqual([four, [4, 5, 6, 7]])
  expect(apart.map(({ id }) => id)).toEqual([left?.id, right?.id])
  const one = look(crowds, [...square(0), ...square(radius * 0.75 - enough - 0.1)])
  expect(one).toMatchObject([{ id: left?.id, members: [0, 1, 2, 3, 4, 5, 6, 7] }])
  expect(one[0]?.x).toBeCloseTo(2 + (radius * 0.75 - enough - 0.1) / 2)
})

test('who came together belong together, in their order, whoever came to whom', () => {
  const walk = (xs: readonly number[]) => {
    const crowds = new Crowds()
    for (const x of [0, ...xs]) look(crowds, [...square(x), ...square(100)])
    return { crowds, at: xs.at(-1) ?? 0 }
  }
  const all = [0, 1, 2, 3, 4, 5, 6, 7]
  const { crowds, at } = walk([25, 50, 100 - radius * 0.74])
  const [one, ...others] = look(crowds, [...square(at), ...square(100)])
  expect([one?.members, others]).toEqual([all, []])
  // One of those who came moves among them.
  const places = [...square(at), ...square(100)]
  places[0] = [100, 20]
  expect(look(crowds, places)).toMatchObject([{ id: one?.id, members: all }])
})

test('those whom a crowd leaves behind may become one again', () => {
  const crowds = new Crowds()
  look(crowds, square(0))
  expect(look(crowds, [...square(0).slice(0, 2), [200, 0], [300, 0]])).toEqual([])
  expect(membersOf(look(crowds, square(0)))).toEqual([four])
})

test('whoever is gone is nobody’s, and comes again as anybody does', () => {
  const crowds = new Crowds()
  const five: (Place | null)[] = [...square(0, 300), [2, 302]]
  expect(membersOf(look(crowds, five))).toEqual([[...four, 4]])
  five[4] = null
  expect(membersOf(look(crowds, five))).toEqual([four])
  five[4] = [2, 302]
  expect(membersOf(look(crowds, five))).toEqual([[...four, 4]])
  // More than there was room for are taken in without those before being forgotten.
  const before = look(crowds, five)[0]
  const more = [...square(200), ...square(400)]
  const many = look(crowds, [...five, ...more])
  expect(membersOf(many)).toEqual([
    [...four, 4],
    [5, 6, 7, 8],
    [9, 10, 11, 12],
  ])
  expect(many[0]).toBe(before)
  five[4] = null
  const left = look(crowds, [...five, ...more])
  expect(left.find(({ members }) => members.includes(0))).toMatchObject({ x: 2, y: 302, members: four })
  crowds.forget()
  expect(look(crowds, five)).not.toContain(before)
})

test('those who have stood apart become a crowd once one comes who makes them enough', () => {
  const crowds = new Crowds()
  const three: Place[] = square(0).slice(0, 3)
  expect(look(crowds, [...three, [300, 0]])).toEqual([])
  expect(membersOf(look(crowds, [...three, [4, 4]]))).toEqual([four])
})

test('seen from another height all of it is decided anew', () => {
  const crowds = new Crowds()
  const places = plant()
  const first = look(crowds, places)
  const all = crowds.update(places.length, radius * 40, enough, (index) => places[index] ?? null)
  expect(all).toHaveLength(1)
  expect(look(crowds, places).map(({ members }) => members)).toEqual(first.map(({ members }) => members))
})
