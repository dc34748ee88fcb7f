import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import type { Fence, Point } from '@vigil/contract/hazards/entities.ts'
import { expect, test } from 'vitest'
import { loadRank } from '../../shared/search/pinyin.ts'
import { coordinateOf, pastedPoint, pointAfter } from './coordinates.ts'
import { childrenWith, deptNames } from './departments.ts'
import { foundFences, readFilter } from './fence-search.ts'

const fence = (id: string, name: string, level: Fence['level'], enable: 0 | 1, deptName: string | null): Fence => ({
  id,
  version: 1,
  name,
  type: 'noEntry',
  shape: 'circle',
  points: [[118, 31]],
  radius: 5,
  halfWidth: null,
  floor: null,
  level,
  schedule: [],
  allowDeptIds: [],
  allowUserIds: [],
  deviceTypes: [],
  minInside: 10,
  minOutside: 30,
  deptId: null,
  areaId: null,
  enable,
  colour: '',
  remark: '',
  deptName,
  areaName: null,
})
const all = [
  fence('1', '氨水罐区禁入圈', 2, 1, '预热器工段'),
  fence('2', '消防池禁入区', 3, 0, null),
  fence('3', '变电站禁入区', 1, 1, '保卫科'),
]
const ids = (fences: readonly Fence[]): string[] => fences.map(({ id }) => id)
const none = { query: '', level: null, enable: null }

test('fences are found by name, pinyin and department', async () => {
  const rank = await loadRank()
  expect(ids(foundFences(all, none, rank))).toEqual(['3', '1', '2'])
  expect(ids(foundFences(all, { ...none, query: '罐区' }, rank))).toEqual(['1'])
  expect(ids(foundFences(all, { ...none, query: 'xfc' }, rank))).toEqual(['2'])
  expect(ids(foundFences(all, { ...none, query: 'baowei' }, rank))).toEqual(['3'])
  expect(ids(foundFences(all, { ...none, level: 3 }, rank))).toEqual(['2'])
  expect(ids(foundFences(all, { ...none, enable: 1 }, rank))).toEqual(['3', '1'])
})

test('an address that makes no sense filters nothing', () => {
  expect(readFilter(new URLSearchParams('level=9&enable=x'))).toEqual(none)
  expect(readFilter(new URLSearchParams('q=a&level=2&enable=0'))).toEqual({ query: 'a', level: 2, enable: 0 })
})

test.each([
  ['118.36', 118.36],
  [' -31. ', -31],
  ['180.0000001', null],
  ['1e2', null],
  ['', null],
  ['-', null],
])('%j typed as a longitude is %j', (text, value) => {
  expect(coordinateOf(text, 180)).toBe(value)
})

test('a pasted pair fills both numbers', () => {
  expect(pastedPoint('118.36, 31.17')).toEqual([118.36, 31.17])
  expect(pastedPoint('118.36\t31.17')).toEqual([118.36, 31.17])
  expect(pastedPoint('31.17')).toBeNull()
  expect(pastedPoint('31.17, 118.36')).toBeNull()
})

test('points typed one after the other make a triangle', () => {
  const home: Point = [118, 31]
  const points: Point[] = []
  for (const at of [-1, 0, 1]) points.push(pointAfter(points, at, home, 'polygon'))
  const [[ax, ay], [bx, by], [cx, cy]] = points as [Point, Point, Point]
  expect(Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))).toBeGreaterThan(0)
  expect(pointAfter(points, 2, home, 'polygon')).toEqual([expect.closeTo((cx + ax) / 2, 6), expect.closeTo((cy + ay) / 2, 6)])
})

test('departments are chosen and let go with those below them', () => {
  const dept = (id: string, children: DeptNode[] = []): DeptNode => ({
    id,
    version: 1,
    pid: null,
    name: `d${id}`,
    sort: 0,
    leader: '',
    phone: '',
    people: 0,
    parentName: null,
    children,
  })
  const nodes = [dept('1', [dept('2', [dept('3')]), dept('4')])]
  expect(childrenWith(nodes, ['2', '9'], '2', true)).toEqual(['2', '9', '3'])
  expect(childrenWith(nodes, ['1', '2', '3', '4'], '2', false)).toEqual(['1', '4'])
  expect(deptNames(nodes).get('3')).toBe('d3')
})
