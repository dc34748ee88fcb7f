/** Long messages, which come in parts. */
import type { Message } from './message.ts'

/** A connection may have begun so many, of so many parts; a part carries a kilobyte. Milliseconds. */
const bounds = { messages: 4, parts: 256, keptFor: 60_000 } as const

interface Begun {
  readonly parts: Map<number, { readonly serial: number; readonly body: Buffer }>
  readonly at: number
}

/** A message, and the serials under which its sender waits for an answer. */
export interface Whole {
  readonly message: Message
  readonly serials: readonly number[]
}

/** Takes a message, or a part of one; null for what is no part, or one too many. */
export type Parts = (message: Message) => Whole | 'more' | null

/** Puts the parts of one terminal together, in whichever order and however often they come. */
export const createParts = (now: () => number): Parts => {
  const begun = new Map<string, Begun>()
  return (message: Message): Whole | 'more' | null => {
    const { part, id, serial } = message
    if (part === null) return { message, serials: [serial] }
    const { number, total } = part
    if (total > bounds.parts || number === 0 || number > total) return null
    for (const [key, { at }] of begun) if (at <= now() - bounds.keptFor) begun.delete(key)
    const key = `${id}:${total}`
    const known = begun.get(key)?.parts
    if (known === undefined && begun.size >= bounds.messages) return null
    // The first of another message of as many parts: the one before was never finished.
    const parts =
      known === undefined || (number === 1 && known.has(1) && known.get(1)?.serial !== serial)
        ? new Map<number, { readonly serial: number; readonly body: Buffer }>()
        : known
    parts.set(number, { serial, body: message.body })
    begun.delete(key)
    if (parts.size < total) {
      begun.set(key, { parts, at: now() })
      return 'more'
    }
    const inOrder = [...parts].sort(([one], [other]) => one - other).map(([, one]) => one)
    return {
      message: { ...message, part: null, body: Buffer.concat(inOrder.map(({ body }) => body)) },
      serials: inOrder.map((one) => one.serial),
    }
  }
}
