import { randomBytes } from 'node:crypto'

const life = 60_000

/** A ticket stands for the session that asked for it, for a minute and one use. */
export const createTickets = (now: () => number) => {
  const tickets = new Map<string, { readonly token: string; readonly until: number }>()
  return {
    create: (token: string): { ticket: string; expiresInSeconds: number } => {
      const ticket = randomBytes(24).toString('base64url')
      for (const [old, { until }] of tickets) if (until < now()) tickets.delete(old)
      tickets.set(ticket, { token, until: now() + life })
      return { ticket, expiresInSeconds: life / 1000 }
    },
    redeem: (ticket: string): string | null => {
      const found = tickets.get(ticket)
      tickets.delete(ticket)
      return found && found.until > now() ? found.token : null
    },
  }
}
