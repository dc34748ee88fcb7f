import { hash, randomBytes } from 'node:crypto'

/** HTTP Digest of RFC 7616, as the one who is asked. */

export interface Login {
  readonly userName: string
  readonly password: string
}
export interface Challenge {
  readonly realm: string
  readonly nonce: string
  readonly opaque: string | null
  readonly algorithm: 'MD5' | 'SHA-256'
  readonly hasQop: boolean
  readonly isStale: boolean
}

/** The best of what `WWW-Authenticate` offers; null where it offers no digest that is known here. */
export const challengeIn = (headers: readonly string[]): Challenge | null => {
  const found = headers.flatMap((header) =>
    [...header.matchAll(/Digest\s+((?:\w+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s,"]+)\s*,?\s*)+)/gi)].flatMap(([, parts = '']) => {
      const said = new Map(
        [...parts.matchAll(/(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)].map(([, name = '', quoted, bare]) => [
          name.toLowerCase(),
          quoted ?? bare ?? '',
        ]),
      )
      const algorithm = (said.get('algorithm') ?? 'MD5').toUpperCase()
      const [realm, nonce, qop] = [said.get('realm'), said.get('nonce'), said.get('qop')]
      if (realm === undefined || nonce === undefined || (algorithm !== 'MD5' && algorithm !== 'SHA-256')) return []
      if (qop !== undefined && !/(?:^|[\s,])auth(?:$|[\s,])/i.test(qop)) return []
      return [
        {
          realm,
          nonce,
          algorithm,
          opaque: said.get('opaque') ?? null,
          hasQop: qop !== undefined,
          isStale: /^true$/i.test(said.get('stale') ?? ''),
        } as const,
      ]
    }),
  )
  return found.find(({ algorithm }) => algorithm === 'SHA-256') ?? found[0] ?? null
}

export const answerTo = (
  { realm, nonce, opaque, algorithm, hasQop }: Challenge,
  { userName, password }: Login,
  { method, path }: { readonly method: string; readonly path: string },
): string => {
  const of = (text: string): string => hash(algorithm === 'MD5' ? 'md5' : 'sha256', text)
  const [ha1, ha2] = [of(`${userName}:${realm}:${password}`), of(`${method}:${path}`)]
  const cnonce = randomBytes(12).toString('hex')
  const response = of(hasQop ? `${ha1}:${nonce}:00000001:${cnonce}:auth:${ha2}` : `${ha1}:${nonce}:${ha2}`)
  return [
    `Digest username="${userName}", realm="${realm}", nonce="${nonce}", uri="${path}", algorithm=${algorithm}, response="${response}"`,
    ...(opaque === null ? [] : [`opaque="${opaque}"`]),
    ...(hasQop ? [`qop=auth, nc=00000001, cnonce="${cnonce}"`] : []),
  ].join(', ')
}
