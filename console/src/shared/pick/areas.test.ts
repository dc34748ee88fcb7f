import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { expect, test } from 'vitest'
import { loadRank } from '../find/pinyin.ts'
import { foundAreas } from './areas.ts'

const area = (name: string, code: string, riskLevel: HazardArea['riskLevel']): HazardArea => ({
  id: code,
  version: 1,
  name,
  code,
  points: [],
  equipCode: '',
  riskLevel,
  maxCount: null,
  deptId: null,
  deptName: null,
  responsible: '',
})
const all = [area('办公楼', 'WX-BG', 4), area('煤磨', 'WX-MM', 1), area('煤堆场', 'WX-MD', 2)]
const named = ({ name }: HazardArea): string => (name === '煤磨' ? 'Coal mill' : name)

test('areas are found by either name, pinyin or code, the greater risk first', async () => {
  const rank = await loadRank()
  const found = (search: string, risk: HazardArea['riskLevel'] | null = null): string[] =>
    foundAreas(all, { search, risk }, rank, named).map(({ name }) => name)
  expect(found('')).toEqual(['煤磨', '煤堆场', '办公楼'])
  expect(found('煤')).toEqual(['煤磨', '煤堆场'])
  expect(found('mdc')).toEqual(['煤堆场'])
  expect(found('wx-bg')).toEqual(['办公楼'])
  expect(found('coal')).toEqual(['煤磨'])
  expect(found('', 2)).toEqual(['煤堆场'])
  expect(found('煤', 4)).toEqual([])
})
