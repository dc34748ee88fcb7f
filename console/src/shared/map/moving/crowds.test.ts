import { expect, test } from 'vitest'
import { clusterFrom, gather } from './cluster.ts'
import { PointGrid } from './point-grid.ts'

const random = (() => {
  let state = 42
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
})()
const gridOf = (points: readonly (readonly [number, number])[], cell: number): PointGrid => {
  const grid = new PointGrid(4)
  grid.build(points.length, cell, (index) => points[index] ?? null)
  return grid
}

test('what lies near is found, whatever the cells', () => {
  const points = Array.from({ length: 2_000 }, () => [random() * 1_000 - 500, random() * 1_000 - 500] as const)
  for (const cell of [7, 40, 900]) {
    const grid = gridOf(points, cell)
    for (let round = 0; round < 50; round += 1) {
      const [x, y] = [random() * 1_200 - 600, random() * 1_200 - 600]
      const found: number[] = []
      grid.near(x, y, 45, (index) => found.push(index))
      const expected = points.flatMap(([px, py], index) => ((px - x) ** 2 + (py - y) ** 2 <= 45 * 45 ? [index] : []))
      expect(found.sort((a, b) => a - b)).toEqual(expected)
    }
  }
})

test('an empty grid finds nobody', () => {
  gridOf([], 5).near(0, 0, 10, () => expect.unreachable())
})

test('who is left out is not found', () => {
  const grid = new PointGrid()
  grid.build(3, 5, (index) => (index === 1 ? null : [index, 0]))
  const found: number[] = []
  grid.near(1, 0, 5, (index) => found.push(index))
  expect(found).toEqual([0, 2])
})

test('a crowd becomes one disc in its middle, few stay as they are', () => {
  const crowd = Array.from({ length: 12 }, (_, at) => [100 + (at % 4), 100 + Math.floor(at / 4)] as const)
  const few = Array.from({ length: clusterFrom - 1 }, (_, at) => [400 + at, 400] as const)
  const clusters = gather(gridOf([...crowd, ...few], 48), 32)
  expect(clusters).toHaveLength(1)
  expect(clusters[0]?.members).toHaveLength(12)
  expect(clusters[0]?.x).toBeCloseTo(101.5)
})

test('nobody stands in two discs and nobody is lost', () => {
  const points = Array.from({ length: 3_000 }, () => [random() * 600, random() * 600] as const)
  const members = gather(gridOf(points, 48), 32).flatMap((cluster) => cluster.members)
  expect(new Set(members).size).toBe(members.length)
  expect(members.length).toBeGreaterThan(2_000)
})
