import { z } from 'zod'
import type { Asked } from '../caller.ts'

const scope = z.discriminatedUnion('all', [
  z.object({ all: z.literal(true) }),
  z.object({ all: z.literal(false), deptIds: z.array(z.string()).transform((ids): ReadonlySet<string> => new Set(ids)) }),
])

/**
 * Who asked for what is queued, as he was when it was accepted, for whichever server carries it out: what he was allowed then is
 * done as it would have been at once. Without his token, so that nobody can sign in with what stands in a queue.
 */
export const asker = z.object({
  language: z.enum(['zh', 'en']),
  ip: z.string(),
  userAgent: z.string(),
  since: z.number(),
  caller: z.object({
    sessionId: z.string(),
    userId: z.string(),
    cname: z.string(),
    deptId: z.string().nullable(),
    deptName: z.string(),
    administrator: z.boolean(),
    superAdministrator: z.boolean(),
    mustChangePassword: z.boolean(),
    permissions: z.array(z.string()).transform((names): ReadonlySet<string> => new Set(names)),
    scope,
  }),
})

/** As it is written into a queue. */
export const askerOf = ({ language, ip, userAgent, since, caller }: Asked): z.input<typeof asker> => ({
  language,
  ip,
  userAgent,
  since,
  caller: {
    sessionId: caller.sessionId,
    userId: caller.userId,
    cname: caller.cname,
    deptId: caller.deptId,
    deptName: caller.deptName,
    administrator: caller.administrator,
    superAdministrator: caller.superAdministrator,
    mustChangePassword: caller.mustChangePassword,
    permissions: [...caller.permissions],
    scope: caller.scope.all ? { all: true } : { all: false, deptIds: [...caller.scope.deptIds] },
  },
})

/** As it is read from one. */
export const askedBy = (kept: z.output<typeof asker>): Asked => ({ ...kept, token: '', setCookie: () => undefined })
