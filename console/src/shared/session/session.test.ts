import { beforeEach, expect, test, vi } from 'vitest'
import { session } from './session.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  })
  return () => {
    session.reset()
    vi.unstubAllGlobals()
  }
})

test('whom a tab holds things for outlives his session', () => {
  session.begin('first')
  session.hold('7')
  session.reset()
  expect(session.holder()).toBe('7')
})

test('what a tab holds goes, under whatever name, and the session of who came after stays', () => {
  session.begin('first')
  session.hold('7')
  kept.set('vigil.tabs', '[]')
  kept.set('anything', 'else')
  session.reset()
  session.begin('second')
  session.dropHolder()
  expect([...kept]).toEqual([['login_token', 'second']])
  expect(session.holder()).toBeNull()
})
