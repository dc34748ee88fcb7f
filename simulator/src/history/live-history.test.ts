import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { cast } from '../cast.ts'
import { liveHistory, switchOn } from './live-history.ts'
import type { Step } from './step.ts'

type Said = Readonly<Record<string, unknown>>
type Answer = (socket: WebSocket, said: Said) => void

const right: Answer = (socket, { act }) => socket.send(JSON.stringify({ cmd: act, status: true }))

/** A helmet service that answers as it is told, and all that was said to it. */
const serve = async (answer: Answer) => {
  const said: Said[] = []
  const http = createServer()
  const sockets = new WebSocketServer({ server: http, path: '/helmet' })
  const closed: Promise<unknown>[] = []
  sockets.on('connection', (socket) => {
    closed.push(once(socket, 'close'))
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Said
      said.push(message)
      answer(socket, message)
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate()
    http.close()
  })
  const options = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    deviceKey: 'key',
    password: '',
    ask: () => Promise.reject(new Error('nobody asks')),
    putClock: () => Promise.resolve(),
    logins: new Map<string, never>(),
  }
  return { said, closed, options }
}

const at = Date.parse('2026-11-20T08:00:00+08:00')
const push: Step = { at, kind: 'push', imei: '864901040093271', sosType: '7' }

it('a push counts as told once it is answered', async () => {
  const { said, closed, options } = await serve(right)
  expect(await liveHistory(options, [push])).toEqual({ reports: 0, handled: 0 })
  expect(said.map(({ act }) => act)).toEqual(['ca_login', 'ca_sos'])
  expect(said[0]).toMatchObject({ device_id: push.imei, key: 'key' })
  expect(said[1]).toMatchObject({ sos_type: '7', time: String(at / 1000) })
  await Promise.all(closed)
})

it.each([
  ['before its login is answered', 'ca_login'],
  ['before its push is answered', 'ca_sos'],
])('a line that ends %s is a history that was not lived', async (_, act) => {
  const { options } = await serve((socket, message) => (message['act'] === act ? socket.close() : right(socket, message)))
  await expect(liveHistory(options, [push])).rejects.toThrow(`helmet ${push.imei} was cut off before it was answered`)
})

it('so is what is refused, and the line does not stay open', async () => {
  const { closed, options } = await serve((socket, { act }) =>
    socket.send(JSON.stringify({ cmd: act, status: act === 'ca_login', msg: 'not now' })),
  )
  await expect(liveHistory(options, [push])).rejects.toThrow(`helmet ${push.imei} was refused: not now`)
  await Promise.all(closed)
})

it('every helmet that is in use is switched on, and one that is cut off is missed', async () => {
  const inUse = cast.helmets.filter(({ enable }) => enable === 1).map(({ imei }) => imei)
  const { said, options } = await serve(right)
  await switchOn(options)
  expect(new Set(said.map((one) => one['device_id']))).toEqual(new Set(inUse))
  expect(said).toHaveLength(inUse.length)
  const last = inUse.at(-1)
  const cutting = await serve((socket, message) => (message['device_id'] === last ? socket.terminate() : right(socket, message)))
  await expect(switchOn(cutting.options)).rejects.toThrow(`helmet ${last} was cut off`)
})
