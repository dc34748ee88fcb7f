import { expect, it, onTestFinished, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { createBus } from '../../kernel/bus/bus.ts'
import { createInMemoryNetwork } from '../../kernel/bus/in-memory.ts'
import { createLog } from '../../kernel/log.ts'
import { createHelmets } from './helmets.ts'

it('a helmet is there again as soon as the server that has it is heard again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const network = createInMemoryNetwork()
  let silent = false
  const line = network.connect()
  const quiet = { ...line, publish: (subject: string, data: string) => void (silent || line.publish(subject, data)) }
  const [near, far] = [network.connect(), quiet].map((transport) => {
    const bus = createBus(transport, createLog('silent'))
    const helmets = createHelmets(bus, () => 1)
    onTestFinished(() => {
      helmets.stop()
      return bus.close()
    })
    bus.start()
    return { bus, helmets }
  })
  if (!near || !far) throw new Error('two servers were made')
  await expect.poll(() => near.bus.hasOthers() && far.bus.hasOthers()).toBe(true)
  // Nothing is asked of its connection here.
  far.helmets.enter('H1', {} as WebSocket, { keyId: '1', ip: '' }, () => undefined)
  await expect.poll(() => near.helmets.isThere('H1')).toBe(true)
  silent = true
  for (let beats = 0; beats < 5; beats += 1) {
    vi.advanceTimersByTime(2_000)
    await new Promise((done) => setImmediate(done))
  }
  expect([near.bus.hasOthers(), near.helmets.isThere('H1')]).toEqual([false, false])
  silent = false
  vi.advanceTimersByTime(2_000)
  await expect.poll(() => near.helmets.isThere('H1')).toBe(true)
})
