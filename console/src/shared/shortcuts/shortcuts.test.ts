import { expect, test } from 'vitest'
import { keysOf } from './shortcuts.ts'

const press = (key: string, more: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) =>
  keysOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })

test('control and the command key are one', () => {
  expect(press('K', { ctrlKey: true })).toBe('ctrl+k')
  expect(press('k', { metaKey: true })).toBe('ctrl+k')
})

test('a plain character is itself', () => {
  expect(press('?')).toBe('?')
  expect(press('b', { altKey: true })).toBe('alt+b')
})
