import type { Traffic } from '../../kernel/gateway.ts'
import type { SiteClock } from '../../kernel/time.ts'
import type { Challenges } from '../shared/challenges.ts'
import type { PushDoor, Receivers } from '../../modules/pushing/index.ts'

/** What the gateway asks of the rest of the server. */
export interface PushContext extends Receivers, Pick<PushDoor, 'loginCalled' | 'loginOf' | 'noteUsed' | 'unknown'> {
  readonly challenges: Challenges
  /** Counts a wrong login of a network; after how many seconds it may be tried again, 0 for at once. */
  readonly noteWrong: (network: string) => number
  /** Whether a gate may tell of so many more now. */
  readonly mayPass: (gateId: string, count: number) => boolean
  readonly clock: Pick<SiteClock, 'now' | 'fromWire'>
  readonly traffic: Traffic
}
