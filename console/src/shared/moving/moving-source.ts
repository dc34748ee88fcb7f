import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { PositionStore } from './position-store.ts'

/** Which moment is shown, and how time passes there. */
export interface Clock {
  /** Milliseconds in which things glide: those that `PositionStore.applyFrame` was told. */
  readonly now: () => number
  /** The server's time at that moment, milliseconds since 1970: what ages are counted to. */
  readonly serverNow: () => number
  /** Milliseconds that pass there in one of this computer's: 1 live, 0 while it stands. */
  readonly pace: () => number
  /** Called when it stands still, goes on, goes on faster, or leaps. */
  readonly subscribe: (listener: () => void) => () => void
}

/** The worst open alarm of one moving thing. */
export interface MovingAlarm {
  readonly level: AlarmLevel
  /** Nobody has taken it up yet. */
  readonly unhandled: boolean
  /** Its condition is over; it only waits to be confirmed. */
  readonly returned: boolean
  /** The hazard area in which it was raised. */
  readonly areaId: string | null
}

/** What is wrong at the moment that is shown: other objects once something changed. */
export interface MovingAlarms {
  /** By the moving thing's id. */
  readonly byObject: ReadonlyMap<number, MovingAlarm>
  /** The worst level of what goes on in a hazard area and is nothing that moves, by its id. */
  readonly byArea: ReadonlyMap<string, AlarmLevel>
}

/** Where everything that moves is, what is wrong with it, and when that is: now, at a moment of the past, on one floor. */
export interface MovingSource {
  readonly store: PositionStore
  readonly clock: Clock
  readonly alarms: { readonly getState: () => MovingAlarms; readonly subscribe: (listener: () => void) => () => void }
}

export const MovingContext = createContext<MovingSource | null>(null)

/** What moves on the map around. */
export const useMoving = (): MovingSource => {
  const source = useContext(MovingContext)
  if (!source) throw new Error('what moves is shown outside of a map that was given it')
  return source
}

export const useMovingAlarms = (): MovingAlarms => {
  const { alarms } = useMoving()
  return useSyncExternalStore(alarms.subscribe, alarms.getState)
}
