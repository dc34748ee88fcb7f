import { expect, it, onTestFinished } from 'vitest'
import { createBus } from '../../kernel/bus/bus.ts'
import { createInMemoryNetwork } from '../../kernel/bus/in-memory.ts'
import { createLog } from '../../kernel/log.ts'
import { createTickets } from './tickets.ts'

const createdHere = () => {
  const bus = createBus(createInMemoryNetwork().connect(), createLog('silent'))
  onTestFinished(() => bus.close())
  bus.start()
  let time = 0
  let looks = 0
  const now = (): number => {
    looks += 1
    return time
  }
  const tickets = createTickets({ bus, clock: { now } as Parameters<typeof createTickets>[0]['clock'] })
  return { ...tickets, looks: () => looks, pass: (ms: number): number => (time += ms) }
}

it('stand for a session eight at a time, of which the oldest goes, and for a minute', async () => {
  const { create, redeem, pass } = createdHere()
  const other = create('other').ticket
  const own = Array.from({ length: 9 }, () => create('own').ticket)
  expect(await redeem(own[0] ?? '')).toBeNull()
  expect(await Promise.all(own.slice(1, 8).map(redeem))).toEqual(Array.from({ length: 7 }, () => 'own'))
  // One that was used makes room.
  const more = Array.from({ length: 7 }, () => create('own').ticket)
  expect(await Promise.all([own[8] ?? '', ...more, other].map(redeem))).toEqual([
    ...Array.from({ length: 8 }, () => 'own'),
    'other',
  ])
  expect(await redeem(other)).toBeNull()
  const late = create('own').ticket
  pass(60_000)
  expect(await redeem(late)).toBeNull()
})

it('are made without going through those of others', () => {
  const { create, looks, pass } = createdHere()
  for (let nth = 0; nth < 2_000; nth += 1) create(`session ${nth}`)
  pass(61_000)
  for (let nth = 0; nth < 2_000; nth += 1) create(`session ${nth}`)
  expect(looks()).toBeLessThan(4_000 * 5)
})
