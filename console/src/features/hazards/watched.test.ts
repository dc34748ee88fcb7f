import { expect, test } from 'vitest'
import { watchedTexts } from './watched.ts'

const fence = { type: 'noEntry' as const, deviceTypes: [], deptName: null, allowDeptIds: [], allowUserIds: [] }

test('a fence says whom it watches and who is allowed', () => {
  expect(watchedTexts(fence, 'zh')).toEqual(['监控所有人和车'])
  expect(watchedTexts({ ...fence, deviceTypes: ['car'] }, 'zh')).toEqual(['只监控车辆'])
  expect(watchedTexts({ ...fence, deviceTypes: ['car'] }, 'en')).toEqual(['Watches vehicles only'])
  expect(watchedTexts({ ...fence, deviceTypes: ['hat', 'badge'] }, 'zh')).toEqual(['只监控人员'])
  expect(watchedTexts({ ...fence, deviceTypes: ['hat', 'badge', 'car'] }, 'en')).toEqual(['Watches everything'])
  expect(watchedTexts({ ...fence, deviceTypes: ['badge', 'car'] }, 'zh')).toEqual(['只监控工牌、车辆'])
  expect(watchedTexts({ ...fence, type: 'speed', deviceTypes: ['hat', 'badge'] }, 'en')).toEqual(['Watches vehicles only'])
  expect(watchedTexts({ ...fence, type: 'post', deviceTypes: ['car'], allowUserIds: ['7'] }, 'zh')).toEqual([
    '只监控人员',
    '本岗 1 人',
  ])
  const allowed = { ...fence, deptName: '煤磨工段', allowDeptIds: ['1', '2'], allowUserIds: ['7'] }
  expect(watchedTexts(allowed, 'zh')).toEqual(['监控所有人和车', '限煤磨工段', '允许 2 个部门、1 人'])
  expect(watchedTexts(allowed, 'en')).toEqual(['Watches everything', 'of 煤磨工段 only', 'allowed 2 departments, 1 person'])
})
