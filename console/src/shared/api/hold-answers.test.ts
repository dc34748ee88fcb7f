import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdAnswers } from './hold-answers.ts'
import { queryClient } from './queries.ts'

const hour = 3_600_000
/** As in a browser; outside of one answers are kept for ever. */
const gcTime = 300_000
const queryKey = ['answers', 'of a screen']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** A screen that shows an answer, repeated every second; what it asked, and how it stops. */
const show = async () => {
  const ask = vi.fn<() => Promise<string>>().mockResolvedValue('shown')
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: ask, refetchInterval: 1_000, gcTime })
  const end = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toBe('shown'))
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

test('who shows it again asks anew', async () => {
  const { ask, end } = await show()
  const letGo = holdAnswers()
  end()
  const asked = ask.mock.calls.length
  letGo()
  const again = new QueryObserver(queryClient, { queryKey, queryFn: ask }).subscribe(() => undefined)
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(asked + 1))
  again()
})
