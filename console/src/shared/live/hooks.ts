import { useSyncExternalStore } from 'react'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { useNow } from '../time/now.ts'
import { positions, serverNow } from './live.ts'
import { presence, type Presence, type Sighting } from '../moving/position-store.ts'
import { usePulse } from '../moving/use-pulse.ts'

/** Milliseconds between two looks of a component at the store, at least. */
export const pace = 250

/** The server's clock in milliseconds, once a second: what is so only until a time ends by itself. */
export const useServerNow = (): number => {
  useNow()
  return serverNow()
}

/** Grows with changes of the positions, at most four times a second unless `every` says otherwise. */
export const usePositionsPulse = (every: number = pace): number => usePulse(positions, every)

/** Grows when people or devices changed. */
export const useDirectoryRevision = (): number =>
  useSyncExternalStore(
    (listener) => positions.subscribe(listener),
    () => positions.directoryRevision,
  )

export interface LiveThing {
  readonly id: number
  readonly slot: number
  readonly object: LiveObject
  readonly state: Presence
  /** Null: it never told where it is. */
  readonly sighting: Sighting | null
}

export const thingAt = (slot: number): LiveThing | null => {
  const object = positions.object(slot)
  if (!object) return null
  const state = (positions.state[slot] ?? presence.none) as Presence
  return { id: object.id, slot, object, state, sighting: positions.sighting(slot) }
}

/** What the directory says of a thing; drawn anew only when the directory changes. */
export const useObject = (id: number | null): LiveObject | null => {
  useDirectoryRevision()
  const slot = id === null ? undefined : positions.slotOf(id)
  return slot === undefined ? null : positions.object(slot)
}

/** One thing as it stands, by its id; null for one that is not in the directory (any more). */
export const useThing = (id: number | null): LiveThing | null => {
  usePositionsPulse()
  const slot = id === null ? undefined : positions.slotOf(id)
  return slot === undefined ? null : thingAt(slot)
}
