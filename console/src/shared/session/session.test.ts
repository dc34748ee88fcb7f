import { beforeEach, expect, test, vi } from 'vitest'
import { keepStorage } from '../../../test/kept-storage.ts'
import { session } from './session.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = keepStorage('sessionStorage')
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
