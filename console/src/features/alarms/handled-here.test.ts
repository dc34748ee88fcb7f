import { expect, test } from 'vitest'
import { createHandledHere } from './handled-here.ts'

test('what was confirmed here calls again once somebody puts it back, and not for what was told before', () => {
  const here = createHandledHere()
  here.begin('7')
  // It came again while the answer was on its way.
  here.follow({ id: '7', status: 0, version: 3 })
  expect(here.has('7')).toBe(true)
  here.follow({ id: '7', status: 2, version: 4 })
  here.follow({ id: '7', status: 0, version: 3 })
  here.follow({ id: '7', status: 2, version: 4 })
  expect(here.has('7')).toBe(true)
  here.follow({ id: '7', status: 0, version: 5 })
  expect(here.has('7')).toBe(false)
  here.follow({ id: '8', status: 2, version: 1 })
  expect(here.has('8')).toBe(false)
})

test('what was not confirmed after all calls as before', () => {
  const here = createHandledHere()
  here.begin('7')
  here.failed('7')
  expect(here.has('7')).toBe(false)
})
