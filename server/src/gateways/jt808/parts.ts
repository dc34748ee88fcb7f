/** Long messages, which come in parts. */
import { numberOfTerminal, type Message } from './message.ts'

/** A line may have begun so many messages, of so many parts of a kilobyte; all lines together may hold so many bytes. Milliseconds. */
const bounds = { messages: 4, parts: 64, bytes: 32 * 1024 * 1024, keptFor: 60_000 } as const

interface Part {
  readonly serial: number
  readonly body: Buffer
}
interface Begun {
  readonly parts: ReadonlyMap<number, Part>
  readonly at: number
}

/** A message, and the serials under which its sender waits for an answer. */
export interface Whole {
  readonly message: Message
  readonly serials: readonly number[]
}

/** Bytes of parts that wait for others, of all lines. */
export interface PartsBudget {
  held: number
}

export interface Parts {
  /** Takes a message, or a part of one; null for what is no part, or one too many. */
  readonly take: (message: Message) => Whole | 'more' | null
  /** Its line has gone. */
  readonly clear: () => void
}

const bytesOf = ({ parts }: Begun): number => [...parts.values()].reduce((sum, { body }) => sum + body.length, 0)

/** Puts the parts of one line together, in whichever order and however often they come. */
export const createParts = (budget: PartsBudget, now: () => number): Parts => {
  const begun = new Map<string, Begun>()
  const drop = (key: string): void => {
    const known = begun.get(key)
    if (!known) return
    begun.delete(key)
    budget.held -= bytesOf(known)
  }
  const keep = (key: string, parts: ReadonlyMap<number, Part>): void => {
    const kept = { parts, at: now() }
    begun.set(key, kept)
    budget.held += bytesOf(kept)
  }
  return {
    take: (message) => {
      const { part, id, serial, body } = message
      if (part === null) return { message, serials: [serial] }
      const { number, total } = part
      if (total > bounds.parts || number === 0 || number > total) return null
      for (const [key, { at }] of begun) if (at <= now() - bounds.keptFor) drop(key)
      const key = `${numberOfTerminal(message)}:${id}:${total}`
      const known = begun.get(key)?.parts
      if (known === undefined && begun.size >= bounds.messages) return null
      if (budget.held + body.length > bounds.bytes) return null
      // The first of another message of as many parts: the one before was never finished.
      const isAnother = number === 1 && known?.has(1) === true && known.get(1)?.serial !== serial
      const parts = new Map(isAnother ? [] : known)
      parts.set(number, { serial, body })
      drop(key)
      if (parts.size < total) {
        keep(key, parts)
        return 'more'
      }
      const inOrder = [...parts].sort(([one], [other]) => one - other).map(([, one]) => one)
      return {
        message: { ...message, part: null, body: Buffer.concat(inOrder.map((one) => one.body)) },
        serials: inOrder.map((one) => one.serial),
      }
    },
    clear: () => {
      for (const key of begun.keys()) drop(key)
    },
  }
}
