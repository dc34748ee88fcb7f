import { beforeEach, expect, test, vi } from 'vitest'
import { closeNotice, noticeTime, notify, useNotices } from './notices.ts'

beforeEach(() => {
  vi.useFakeTimers()
  useNotices.setState({ notices: [] })
})
const texts = () => useNotices.getState().notices.map(({ text }) => text)

test('a notice stays 3 seconds', () => {
  notify.error('HTTP 503')
  vi.advanceTimersByTime(2_999)
  expect(texts()).toEqual(['HTTP 503'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
  expect(noticeTime).toBe(3_000)
})

test('the same text is not shown twice at a time', () => {
  notify.error('HTTP 503')
  notify.error('HTTP 503')
  notify.info('HTTP 503')
  expect(texts()).toEqual(['HTTP 503', 'HTTP 503'])
})

test('closing calls back once, by hand or by time', () => {
  const closed = vi.fn()
  notify.error('登录已失效', closed)
  closeNotice(useNotices.getState().notices[0]?.id ?? 0)
  vi.advanceTimersByTime(5_000)
  expect(closed).toHaveBeenCalledOnce()
})

test('more than four push the oldest out', () => {
  for (const text of ['1', '2', '3', '4', '5']) notify.info(text)
  expect(texts()).toEqual(['2', '3', '4', '5'])
})
