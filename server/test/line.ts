import { connect, type Socket } from 'node:net'
import type { TestSite } from './site.ts'

export const large = 8 * 1024 * 1024

/** A connection as somebody makes it who writes his own requests, and its other end in the server. */
export interface Line {
  readonly socket: Socket
  readonly served: Promise<Socket>
  /** All that came, once so much of it has that this is answered. */
  readonly until: (enough: (text: string) => boolean) => Promise<string>
  readonly closed: Promise<string>
}
export const openLine = (site: TestSite): Line => {
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1').on('error', () => undefined)
  const { server } = site.app.fastify
  server.setMaxListeners(100)
  const served = new Promise<Socket>((resolve) => {
    const look = (one: Socket): void => {
      if (one.remotePort !== socket.localPort) return
      server.off('connection', look)
      resolve(one)
    }
    server.on('connection', look)
  })
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return {
    socket,
    served,
    until: (enough) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (enough(text)) resolve(text)
        }
        socket.on('data', look).once('close', () => reject(new Error(`closed after ${text}`)))
        look()
      }),
    closed: new Promise((resolve) => socket.once('close', () => resolve(text))),
  }
}

/** The head of a post, of a body of 8 MB unless it says otherwise. */
export const head = (path: string, headers: Readonly<Record<string, string | number>> = {}): string =>
  [
    `POST ${path} HTTP/1.1`,
    'host: vigil',
    ...Object.entries({ 'content-type': 'application/json', 'content-length': large, ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '\r\n',
  ].join('\r\n')

export const readAnswer = (text: string) => {
  const [headers = '', body = ''] = text.split('\r\n\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1]),
    headers: headers.toLowerCase(),
    ...(JSON.parse(body) as { code: string; msg: string }),
  }
}
