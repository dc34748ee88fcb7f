import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { question } from '../../kernel/bus/subject.ts'
import { AnswerLate, NobodyAnswers } from '../../kernel/bus/transport.ts'
import type { Kernel } from '../../kernel/kernel.ts'

const life = 60_000
/** Of one session that stand at a time: each stands for a connection that is about to begin. Beyond them the oldest goes. */
const mostOfSession = 8
/** Milliseconds within which the server that made a ticket has to say what it stands for. */
const answerWithin = 2_000

/** Asked of the server that made the ticket, which its first part names. */
const redeemed = question('tickets.redeem', z.string(), z.string().nullable())

/** A ticket stands for the session that asked for it, for a minute and one use. Only the server that made it knows. */
export const createTickets = ({ bus, clock: { now } }: Pick<Kernel, 'bus' | 'clock'>) => {
  /** In the order in which they were made, in which they end too. */
  const tickets = new Map<string, { readonly token: string; readonly until: number }>()
  const ofSession = new Map<string, Set<string>>()
  const take = (ticket: string) => {
    const found = tickets.get(ticket)
    if (!found) return undefined
    tickets.delete(ticket)
    const others = ofSession.get(found.token)
    others?.delete(ticket)
    if (others?.size === 0) ofSession.delete(found.token)
    return found
  }
  /** Stops at the first that still stands, so that none is looked at twice. */
  const endOld = (): void => {
    for (const [ticket, { until }] of tickets) {
      if (until >= now()) return
      take(ticket)
    }
  }
  const redeemHere = (ticket: string): Promise<string | null> => {
    const found = take(ticket)
    return Promise.resolve(found && found.until > now() ? found.token : null)
  }
  bus.answer(redeemed, bus.server, redeemHere)
  return {
    create: (token: string): { ticket: string; expiresInSeconds: number } => {
      const ticket = `${bus.server}.${randomBytes(24).toString('base64url')}`
      endOld()
      const own = ofSession.get(token) ?? new Set()
      const [oldest] = own
      if (oldest !== undefined && own.size >= mostOfSession) take(oldest)
      tickets.set(ticket, { token, until: now() + life })
      ofSession.set(token, own.add(ticket))
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
