import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { barrierGates } from '../equipment.ts'
import type { Login } from '../links/digest.ts'
import { createGateLists } from './gate-lists.ts'

export type GateAct = 'open' | 'close' | 'speaker' | 'screen'

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
  /** The plates on the lists of a barrier, each with its list before it. */
  readonly listsOf: (name: string) => readonly string[]
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

/** What is spoken or shown, on barriers of the make that has a speaker and a screen. */
const spokenBy = (method: string, pathname: string, body: string): Told | null => {
  const at = /^PUT \/ISAPI\/Parking\/channels\/(\d+)\/(voiceBroadcastInfo|LEDConfigurations\/multiScene\/1)$/.exec(
    `${method} ${pathname}`,
  )
  const gate = barrierGates[Number(at?.[1]) - 1]
  if (!at || gate?.make !== 'hikvision' || gate.kind !== 'vehicle') return null
  const isSpoken = at[2] === 'voiceBroadcastInfo'
  return (isSpoken ? /<TTSInfo>[^<]+</ : /"customValue":"[^"]+"/).test(body)
    ? { name: gate.name, act: isSpoken ? 'speaker' : 'screen' }
    : null
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
  const lists = createGateLists(loginOf)
  const answerTo = async (request: IncomingMessage): Promise<{ readonly status: number; readonly text: string }> => {
    const [method, url] = [request.method ?? '', request.url ?? '']
    const body = await bodyOf(request)
    if (body === null) return { status: 404, text: 'Not Found' }
    const { pathname } = new URL(url, 'http://gate')
    const header = request.headers.authorization ?? ''
    const listed = lists.meantBy(method, url, body, partIn(header, 'username'))
    const told = toldBy(method, url, body) ?? spokenBy(method, pathname, body)
    if (!told && !listed) return { status: 404, text: 'Not Found' }
    const known = told ? loginOf(told.name) : listed?.login
    if (!known || !isProven(header, `${method}:${url}`, nonce, known)) return { status: 401, text: 'Unauthorized' }
    if (listed) return { status: 200, text: listed.carryOut() }
    if (told) onTold(told.name, told.act)
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
    listsOf: lists.of,
    close: () =>
      new Promise((closed) => {
        http.close(() => closed())
        http.closeAllConnections()
      }),
  }
}
