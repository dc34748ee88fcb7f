import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepStorage } from '../../../test/kept-storage.ts'
import { session } from '../../shared/session/session.ts'
import { logOut } from './log-out.ts'

let kept: Map<string, string>
const replace = vi.fn<(address: string) => void>()
const fetched = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  vi.clearAllMocks()
  kept = keepStorage('sessionStorage')
  vi.stubGlobal('window', { location: { replace, pathname: '/home', search: '' } })
  vi.stubGlobal('fetch', fetched)
  session.begin('mine')
  session.hold('7')
  kept.set('vigil.tabs', '[]')
})
afterEach(() => {
  session.reset()
  vi.unstubAllGlobals()
})

test.each([
  ['answers', () => Promise.resolve(Response.json({ code: '200', msg: '', data: null }))],
  ['cannot be reached', () => Promise.reject(new TypeError('no network'))],
])('when the server %s, nothing stays and the page is loaded anew', async (_what, answer) => {
  fetched.mockImplementation(answer)
  await logOut()
  expect(fetched).toHaveBeenCalledOnce()
  expect(session.token()).toBeNull()
  expect([...kept]).toEqual([])
  expect(replace).toHaveBeenCalledExactlyOnceWith('/login')
})
