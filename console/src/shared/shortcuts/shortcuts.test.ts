import { afterEach, expect, test, vi } from 'vitest'
import { keysOf, listenForShortcuts, restLetters, useShortcuts } from './shortcuts.ts'

afterEach(() => {
  useShortcuts.setState({ shortcuts: [] })
  vi.unstubAllGlobals()
})

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

test('letters rest as long as anything is in front, keys with Ctrl or Alt and Escape do not', () => {
  const keyboard = new EventTarget()
  vi.stubGlobal('window', keyboard)
  // No key is pressed in a field here.
  vi.stubGlobal('HTMLElement', Map)
  const ran: string[] = []
  const describe = { zh: '', en: '' }
  useShortcuts.setState({
    shortcuts: ['a', '?', 'ctrl+k', 'escape'].map((keys) => ({ keys, describe, run: () => ran.push(keys) })),
  })
  const end = listenForShortcuts()
  const pressed = (): string[] => {
    ran.length = 0
    for (const [key, ctrlKey] of [['a'], ['?'], ['k', true], ['Escape']] as const)
      keyboard.dispatchEvent(Object.assign(new Event('keydown'), { key, ctrlKey: ctrlKey ?? false }))
    return [...ran]
  }
  const all = ['a', '?', 'ctrl+k', 'escape']
  expect(pressed()).toEqual(all)
  const [search, dialog] = [restLetters(), restLetters()]
  expect(pressed()).toEqual(['ctrl+k', 'escape'])
  search()
  // Said twice it ends once.
  search()
  expect(pressed()).toEqual(['ctrl+k', 'escape'])
  dialog()
  expect(pressed()).toEqual(all)
  end()
})
