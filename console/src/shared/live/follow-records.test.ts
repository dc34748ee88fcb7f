import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyOf, queryClient } from '../api/queries.ts'
import { follow } from './follow-records.ts'

/** When helmets and when fences were fetched anew, milliseconds from the start. */
const fetched: Record<'hat' | 'fence', number[]> = { hat: [], fence: [] }
let began: number

beforeEach(() => {
  vi.useFakeTimers()
  began = Date.now()
  Object.assign(fetched, { hat: [], fence: [] })
  const lists = { hat: deviceCalls.listBsHatAll, fence: hazardCalls.listBsDangAreaAll }
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation((filters) => {
    for (const kind of ['hat', 'fence'] as const)
      if (filters?.queryKey?.[0] === keyOf(lists[kind])[0]) fetched[kind].push(Date.now() - began)
    return Promise.resolve()
  })
})
afterEach(() => {
  // What one test saved is no news to the next.
  vi.runAllTimers()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Somebody saves one again and again, so long, milliseconds. */
const keepSaving = (kind: string, lasting: number): void => {
  for (let passed = 0; passed < lasting; passed += 100) {
    follow([kind])
    vi.advanceTimersByTime(100)
  }
}

test('the first of two saves is shown at once, the second within a second', () => {
  follow(['hat'])
  expect(fetched.hat).toEqual([0])
  vi.advanceTimersByTime(100)
  follow(['hat'])
  vi.advanceTimersByTime(1_000)
  expect(fetched.hat).toEqual([0, 500])
})

test('what keeps changing is fetched less and less often, and for the last time after its last change', () => {
  keepSaving('hat', 10_000)
  vi.advanceTimersByTime(10_000)
  expect(fetched.hat).toEqual([0, 500, 1_500, 3_500, 6_500, 9_500, 12_500])
})

test('after a rest it is quick again', () => {
  keepSaving('hat', 10_000)
  vi.advanceTimersByTime(10_000)
  const before = fetched.hat.length
  keepSaving('hat', 200)
  vi.advanceTimersByTime(10_000)
  expect(fetched.hat.slice(before)).toEqual([20_000, 20_500])
})

test('an import of one kind makes no other wait', () => {
  keepSaving('hat', 5_000)
  follow(['fence', 'hat'])
  expect(fetched.fence).toEqual([5_000])
  vi.advanceTimersByTime(200)
  follow(['fence'])
  vi.advanceTimersByTime(5_000)
  expect(fetched.fence).toEqual([5_000, 5_500])
})
