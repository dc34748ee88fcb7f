import type { Fence } from '@vigil/contract/hazards/entities.ts'
import { expect, test } from 'vitest'
import { createEditing } from '../../shared/editing/editing.ts'
import { begin, record, redo, undo } from '../../shared/map/draw/history.ts'
import { draftIn, editableFence, emptySheet, type FenceSheet } from './editor-state.ts'
import { emptyDraft, shapeOf } from './fence-draft.ts'

const { changes, carried } = editableFence
const triangle = {
  ...shapeOf(emptyDraft),
  points: [
    [118.36, 31.17],
    [118.37, 31.17],
    [118.37, 31.18],
  ] as [number, number][],
}
const moved = { ...triangle, points: triangle.points.map(([lng, lat]) => [lng, lat + 0.01] as [number, number]) }
const typed = (sheet: FenceSheet, fields: Partial<FenceSheet['fields']>): FenceSheet => ({
  ...sheet,
  fields: { ...sheet.fields, ...fields },
})
const drawn = (sheet: FenceSheet, shape: typeof triangle, tag: string | null = null): FenceSheet => ({
  ...sheet,
  shapes: record(sheet.shapes, shape, tag),
})
const changed = (draft: FenceSheet) => changes({ base: null, initial: emptySheet, draft })

test('an untouched new fence has no changes', () => {
  expect(changed(emptySheet)).toEqual([])
})

test('the kind of a shape that was not drawn is no change', () => {
  const taken = drawn(emptySheet, { ...triangle, shape: 'circle', points: [] }, 'kind')
  expect(draftIn(taken).shape).toBe('circle')
  expect(changed(taken)).toEqual([])
})

test('typing and drawing are changes; undo takes back the drawing alone', () => {
  const both = drawn(typed(emptySheet, { name: '甲' }), triangle)
  expect(changed(both)).toEqual(['name', 'points'])
  const back = { ...both, shapes: undo(both.shapes) }
  expect(changed(back)).toEqual(['name'])
  expect(draftIn({ ...back, shapes: redo(back.shapes) }).points).toEqual(triangle.points)
})

test('what was typed and drawn since the save was sent stays on top of its answer, the drawing with its steps', () => {
  const sent = drawn(typed(emptySheet, { name: '甲', remark: '一' }), triangle)
  const answer = typed({ ...sent, shapes: begin(sent.shapes.present) }, { name: '甲（一）' })
  expect(carried(sent, sent, answer)).toEqual(answer)

  const since = drawn(typed(sent, { remark: '一二' }), moved)
  const after = carried(sent, since, answer)
  expect(draftIn(after)).toMatchObject({ name: '甲（一）', remark: '一二', points: moved.points })
  expect(undo(after.shapes).present).toEqual(triangle)
})

test('a refusal stays with its field until that is changed', () => {
  const editing = createEditing<Fence, FenceSheet>(editableFence, null, emptySheet)
  editing.refuse({ field: 'name', text: '已存在' })
  editing.change(['level'], (sheet) => typed(sheet, { level: 1 }))
  expect(editing.store.getState().refusal?.text).toBe('已存在')
  editing.change(['name'], (sheet) => typed(sheet, { name: '乙' }))
  expect(editing.store.getState().refusal).toBeNull()
})
