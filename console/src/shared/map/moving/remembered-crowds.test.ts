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

test('seen from another height all of it is decided anew', () => {
  const crowds = new Crowds()
  const places = plant()
  const first = look(crowds, places)
  const all = crowds.update(places.length, radius * 40, enough, (index) => places[index] ?? null)
  expect(all).toHaveLength(1)
  expect(look(crowds, places).map(({ members }) => members)).toEqual(first.map(({ members }) => members))
})
