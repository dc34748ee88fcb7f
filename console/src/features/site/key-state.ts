import { fromSiteTime } from '../../shared/time/site-clock.ts'

export type KeyState = 'active' | 'ending' | 'ended'

/** How a key stands at a moment (ms): without an end, with one to come, or over. */
export const keyState = (revokedAt: string | null, now: number): KeyState => {
  if (revokedAt === null) return 'active'
  return fromSiteTime(revokedAt) > now ? 'ending' : 'ended'
}
