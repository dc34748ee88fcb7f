import { expect, it, onTestFinished } from 'vitest'
import { createBus } from '../../kernel/bus/bus.ts'
import { createInMemoryNetwork } from '../../kernel/bus/in-memory.ts'
import { createLog } from '../../kernel/log.ts'
import { createMovedLine } from './moved.ts'

it('what was lost of what moved at another server is missed, by what comes next or by its saying so again', async () => {
  const network = createInMemoryNetwork()
  const bus = createBus(network.connect(), createLog('silent'))
  onTestFinished(bus.close)
  bus.start()
  let [learned, missed] = [0, 0]
  const line = createMovedLine(bus, {
    learn: (latest) => {
      learned += latest.length
    },
    missed: () => {
      missed += 1
      return Promise.resolve()
    },
  })
  onTestFinished(line.stop)
  const row = { deviceId: 1, kind: 0, fixTime: 1, recvTime: 1, lng: 1, lat: 1 }
  const none = { alt: null, accuracy: null, speed: null, course: null, temperature: null, floor: null, battery: null }
  const latest = [{ row: { ...row, ...none }, recvTime: 1, furthest: 2, standings: null }]
  const other = network.connect()
  const say = (number: number, moved: readonly unknown[]): void =>
    other.publish('positions.moved', JSON.stringify({ server: 'x', number, latest: moved }))
  // What it told before it was heard of.
  say(6, [])
  await expect.poll(() => missed).toBe(1)
  for (const number of [7, 8]) say(number, latest)
  say(8, [])
  await expect.poll(() => learned).toBe(2)
  expect(missed).toBe(1)
  // 9 was lost.
  say(10, latest)
  await expect.poll(() => missed).toBe(2)
  // 11 was lost, and nothing came after it.
  say(11, [])
  await expect.poll(() => missed).toBe(3)
  expect(learned).toBe(3)
})
