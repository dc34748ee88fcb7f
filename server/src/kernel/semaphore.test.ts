import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSemaphore, NoPermit } from './semaphore.ts'

it('grants permits in the order in which they were asked for, so many at one time', async () => {
  const permits = createSemaphore(2)
  const came: string[] = []
  const ask = (name: string) => permits.acquire().then(() => came.push(name))
  await Promise.all([ask('a'), ask('b')])
  const [third, fourth] = [ask('c'), ask('d')]
  expect([came, permits.waiting()]).toEqual([['a', 'b'], 2])
  permits.release()
  await third
  permits.release()
  await fourth
  expect([came, permits.waiting()]).toEqual([['a', 'b', 'c', 'd'], 0])
})

it('lets nobody go who waits in a line that moves, however long, and refuses who waits in one that stands', async () => {
  const permits = createSemaphore(1, 400)
  await permits.acquire()
  const came: number[] = []
  const line = Array.from({ length: 12 }, async (_, nth) => {
    await permits.acquire()
    came.push(nth)
  })
  const began = performance.now()
  // The last of them waits several times as long as anybody is ready to wait for nothing.
  for (const each of line) {
    await pause(100)
    permits.release()
    await each
  }
  expect(came).toEqual([...line.keys()])
  expect(performance.now() - began).toBeGreaterThan(1_000)
  await expect(permits.acquire()).rejects.toBeInstanceOf(NoPermit)
  // Whoever was refused holds nobody up.
  permits.release()
  await permits.acquire()
})

it('takes permits that are good for nothing for no movement', async () => {
  const permits = createSemaphore(1, 400)
  await permits.acquire()
  let refused = 0
  const line = Array.from({ length: 8 }, async () => {
    try {
      await permits.acquire()
    } catch {
      return (refused += 1)
    }
    await pause(300)
    return permits.release(false)
  })
  await pause(300)
  permits.release(false)
  await Promise.all(line)
  // One had a permit in time, and perhaps the next; the others were not kept waiting for those to fail in turn.
  expect(refused).toBeGreaterThan(4)
})
