import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'

type Said = Readonly<Record<string, unknown>>
/** One line to a vendor's service: what was said on it, in order. */
export interface VendorLine {
  readonly socket: WebSocket
  readonly heard: Said[]
}

/** A vendor's helmet service, as far as its administrators see it: it lets in whoever has the password and tells of `active`. */
export const startVendor = async (
  password = 'vendor-Secret-1',
  { isMute = false } = {},
  finish: (work: () => void) => void = onTestFinished,
) => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  finish(() => {
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  const lines: VendorLine[] = []
  /** What each question on a line is answered with, of those whose session is over. */
  const over = new Map<WebSocket, Said>()
  const vendor = {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    password,
    /** Every line that was ever opened. */
    lines,
    active: [] as Said[],
    isMute,
    /** By `user_id` what it answers to words for somebody; to all others that they were sent. */
    wordsTo: new Map<unknown, Said>(),
    open: () => server.clients.size,
    /** To everybody who is on the line; a text as it is. */
    push: (message: Said | string) => {
      for (const socket of server.clients)
        if (!over.has(socket)) socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    },
    /** Ends the session of everybody who is on the line, which stays: whatever is asked on it gets this answer. */
    forget: (answer: Said = { status: false, msg: 'please login in' }) => {
      for (const socket of server.clients) over.set(socket, answer)
    },
    /** How often it was asked who is there. */
    asked: () => lines.flatMap(({ heard }) => heard).filter(({ act }) => act === 'ma_get_active_devices').length,
  }
  server.on('connection', (socket) => {
    const heard: Said[] = []
    lines.push({ socket, heard })
    socket.on('message', (data: Buffer) => {
      const said = JSON.parse(data.toString()) as Said
      heard.push(said)
      if (vendor.isMute) return
      if (said['act'] === 'ma_login') {
        const status = said['pwd'] === vendor.password
        socket.send(
          JSON.stringify({
            cmd: 'ma_login',
            status,
            ...(status ? { admin_info: { admin_id: '1' } } : { msg: 'please login in' }),
          }),
        )
      } else if (said['act'] === 'ma_sending_message')
        socket.send(JSON.stringify({ cmd: said['act'], status: true, ...vendor.wordsTo.get(said['user_id']) }))
      else socket.send(JSON.stringify({ cmd: said['act'], ...(over.get(socket) ?? { status: true, data: vendor.active }) }))
    })
  })
  return vendor
}
export type Vendor = Awaited<ReturnType<typeof startVendor>>
