import { expect, it } from 'vitest'
import { createWords } from './words.ts'

/** Words over a line on which what is said is kept, by a clock of the test's. */
const words = (within = 50) => {
  const said: unknown[] = []
  const clock = { now: 1_000 }
  const made = createWords(() => clock.now, { within, late: 100 })
  made.stands((message) => void said.push(message['message']))
  return { ...made, said, clock }
}

it('asks one after the other, and gives each its own answer', async () => {
  const { send, hear, said } = words(60_000)
  const both = [send('1', 'one'), send('2', 'two')]
  await expect.poll(() => said).toEqual(['one'])
  hear(false)
  expect(await both[0]).toBe('failed')
  await expect.poll(() => said).toEqual(['one', 'two'])
  hear(true)
  expect(await both[1]).toBe('sent')
})

it('takes an answer that comes late for none that is asked since', async () => {
  const { send, hear, clock } = words()
  expect(await send('1', 'one')).toBe('timedOut')
  const two = send('2', 'two')
  await Promise.resolve()
  hear(true)
  expect(await two).toBe('timedOut')
  // What never comes is waited for no longer than it may be late.
  clock.now += 101
  const three = send('3', 'three')
  await Promise.resolve()
  hear(true)
  expect(await three).toBe('sent')
})

it('does not say what waited for its turn until nobody waits for it any more', async () => {
  const { send, said, clock } = words()
  const both = [send('1', 'one'), send('2', 'two')]
  await expect.poll(() => said).toEqual(['one'])
  clock.now += 51
  expect(await Promise.all(both)).toEqual(['timedOut', 'timedOut'])
  expect(said).toEqual(['one'])
})

it('says that nobody is there once the line has ended, and refuses more than can be said in time', async () => {
  const { send, stands } = words(60_000)
  const many = Array.from({ length: 51 }, (_, at) => send(String(at), 'word'))
  expect(await many[50]).toBe('failed')
  await Promise.resolve()
  stands(null)
  expect(new Set(await Promise.all(many.slice(0, 50)))).toEqual(new Set(['offline']))
})
