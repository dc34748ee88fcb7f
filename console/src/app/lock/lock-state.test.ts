import { beforeEach, expect, it } from 'vitest'
import { keepStorage } from '../../../test/kept-storage.ts'
import { screenLock } from './lock-state.ts'

const minute = 60_000
beforeEach(() => {
  keepStorage('localStorage')
})

it('counts from the last use, in whichever tab', () => {
  expect(screenLock.unusedFor(5 * minute)).toBe(0)
  expect(screenLock.unusedFor(20 * minute)).toBe(15 * minute)
  screenLock.used(19 * minute)
  expect(screenLock.unusedFor(20 * minute)).toBe(minute)
})

it('counts anew when the clock was put back', () => {
  screenLock.used(60 * minute)
  expect(screenLock.unusedFor(minute)).toBe(0)
  expect(screenLock.unusedFor(3 * minute)).toBe(2 * minute)
})

it('locks one person’s screens, until he unlocks them himself', () => {
  screenLock.lock('7')
  expect([screenLock.isLocked('7'), screenLock.isLocked('8')]).toEqual([true, false])
  screenLock.unlock('8')
  expect(screenLock.isLocked('7')).toBe(true)
  screenLock.used(0)
  screenLock.unlock('7', 20 * minute)
  expect(screenLock.isLocked('7')).toBe(false)
  expect(screenLock.unusedFor(20 * minute)).toBe(0)
})
