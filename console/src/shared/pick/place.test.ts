import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import { expect, test } from 'vitest'
import { loadRank } from '../find/pinyin.ts'
import { foundPlaces, namedPlaces, placeOf, roundedPlace, samePlace, typedOf, typedProblem } from './place.ts'

const site = { lng: 118.362, lat: 31.178 }

test('a place is written with seven digits and read back as itself', () => {
  expect(typedOf(site)).toEqual({ lng: '118.3620000', lat: '31.1780000' })
  expect(placeOf(typedOf(site))).toEqual(site)
  expect(roundedPlace([118.36200004, 31.17799996])).toEqual({ lng: 118.362, lat: 31.178 })
  expect(typedOf(null)).toEqual({ lng: '', lat: '' })
})

test.each([
  ['', '', null, null],
  ['118.362', '31.178', site, null],
  ['118.362', '', null, { field: 'lat', kind: 'alone' }],
  ['', '31.178', null, { field: 'lng', kind: 'alone' }],
  ['181', '31.178', null, { field: 'lng', kind: 'range' }],
  ['118.362', '90.0000001', null, { field: 'lat', kind: 'range' }],
  ['118.362', 'x', null, { field: 'lat', kind: 'range' }],
  ['-', '', null, { field: 'lng', kind: 'range' }],
  ['0', '0', { lng: 0, lat: 0 }, null],
])('%j and %j typed are the place %j', (lng, lat, place, problem) => {
  expect(placeOf({ lng, lat })).toEqual(place)
  expect(typedProblem({ lng, lat })).toEqual(problem)
})

test('places are the same to a centimetre, and no place is only itself', () => {
  expect(samePlace(site, { lng: 118.36200001, lat: 31.178 })).toBe(true)
  expect(samePlace(site, { lng: 118.3620001, lat: 31.178 })).toBe(false)
  expect(samePlace(null, null)).toBe(true)
  expect(samePlace(null, { lng: 0, lat: 0 })).toBe(false)
})

const square = [
  [118, 31],
  [118.001, 31],
  [118.001, 31.001],
] as [number, number][]
const area: HazardArea = {
  id: '7',
  version: 1,
  name: '煤磨',
  code: 'WX-MM',
  points: square,
  equipCode: 'MM',
  riskLevel: 1,
  maxCount: null,
  deptId: null,
  deptName: null,
  responsible: '',
}
const feature = (name: string, nameEn: string): Basemap['features'][number] => ({
  type: 'Feature',
  properties: { kind: 'building', name, nameEn },
  geometry: { type: 'Polygon', coordinates: [[...square, [118, 31]]] },
})
const basemap: Basemap = {
  type: 'FeatureCollection',
  features: [feature('煤磨', 'Coal mill'), feature('食堂', 'Canteen'), feature('', '')],
}

test('what is both a hazard area and on the plan is found once, as the area, in both languages', async () => {
  const rank = await loadRank()
  const [zh, en] = [namedPlaces([area], basemap, 'zh'), namedPlaces([area], basemap, 'en')]
  expect(zh.map(({ name, kind }) => [name, kind])).toEqual([
    ['煤磨', 'area'],
    ['食堂', 'plan'],
  ])
  expect(en.map(({ name }) => name)).toEqual(['Coal mill', 'Canteen'])
  expect(foundPlaces(zh, 'mm', rank, 5).map(({ key }) => key)).toEqual(['area 7'])
  expect(foundPlaces(zh, 'canteen', rank, 5).map(({ name }) => name)).toEqual(['食堂'])
  expect(foundPlaces(en, '食堂', rank, 5).map(({ name }) => name)).toEqual(['Canteen'])
  expect(foundPlaces(en, 'c', rank, 1)).toHaveLength(1)
  expect(foundPlaces(en, ' ', rank, 5)).toEqual([])
  expect(zh[0]?.bounds).toEqual({ west: 118, south: 31, east: 118.001, north: 31.001 })
})
