import { expect, test } from 'vitest'
import { filteredBeacons, isBound, isUnbinding, offMap, offPlan, type Beacon, type BeaconFilter } from './bound.ts'

const beacon = (name: string, minor: number, place: Partial<Beacon> = {}): Beacon =>
  ({ id: name, name, minor, lng: null, lat: null, regionId: null, floor: null, x: null, y: null, ...place }) as Beacon
const all = [
  beacon('磨房10', 110, { regionId: '1', floor: 2, x: 0, y: 0 }),
  beacon('磨房2', 102, { lng: 114, lat: 27 }),
  beacon('窑尾1', 201),
  // Half a place is none.
  beacon('窑尾2', 202, { regionId: '1', floor: 1 }),
]
const names = (filter: Partial<BeaconFilter>) =>
  filteredBeacons(all, { keyword: '', bound: 'all', regionId: null, floor: null, ...filter }).map(({ name }) => name)

test('beacons are found by name, by minor and by what they are bound to', () => {
  expect(names({})).toEqual(['磨房2', '磨房10', '窑尾1', '窑尾2'])
  expect(names({ keyword: ' 磨房 ' })).toEqual(['磨房2', '磨房10'])
  expect(names({ keyword: '20' })).toEqual(['窑尾1', '窑尾2'])
  expect(names({ bound: 'bound' })).toEqual(['磨房2', '磨房10'])
  expect(names({ bound: 'unbound' })).toEqual(['窑尾1', '窑尾2'])
  expect(names({ regionId: '1' })).toEqual(['磨房10', '窑尾2'])
  expect(names({ regionId: '1', floor: 2 })).toEqual(['磨房10'])
})

test('the corner of a plan is a place', () => {
  expect(isBound({ regionId: '1', floor: 0, x: 0, y: 0 })).toBe(true)
  expect(isBound({ lng: 0, lat: 0 })).toBe(true)
  expect(isBound({ lng: 0, lat: null })).toBe(false)
})

test('what is taken off the map or the plan is no place any more, and the floor stays known', () => {
  const onBoth = beacon('磨房3', 103, { lng: 114, lat: 27, regionId: '1', floor: 2, x: 0, y: 0 })
  expect(isBound({ ...onBoth, ...offMap })).toBe(true)
  expect({ ...onBoth, ...offMap, ...offPlan }).toMatchObject({ lng: null, lat: null, x: null, y: null, regionId: '1', floor: 2 })
  expect(isBound({ ...onBoth, ...offMap, ...offPlan })).toBe(false)
  expect([offMap, offPlan, { lng: 0, lat: 0 }].map(isUnbinding)).toEqual([true, true, false])
})
