import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createInbox, usualPace, type Inbox } from './inbox.ts'
import type { Most } from './valve.ts'

const noPace: Most = { messages: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY, within: 1_000 }

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
      const inbox = createInbox<number>(socket, budget, { carry, outlives, pace: noPace })
      socket.on('message', (data: Buffer) => {
        inbox.noteRead()
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

/** An inbox of a socket that says nothing by itself, and whether it is held up. */
const inboxOf = (
  carry: (message: number) => 'now' | 'later' | Promise<void>,
  { pace = noPace, isUrgent = () => false }: { readonly pace?: Most; readonly isUrgent?: (message: number) => boolean } = {},
) => {
  const held = { is: false, times: 0 }
  const budget = { used: 0 }
  const inbox = createInbox<number>(
    {
      pause: () => {
        held.is = true
        held.times += 1
      },
      resume: () => {
        held.is = false
      },
    },
    budget,
    { carry, pace, isUrgent },
  )
  onTestFinished(inbox.clear)
  return { inbox, held, budget }
}

it.each([
  ['promises that are kept at once', () => Promise.resolve()],
  ['what is done at once', () => 'now' as const],
])('gives others their turn between thousands of messages that come to %s', async (_what, carried) => {
  let [open, done] = [false, 0]
  const { inbox } = inboxOf(() => {
    if (!open) return 'later'
    done += 1
    return carried()
  })
  const count = 20_000
  for (let number = 0; number < count; number += 1) inbox.push(number, 1)
  open = true
  inbox.pump()
  const seen = [done]
  while (done < count) {
    await turn()
    seen.push(done)
  }
  // Between two turns of everybody else a few were carried out.
  const stretches = seen.map((one, at) => one - (seen[at - 1] ?? 0))
  expect(Math.max(...stretches)).toBeLessThan(200)
})

it('reads on only when others had their turn', async () => {
  const { inbox, held } = inboxOf(() => 'now')
  for (let number = 0; number < 1_000; number += 1) inbox.noteRead()
  expect(held).toEqual({ is: true, times: 1 })
  await turn()
  expect(held.is).toBe(false)
})

it('goes by a pace, which holds up its own sender and no call for help', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const carried: number[] = []
  const { inbox, held, budget } = inboxOf(
    (number) => {
      carried.push(number)
      return 'now'
    },
    { pace: usualPace, isUrgent: (number) => number === -1 },
  )
  const kilobyte = 1_024
  for (let number = 0; number < 5_000; number += 1) inbox.push(number, kilobyte)
  const others = async (): Promise<void> => {
    for (let turns = 0; turns < 1_000; turns += 1) await turn()
  }
  await others()
  expect([carried.length, held.is]).toEqual([usualPace.messages, true])
  vi.advanceTimersByTime(usualPace.within)
  await others()
  expect(carried.length).toBe(2 * usualPace.messages)
  // It waits for what was said before it, all of which waits for no pace then.
  inbox.push(-1, kilobyte)
  await others()
  expect([carried.length, carried.at(-1), held.is, budget.used]).toEqual([5_001, -1, false, 0])
  expect(carried.slice(0, -1)).toEqual(Array.from({ length: 5_000 }, (_, number) => number))
})

it('answers signs of life by a pace', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { inbox, held } = inboxOf(() => 'now')
  for (let number = 0; number < 99; number += 1) inbox.noteSign(0)
  expect(held.is).toBe(false)
  inbox.noteSign(0)
  expect(held.is).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(held.is).toBe(false)
})

it('looks no further than it is to for what may be taken out, and keeps the order of the rest', async () => {
  let open = false
  const carried: number[] = []
  const { inbox } = inboxOf((number) => {
    if (!open) return 'later'
    carried.push(number)
    return 'now'
  })
  for (let number = 0; number < 10_000; number += 1) inbox.push(number, 1)
  let looked = 0
  const taken = inbox.takeOut((number) => {
    looked += 1
    return number === 4 ? 'ends' : number % 2 === 1
  })
  expect([taken, looked]).toEqual([[1, 3], 5])
  open = true
  inbox.pump()
  await expect.poll(() => carried.length).toBe(9_998)
  expect(carried.slice(0, 4)).toEqual([0, 2, 4, 5])
  expect(carried).toEqual(carried.toSorted((a, b) => a - b))
})
