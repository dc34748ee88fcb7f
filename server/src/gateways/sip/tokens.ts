import { isSame, seal, type Challenges } from '../shared/challenges.ts'

/** What the servers of the site sign for each other: nobody else can make one up. */

/** Of one device at one number, whichever connection it comes by: a line that broke and is back is the same party of its calls. */
export const bindingIdOf = (secret: string, number: string, instance: string): string =>
  seal(secret, 'binding', `${number} ${instance}`)

/** What stands in the route of a call: between which two it is. For another call it is none. */
export const routeOf = (secret: string, callId: string, one: string, other: string): string =>
  `${one}.${other}.${seal(secret, 'route', `${one}.${other} ${callId}`)}`

/** The other end of a route; null where it is none of that call, or not one of whoever goes by it. */
export const otherEnd = (secret: string, callId: string, route: string, own: string): string | null => {
  const [one = '', other = '', signed = ''] = route.split('.')
  if (!isSame(signed, seal(secret, 'route', `${one}.${other} ${callId}`))) return null
  if (own === one) return other
  return own === other ? one : null
}

/** The digest of a registration (RFC 3261 section 22, MD5 with `qop=auth`). */
export interface SipChallenges {
  readonly header: (realm: string, isStale: boolean) => string
  /** `stale`: the right password, on a challenge of another server, of before, or that was answered so already. */
  readonly check: (parts: ReadonlyMap<string, string>, ha1: string, method: string) => 'right' | 'stale' | 'wrong'
}

/** `md5` makes hexadecimal digits of a text. */
export const createSipChallenges = ({ nonce, take }: Challenges, md5: (text: string) => string): SipChallenges => ({
  header: (realm, isStale) =>
    `Digest realm="${realm}", nonce="${nonce()}", algorithm=MD5, qop="auth"${isStale ? ', stale=true' : ''}`,
  check: (parts, ha1, method) => {
    const part = (name: string): string => parts.get(name) ?? ''
    const said = part('algorithm').toUpperCase()
    if ((said !== '' && said !== 'MD5') || part('qop').toLowerCase() !== 'auth') return 'wrong'
    const ha2 = md5(`${method}:${part('uri')}`)
    const expected = md5([ha1, part('nonce'), part('nc'), part('cnonce'), part('qop'), ha2].join(':'))
    if (!isSame(part('response').toLowerCase(), expected)) return 'wrong'
    return take(part('nonce'), part('nc')) ? 'right' : 'stale'
  },
})
