import { blankObject } from '@vigil/contract/positions/blank-object.ts'
import { createFrame } from '@vigil/contract/positions/frame.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import type { Point } from '@vigil/contract/hazards/entities.ts'
import { expect, test } from 'vitest'
import { PositionStore } from '../moving/position-store.ts'
import { ringOf } from './geometry.ts'
import { areaAt, areaNear, countHeads, peopleInside, unwornInside, worstLevels } from './head-count.ts'

const now = 1_700_000_000_000
const square = (west: number, south: number, side: number) =>
  ringOf([
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
  ] satisfies Point[])

const person = (id: number, userId: string | null, deviceType: LiveObject['deviceType'] = 'hat'): LiveObject => ({
  ...blankObject(id),
  deviceType,
  userId,
})

const storeOf = (things: readonly (readonly [object: LiveObject, lng: number, lat: number, age: number])[]): PositionStore => {
  const store = new PositionStore(now)
  store.applyDirectory(
    true,
    things.map(([object]) => object),
    [],
  )
  const frame = createFrame(things.length, now, true)
  things.forEach(([object, lng, lat, age], row) => {
    frame.id[row] = object.id
    frame.lng[row] = lng * 1e7
    frame.lat[row] = lat * 1e7
    frame.fixAge[row] = age * 10
    frame.recvAge[row] = age * 10
  })
  store.applyFrame(frame, now)
  return store
}

const mill = { id: 'mill', ring: square(0, 0, 10) }
const platform = { id: 'platform', ring: square(2, 2, 2) }

test('everybody on site counts once, where their freshest device is; vehicles and what nobody wears do not', () => {
  const store = storeOf([
    [person(1, '7'), 1, 1, 60],
    [person(2, '7', 'badge'), 30, 30, 5],
    [person(3, '8'), 3, 3, 5],
    [person(4, '10'), 5, 5, 400],
    [person(5, null, 'car'), 5, 5, 1],
    [person(6, '9'), 5, 5, 1_300],
    [person(7, null, 'badge'), 3, 3, 1],
    [person(8, null), 30, 30, 1],
  ])
  const { byArea, elsewhere, vehicles } = countHeads(store, [mill, platform])
  expect(byArea.get('mill')).toBe(2)
  expect(byArea.get('platform')).toBe(1)
  expect(elsewhere).toBe(1)
  expect(vehicles).toEqual(new Map([['mill', 1]]))
  expect(peopleInside(store, mill.ring).map((slot) => store.ids[slot])).toEqual([3, 4])
  expect(unwornInside(store, mill.ring).map((slot) => store.ids[slot])).toEqual([7])
})

test('a place belongs to the smallest area around it', () => {
  expect(areaAt([mill, platform], 3, 3)).toBe('platform')
  expect(areaAt([mill, platform], 8, 8)).toBe('mill')
  expect(areaAt([mill, platform], 20, 8)).toBeNull()
  // By what they cover and not by how far they reach, as the server judges it.
  const corridor = ringOf([
    [0, 0],
    [20, 0],
    [20, 1],
    [1, 1],
    [1, 20],
    [0, 20],
  ] satisfies Point[])
  const hall = { id: 'hall', ring: square(0, 0, 9) }
  expect(areaAt([hall, { id: 'corridor', ring: corridor }], 0.5, 5)).toBe('corridor')
})

test('a place outside of all areas is told by the one whose edge is next to it, within 200 m', () => {
  // A degree of latitude is 111,195 m; sides of the squares are 0.01 degree.
  const mill = { id: 'mill', ring: square(118, 31, 0.01) }
  const silo = { id: 'silo', ring: square(118.02, 31, 0.01) }
  const at = (lng: number, lat: number) => {
    const near = areaNear([silo, mill], lng, lat)
    return near && `${near.id} ${near.metres.toFixed(0)}`
  }
  expect(at(118.0102, 31.005)).toBe('mill 19')
  expect(at(118.019, 31.005)).toBe('silo 95')
  expect(at(118.005, 31.0117)).toBe('mill 189')
  expect(at(118.0104, 31.0104)).toBe('mill 59')
  expect(at(118.015, 31.005)).toBeNull()
  expect(areaNear([], 118, 31)).toBeNull()
  expect(areaNear([silo, mill], 118.06, 31.005, Infinity)?.metres).toBeCloseTo(2858, -1)
})

test('an area is in alarm while who alarms is in it, wherever that began; what does not move alarms where it is', () => {
  const store = storeOf([
    [person(1, '7'), 1, 1, 5],
    [person(2, '8'), 30, 30, 5],
    [person(3, '9'), 3, 3, 5],
  ])
  const raised = (level: 1 | 2 | 3, areaId: string | null, returned = false) => ({ level, unhandled: true, returned, areaId })
  const levels = worstLevels(store, [mill, platform], {
    byObject: new Map([
      [1, raised(2, 'platform')],
      [2, raised(1, 'mill')],
      [3, raised(1, 'platform', true)],
      // Nobody knows where it is.
      [4, raised(3, 'yard')],
    ]),
    byArea: new Map([
      ['mill', 3],
      ['gate', 2],
    ]),
  })
  expect(Object.fromEntries(levels)).toEqual({ mill: 2, gate: 2, yard: 3 })
})
