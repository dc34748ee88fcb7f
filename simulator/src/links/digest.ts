import { hash, randomBytes } from 'node:crypto'

export interface Login {
  readonly userName: string
  readonly password: string
}

/** What a server asks for: a challenge of HTTP Digest by MD5 that wants `qop=auth`. */
export interface Challenge {
  readonly realm: string
  readonly nonce: string
}

/** The first of the challenges that such a device understands; null where there is none. */
export const challengeIn = (header: string | null): Challenge | null => {
  for (const [, parts = ''] of (header ?? '').matchAll(/Digest\s((?:\w+=(?:"[^"]*"|[^\s,"]+)(?:,\s*)?)+)/gi)) {
    const said = new Map(
      [...parts.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,"]+))/g)].map(([, name, quoted, plain]) => [name, quoted ?? plain ?? '']),
    )
    const [realm, nonce] = [said.get('realm'), said.get('nonce')]
    if (realm !== undefined && nonce !== undefined && /^md5$/i.test(said.get('algorithm') ?? 'MD5') && said.get('qop') === 'auth')
      return { realm, nonce }
  }
  return null
}

/** The header by which a request proves whose it is; `count` grows with each that answers the same challenge. */
export const answerTo = ({ realm, nonce }: Challenge, { userName, password }: Login, path: string, count: number): string => {
  const nc = count.toString(16).padStart(8, '0')
  const cnonce = randomBytes(8).toString('hex')
  const ha1 = hash('md5', `${userName}:${realm}:${password}`)
  const response = hash('md5', [ha1, nonce, nc, cnonce, 'auth', hash('md5', `POST:${path}`)].join(':'))
  return `Digest username="${userName}", realm="${realm}", nonce="${nonce}", uri="${path}", algorithm=MD5, qop=auth, nc=${nc}, cnonce="${cnonce}", response="${response}"`
}
