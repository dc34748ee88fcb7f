import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { invalidate, invalidateAll, keyOf, queryClient } from './queries.ts'

afterEach(() => queryClient.clear())

/** Somebody looks at a list whose answers come when a test says so; how often it was asked for, and what is shown. */
const looking = () => {
  const asked: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const answer = Promise.withResolvers<string>()
    asked.push(answer)
    return answer.promise
  }
  const observer = new QueryObserver(queryClient, { queryKey: keyOf(deviceCalls.listBsHatAll, {}), queryFn })
  const end = observer.subscribe(() => undefined)
  return { asked, shown: () => observer.getCurrentResult().data, end }
}

test('what changes while the first answer is on its way is asked for once more, however often it changes', async () => {
  const { asked, shown, end } = looking()
  for (const _ of [1, 2, 3]) invalidate(deviceCalls.listBsHatAll)
  expect(asked).toHaveLength(1)
  asked[0]?.resolve('of before')
  await expect.poll(() => asked).toHaveLength(2)
  asked[1]?.resolve('of after')
  await expect.poll(() => shown()).toBe('of after')
  expect(asked).toHaveLength(2)

  // A later answer that is on its way is left for a new one.
  invalidate(deviceCalls.listBsHatAll)
  invalidateAll()
  expect(asked).toHaveLength(4)
  end()
})

test('a first answer that nothing changed under is asked for once; one that failed is left to whoever tries again', async () => {
  const { asked, shown, end } = looking()
  asked[0]?.resolve('shown')
  await expect.poll(() => shown()).toBe('shown')
  expect(asked).toHaveLength(1)
  end()
  queryClient.clear()

  const failing = looking()
  invalidate(deviceCalls.listBsHatAll)
  failing.asked[0]?.reject(new Error('no network'))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(failing.asked).toHaveLength(1)
  failing.end()
})
