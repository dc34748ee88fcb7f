import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log.ts'
import { createBus, type Bus } from './bus.ts'
import { createInMemoryNetwork } from './in-memory.ts'
import { question, subject } from './subject.ts'
import { AnswerLate, NobodyAnswers } from './transport.ts'

const numbers = subject('test.numbers', z.number())
const half = question('test.half', z.number(), z.number())

const servers = async (count: number) => {
  const network = createInMemoryNetwork()
  const buses = Array.from({ length: count }, () => createBus(network.connect(), createLog('silent')))
  onTestFinished(async () => {
    for (const bus of buses) await bus.close()
  })
  for (const bus of buses) bus.start()
  await expect.poll(() => buses.every((bus) => bus.hasOthers()) || count === 1).toBe(true)
  return { network, buses: buses as unknown as readonly [Bus, Bus, Bus] }
}
const heardBy = (bus: Bus): [number, string][] => {
  const heard: [number, string][] = []
  bus.subscribe(numbers, (number, whence) => void heard.push([number, whence]))
  return heard
}

describe('what is told', () => {
  it('is heard here before the sender goes on, and elsewhere, in its order', async () => {
    const { buses } = await servers(3)
    const heard = buses.map(heardBy)
    for (const number of [1, 2, 3]) await buses[0].publish(numbers, number)
    expect(heard[0]).toEqual([1, 2, 3].map((number) => [number, 'here']))
    for (const others of heard.slice(1))
      await expect
        .poll(() => others.length === 3 && others.every(([number, whence], at) => number === at + 1 && whence === 'elsewhere'))
        .toBe(true)
    buses[1].tellOthers(numbers, 4)
    await expect.poll(() => heard[0]?.at(-1)?.[0] === 4 && heard[2]?.at(-1)?.[0] === 4).toBe(true)
    expect(heard[1]).toHaveLength(3)
  })

  it('fails nobody who tells it, and is said again to who failed to hear it', async () => {
    const { buses } = await servers(1)
    let tries = 0
    buses[0].subscribe(numbers, () => {
      tries += 1
      if (tries === 1) throw new Error('not now')
    })
    const others = heardBy(buses[0])
    await buses[0].publish(numbers, 1)
    expect(others).toEqual([[1, 'here']])
    await expect.poll(() => tries).toBe(2)
  })

  it('is nothing where it is of another shape, as from a server of another version', async () => {
    const { network, buses } = await servers(2)
    const heard = heardBy(buses[0])
    let nothing = 0
    buses[0].subscribe(subject('test.nothing', z.null()), () => void (nothing += 1))
    buses[1].tellOthers(subject('test.nothing', z.null()), null)
    await expect.poll(() => nothing).toBe(1)
    const stranger = network.connect()
    for (const data of ['"three"', 'no JSON', '3']) stranger.publish('test.numbers', data)
    await expect.poll(() => heard.length).toBe(1)
    expect(heard).toEqual([[3, 'elsewhere']])
    await stranger.close()
  })

  it('is heard here though it cannot be sent any more, and ends nobody who tells it', async () => {
    const { network, buses } = await servers(2)
    const line = network.connect()
    const broken = createBus(
      {
        ...line,
        publish: () => {
          throw new Error('connection closed')
        },
      },
      createLog('silent'),
    )
    onTestFinished(broken.close)
    broken.start()
    const heard = heardBy(broken)
    // It knows of the others, since it hears them.
    await expect.poll(() => broken.hasOthers()).toBe(true)
    broken.tellOthers(numbers, 1)
    await broken.publish(numbers, 2)
    expect(heard).toEqual([[2, 'here']])
    expect(buses[0].hasOthers()).toBe(true)
  })

  it('by a server of another version leaves it there, and what cannot be read is left out', async () => {
    const { network, buses } = await servers(1)
    const stranger = network.connect()
    stranger.publish('server.alive', 'no JSON')
    stranger.publish('server.alive', JSON.stringify({ server: 'x', is: 'draining' }))
    await expect.poll(() => buses[0].hasOthers()).toBe(true)
    await stranger.close()
  })

  it('goes to one of a queue group, in turns', async () => {
    const network = createInMemoryNetwork()
    const taken = [0, 0]
    taken.forEach((_, at) => network.connect().subscribe('work', () => void (taken[at] = (taken[at] ?? 0) + 1), 'workers'))
    const sender = network.connect()
    for (let sent = 0; sent < 10; sent += 1) sender.publish('work', '')
    await expect.poll(() => taken.reduce((sum, count) => sum + count, 0)).toBe(10)
    expect(taken).toEqual([5, 5])
  })
})

describe('a question', () => {
  it('is answered by who answers under its key, wherever that is', async () => {
    const { buses } = await servers(3)
    const end = buses[2].answer(half, 'a', (number) => Promise.resolve(number / 2))
    expect(await buses[0].ask(half, 'a', 8, 1_000)).toBe(4)
    expect(await buses[2].ask(half, 'a', 6, 1_000)).toBe(3)
    await expect(buses[0].ask(half, 'b', 8, 1_000)).rejects.toBeInstanceOf(NobodyAnswers)
    end()
    await expect(buses[0].ask(half, 'a', 8, 1_000)).rejects.toBeInstanceOf(NobodyAnswers)
    await expect(buses[2].ask(half, 'a', 8, 1_000)).rejects.toBeInstanceOf(NobodyAnswers)
  })

  it('that is not answered in time is told from one that nobody answers', async () => {
    const { buses } = await servers(2)
    buses[1].answer(half, 'slow', () => new Promise(() => undefined))
    for (const bus of [buses[0], buses[1]]) await expect(bus.ask(half, 'slow', 8, 50)).rejects.toBeInstanceOf(AnswerLate)
  })
})

it('a server that leaves is missed at once', async () => {
  const { buses } = await servers(2)
  const gone: string[] = []
  buses[0].onGone((server) => gone.push(server))
  await buses[1].close()
  await expect.poll(() => gone.length).toBe(1)
  expect(gone).toEqual([buses[1].server])
  expect(buses[0].hasOthers()).toBe(false)
})
