import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { question } from '../../kernel/bus/subject.ts'
import { AnswerLate, NobodyAnswers } from '../../kernel/bus/transport.ts'
import type { Kernel } from '../../kernel/kernel.ts'

const life = 60_000
/** Milliseconds within which the server that made a ticket has to say what it stands for. */
const answerWithin = 2_000

/** Asked of the server that made the ticket, which its first part names. */
const redeemed = question('tickets.redeem', z.string(), z.string().nullable())

/** A ticket stands for the session that asked for it, for a minute and one use. Only the server that made it knows. */
export const createTickets = ({ bus, clock: { now } }: Pick<Kernel, 'bus' | 'clock'>) => {
  const tickets = new Map<string, { readonly token: string; readonly until: number }>()
  const redeemHere = (ticket: string): Promise<string | null> => {
    const found = tickets.get(ticket)
    tickets.delete(ticket)
    return Promise.resolve(found && found.until > now() ? found.token : null)
  }
  bus.answer(redeemed, bus.server, redeemHere)
  return {
    create: (token: string): { ticket: string; expiresInSeconds: number } => {
      const ticket = `${bus.server}.${randomBytes(24).toString('base64url')}`
      for (const [old, { until }] of tickets) if (until < now()) tickets.delete(old)
      tickets.set(ticket, { token, until: now() + life })
      return { ticket, expiresInSeconds: life / 1000 }
    },
    /** The session token; null where it stands for none any more, or the server that made it is gone. */
    redeem: async (ticket: string): Promise<string | null> => {
      try {
        return await bus.ask(redeemed, ticket.split('.', 1)[0] ?? '', ticket, answerWithin)
      } catch (error) {
        if (error instanceof NobodyAnswers || error instanceof AnswerLate) return null
        throw error
      }
    },
  }
}
