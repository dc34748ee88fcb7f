import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Fence, Point } from '@vigil/contract/hazards/entities.ts'
import { describe, expect, test } from 'vitest'
import {
  bodyOf,
  differences,
  draftOf,
  emptyDraft,
  presentRecord,
  problemsOf,
  refusedField,
  type FenceDraft,
} from './fence-draft.ts'

const square: Point[] = [
  [118.36, 31.178],
  [118.361, 31.178],
  [118.361, 31.179],
  [118.36, 31.179],
]
const stored: Fence = {
  id: '7',
  version: 3,
  name: '煤磨袋收尘器禁入区',
  type: 'noEntry',
  shape: 'polygon',
  points: square,
  radius: null,
  halfWidth: null,
  floor: 2,
  level: 1,
  schedule: [{ days: [1, 2], from: '20:00', to: '08:00' }],
  allowDeptIds: ['19'],
  allowUserIds: ['4'],
  deviceTypes: ['hat'],
  minInside: 5,
  minOutside: 60,
  deptId: '19',
  areaId: '1',
  enable: 1,
  colour: '#123abc',
  remark: '作业票',
  deptName: '煤磨工段',
  areaName: '煤磨 MM',
}
const draft = (over: Partial<FenceDraft>): FenceDraft => ({ ...draftOf(stored), ...over })

describe('form and contract', () => {
  test('what is read and saved unchanged is what was stored', () => {
    const { deptName: _dept, areaName: _area, ...fields } = stored
    expect(hazardCalls.saveBsDangArea.body.parse(bodyOf(draftOf(stored), stored))).toEqual(fields)
  })

  test.each([
    ['circle', { points: square.slice(0, 1), radius: 18 }, { radius: 18, halfWidth: null }],
    ['corridor', { points: square.slice(0, 2), halfWidth: 6 }, { radius: null, halfWidth: 6 }],
    ['polygon', { radius: 18, halfWidth: 6 }, { radius: null, halfWidth: null }],
  ] as const)('a %s leaves the numbers of other shapes behind', (shape, over, numbers) => {
    const changed = draft({ shape, ...over })
    expect(problemsOf(changed)).toEqual({})
    expect(hazardCalls.saveBsDangArea.body.parse(bodyOf(changed, null))).toMatchObject({ shape, ...numbers })
  })

  test('a new fence has no id and the defaults of the contract', () => {
    const body = hazardCalls.saveBsDangArea.body.parse(bodyOf({ ...emptyDraft, name: ' 新 ', points: square }, null))
    expect(body).toMatchObject({ name: '新', minInside: 10, minOutside: 30, schedule: [], enable: 1 })
    expect(body.id).toBeUndefined()
  })

  test('changes are counted by field, a space at the end is none', () => {
    expect(differences(draftOf(stored), draft({ name: `${stored.name} `, radius: 5 }))).toEqual([])
    expect(differences(draftOf(stored), draft({ level: 2, floor: null }))).toEqual(['level', 'floor'])
  })
})

describe('problems name their field', () => {
  test.each([
    [{ name: '  ' }, { name: { kind: 'needed' } }],
    [{ name: '名'.repeat(65) }, { name: { kind: 'tooLong', most: 64 } }],
    [{ remark: 'a\u0007' }, { remark: { kind: 'controlCharacters' } }],
    [{ floor: 201 }, { floor: { kind: 'outOfRange', least: -20, most: 200 } }],
    [{ floor: 1.5 }, { floor: { kind: 'wholeNumber' } }],
    [{ minInside: null }, { minInside: { kind: 'needed' } }],
    [{ minOutside: 3_601 }, { minOutside: { kind: 'outOfRange', least: 0, most: 3_600 } }],
    [{ colour: 'red' }, { colour: { kind: 'wrongForm' } }],
    [{ points: square.slice(0, 2) }, { points: { kind: 'fewPoints', least: 3, count: 2 } }],
    [{ points: [square[0], square[1], square[3], square[2]] as Point[] }, { points: { kind: 'sidesCross', sides: [1, 3] } }],
    [{ points: [...square.slice(0, 3), [181, 31] as Point] }, { points: { kind: 'badCoordinate', at: 3 } }],
    [
      { shape: 'circle', points: [] },
      { points: { kind: 'noCentre' }, radius: { kind: 'needed' } },
    ],
    [{ shape: 'circle', points: square.slice(0, 1), radius: 0 }, { radius: { kind: 'outOfRange', least: 1, most: 50_000 } }],
    [{ shape: 'corridor', points: square.slice(0, 1), halfWidth: 5 }, { points: { kind: 'fewPoints', least: 2, count: 1 } }],
    [{ shape: 'corridor', halfWidth: null }, { halfWidth: { kind: 'needed' } }],
    [{ schedule: [{ days: [], from: '08:00', to: '09:00' }] }, { schedule: { kind: 'periodDays', at: 0 } }],
    [{ schedule: [{ days: [1], from: '', to: '09:00' }] }, { schedule: { kind: 'periodTimes', at: 0 } }],
  ] satisfies [Partial<FenceDraft>, object][])('%j', (over, problems) => {
    expect(problemsOf(draft(over))).toEqual(problems)
  })
})

describe('refusals', () => {
  test('a field may be named by its path', () => {
    expect(refusedField({ field: 'points.3.0' })).toBe('points')
    expect(refusedField({ field: 'allowUserIds' })).toBe('allowUserIds')
    expect(refusedField({ field: 'somethingElse' })).toBeNull()
    expect(refusedField(null)).toBeNull()
  })

  test('a conflict brings the present record, anything else does not pass for one', () => {
    expect(presentRecord(stored)).toEqual(stored)
    expect(presentRecord({ id: '7' })).toBeNull()
  })
})
