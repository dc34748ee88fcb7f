import { expect, it, onTestFinished, vi } from 'vitest'
import { createSeldom } from './seldom.ts'

it('tells the first of many at once, and of the others each minute how many there were', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const told: [number, string][] = []
  const seldom = createSeldom<string>((times, last) => told.push([times, last]))
  for (const last of ['a', 'b', 'c']) seldom.note(last)
  expect(told.splice(0)).toEqual([[1, 'a']])
  vi.advanceTimersByTime(60_000)
  expect(told.splice(0)).toEqual([[2, 'c']])
  seldom.note('d')
  expect(told).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect(told.splice(0)).toEqual([[1, 'd']])
  // After a minute of silence the next is the first again.
  vi.advanceTimersByTime(60_000)
  for (const last of ['e', 'f']) seldom.note(last)
  expect(told.splice(0)).toEqual([[1, 'e']])
  seldom.stop()
  expect(told).toEqual([[1, 'f']])
})
