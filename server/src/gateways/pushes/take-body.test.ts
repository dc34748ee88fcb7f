import { Readable } from 'node:stream'
import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createBodyReader } from './take-body.ts'

const piece = 64 * 1024
/** A body that is there as a whole, in pieces as a socket has them; tells each that is taken. */
const bodyOf = (pieces: number, fill: number, onTaken: () => void): Readable => {
  let given = 0
  return new Readable({
    highWaterMark: piece,
    read() {
      onTaken()
      given += 1
      this.push(given > pieces ? null : Buffer.alloc(piece, fill))
    },
  })
}

it('takes a piece of each body a round, and hands on one whole body a round', async () => {
  let rounds = 0
  const takenIn = new Map<number, number>()
  const wholeIn = new Map<number, number>()
  const count = (map: Map<number, number>) => map.set(rounds, (map.get(rounds) ?? 0) + 1)
  let isOver = false
  const ticking = (async () => {
    while (!isOver) {
      await nextRound()
      rounds += 1
    }
  })()
  const read = createBodyReader()
  const senders = 20
  const bodies = await Promise.all(
    Array.from({ length: senders }, async (_, fill) => {
      const body = await read(
        bodyOf(16, fill, () => count(takenIn)),
        16 * piece,
        8 * 1024 * 1024,
      )
      count(wholeIn)
      return body
    }),
  )
  isOver = true
  await ticking
  for (const [fill, body] of bodies.entries())
    expect([body.length, body.every((byte) => byte === fill)]).toEqual([16 * piece, true])
  // Two of each at most: one that is taken, and the one behind it that is fetched.
  expect(Math.max(...takenIn.values())).toBeLessThanOrEqual(2 * senders)
  expect(Math.max(...wholeIn.values())).toBe(1)
})

it('refuses what is too large, told or not, and hands on what breaks', async () => {
  const read = createBodyReader()
  let taken = 0
  const body = () => bodyOf(100, 1, () => (taken += 1))
  await expect(read(body(), 100 * piece, 10 * piece)).rejects.toMatchObject({ statusCode: 413 })
  expect(taken).toBe(0)
  const open = body()
  await expect(read(open, Number.NaN, 10 * piece)).rejects.toMatchObject({ statusCode: 413 })
  expect(open.destroyed).toBe(false)
  expect(taken).toBeLessThan(15)
  const broken = body()
  const reading = read(broken, Number.NaN, 200 * piece)
  broken.destroy(new Error('the line broke'))
  await expect(reading).rejects.toThrow('the line broke')
})
