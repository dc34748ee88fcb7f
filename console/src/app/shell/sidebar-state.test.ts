import { expect, test } from 'vitest'
import { readSidebarCookie, sidebarCookieFor } from './sidebar-state.ts'

test('the sidebar is open unless its cookie says 0', () => {
  expect(readSidebarCookie('')).toBe(true)
  expect(readSidebarCookie('a=b; sidebarStatus=1')).toBe(true)
  expect(readSidebarCookie('a=b; sidebarStatus=0; c=d')).toBe(false)
  expect(readSidebarCookie('xsidebarStatus=0')).toBe(true)
})

test('1 is open and 0 closed, for the whole console', () => {
  expect(sidebarCookieFor(true)).toMatch(/^sidebarStatus=1; path=\/;/)
  expect(sidebarCookieFor(false)).toMatch(/^sidebarStatus=0; path=\/;/)
})
