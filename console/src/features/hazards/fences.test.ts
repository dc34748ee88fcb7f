import type { Fence } from '@vigil/contract/hazards/fence.ts'
import { expect, test } from 'vitest'
import { loadRank } from '../../shared/find/pinyin.ts'
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
  maxCount: null,
  minCount: null,
  stayLimit: null,
  stillLimit: null,
  gatherCount: null,
  gatherRadius: 15,
  gatherSeconds: 60,
  speedLimit: null,
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
