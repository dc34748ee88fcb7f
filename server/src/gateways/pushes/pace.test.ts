import { expect, it, onTestFinished } from 'vitest'
import { createBus } from '../../kernel/bus/bus.ts'
import { createInMemoryNetwork } from '../../kernel/bus/in-memory.ts'
import { createLog } from '../../kernel/log.ts'
import { createPace } from './pace.ts'

it('lets in what a device may tell in a minute at all servers together, all or none of what comes at once', async () => {
  const network = createInMemoryNetwork()
  const buses = [0, 1].map(() => createBus(network.connect(), createLog('silent')))
  onTestFinished(async () => {
    for (const bus of buses) await bus.close()
  })
  for (const bus of buses) bus.start()
  await expect.poll(() => buses.every((bus) => bus.hasOthers())).toBe(true)
  let now = Date.parse('2026-11-20T00:15:30Z')
  const most = 10_000
  const [here, there] = buses.map((bus) => {
    const pace = createPace(most, () => now, bus)
    return (device: string, count: number): boolean => pace.take(device, count) === 0
  })
  if (!here || !there) throw new Error('two servers')
  /** Words arrive in their order: who has heard of a device that may tell no more has heard of all before it. */
  const heardAll = async (from: typeof here, by: typeof here, device: string): Promise<void> => {
    from(device, most)
    await expect.poll(() => !by(device, 1)).toBe(true)
  }

  expect([here('gate', 6_000), here('gate', 5_000)]).toEqual([true, false])
  await heardAll(here, there, 'marker')
  expect([there('gate', 5_000), there('gate', 4_000), there('another', most)]).toEqual([false, true, true])
  await heardAll(there, here, 'other marker')
  expect([here('gate', 1), there('gate', 1), here('another', 1)]).toEqual([false, false, false])
  now += 60_000
  expect([here('gate', most), there('another', most)]).toEqual([true, true])
})

it('says for how long a device waits, and forgets the oldest of too many', () => {
  let now = Date.parse('2026-11-20T00:15:30Z')
  const pace = createPace(2, () => now, null)
  expect([pace.wait('a'), pace.take('a', 2), pace.wait('a'), pace.take('a', 1)]).toEqual([0, 0, 30, 30])
  for (let other = 0; other < 9_999; other += 1) pace.take(`other ${other}`, 2)
  expect([pace.wait('a'), pace.take('one more', 1), pace.wait('a'), pace.wait('other 9998')]).toEqual([30, 0, 0, 30])
  now += 30_000
  expect([pace.wait('other 9998'), pace.take('other 9998', 2)]).toEqual([0, 0])
})
