import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { barrierGates } from '../equipment.ts'
import type { Login } from '../links/digest.ts'

export type GateAct = 'open' | 'close'

export interface GateDeviceOptions {
  /** Of this machine alone; 0 takes any. */
  readonly port: number
  /** What a gate wants to hear from whoever tells it something, by its name; undefined for one that obeys nobody. */
  readonly loginOf: (name: string) => Login | undefined
  readonly onTold: (name: string, act: GateAct) => void
}

/** What barriers and turnstiles of the plant are told over HTTP they carry out, each as those of its make are told. */
export interface GateDevice {
  readonly port: number
  close(): Promise<void>
}

/** Each is one channel of the same controller. */
export const channelOf = (name: string): number => barrierGates.findIndex((gate) => gate.name === name) + 1

const realm = 'Gate controller'
const longestBody = 4_096

interface Told {
  readonly name: string
  readonly act: GateAct
}

/** Null for what no gate understands. */
const toldBy = (method: string, url: string, body: string): Told | null => {
  const { pathname, searchParams } = new URL(url, 'http://gate')
  const at = /^PUT \/ISAPI\/(Parking\/channels|AccessControl\/RemoteControl\/door)\/(\d+)(?:\/barrierGate)?$/.exec(
    `${method} ${pathname}`,
  )
  const channel = Number(at?.[2] ?? searchParams.get('channel'))
  const gate = barrierGates[channel - 1]
  if (!gate) return null
  const word = at
    ? (/<(?:ctrlMode|cmd)>(open|close)</.exec(body)?.[1] ?? '')
    : (/^(open|close)(?:Strobe|Door)$/.exec(searchParams.get('action') ?? '')?.[1] ?? '')
  const isOfItsKind = at
    ? gate.make === 'hikvision' && (at[1] === 'Parking/channels') === (gate.kind === 'vehicle')
    : gate.make === 'dahua' && `${method} ${pathname}` === 'GET /cgi-bin/trafficSnap.cgi'
  return isOfItsKind && (word === 'open' || word === 'close') ? { name: gate.name, act: word } : null
}

const partIn = (header: string, name: string): string => new RegExp(`\\b${name}="?([^",]+)`).exec(header)?.[1] ?? ''

/** Whether it was proven by HTTP Digest, by MD5 with `qop=auth`, by whoever knows the login. */
const isProven = (header: string, asked: string, nonce: string, { userName, password }: Login): boolean => {
  if (partIn(header, 'username') !== userName || partIn(header, 'nonce') !== nonce) return false
  const ha1 = hash('md5', `${userName}:${realm}:${password}`)
  const expected = hash('md5', [ha1, nonce, partIn(header, 'nc'), partIn(header, 'cnonce'), 'auth', hash('md5', asked)].join(':'))
  const said = Buffer.from(partIn(header, 'response'))
  return said.length === expected.length && timingSafeEqual(said, Buffer.from(expected))
}

/** Null where it is longer than anything a gate is told. */
const bodyOf = async (request: IncomingMessage): Promise<string | null> => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > longestBody) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

/** Listens on this machine alone. Rejects where the port is taken. */
export const openGateDevice = async ({ port, loginOf, onTold }: GateDeviceOptions): Promise<GateDevice> => {
  const nonce = randomBytes(16).toString('hex')
  const answerTo = async (request: IncomingMessage): Promise<{ readonly status: number; readonly text: string }> => {
    const [method, url] = [request.method ?? '', request.url ?? '']
    const body = await bodyOf(request)
    const told = body === null ? null : toldBy(method, url, body)
    if (!told) return { status: 404, text: 'Not Found' }
    const login = loginOf(told.name)
    const header = request.headers.authorization ?? ''
    if (!login || !isProven(header, `${method}:${url}`, nonce, login)) return { status: 401, text: 'Unauthorized' }
    onTold(told.name, told.act)
    const isDahua = method === 'GET'
    return { status: 200, text: isDahua ? 'OK\r\n' : '<ResponseStatus><statusCode>1</statusCode></ResponseStatus>' }
  }
  const http = createServer((request, response) => {
    answerTo(request).then(
      ({ status, text }) => {
        if (status === 401)
          response.setHeader('www-authenticate', `Digest realm="${realm}", nonce="${nonce}", algorithm=MD5, qop="auth"`)
        response.writeHead(status).end(text)
      },
      () => response.destroy(),
    )
  })
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
  return {
    port: (http.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        http.close(() => closed())
        http.closeAllConnections()
      }),
  }
}
