import { describe, expect, test } from 'vitest'
import { called, docks, folded, isColumnState, isOpen, settled, unfolded, untouched } from './column-state.ts'

describe('the column of alarms', () => {
  test('is open where one watches and something waits, a rail where one works', () => {
    expect(isOpen(untouched, 'watching', 1)).toBe(true)
    expect(isOpen(untouched, 'watching', 0)).toBe(false)
    expect(isOpen(untouched, 'working', 9)).toBe(false)
    expect(isOpen(unfolded(untouched, 'working'), 'handling', 9)).toBe(false)
  })

  test('is opened by a new level one whatever the operator does, by others only while his hands rest', () => {
    const opens = (levels: readonly number[], busy: boolean) => isOpen(called(untouched, { levels, busy }), 'working', 1)
    expect(opens([1], true)).toBe(true)
    expect(opens([2, 3], false)).toBe(true)
    expect(opens([2, 3], true)).toBe(false)
    expect(opens([], false)).toBe(false)
  })

  test('stays as the operator leaves it, at either place of its own, until a new alarm calls', () => {
    const left = folded(called(untouched, { levels: [1], busy: false }), 'watching')
    expect(isOpen(left, 'watching', 3)).toBe(false)
    expect(isOpen(unfolded(left, 'working'), 'working', 0)).toBe(true)
    expect(isOpen(unfolded(left, 'working'), 'watching', 3)).toBe(false)
    expect(isOpen(called(left, { levels: [1], busy: true }), 'watching', 3)).toBe(true)
  })

  test('folds by itself when nothing is left to do, unless the operator had opened it', () => {
    const open = called(untouched, { levels: [1], busy: false })
    expect(isOpen(settled(open), 'working', 0)).toBe(false)
    expect(isOpen(settled(unfolded(open, 'working')), 'working', 0)).toBe(true)
  })

  test('an alarm is confirmed beside the map, in a narrow window too, where no column can stand open', () => {
    expect(docks('watching', true, false)).toBe(true)
    expect(docks('watching', false, true)).toBe(true)
    expect(docks('watching', false, false)).toBe(false)
    expect(docks('handling', true, false)).toBe(true)
    expect(docks('working', true, false)).toBe(false)
    expect(docks('working', false, true)).toBe(false)
  })

  test('is kept only in its own shape', () => {
    expect(isColumnState(JSON.parse(JSON.stringify(folded(untouched, 'working'))))).toBe(true)
    for (const other of [
      null,
      1,
      {},
      { called: true },
      { called: true, choices: { watching: 'wide', handling: null, working: null } },
    ])
      expect(isColumnState(other)).toBe(false)
  })
})
