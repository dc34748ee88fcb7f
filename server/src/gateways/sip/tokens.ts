import { createHmac, timingSafeEqual } from 'node:crypto'

/** What the servers of the site sign for each other: nobody else can make one up. */

const seal = (secret: string, what: string, text: string): string =>
  createHmac('sha256', secret).update(`${what} ${text}`).digest('base64url').slice(0, 22)

export const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

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

/** Milliseconds for which a challenge may be answered. */
const challengeFor = 5 * 60_000
/** Challenges of which it is remembered how often they were answered. */
const rememberedAtMost = 20_000

/** The digest of a registration (RFC 3261 section 22, MD5 with `qop=auth`). */
export interface Challenges {
  readonly header: (realm: string, isStale: boolean) => string
  /** `stale`: the right password, on a challenge of another server, of before, or that was answered so already. */
  readonly check: (parts: ReadonlyMap<string, string>, ha1: string, method: string) => 'right' | 'stale' | 'wrong'
}

/** `md5` makes hexadecimal digits of a text; `server` is new with each start, so that nothing of before is answered again. */
export const createChallenges = (
  { secret, server, now }: { readonly secret: string; readonly server: string; readonly now: () => number },
  { md5, random }: { readonly md5: (text: string) => string; readonly random: () => string },
): Challenges => {
  /** The highest count by which each was answered, the latest last. */
  const counted = new Map<string, number>()
  const signed = (end: string, salt: string): string => seal(secret, 'challenge', `${server} ${end} ${salt}`)
  const holds = (nonce: string): boolean => {
    const [end = '', salt = '', proof = ''] = nonce.split('.')
    return isSame(proof, signed(end, salt)) && Number.parseInt(end, 36) > now()
  }
  return {
    header: (realm, isStale) => {
      const [end, salt] = [(now() + challengeFor).toString(36), random()]
      const nonce = `${end}.${salt}.${signed(end, salt)}`
      return `Digest realm="${realm}", nonce="${nonce}", algorithm=MD5, qop="auth"${isStale ? ', stale=true' : ''}`
    },
    check: (parts, ha1, method) => {
      const part = (name: string): string => parts.get(name) ?? ''
      const said = part('algorithm').toUpperCase()
      if ((said !== '' && said !== 'MD5') || part('qop').toLowerCase() !== 'auth') return 'wrong'
      const ha2 = md5(`${method}:${part('uri')}`)
      const expected = md5([ha1, part('nonce'), part('nc'), part('cnonce'), part('qop'), ha2].join(':'))
      if (!isSame(part('response').toLowerCase(), expected)) return 'wrong'
      const [nonce, count] = [part('nonce'), Number.parseInt(part('nc'), 16)]
      if (!holds(nonce) || !(count > (counted.get(nonce) ?? 0))) return 'stale'
      counted.delete(nonce)
      counted.set(nonce, count)
      if (counted.size > rememberedAtMost)
        for (const oldest of counted.keys()) {
          counted.delete(oldest)
          break
        }
      return 'right'
    },
  }
}
