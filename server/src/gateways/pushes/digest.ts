import { hash } from 'node:crypto'
import { ha1Of, type PushLogin } from '../../modules/pushing/index.ts'
import { isSame, type Challenges } from '../shared/challenges.ts'

/** HTTP Digest of RFC 7616, as the one who asks. */

type Algorithm = keyof PushLogin['ha1']
const names: Readonly<Record<Algorithm, string>> = { md5: 'MD5', sha256: 'SHA-256' }

interface Asking {
  readonly challenges: Challenges
  /** The network that a challenge is given to; it holds from nowhere else. */
  readonly network: string
}

/** MD5 first, as many devices read no further than the first; Basic for those that know nothing else. */
export const challengesOf = ({ challenges, network }: Asking, realm: string, isStale: boolean): string[] => [
  ...(['md5', 'sha256'] as const).map(
    (algorithm) =>
      `Digest realm="${realm}", qop="auth", algorithm=${names[algorithm]}, nonce="${challenges.nonce(network)}"${isStale ? ', stale=true' : ''}`,
  ),
  `Basic realm="${realm}", charset="UTF-8"`,
]

export interface AskedFor {
  readonly method: string
  readonly url: string
}

/** `stale`: the right password, on a challenge that holds no more, of another server, or that was answered so already. */
export const checkDigest = (
  parts: ReadonlyMap<string, string>,
  ha1: PushLogin['ha1'],
  { method, url }: AskedFor,
  { challenges, network }: Asking,
): 'right' | 'stale' | 'wrong' => {
  const part = (name: string): string => parts.get(name) ?? ''
  const said = part('algorithm').toUpperCase()
  const algorithm = said === '' || said === 'MD5' ? 'md5' : said === 'SHA-256' ? 'sha256' : null
  if (algorithm === null || part('qop').toLowerCase() !== 'auth' || pathOf(part('uri')) !== pathOf(url)) return 'wrong'
  const of = (text: string): string => hash(algorithm, text)
  const ha2 = of(`${method}:${part('uri')}`)
  const expected = of([ha1[algorithm], part('nonce'), part('nc'), part('cnonce'), part('qop'), ha2].join(':'))
  if (!isSame(part('response').toLowerCase(), expected)) return 'wrong'
  return challenges.take(part('nonce'), part('nc'), network) ? 'right' : 'stale'
}

/** Some say the whole address, and not every one what follows a question mark. */
const pathOf = (uri: string): string => uri.replace(/^https?:\/\/[^/]*/i, '').replace(/\?.*$/, '')

/** User name and password of `Authorization: Basic`. */
export const basicParts = (header: string): { readonly userName: string; readonly password: string } | null => {
  const encoded = /^basic\s+([\w+/=-]{1,1024})$/i.exec(header)?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? null : { userName: text.slice(0, colon), password: text.slice(colon + 1) }
}

export const checkBasic = ({ sha256 }: PushLogin['ha1'], userName: string, password: string): boolean =>
  isSame(ha1Of(userName, password).sha256, sha256)
