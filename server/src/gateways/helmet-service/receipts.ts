/** Messages of one helmet of which it may still say something, and how often it may of each. */
const receiptsOf = { messages: 100, each: 4 } as const

export interface Receipts {
  /** A helmet was sent a message from here. */
  readonly noteSent: (code: string, messageId: string) => void
  /** It says something of a message; whether it was sent that from here, and has not told of it again and again. */
  readonly noteReceipt: (code: string, messageId: string) => boolean
}

/** Of each helmet the messages that it was sent last, and how often it told of each; by its code, since it may come back to tell. */
export const createReceipts = (): Receipts => {
  const sent = new Map<string, Map<string, number>>()
  return {
    noteSent: (code, messageId) => {
      const messages = sent.get(code) ?? new Map<string, number>()
      sent.set(code, messages)
      messages.set(messageId, 0)
      const [oldest] = messages.keys()
      if (oldest !== undefined && messages.size > receiptsOf.messages) messages.delete(oldest)
    },
    noteReceipt: (code, messageId) => {
      const messages = sent.get(code)
      const told = messages?.get(messageId)
      if (messages === undefined || told === undefined || told >= receiptsOf.each) return false
      messages.set(messageId, told + 1)
      return true
    },
  }
}
