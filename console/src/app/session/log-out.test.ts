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

const navigate = vi.fn<(path: string) => void>()

test('nothing stays and the page is loaded anew', async () => {
  fetched.mockImplementation(() => Promise.resolve(Response.json({ code: '200', msg: '', data: null })))
  await logOut(navigate)
  expect(fetched).toHaveBeenCalledOnce()
  expect(session.token()).toBeNull()
  expect([...kept]).toEqual([])
  expect(replace).toHaveBeenCalledExactlyOnceWith('/login')
  expect(navigate).not.toHaveBeenCalled()
})

test('when the server cannot be reached the session ends here, on the page that is there, which knows whose it was', async () => {
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')))
  await logOut(navigate)
  expect(session.token()).toBeNull()
  expect(session.holder()).toBe('7')
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/login')
  expect(replace).not.toHaveBeenCalled()
})
