import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Challenges of HTTP Digest (RFC 7616) and of SIP's (RFC 3261 section 22), each of which is answered once with each count, at the server that gave it. */

/** Milliseconds for which a challenge may be answered. */
export const challengeFor = 5 * 60_000
/** Challenges of which it is remembered how often they were answered; beyond them the oldest hold no more. */
export const rememberedAtMost = 20_000

export const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** What `secret` signs of a text for one purpose: nobody without it can make it up. */
export const seal = (secret: string, what: string, text: string): string =>
  createHmac('sha256', secret).update(`${what} ${text}`).digest('base64url').slice(0, 22)

/** By which one challenge is told from the next. */
export const newSalt = (): string => randomBytes(9).toString('base64url')

/** What a challenge is made of and known by. */
export interface Giver {
  readonly secret: () => string
  /** New with each start of a server, so that nothing of before, or of another, is answered here. */
  readonly server: string
  readonly now: () => number
  readonly random: () => string
}

export interface Challenges {
  /** For whoever asks from `place`, or for whoever asks from anywhere where nothing is said of that. */
  readonly nonce: (place?: string) => string
  /** Whether an answer with this nonce and count, in hexadecimal digits, is the first such one; it is not the next time. */
  readonly take: (nonce: string, count: string, place?: string) => boolean
}

export const createChallenges = ({ secret, server, now, random }: Giver): Challenges => {
  /** The highest count by which each was answered, the latest last. */
  const counted = new Map<string, number>()
  /** ms since 1970: what is to hold no longer than that may be one that was forgotten, and answered before. */
  let forgotten = 0
  const endOf = (nonce: string): number => Number.parseInt(nonce.slice(0, nonce.indexOf('.')), 36)
  const signed = (end: string, salt: string, place: string): string =>
    seal(secret(), 'challenge', `${server} ${end} ${salt} ${place}`)
  const holds = (nonce: string, place: string): boolean => {
    const [end = '', salt = '', proof = ''] = nonce.split('.')
    return isSame(proof, signed(end, salt, place)) && Number.parseInt(end, 36) > Math.max(now(), forgotten)
  }
  return {
    nonce: (place = '') => {
      const [end, salt] = [(now() + challengeFor).toString(36), random()]
      return `${end}.${salt}.${signed(end, salt, place)}`
    },
    take: (nonce, said, place = '') => {
      const count = Number.parseInt(said, 16)
      if (!holds(nonce, place) || !(count > (counted.get(nonce) ?? 0))) return false
      counted.delete(nonce)
      counted.set(nonce, count)
      if (counted.size > rememberedAtMost)
        for (const oldest of counted.keys()) {
          counted.delete(oldest)
          forgotten = Math.max(forgotten, endOf(oldest))
          break
        }
      return true
    },
  }
}
