import { expect, it } from 'vitest'
import type { FromRoom } from '@vigil/contract/telephony/rooms.ts'
import { createLog } from '../../kernel/log.ts'
import type { Publisher } from './media-thread.ts'
import { createHeldRooms, silentAfter, type Place } from './room.ts'

/** Rooms without sound, at a time that a test says: whether somebody is heard it says as well. */
const roomsAt = () => {
  const clock = { now: 1_000_000 }
  const heardAt = new Map<string, number>()
  const told: [string, FromRoom][] = []
  const [closed, ended, left]: [string[], [string, string][], string[]] = [[], [], []]
  /** To be called where what somebody is heard by breaks, in the order in which it was opened. */
  const broken: (() => void)[] = []
  /** How the log is written, and whether it can be. */
  const log = { entered: () => Promise.resolve('1'), isAway: false }
  const publisher = (offer: string): Publisher => ({
    answer: `answer to ${offer}`,
    heardAt: () => heardAt.get(offer) ?? null,
    subscribe: (onFailed) => {
      broken.push(onFailed)
      return Promise.resolve({
        offer: `of ${offer}`,
        accept: () => Promise.resolve(),
        close: () => Promise.resolve(void closed.push(`of ${offer}`)),
      })
    },
    close: () => Promise.resolve(void closed.push(offer)),
  })
  /** To be called where what somebody sends by breaks. */
  const cut = new Map<string, () => void>()
  const publish = (offer: string, onFailed: () => void): Promise<Publisher> => {
    cut.set(offer, onFailed)
    return offer === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve(publisher(offer))
  }
  const rooms = createHeldRooms({
    media: { publish },
    log: createLog('silent'),
    now: () => clock.now,
    calls: {
      emptyFor: 30_000,
      entered: () => log.entered(),
      left: (row) => Promise.resolve(void left.push(row)),
      end: (id, outcome) => (log.isAway ? Promise.reject(new Error('away')) : Promise.resolve(void ended.push([id, outcome]))),
    },
    tell: ({ connection }: Place, said) => void told.push([connection, said]),
  })
  const enter = (id: string, server = 'here', room = '7') =>
    rooms.enter(room, { id, party: { kind: 'user', id, number: '', name: id }, at: { server, connection: id } })
  return {
    broken,
    cut,
    clock,
    heardAt,
    told,
    closed,
    ended,
    left,
    log,
    rooms,
    enter,
    names: () => rooms.members('7').map(({ name }) => name),
  }
}

it('sends away who is silent, and nobody else', async () => {
  const { clock, heardAt, told, closed, rooms, enter, names } = roomsAt()
  for (const name of ['a', 'b', 'c']) await enter(name)
  for (const name of ['a', 'b']) rooms.said('7', name, { say: 'publish', sdp: name })
  await expect.poll(() => told.filter(([, { tell }]) => tell === 'offer').length).toBe(4)
  clock.now += silentAfter
  heardAt.set('a', clock.now)
  await rooms.sweep()
  expect(names()).toEqual(['a', 'b', 'c'])
  clock.now += 1
  await rooms.sweep()
  expect(names()).toEqual(['a'])
  expect(told.filter(([, { tell }]) => tell === 'over')).toEqual([
    ['b', { tell: 'over', why: 'silent' }],
    ['c', { tell: 'over', why: 'silent' }],
  ])
  // Nothing of who left is kept open.
  expect(closed.toSorted()).toEqual(['b', 'of a', 'of a', 'of b', 'of b'])
})

it('is over after half a minute in which nobody is in it, and not before', async () => {
  const { clock, ended, rooms, enter } = roomsAt()
  await enter('a')
  rooms.said('7', 'a', { say: 'leave' })
  await expect.poll(() => rooms.members('7')).toEqual([])
  clock.now += 30_000
  await rooms.sweep()
  expect(ended).toEqual([])
  clock.now += 1
  await rooms.sweep()
  expect([ended, rooms.size()]).toEqual([[['7', 'missed']], 0])
})

it('sends away who sends what cannot be taken, and who came by a server that is gone', async () => {
  const { told, rooms, enter, names } = roomsAt()
  for (const name of ['a', 'b']) await enter(name)
  await enter('c', 'elsewhere')
  rooms.said('7', 'a', { say: 'publish', sdp: 'bad' })
  await expect.poll(names).toEqual(['b', 'c'])
  expect(told).toContainEqual(['a', { tell: 'over', why: 'media' }])
  rooms.dropOfServer('elsewhere')
  expect(names()).toEqual(['b'])
})

it('tells everybody who goes with its process', async () => {
  const { told, ended, rooms, enter } = roomsAt()
  for (const name of ['a', 'b']) await enter(name)
  await rooms.endAll()
  expect(told.filter(([, { tell }]) => tell === 'over').map(([name]) => name)).toEqual(['a', 'b'])
  expect(ended).toEqual([['7', 'lost']])
})

it('writes down that somebody left who went while that he came was being written', async () => {
  const { left, log, rooms, enter } = roomsAt()
  const written = Promise.withResolvers<string>()
  log.entered = () => written.promise
  const entering = enter('a')
  rooms.said('7', 'a', { say: 'leave' })
  await expect.poll(() => rooms.members('7')).toEqual([])
  written.resolve('42')
  await entering
  await expect.poll(() => left).toEqual(['42'])
})

it('tells everybody in all rooms that they are over, whether that can be written down or not', async () => {
  const { told, log, rooms, enter } = roomsAt()
  await enter('a')
  await enter('b', 'here', '8')
  log.isAway = true
  await rooms.endAll()
  expect(told.filter(([, { tell }]) => tell === 'over').map(([to]) => to)).toEqual(['a', 'b'])
})

it('offers anew what did not come to stand, three times', async () => {
  const { broken, told, closed, rooms, enter } = roomsAt()
  for (const name of ['a', 'b']) await enter(name)
  rooms.said('7', 'a', { say: 'publish', sdp: 'a' })
  const offers = () => told.filter(([, { tell }]) => tell === 'offer').length
  for (const times of [1, 2, 3, 4]) {
    await expect.poll(offers).toBe(times)
    broken.at(-1)?.()
  }
  // Nor once he left.
  rooms.said('7', 'b', { say: 'leave' })
  await expect.poll(() => rooms.members('7')).toHaveLength(1)
  expect(offers()).toBe(4)
  expect(closed).toEqual(['of a', 'of a', 'of a', 'of a'])
})

it('offers anew what does not stand where it is heard, and nothing that nobody hears', async () => {
  const { told, closed, rooms, enter } = roomsAt()
  for (const name of ['a', 'b']) await enter(name)
  rooms.said('7', 'b', { say: 'unheard', of: 'a' })
  rooms.said('7', 'a', { say: 'publish', sdp: 'a' })
  const offers = () => told.filter(([, { tell }]) => tell === 'offer')
  await expect.poll(offers).toHaveLength(1)
  for (const of of ['a', 'b', 'nobody']) rooms.said('7', 'b', { say: 'unheard', of })
  await expect.poll(offers).toHaveLength(2)
  rooms.said('7', 'b', { say: 'leave' })
  await expect.poll(() => rooms.members('7')).toHaveLength(1)
  const offer = ['b', { tell: 'offer', of: 'a', sdp: 'of a' }]
  expect([offers(), closed]).toEqual([
    [offer, offer],
    ['of a', 'of a'],
  ])
})

it('sends away at once of whom nothing can come any more', async () => {
  const { cut, told, rooms, enter, names } = roomsAt()
  for (const name of ['a', 'b']) await enter(name)
  rooms.said('7', 'a', { say: 'publish', sdp: 'a' })
  await expect.poll(() => told.some(([, { tell }]) => tell === 'published')).toBe(true)
  cut.get('a')?.()
  expect([names(), told.filter(([, { tell }]) => tell === 'over')]).toEqual([['b'], [['a', { tell: 'over', why: 'silent' }]]])
})
