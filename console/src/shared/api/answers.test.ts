import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { endOfSession } from './answers.ts'

let token: string | null
let close: (() => void) | null
const showError = vi.fn((_text: string, onClose: () => void) => {
  close = onClose
})
const reset = vi.fn(() => {
  token = null
})
const reload = vi.fn()
const answer = (code: string) => ({ code, msg: '登录已失效，请重新登录', data: null })

beforeEach(() => {
  token = 'old'
  close = null
  vi.clearAllMocks()
})
const listen = () => endOfSession({ token: () => token, reset, showError, reload })

test('10002 says why, and only when that is closed logs out and reloads', () => {
  listen()(sessionCalls.getInfo, answer('10002'))
  expect(showError).toHaveBeenCalledWith('登录已失效，请重新登录', expect.any(Function))
  expect(reset).not.toHaveBeenCalled()
  close?.()
  expect(reset).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledOnce()
})

test('many calls that fail together are said once', () => {
  const heard = listen()
  heard(sessionCalls.getInfo, answer('10002'))
  heard(sessionCalls.logout, answer('10002'))
  expect(showError).toHaveBeenCalledOnce()
})

test.each(['200', 'conflict', 'forbidden'])('%s is left to the caller', (code) => {
  listen()(sessionCalls.getInfo, answer(code))
  expect(showError).not.toHaveBeenCalled()
})

test('a session that was replaced while the text stood is not ended', () => {
  listen()(sessionCalls.getInfo, answer('10002'))
  token = 'new'
  close?.()
  expect(reset).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
})
