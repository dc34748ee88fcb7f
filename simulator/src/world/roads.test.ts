import { expect, test } from 'vitest'
import { distance, distanceToLine, pairs, type Metres } from './geometry.ts'
import { places, roads, stops, yards, type PlaceKey, type StopKey } from './plan.ts'
import { createRandom } from './random.ts'
import { roadNetwork } from './roads.ts'

const network = roadNetwork()
const placeKeys = Object.keys(places) as PlaceKey[]
const stopKeys = Object.keys(stops) as StopKey[]
const footpaths = Object.values(places).flatMap(({ walks, links }): (readonly Metres[])[] => [...walks, ...links])
const forVehicles = [...roads.map(({ line }) => line), ...yards]

test('everybody can walk from every place to every other one', () => {
  for (const from of placeKeys) {
    for (const to of placeKeys) {
      const [start, end] = [network.nodesOf(from)[0], network.nodesOf(to)[0]]
      if (start === undefined || end === undefined) throw new Error(`${from} or ${to} has no node`)
      expect(() => network.route(start, end, 'foot')).not.toThrow()
    }
  }
})

test('every stop stands on a node of its own and can be driven to from outside', () => {
  const outside = network.stopsOf('eastOutside')[0] ?? 0
  for (const key of stopKeys) {
    const nodes = network.stopsOf(key)
    expect(new Set(nodes).size, key).toBe(stops[key].length)
    for (const [at, node] of nodes.entries()) {
      expect(distance(network.at(node), stops[key][at] ?? [0, 0]), key).toBeLessThan(0.2)
      expect(() => network.route(outside, node, 'vehicle')).not.toThrow()
    }
  }
})

test('a way never leaves roads, yards and footpaths, and a vehicle never takes a footpath', () => {
  const random = createRandom('ways')
  const nodes = placeKeys.flatMap((key) => network.nodesOf(key))
  for (let count = 0; count < 200; count += 1) {
    for (const leg of network.route(random.pick(nodes), random.pick(nodes), 'foot')) {
      const middle: Metres = [(leg.from[0] + leg.to[0]) / 2, (leg.from[1] + leg.to[1]) / 2]
      expect(Math.min(...[...forVehicles, ...footpaths].map((line) => distanceToLine(middle, line)))).toBeLessThan(0.2)
    }
    const [from, to] = [network.stopsOf(random.pick(stopKeys)), network.stopsOf(random.pick(stopKeys))]
    for (const leg of network.route(random.pick(from), random.pick(to), 'vehicle')) {
      expect(leg.kind).not.toBe('footpath')
      expect(Math.min(...forVehicles.map((line) => distanceToLine(leg.to, line)))).toBeLessThan(0.2)
    }
  }
})

test('a way is without gaps and no longer than another one over the same ground', () => {
  const [from, to] = [network.nearest([345, 165], 'vehicle'), network.nearest([1335, 800], 'vehicle')]
  const way = network.route(from, to, 'vehicle')
  for (const [one, two] of pairs(way)) expect(distance(one.to, two.from)).toBeLessThan(1e-6)
  const length = way.reduce((sum, leg) => sum + distance(leg.from, leg.to), 0)
  expect(length).toBeCloseTo(1335 - 345 + 800 - 165, 0)
})
