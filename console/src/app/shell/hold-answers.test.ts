import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shared/api/queries.ts'
import { holdAnswers } from './hold-answers.ts'

const hour = 3_600_000
/** As in a browser; outside of one answers are kept for ever. */
const gcTime = 300_000
const queryKey = ['answers', 'of a screen']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** A fact comes when it comes; each look at it lets the clock of the test go on. */
const soon = { timeout: 60_000 }

/** A screen that shows an answer, repeated every second; what it asked, and how it stops. */
const show = async () => {
  const ask = vi.fn<() => Promise<string>>().mockResolvedValue('shown')
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: ask, refetchInterval: 1_000, gcTime })
  const end = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toBe('shown'), soon)
  return { ask, end }
}

test('what is held stays, is not asked again, and goes some time after it was let go', async () => {
  const { ask, end } = await show()
  const letGo = holdAnswers()
  end()
  const asked = ask.mock.calls.length
  await vi.advanceTimersByTimeAsync(hour)
  expect(queryClient.getQueryData(queryKey)).toBe('shown')
  await queryClient.invalidateQueries({ queryKey })
  expect(ask).toHaveBeenCalledTimes(asked)
  letGo()
  await vi.advanceTimersByTimeAsync(hour)
  expect(queryClient.getQueryData(queryKey)).toBeUndefined()
})

test('what nobody shows when it is held goes as it would', async () => {
  const { end } = await show()
  end()
  const letGo = holdAnswers()
  await vi.advanceTimersByTimeAsync(hour)
  expect(queryClient.getQueryData(queryKey)).toBeUndefined()
  letGo()
})

test('each of several answers is held, and let go', async () => {
  const keys = ['one', 'other'].map((name) => ['answers', name])
  const ends = keys.map((key) =>
    new QueryObserver(queryClient, { queryKey: key, queryFn: () => Promise.resolve('shown'), gcTime }).subscribe(() => undefined),
  )
  const held = () => keys.map((key) => queryClient.getQueryData(key))
  await vi.waitFor(() => expect(held()).toEqual(['shown', 'shown']), soon)
  const letGo = holdAnswers()
  for (const end of ends) end()
  await vi.advanceTimersByTimeAsync(hour)
  expect(held()).toEqual(['shown', 'shown'])
  letGo()
  await vi.advanceTimersByTimeAsync(gcTime)
  expect(held()).toEqual([undefined, undefined])
})

test('who shows it again asks anew', async () => {
  const { ask, end } = await show()
  const letGo = holdAnswers()
  end()
  const asked = ask.mock.calls.length
  letGo()
  const again = new QueryObserver(queryClient, { queryKey, queryFn: ask }).subscribe(() => undefined)
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(asked + 1), soon)
  again()
})
