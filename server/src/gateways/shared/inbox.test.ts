import { expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createInbox, type Inbox } from './inbox.ts'

/** A socket whose messages go into an inbox. */
const withInbox = async (
  carry: (message: number) => 'now' | 'later' | Promise<void>,
  budget = { used: 0 },
  outlives: (message: number) => boolean = () => false,
) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  onTestFinished(() => server.close())
  await new Promise((listening) => server.once('listening', listening))
  let received = 0
  const taken = new Promise<Inbox<number>>((resolve) => {
    server.once('connection', (socket) => {
      const inbox = createInbox<number>(socket, budget, carry, outlives)
      socket.on('message', (data: Buffer) => {
        received += data.length
        inbox.push(data.readUInt32BE(0), data.length)
      })
      socket.on('close', inbox.clear)
      resolve(inbox)
    })
  })
  const sender = new WebSocket(`ws://127.0.0.1:${(server.address() as { port: number }).port}`)
  onTestFinished(() => sender.terminate())
  await new Promise((open) => sender.once('open', open))
  return { sender, inbox: await taken, budget, received: () => received }
}
const mebibyte = 1024 * 1024
const numbered = (number: number): Buffer => {
  const message = Buffer.alloc(16 * 1024)
  message.writeUInt32BE(number)
  return message
}

/** Whether something came, and no more does. */
const settled = async (received: () => number): Promise<boolean> => {
  const before = received()
  await new Promise((later) => setTimeout(later, 200))
  return before > 0 && received() === before
}

it('is read ahead only so far: its sender keeps the rest, and all of it comes in order afterwards', async () => {
  const carried: number[] = []
  let open = false
  const { sender, inbox, budget, received } = await withInbox((message) => {
    if (!open) return 'later'
    carried.push(message)
    return 'now'
  })
  // More than sockets themselves hold.
  const count = 3_000
  for (let number = 0; number < count; number += 1) sender.send(numbered(number))
  await expect.poll(received).toBeGreaterThan(4 * mebibyte - 1)
  await expect.poll(() => settled(received)).toBe(true)
  expect(received()).toBeLessThan(6 * mebibyte)
  expect(sender.bufferedAmount).toBeGreaterThan(0)
  expect(budget.used).toBe(received())
  open = true
  inbox.pump()
  await expect.poll(() => carried.length).toBe(count)
  expect(carried).toEqual(Array.from({ length: count }, (_, number) => number))
  expect(budget.used).toBe(0)
})

it('is read ahead next to nothing while others have filled what there is for all', async () => {
  const { sender, received } = await withInbox(() => 'later', { used: 64 * mebibyte })
  for (let number = 0; number < 1_000; number += 1) sender.send(numbered(number))
  await expect.poll(() => settled(received)).toBe(true)
  expect(received()).toBeLessThan(mebibyte)
})

it('holds up what comes behind a message that takes its time, and forgets all of it when the socket closes', async () => {
  const first = Promise.withResolvers<void>()
  const carried: number[] = []
  const { sender, budget } = await withInbox((message) => {
    carried.push(message)
    return message === 0 ? first.promise : 'now'
  })
  for (const number of [0, 1, 2]) sender.send(numbered(number))
  await expect.poll(() => budget.used).toBe(2 * 16 * 1024)
  expect(carried).toEqual([0])
  first.resolve()
  await expect.poll(() => carried).toEqual([0, 1, 2])
  expect(budget.used).toBe(0)
})

it('forgets what it holds when the socket closes', async () => {
  const { sender, budget } = await withInbox(() => 'later')
  sender.send(numbered(0))
  await expect.poll(() => budget.used).toBeGreaterThan(0)
  sender.close()
  await expect.poll(() => budget.used).toBe(0)
})

it('carries out the first few of what outlives the socket, in its turn and once', async () => {
  const first = Promise.withResolvers<void>()
  const carried: number[] = []
  const { sender, inbox, budget, received } = await withInbox(
    (message) => {
      carried.push(message)
      return message === 0 ? first.promise : 'now'
    },
    { used: 0 },
    (message) => message % 2 === 1,
  )
  for (let number = 0; number < 100; number += 1) sender.send(numbered(number))
  await expect.poll(received).toBe(100 * 16 * 1024)
  sender.close()
  const outliving = Array.from({ length: 16 }, (_, place) => 2 * place + 1)
  await expect.poll(() => budget.used).toBe(16 * 16 * 1024)
  expect(carried).toEqual([0])
  inbox.push(201, 16 * 1024)
  first.resolve()
  await expect.poll(() => budget.used).toBe(0)
  expect(carried).toEqual([0, ...outliving])
})
