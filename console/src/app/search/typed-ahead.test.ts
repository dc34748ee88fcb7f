import { expect, test } from 'vitest'
import { typedAhead } from './typed-ahead.ts'

const keys = new EventTarget()
/** Presses a key; whether the browser still does what it would. */
const press = (key: string, more: { ctrlKey?: boolean; isComposing?: boolean } = {}): boolean =>
  keys.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ...more }))

test('what is typed before the field is there comes into it', () => {
  typedAhead.begin(keys)
  expect(press('c')).toBe(false)
  for (const key of ['a', 'x', 'Backspace', 'i', 'Shift', '7']) press(key)
  expect(press('k', { ctrlKey: true })).toBe(true)
  expect(press('n', { isComposing: true })).toBe(true)
  expect(typedAhead.take()).toBe('cai7')
  // The field hears the rest.
  expect(press('b')).toBe(true)
  expect(typedAhead.take()).toBe('')
})

test("what was typed for a search that did not come is not the next one's", () => {
  typedAhead.begin(keys)()
  const end = typedAhead.begin(keys)
  press('c')
  end()
  typedAhead.begin(keys)
  press('d')
  expect(typedAhead.take()).toBe('d')
})
