import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { behindFrom, createConsoleLine, givenUpFrom } from './console-line.ts'

/** The line of a console that has stopped reading, and what is heard on it. */
const stalled = async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  const far = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [[near]] = await Promise.all([once(server, 'connection') as Promise<[WebSocket]>, once(far, 'open')])
  onTestFinished(() => {
    far.terminate()
    server.close()
  })
  const heard: string[] = []
  const ends: string[] = []
  const note = { message: (text: string) => heard.push(text), answer: () => undefined, givenUp: (why: string) => ends.push(why) }
  const line = createConsoleLine(near, note, Date.now)
  far.pause()
  return { line, far, heard, ends }
}
const piece = Buffer.alloc(64 * 1024)

it('a console is given up for whatever is said to it once too much is unsent, and no more is kept for it', async () => {
  const { line, ends } = await stalled()
  let most = 0
  // Many times what a system takes for a reader that stands still.
  for (let count = 0; count < 1_000 && ends.length === 0; count += 1) {
    line.send(piece, true)
    most = Math.max(most, line.unsent())
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(ends).toEqual(['it does not read'])
  expect(most).toBeLessThan(givenUpFrom + 2 * piece.length)
  line.say({ type: 'pong', at: 1, serverTime: 1 })
  expect([line.isOpen(), line.unsent() <= most]).toEqual([false, true])
})

it('of a console that is behind nothing is read until it has caught up', async () => {
  const { line, far, heard } = await stalled()
  while (line.unsent() <= behindFrom) line.send(piece, true)
  // What the system has taken in by now is not what is unsent.
  while (line.unsent() < 2 * 1024 * 1024) line.send(piece, true)
  far.send('first')
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(heard).toEqual([])
  far.resume()
  await expect.poll(() => heard).toEqual(['first'])
})
