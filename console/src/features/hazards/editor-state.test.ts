import { expect, test } from 'vitest'
import { changesIn, draftIn, opened, reduce } from './editor-state.ts'
import { shapeOf } from './fence-draft.ts'

const fresh = opened(null)
const triangle = {
  ...shapeOf(draftIn(fresh)),
  points: [
    [118.36, 31.17],
    [118.37, 31.17],
    [118.37, 31.18],
  ] as [number, number][],
}

test('an untouched new fence has no changes', () => {
  expect(changesIn(fresh)).toEqual([])
})

test('the kind of a shape that was not drawn is no change', () => {
  const taken = reduce(fresh, { kind: 'draw', shape: { ...triangle, shape: 'circle', points: [] }, tag: 'kind' })
  expect(draftIn(taken).shape).toBe('circle')
  expect(changesIn(taken)).toEqual([])
})

test('typing and drawing are changes; undo takes back the drawing alone', () => {
  const drawn = reduce(reduce(fresh, { kind: 'set', fields: { name: '甲' } }), { kind: 'draw', shape: triangle, tag: null })
  expect(changesIn(drawn)).toEqual(['name', 'points'])
  expect(changesIn(reduce(drawn, { kind: 'undo' }))).toEqual(['name'])
  expect(draftIn(reduce(reduce(drawn, { kind: 'undo' }), { kind: 'redo' })).points).toEqual(triangle.points)
})

test('a refusal stays with its field until that is changed', () => {
  const refused = reduce(fresh, { kind: 'refused', refusal: { field: 'name', text: '已存在' } })
  expect(reduce(refused, { kind: 'set', fields: { level: 1 } }).refusal?.text).toBe('已存在')
  expect(reduce(refused, { kind: 'set', fields: { name: '乙' } }).refusal).toBeNull()
})

test('what was typed stays when it is put on top of another record', () => {
  const typed = reduce(fresh, { kind: 'set', fields: { name: '丙' } })
  expect(draftIn(reduce(typed, { kind: 'rebase', base: null })).name).toBe('丙')
})
