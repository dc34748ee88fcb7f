import { describe, expect, it } from 'vitest'
import { circle, type Shape } from './geometry.ts'
import { createGrid, createPlaces } from './grid.ts'

/** The same dice on every run. */
const dice = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

/** Degrees of some hundred metres. */
const block = 0.001

describe('the grid', () => {
  it.each([
    { what: 'few boxes', count: 20, side: 2 * block, size: 0.1 * block, step: 0.2 * block },
    { what: 'more lists than it keeps', count: 2_000, side: 4 * block, size: 0.05 * block, step: 0.2 * block },
    { what: 'crowds here and there', count: 400, side: block, size: 0.1 * block, step: 0.2 * block },
    { what: 'a crowd', count: 400, side: block, size: block, step: 0.2 * block },
    { what: 'long ways', count: 400, side: 4 * block, size: 0.1 * block, step: 2 * block },
    { what: 'a province', count: 400, side: 3_000 * block, size: 5 * block, step: 5 * block },
    { what: 'boxes of a point', count: 400, side: block, size: 0, step: 0.2 * block },
    { what: 'one place', count: 3, side: 0, size: 0, step: 0 },
    { what: 'nothing', count: 0, side: block, size: block, step: block },
  ])('finds with $what the boxes that meet the way', ({ count, side, size, step }) => {
    const random = dice(1)
    const boxes = Array.from({ length: count }, (): Shape['box'] => {
      const [lng, lat] = [118 + random() * side, 31 + random() * side]
      return [lng, lat, lng + random() * size, lat + random() * size]
    })
    const grid = createGrid(boxes)
    for (let asked = 0; asked < 1_500; asked += 1) {
      const [aLng, aLat] = [118 + (random() * 1.2 - 0.1) * side, 31 + (random() * 1.2 - 0.1) * side]
      const [bLng, bLat] = [aLng + (random() - 0.5) * step, aLat + (random() - 0.5) * step]
      const meets = ([minLng, minLat, maxLng, maxLat]: Shape['box']): boolean =>
        Math.max(aLng, bLng) >= minLng &&
        Math.min(aLng, bLng) <= maxLng &&
        Math.max(aLat, bLat) >= minLat &&
        Math.min(aLat, bLat) <= maxLat
      const expected = boxes.flatMap((box, place) => (meets(box) ? [place] : []))
      expect([...grid.near(aLng, aLat, bLng, bLat)].sort((a, b) => a - b)).toEqual(expected)
    }
  })
})

it.each([0, 31, 60, 70])('places near a shape are found as far as each reaches, at %s degrees north', (north) => {
  const random = dice(2)
  const places = Array.from({ length: 2_000 }, () => ({
    lng: 118 + random() * 4 * block,
    lat: north + random() * 4 * block,
    reach: random() < 0.1 ? 300 * random() : 10,
  }))
  const adding = createPlaces(places.length)
  for (const { lng, lat, reach } of places) adding.add(lng, lat, reach)
  const near = adding.finish()
  let met = 0
  for (let asked = 0; asked < 50; asked += 1) {
    const shape = circle([118 + random() * 4 * block, north + random() * 4 * block], 5 + 50 * random())
    const found = new Set(near(shape.box))
    const expected = places.flatMap(({ lng, lat, reach }, place) => (shape.distance(lng, lat) <= reach ? [place] : []))
    expect(expected.filter((place) => !found.has(place))).toEqual([])
    expect(found.size).toBeLessThan(places.length)
    met += expected.length
  }
  expect(met).toBeGreaterThan(0)
})
