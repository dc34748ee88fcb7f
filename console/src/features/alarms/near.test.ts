import { blankObject } from '@vigil/contract/positions/blank-object.ts'
import { describe, expect, test } from 'vitest'
import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { metresBetween } from '@vigil/contract/kernel/earth.ts'
import { ringOf } from '../../shared/map/geometry.ts'
import { presence, PositionStore } from '../../shared/moving/position-store.ts'
import { areaOfDanger, areaThere, camerasAround, isElsewhere, nearWithin, peopleNear } from './near.ts'

const place: Point = [118.36, 31.17]
const metre = 1 / 111_195
/** A place so many metres east and north of the alarm. */
const off = (east: number, north: number) => ({
  lng: place[0] + (east * metre) / Math.cos((place[1] * Math.PI) / 180),
  lat: place[1] + north * metre,
})

describe('the area of an alarm, and the one of now', () => {
  const square = (id: string, west: number) => ({
    id,
    ring: ringOf([
      [west, 0],
      [west + 1, 0],
      [west + 1, 1],
      [west, 1],
    ] satisfies Point[]),
  })
  const all = { rings: [square('raw', 0), square('raw-2', 1)], all: true }
  const some = { rings: [square('raw', 0)], all: false }

  test('are the same or not by which they are, whatever they are called', () => {
    expect(isElsewhere(all, { lng: 1.5, lat: 0.5 }, [0.5, 0.5])).toBe(true)
    expect(isElsewhere(all, { lng: 0.2, lat: 0.5 }, [0.5, 0.5])).toBe(false)
    expect(isElsewhere(all, { lng: 0.5, lat: 0.5 }, [5, 5])).toBe(true)
    expect(isElsewhere(all, { lng: null, lat: null }, [5, 5])).toBe(false)
  })

  test('are told by nobody who does not see every area, where he sees none', () => {
    expect(areaThere(all, [5, 5])).toBeNull()
    expect(areaThere(some, [1.5, 0.5])).toBeUndefined()
    expect(areaThere(some, [0.5, 0.5])).toBe('raw')
    expect(isElsewhere(some, { lng: 0.5, lat: 0.5 }, [1.5, 0.5])).toBe(false)
  })
})

describe('people near an alarm', () => {
  const storeOf = (...people: (Partial<LiveObject> & { east: number; state?: number })[]): PositionStore => {
    const store = new PositionStore(0)
    const objects = people.map(({ east: _east, state: _state, ...over }, index) => ({
      ...blankObject(index + 1),
      userId: String(index),
      userName: `人${index}`,
      ...over,
    }))
    store.applyDirectory(true, objects, [])
    for (const [index, { east, state = presence.online }] of people.entries()) {
      const slot = store.slotOf(index + 1) as number
      const { lng, lat } = off(east, 0)
      store.lng[slot] = lng
      store.lat[slot] = lat
      store.state[slot] = state
    }
    return store
  }
  const near = (store: PositionStore) => peopleNear(store, place, '0').map(({ name, metres }) => `${name} ${Math.round(metres)}`)

  test('are those within 30 m who are heard, the nearest first, without whom it is about', () => {
    const store = storeOf({ east: 0 }, { east: 29 }, { east: -5 }, { east: 31 }, { east: 3, state: presence.offline })
    expect(near(store)).toEqual(['人2 5', '人1 29'])
  })

  test('are named by their record, or by their name where there is none, and so are those whom it is about', () => {
    const store = storeOf(
      { east: 0 },
      { east: 9, userId: null, userName: '临时工' },
      { east: 4, userId: null, userName: '临时工', deviceType: 'badge', deviceId: 'B-3' },
      { east: 5, userId: null, userName: '访客' },
      { east: 1, userName: null },
      { east: 6, state: presence.stale, deviceType: 'hat', deviceId: 'H-6' },
    )
    expect(peopleNear(store, place, '访客')).toEqual([
      { id: 1, name: '人0', key: `${store.object(0)?.deviceType}:${store.object(0)?.deviceId}`, metres: expect.closeTo(0, 1) },
      { id: 3, name: '临时工', key: 'badge:B-3', metres: expect.closeTo(4, 1) },
      { id: 6, name: '人5', key: 'hat:H-6', metres: expect.closeTo(6, 1) },
    ])
    const names = (besides: string | null) => peopleNear(store, place, besides).map(({ name }) => name)
    expect(names(null)).toEqual(['人0', '临时工', '访客', '人5'])
    // An alarm may know of somebody no more than his name.
    expect(names('人5')).toEqual(['人0', '临时工', '访客'])
  })

  test('with two devices at one place are told by the first, and are near up to 30 m', () => {
    const one = { userId: '1', userName: '人1' }
    const store = storeOf({ east: 100 }, { east: 8, ...one }, { east: 8, ...one }, { east: 29.9 }, { east: 30.1 })
    expect(peopleNear(store, place, null).map(({ id }) => id)).toEqual([2, 4])
    const slot = store.slotOf(4) as number
    const exactly = metresBetween(place, [store.lng[slot] ?? 0, store.lat[slot] ?? 0])
    expect(exactly).toBeLessThan(nearWithin)
  })

  test('are one person each, and no vehicles', () => {
    const badge = { userId: '1', userName: '人1', deviceType: 'badge' as const }
    expect(near(storeOf({ east: 0 }, { east: 20 }, { east: 8, ...badge }, { east: 2, deviceType: 'car' }))).toEqual(['人1 8'])
  })
})

test('cameras in use are told, those whose view it lies in first, each the nearest first, and which way they stand', () => {
  const view = (id: string, south: number, over: object = {}) => ({
    id,
    ...off(0, -south),
    heading: 0,
    fov: 60,
    range: 50,
    enable: 1,
    ...over,
  })
  const cameras = [
    view('far', 40),
    view('near', 20),
    view('away', 10, { heading: 180 }),
    view('off', 5, { enable: 0 }),
    view('nowhere', 5, { lng: null }),
    view('somewhere', 5, { lat: null }),
  ]
  const told = camerasAround(cameras, place)
  expect(told.map(({ camera, metres, sees }) => `${camera.id} ${Math.round(metres)}${sees ? ' sees' : ''}`)).toEqual([
    'near 20 sees',
    'far 40 sees',
    'away 10',
  ])
  const sides = [off(0, 9), off(9, 9), off(9, 0), off(9, -9), off(0, -9), off(-9, -9), off(-9, 0), off(-9, 9)]
  expect(sides.map((at) => camerasAround([view('one', 0, at)], place)[0]?.side)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('hazards are told of where somebody is now, as people and cameras are', () => {
  const raised = { areaId: 'mill' }
  expect(areaOfDanger(raised, { id: 'silo' })).toBe('silo')
  expect(areaOfDanger(raised, null)).toBeNull()
  // Nobody here knows where he is.
  expect(areaOfDanger(raised, undefined)).toBe('mill')
})
