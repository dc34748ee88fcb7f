import { expect, test } from 'vitest'
import { begin, record, redo, undo } from './history.ts'

test('undo and redo walk back and forth', () => {
  const steps = record(record(begin('a'), 'b'), 'c')
  expect(undo(steps).present).toBe('b')
  expect(undo(undo(undo(steps))).present).toBe('a')
  expect(redo(undo(steps)).present).toBe('c')
  expect(redo(steps)).toBe(steps)
})

test('a new step forgets what was undone', () => {
  const steps = record(undo(record(begin('a'), 'b')), 'c')
  expect(redo(steps).present).toBe('c')
  expect(undo(steps).present).toBe('a')
})

test('steps of one tag in a row are one step', () => {
  const steps = record(record(record(begin(1), 2, 'radius'), 3, 'radius'), 4, 'radius')
  expect(undo(steps).present).toBe(1)
  expect(undo(record(steps, 5, 'point 0')).present).toBe(4)
})

test('after an undo the same tag begins a step of its own', () => {
  const steps = record(undo(record(begin(1), 2, 'radius')), 3, 'radius')
  expect(undo(steps).present).toBe(1)
})
