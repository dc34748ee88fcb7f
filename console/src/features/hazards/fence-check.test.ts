import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import { describe, expect, test } from 'vitest'
import { bodyOf, changedThings, draftOf, emptyDraft } from '../../shared/form/draft.ts'
import { editableRecord } from '../../shared/form/editable-record.ts'
import { disagreements, merged } from '../../shared/form/merge.ts'
import { problemsOf, refusedField } from '../../shared/form/problems.ts'
import type { Draft } from '../../shared/spec/record.ts'
import { fenceCheck } from './fence-check.ts'
import { fenceSpec } from './fence-spec.tsx'

const { fields, options } = fenceSpec
const save = hazardCalls.saveBsDangArea
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
  maxCount: null,
  minCount: null,
  stayLimit: null,
  stillLimit: null,
  gatherCount: null,
  gatherRadius: 15,
  gatherSeconds: 60,
  speedLimit: null,
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
const base = draftOf(fields, stored)
const draft = (over: Draft): Draft => ({ ...base, ...over })
const empty = emptyDraft(fields, options.presets)

describe('form and contract', () => {
  test('what is read and saved unchanged is what was stored', () => {
    const { deptName: _dept, areaName: _area, ...sent } = stored
    expect(save.body.parse(bodyOf(fields, base, stored))).toEqual(sent)
  })

  test.each([
    ['circle', { points: square.slice(0, 1), radius: 18, halfWidth: 25 }, { radius: 18, halfWidth: null }],
    ['corridor', { points: square.slice(0, 2), radius: 18, halfWidth: 6 }, { radius: null, halfWidth: 6 }],
    ['polygon', { radius: 18, halfWidth: 6 }, { radius: null, halfWidth: null }],
  ] as const)('a %s leaves the numbers of other shapes behind', (shape, over, numbers) => {
    const changed = draft({ shape, ...over })
    expect({ ...problemsOf(save, fields, changed), ...fenceCheck(changed) }).toEqual({})
    expect(save.body.parse(bodyOf(fields, changed, null))).toMatchObject({ shape, ...numbers })
  })

  test('a new fence has no id and the defaults of the contract', () => {
    const body = save.body.parse(bodyOf(fields, { ...empty, name: ' 新 ', points: square }, null))
    expect(body).toMatchObject({
      name: '新',
      minInside: 10,
      minOutside: 30,
      schedule: [],
      enable: 1,
      deviceTypes: ['hat', 'badge'],
    })
    expect(body.id).toBeUndefined()
  })

  test('what is drawn is one change, a space at the end and the number of another shape none', () => {
    const changes = (other: Draft): string[] => changedThings(fields, base, other)
    expect(changes(draft({ name: `${stored.name} `, radius: 5, halfWidth: 25 }))).toEqual([])
    expect(changes(draft({ level: 2, floor: null }))).toEqual(['floor', 'level'])
    expect(changes(draft({ shape: 'circle', points: square.slice(0, 1), radius: 18 }))).toEqual(['points'])
  })

  test('an untouched new fence has no changes, whichever tool is in hand', () => {
    const { changes } = editableRecord(fields)
    const changed = (other: Draft): readonly string[] => changes({ base: null, initial: empty, draft: { ...empty, ...other } })
    expect(changed({})).toEqual([])
    expect(changed({ shape: 'circle' })).toEqual([])
    expect(changed({ name: '甲', points: square })).toEqual(['name', 'points'])
  })
})

describe('two versions', () => {
  const mine = draft({ shape: 'circle', points: square.slice(0, 1), radius: 18 })

  test('a shape is taken whole, with everything that belongs to it', () => {
    const theirs = draft({ points: square.slice(0, 3), remark: '改' })
    const rows = disagreements(fields, base, mine, theirs)
    expect(rows).toEqual([
      { name: 'points', both: true, preset: null },
      { name: 'remark', both: false, preset: 'theirs' },
    ])
    expect(merged(fields, mine, theirs, rows, { points: 'theirs' })).toMatchObject({
      shape: 'polygon',
      points: square.slice(0, 3),
      radius: null,
    })
    expect(merged(fields, mine, theirs, rows, { points: 'mine' })).toMatchObject({
      shape: 'circle',
      points: square.slice(0, 1),
      radius: 18,
      remark: '改',
    })
  })

  test('what was drawn since a save was sent stays whole on top of its answer', () => {
    const { carried } = editableRecord(fields)
    const answer = draft({ name: '甲（一）' })
    expect(carried(base, mine, answer)).toEqual({ ...mine, name: '甲（一）' })
    expect(carried(mine, draft({ ...mine, radius: 20 }), answer)).toMatchObject({ shape: 'circle', radius: 20 })
  })
})

describe('problems name their field', () => {
  test.each([
    [{ name: '  ' }, { name: { kind: 'needed' } }],
    [{ name: '名'.repeat(65) }, { name: { kind: 'tooLong', most: 64, count: 65 } }],
    [{ remark: 'a\u0007' }, { remark: { kind: 'check', message: 'has control characters' } }],
    [{ floor: 201 }, { floor: { kind: 'outOfRange', least: -20, most: 200 } }],
    [{ floor: 1.5 }, { floor: { kind: 'wholeNumber' } }],
    [{ minInside: null }, { minInside: { kind: 'needed' } }],
    [{ minOutside: 3_601 }, { minOutside: { kind: 'outOfRange', least: 0, most: 3_600 } }],
    [{ colour: 'red' }, { colour: { kind: 'check', message: 'not a colour as #rrggbb' } }],
    [{ shape: 'circle', points: square.slice(0, 1), radius: 0 }, { radius: { kind: 'outOfRange', least: 1, most: 50_000 } }],
  ] satisfies [Draft, object][])('%j', (over, problems) => {
    expect(problemsOf(save, fields, draft(over))).toEqual(problems)
    expect(fenceCheck(draft(over))).toEqual({})
  })

  test.each([
    [{ points: square.slice(0, 2) }, { points: '多边形至少 3 个点，现在是 2 个' }],
    [{ points: [square[0], square[1], square[3], square[2]] }, { points: '多边形的边不能相交：第 2 边与第 4 边' }],
    [{ points: [...square.slice(0, 3), [181, 31]] }, { points: '第 4 点：经度 −180～180，纬度 −90～90' }],
    [
      { shape: 'circle', points: [] },
      { points: '圆还没有圆心，在地图上画或填写坐标', radius: '半径必填' },
    ],
    [{ shape: 'corridor', points: square.slice(0, 1), halfWidth: 5 }, { points: '走廊至少 2 个点，现在是 1 个' }],
    [{ shape: 'corridor', halfWidth: null }, { halfWidth: '半宽必填' }],
    [{ schedule: [{ days: [], from: '08:00', to: '09:00' }] }, { schedule: '第 1 个时段没有选星期' }],
    [{ schedule: [{ days: [1], from: '', to: '09:00' }] }, { schedule: '第 1 个时段的时间不完整' }],
  ] satisfies [Draft, object][])('%j', (over, problems) => {
    const found = Object.entries(fenceCheck(draft(over))).map(([name, { zh }]) => [name, zh])
    expect(Object.fromEntries(found)).toEqual(problems)
  })

  const whole = [{ days: [1], from: '00:00', to: '00:00' }]
  test.each([
    ['still', {}, { stillLimit: '静止上限必填' }],
    ['still', { stillLimit: 5 }, {}],
    ['post', { allowUserIds: [], allowDeptIds: [] }, { allowUserIds: '本岗人员和本岗部门至少填一个' }],
    ['post', { allowUserIds: ['4'], allowDeptIds: [] }, {}],
    ['patrol', {}, { stayLimit: '巡检间隔必填' }],
    ['assembly', { schedule: [] }, { minCount: '应到人数必填', stayLimit: '到齐时限必填', schedule: '至少填一个生效时段' }],
    ['assembly', { minCount: 5, stayLimit: 10, schedule: whole }, {}],
  ] satisfies [Fence['type'], Draft, object][])('a fence of type %s with %j', (type, over, problems) => {
    const found = Object.entries(fenceCheck(draft({ type, ...over }))).map(([name, { zh }]) => [name, zh])
    expect(Object.fromEntries(found)).toEqual(problems)
  })

  const named = ['allowDeptIds', 'allowUserIds']
  test.each([
    ['headcount', ['maxCount', 'minCount', 'deviceTypes', ...named, 'minInside', 'minOutside']],
    ['still', ['stillLimit', ...named, 'minOutside']],
    ['post', ['minCount', 'stayLimit', ...named, 'minInside', 'minOutside']],
    ['assembly', ['minCount', 'stayLimit']],
    ['patrol', ['stayLimit', ...named, 'minInside']],
  ] satisfies [Fence['type'], string[]][])('a fence of type %s asks for what it goes by alone', (type, asked) => {
    const shown = fenceSpec.form
      .filter(({ when }) => when?.(draft({ type })) ?? true)
      .flatMap(({ items }) =>
        items.flatMap((item) => (item.kind === 'field' && (item.when?.(draft({ type })) ?? true) ? [item.name] : [])),
      )
    const always = [
      'name',
      'type',
      'level',
      'enable',
      'colour',
      'shape',
      'points',
      'floor',
      'deptId',
      'areaId',
      'schedule',
      'remark',
    ]
    expect(shown.filter((name) => !always.includes(name))).toEqual(asked)
    expect(new Set(shown).size).toBe(shown.length)
  })

  test('a refusal may name a field by its path', () => {
    const refused = (data: unknown): string | null => refusedField(fields, data, '', 'zh')
    expect(refused({ field: 'points.3.0' })).toBe('points')
    expect(refused({ field: 'allowUserIds' })).toBe('allowUserIds')
    expect(refused({ field: 'somethingElse' })).toBeNull()
    expect(refused(null)).toBeNull()
  })
})
