import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export const deviceLogin = { userName: 'admin', password: 'Tor-4711-zu' }

export interface Heard {
  readonly method: string
  readonly url: string
  readonly body: string
}
export type Answer = (response: ServerResponse, heard: Heard) => void
export const says =
  (status: number, text: string): Answer =>
  (response) =>
    void response.writeHead(status).end(text)
/** A gate's own HTTP server, which asks for Digest; what it carried out, and how often it was asked by whom it knows and whom not. */
export const device = async (
  answer: Answer,
  {
    algorithm = 'MD5',
    qop = true,
    port: at = 0,
  }: { readonly algorithm?: 'MD5' | 'SHA-256'; readonly qop?: boolean; readonly port?: number } = {},
) => {
  const carriedOut: Heard[] = []
  let asked = 0
  let wrong = 0
  const knows = (request: IncomingMessage): boolean => {
    const header = request.headers.authorization ?? ''
    const part = (name: string): string => new RegExp(`\\b${name}="?([^",]+)`).exec(header)?.[1] ?? ''
    const of = (text: string): string => hash(algorithm === 'MD5' ? 'md5' : 'sha256', text)
    const [ha1, ha2] = [of(`${deviceLogin.userName}:IP Device:${deviceLogin.password}`), of(`${request.method}:${request.url}`)]
    const expected = qop ? of(`${ha1}:n0nce:${part('nc')}:${part('cnonce')}:auth:${ha2}`) : of(`${ha1}:n0nce:${ha2}`)
    return part('response') === expected
  }
  const http = createServer((request, response) => {
    asked += 1
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      if (knows(request)) {
        const heard = { method: request.method ?? '', url: request.url ?? '', body: Buffer.concat(pieces).toString() }
        carriedOut.push(heard)
        answer(response, heard)
        return
      }
      if (request.headers.authorization !== undefined) wrong += 1
      const challenge = `Digest realm="IP Device", nonce="n0nce", algorithm=${algorithm}${qop ? ', qop="auth,auth-int"' : ''}, opaque=""`
      response.writeHead(401, { 'www-authenticate': challenge }).end()
    })
  })
  http.listen(at, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  const { port } = http.address() as AddressInfo
  return {
    port,
    carriedOut,
    counts: () => ({ asked, wrong }),
    close: () => new Promise((closed) => http.close(closed)),
  }
}
