import type { Traffic } from '../../kernel/gateway.ts'
import type { SiteClock } from '../../kernel/time.ts'
import type { Challenges } from '../shared/challenges.ts'
import type { Pace } from './pace.ts'
import type { PushDoor, Receivers } from '../../modules/pushing/index.ts'

/** What the gateway asks of the rest of the server. */
export interface PushContext
  extends Receivers,
    Pick<PushDoor, 'loginCalled' | 'loginOf' | 'noteUsed' | 'noteUnread' | 'unknown'> {
  readonly challenges: Challenges
  /** Counts a wrong login of a network; after how many seconds it may be tried again, 0 for at once. */
  readonly noteWrong: (network: string) => number
  /** What each device may tell within a minute, of all servers. */
  readonly pace: Pace
  /** How many of a network that are not let in are asked within a minute who they are. */
  readonly strangers: Pace
  readonly clock: Pick<SiteClock, 'now' | 'fromWire'>
  readonly traffic: Traffic
}
