import { z } from 'zod'
import { stranger, type Asked, type Caller } from '../caller.ts'

/**
 * Who asked for what is queued. Not what he may do: whichever server carries it out asks for that then, so that what waited over a
 * night or a restart is done by nobody who may no more. Nor his token: nobody can sign in with what stands in a queue.
 */
export const asker = z.object({
  userId: z.string(),
  cname: z.string(),
  deptName: z.string(),
  sessionId: z.string(),
  language: z.enum(['zh', 'en']),
  ip: z.string(),
  userAgent: z.string(),
  since: z.number(),
})
export type Asker = z.output<typeof asker>

/** As it is written into a queue. */
export const askerOf = ({ language, ip, userAgent, since, caller }: Asked): Asker => {
  const { userId, cname, deptName, sessionId } = caller
  return { userId, cname, deptName, sessionId, language, ip, userAgent, since }
}

/** The request as it is carried out, by what its asker may do by now; nothing at all where there is no caller any more. */
export const askedBy = ({ language, ip, userAgent, since, ...who }: Asker, caller: Caller | null): Asked => ({
  language,
  ip,
  userAgent,
  since,
  caller: { ...(caller ?? { ...stranger, ...who }), sessionId: who.sessionId },
  token: '',
  setCookie: () => undefined,
})
