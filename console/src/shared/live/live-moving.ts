import type { MovingSource } from '../moving/moving-source.ts'
import { useOpenAlarms } from './alarms.ts'
import { positions, serverNow } from './live.ts'

/** What moves now: it glides by this computer's clock, and ages are counted by the server's. */
export const liveMoving: MovingSource = {
  store: positions,
  alarms: useOpenAlarms,
  clock: { now: () => Date.now(), serverNow, pace: () => 1, subscribe: () => () => undefined },
}
