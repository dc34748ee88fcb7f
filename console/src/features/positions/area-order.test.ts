import { expect, test } from 'vitest'
import { areasByDanger, heldInOrder } from './area-order.ts'

const area = (id: string, maxCount: number | null = null) => ({ id, maxCount })
const areas = [area('office'), area('mill', 40), area('kiln', 10), area('silo', 10), area('shed')]
const counts = new Map([
  ['office', 53],
  ['mill', 30],
  ['kiln', 9],
  ['silo', 1],
])

test('areas with an alarm come first, then the fullest, then those with the most people', () => {
  const levels = new Map([
    ['silo', 3],
    ['shed', 1],
  ])
  expect(areasByDanger(areas, counts, levels).map(({ id }) => id)).toEqual(['shed', 'silo', 'kiln', 'mill', 'office'])
  expect(areasByDanger(areas, counts, new Map()).map(({ id }) => id)).toEqual(['kiln', 'mill', 'silo', 'office', 'shed'])
})

test('while somebody points at them they stay as they are', () => {
  expect(heldInOrder(areas, ['shed', 'silo', 'mill']).map(({ id }) => id)).toEqual(['shed', 'silo', 'mill', 'office', 'kiln'])
})
