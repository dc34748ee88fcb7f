import { z } from 'zod'
import { id, time } from '../kernel/shapes.ts'
import { visitStatus } from './visit.ts'

/** 256 random bits: who has one was given it. */
export const visitToken = z.string().regex(/^[\w-]{43}$/, 'not valid')
/** Where a phone opens an invitation, or one's own booking; what a QR code says after the site's address. */
export const visitPath = (token: string): string => `/visit/${token}`

/** Hours that an invitation holds at most: a poster at a gate is renewed each year. */
export const longestInvitation = 366 * 24
/** Bookings that one invitation takes at most in its life. */
export const mostBookings = 10_000

/** A link by which visitors book themselves: a host's for his guests, or a poster's at a gate. */
export const visitInvitation = z
  .object({
    id,
    /** Whose guests they are; empty on a poster, where each says so himself. */
    hostName: z.string(),
    deptId: id.nullable(),
    deptName: z.string(),
    note: z.string(),
    expiresAt: time,
    /** Bookings so far, and how many it takes. */
    uses: z.number().int(),
    mostUses: z.number().int(),
    madeBy: z.string(),
    madeAt: time,
  })
  .meta({ id: 'VisitInvitation' })
export type VisitInvitation = z.output<typeof visitInvitation>

/** What a visitor is told of his own booking. */
export const ownVisit = z
  .object({
    visitorName: z.string(),
    hostName: z.string(),
    planIn: time,
    planOut: time,
    status: visitStatus.schema,
    refusedFor: z.string(),
    /** The site's safety briefing, in the visitor's language. */
    briefing: z.string(),
    trainingAck: time.nullable(),
  })
  .meta({ id: 'OwnVisit' })
export type OwnVisit = z.output<typeof ownVisit>
