import { expect, it } from 'vitest'
import { createTraffic } from './gateway.ts'

const traffic = () => {
  let now = 0
  return createTraffic(() => (now += 1))
}
const everybody = () => true

it('keeps the last message of each device and name, the newest first', () => {
  const { heard, lately, counts } = traffic()
  for (const code of ['100', '200', '100']) heard({ code, said: 'place' })
  heard({ code: null, said: 'login' })
  expect(lately(everybody, true)).toEqual([
    { at: 4, code: null, said: 'login' },
    { at: 3, code: '100', said: 'place' },
    { at: 2, code: '200', said: 'place' },
  ])
  expect(counts()).toMatchObject({ messages: 4, lastMessageAt: 4 })
})

it('lists the one device that somebody sees, however many others spoke since', () => {
  const { heard, lately } = traffic()
  heard({ code: 'mine', said: 'place' })
  for (let code = 0; code < 1_000; code += 1) heard({ code: String(code), said: 'place' })
  expect(lately((code) => code === 'mine', false)).toMatchObject([{ code: 'mine' }])
  expect(lately(everybody, true)).toHaveLength(20)
})

it('lists in one millisecond what came last first', () => {
  const { heard, lately } = createTraffic(() => 1)
  for (const code of ['100', '200']) heard({ code, said: 'place' })
  expect(lately(everybody, true).map(({ code }) => code)).toEqual(['200', '100'])
})

it('keeps of made-up names so many, cut, apart from the others, and for who sees everything', () => {
  const { heard, lately } = traffic()
  heard({ code: '100', said: 'sos' })
  for (let name = 0; name < 5_000; name += 1) heard({ code: null, said: `${name}${'x'.repeat(100)}`, isMadeUp: true })
  expect(lately(everybody, false)).toMatchObject([{ said: 'sos' }])
  const all = lately(everybody, true)
  expect(all).toHaveLength(21)
  expect(all[0]?.said).toHaveLength(64)
})

it('forgets the device that was silent longest where there are too many', () => {
  const { heard, lately } = traffic()
  for (let code = 0; code <= 2_000; code += 1) heard({ code: String(code), said: 'place' })
  const of = (known: string) => lately((code) => code === known, false)
  expect([of('0'), of('1')].map(({ length }) => length)).toEqual([0, 1])
})
