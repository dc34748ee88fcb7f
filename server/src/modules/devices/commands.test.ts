import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { createBus } from '../../kernel/bus/bus.ts'
import { createInMemoryNetwork } from '../../kernel/bus/in-memory.ts'
import { createLog } from '../../kernel/log.ts'
import { helmetOf } from '../../../test/helmet.ts'
import { createTestSite } from '../../../test/site.ts'
import { createCommands, type Commands, type DeviceCommand, type LaterReceipt } from './commands.ts'

const log = createLog('silent')
const text: DeviceCommand = { name: 'text', messageId: '7', message: 'down' }

/** Those of two servers that hear each other. */
const servers = async (): Promise<readonly [Commands, Commands]> => {
  const network = createInMemoryNetwork()
  const buses = [createBus(network.connect(), log), createBus(network.connect(), log)] as const
  onTestFinished(async () => {
    for (const bus of buses) await bus.close()
  })
  for (const bus of buses) bus.start()
  await expect.poll(() => buses.every((bus) => bus.hasOthers())).toBe(true)
  return [createCommands({ bus: buses[0], log }), createCommands({ bus: buses[1], log })]
}
afterEach(() => void vi.useRealTimers())

it('says of a device that nobody holds, or holds no more, that it is offline', async () => {
  const [here, there] = await servers()
  const leave = there.hold('hat', '100', () => Promise.resolve('sent'))
  expect(await here.send('hat', '100', text)).toBe('sent')
  expect(await here.send('badge', '100', text)).toBe('offline')
  leave()
  expect(await here.send('hat', '100', text)).toBe('offline')
})

it.each([0, 1])('says that a command failed whose gateway failed, be it here or at another server', async (at) => {
  const both = await servers()
  both[at]?.hold('hat', '100', () => Promise.reject(new Error('no line')))
  expect(await both[0].send('hat', '100', text)).toBe('failed')
})

it.each([0, 1])('says of a gateway that does not answer within ten seconds that it timed out, here and elsewhere', async (at) => {
  const both = await servers()
  const asked = vi.fn(() => new Promise<never>(() => undefined))
  both[at]?.hold('hat', '100', asked)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let became = ''
  const sent = both[0].send('hat', '100', text).then((receipt) => (became = receipt))
  await vi.advanceTimersByTimeAsync(9_999)
  expect([asked.mock.calls.length, became]).toEqual([1, ''])
  await vi.advanceTimersByTimeAsync(1)
  expect(await sent).toBe('timedOut')
})

it('says first that a command was sent, and later what its device says of it, at the server that sent it', async () => {
  const [here, there] = await servers()
  const heard: LaterReceipt[] = []
  here.follow((later) => void heard.push(later))
  there.hold('hat', '100', () => Promise.resolve('sent'))
  const later = { kind: 'hat', code: '100', messageId: '7' } as const
  expect(await here.send('hat', '100', text)).toBe('sent')
  expect(heard).toEqual([])
  there.say({ ...later, receipt: 'accepted' })
  there.say({ ...later, receipt: 'played' })
  await expect.poll(() => heard.length).toBe(2)
  expect(heard).toEqual([
    { ...later, receipt: 'accepted' },
    { ...later, receipt: 'played' },
  ])
})

it('hears of a helmet at another server that it has what it was sent, or that it failed', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  const helmet = await helmetOf(site, '100')
  const bus = createBus(site.network.connect(), log)
  onTestFinished(bus.close)
  bus.start()
  await expect.poll(bus.hasOthers).toBe(true)
  const commands = createCommands({ bus, log })
  const heard: LaterReceipt[] = []
  commands.follow((later) => void heard.push(later))
  expect(await commands.send('hat', '100', text)).toBe('sent')
  const { message_id: messageId } = await helmet.next('server_push_message')
  for (const status of ['read', true, false]) helmet.say({ act: 'ca_sending_message', message_id: messageId, status })
  await expect.poll(() => heard.length).toBe(3)
  const later = { kind: 'hat', code: '100', messageId: '7' }
  expect(heard).toEqual(['accepted', 'accepted', 'failed'].map((receipt) => ({ ...later, receipt })))
})
