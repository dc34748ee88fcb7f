/**
 * Messages of SIP (RFC 3261): read from one datagram or WebSocket frame and written to one. Headers keep their order, and those that nobody
 * here knows go on as they came: a proxy changes what it has to and nothing else.
 */

/** Name as it is written, and value without white space around it. */
export type Header = readonly [name: string, value: string]

interface Common {
  readonly headers: readonly Header[]
  /** In the charset that its type says; of a WebSocket UTF-8. */
  readonly body: Buffer
}
export interface SipRequest extends Common {
  readonly kind: 'request'
  readonly method: string
  readonly uri: string
}
export interface SipResponse extends Common {
  readonly kind: 'response'
  readonly status: number
  readonly reason: string
}
export type SipMessage = SipRequest | SipResponse

/** Headers, those in one line counted each, and bytes of a message, several times what any device sends. */
const atMost = { headers: 100, bytes: 64 * 1024 } as const

const compact: Readonly<Record<string, string>> = {
  i: 'Call-ID',
  m: 'Contact',
  e: 'Content-Encoding',
  l: 'Content-Length',
  c: 'Content-Type',
  f: 'From',
  s: 'Subject',
  k: 'Supported',
  t: 'To',
  v: 'Via',
  o: 'Event',
  r: 'Refer-To',
}
/** Those whose values may stand in one line, apart by commas. */
const listed: ReadonlySet<string> = new Set(['via', 'route', 'record-route', 'contact'])

const token = /^[\w.!%*+`'~-]+$/
const requestLine = /^([A-Z]{1,32}) (\S{1,1024}) SIP\/2\.0$/
const statusLine = /^SIP\/2\.0 ([1-6]\d\d) ([^\r\n]{0,256})$/

/** Values that commas hold apart, but for those within quotes or angle brackets. */
const apart = (text: string): string[] => {
  const values: string[] = []
  let [quoted, depth, from] = [false, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (quoted && sign === '\\') at += 1
    else if (sign === '"') quoted = !quoted
    else if (quoted) continue
    else if (sign === '<') depth += 1
    else if (sign === '>') depth -= 1
    else if (sign === ',' && depth === 0) {
      values.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  return [...values, text.slice(from).trim()].filter((value) => value !== '')
}

const headersOf = (lines: readonly string[]): Header[] | null => {
  const unfolded: string[] = []
  for (const line of lines) {
    const before = unfolded.at(-1)
    if (!/^[ \t]/.test(line)) unfolded.push(line)
    else if (before === undefined) return null
    else unfolded[unfolded.length - 1] = `${before} ${line.trim()}`
  }
  const headers: Header[] = []
  for (const line of unfolded) {
    const colon = line.indexOf(':')
    const written = line.slice(0, Math.max(colon, 0)).trim()
    if (!token.test(written)) return null
    const name = compact[written.toLowerCase()] ?? written
    const value = line.slice(colon + 1).trim()
    for (const one of listed.has(name.toLowerCase()) ? apart(value) : [value]) headers.push([name, one])
    if (headers.length > atMost.headers) return null
  }
  return headers
}

const halfEnd = /[\r\n\0]/
const end = Buffer.from('\r\n\r\n')

/** Null for what is no message. A body longer than its length says is cut, a shorter one makes it none. */
export const parseSip = (data: Buffer): SipMessage | null => {
  if (data.length > atMost.bytes) return null
  const boundary = data.indexOf(end)
  if (boundary < 0) return null
  const [first = '', ...lines] = data
    .subarray(0, boundary)
    .toString()
    .replace(/^(?:\r\n)+/, '')
    .split('\r\n')
  // What is half an end of a line here is a whole one to some device: it would read headers that nobody here saw.
  if (lines.some((line) => halfEnd.test(line)) || halfEnd.test(first)) return null
  const headers = headersOf(lines)
  if (headers === null) return null
  const rest = data.subarray(boundary + end.length)
  const said = valueOf({ headers }, 'content-length')
  if (said !== null && !/^\d{1,6}$/.test(said)) return null
  const length = said === null ? rest.length : Number(said)
  if (length > rest.length) return null
  const common = { headers, body: rest.subarray(0, length) }
  const request = requestLine.exec(first)
  if (request) {
    const [, method = '', uri = ''] = request
    return { kind: 'request', method, uri, ...common }
  }
  const response = statusLine.exec(first)
  if (!response) return null
  const [, status, reason = ''] = response
  return { kind: 'response', status: Number(status), reason, ...common }
}

export const writeSip = (message: SipMessage): Buffer => {
  const first =
    message.kind === 'request' ? `${message.method} ${message.uri} SIP/2.0` : `SIP/2.0 ${message.status} ${message.reason}`
  const lines = message.headers
    .filter(([name]) => name.toLowerCase() !== 'content-length')
    .map(([name, value]) => `${name}: ${value}`)
  const head = [first, ...lines, `Content-Length: ${message.body.length}`, '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head), message.body])
}

type Headed = Pick<Common, 'headers'>

/** The first of a name, written in lower case; null where there is none. */
export const valueOf = ({ headers }: Headed, name: string): string | null =>
  headers.find(([written]) => written.toLowerCase() === name)?.[1] ?? null

export const valuesOf = ({ headers }: Headed, name: string): string[] =>
  headers.filter(([written]) => written.toLowerCase() === name).map(([, value]) => value)

/** With one more before all others of the name. */
export const withFirst = <Message extends SipMessage>(message: Message, name: string, value: string): Message => {
  const at = message.headers.findIndex(([written]) => written.toLowerCase() === name.toLowerCase())
  return { ...message, headers: message.headers.toSpliced(Math.max(at, 0), 0, [name, value]) }
}

export const withoutFirst = <Message extends SipMessage>(message: Message, name: string): Message => {
  const at = message.headers.findIndex(([written]) => written.toLowerCase() === name)
  return at < 0 ? message : { ...message, headers: message.headers.toSpliced(at, 1) }
}

/** Without any of these names, written in lower case. */
export const withoutNames = <Message extends SipMessage>(message: Message, names: ReadonlySet<string>): Message => ({
  ...message,
  headers: message.headers.filter(([name]) => !names.has(name.toLowerCase())),
})

/** With that value in the place of all others of the name. */
export const withOnly = <Message extends SipMessage>(message: Message, name: string, value: string | null): Message => {
  const others = message.headers.filter(([written]) => written.toLowerCase() !== name.toLowerCase())
  return { ...message, headers: value === null ? others : [...others, [name, value]] }
}

/** An answer to a request, with what every answer repeats of it; `tag` for one that names the end that answers. */
export const answerTo = (
  request: SipRequest,
  status: number,
  reason: string,
  { tag = null, headers = [] }: { readonly tag?: string | null; readonly headers?: readonly Header[] } = {},
): SipResponse => {
  const repeated = request.headers.filter(([name]) => ['via', 'from', 'to', 'call-id', 'cseq'].includes(name.toLowerCase()))
  const tagged = repeated.map(
    ([name, value]): Header =>
      tag !== null && name.toLowerCase() === 'to' && !/;\s*tag=/i.test(value) ? [name, `${value};tag=${tag}`] : [name, value],
  )
  return { kind: 'response', status, reason, headers: [...tagged, ...headers], body: Buffer.alloc(0) }
}
