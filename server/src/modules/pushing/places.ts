import { NotReady } from '../../kernel/refusal.ts'
import type { PlaceOfPasses, VehicleSighting } from '../traffic/index.ts'
import type { Passage } from '../gates/index.ts'

export type PlaceKind = PlaceOfPasses['kind']
interface PlaceKey {
  readonly id: string
}
type Stored = 'stored' | 'duplicate'

/** Where places of a kind that are switched on are found, and told that they were heard of. */
export interface Places {
  readonly find: (by: PlaceKey) => Promise<PlaceOfPasses | null>
  readonly at: (address: string) => Promise<readonly PlaceOfPasses[]>
  readonly seen: (place: PlaceOfPasses) => Promise<void>
}

/** What is done with what devices push: the modules whose matter it is say so before anything is served. */
export interface Receivers {
  readonly find: (kind: PlaceKind, by: PlaceKey) => Promise<PlaceOfPasses | null>
  /** All that push from an address, of whatever kind. */
  readonly at: (address: string) => Promise<readonly PlaceOfPasses[]>
  readonly seen: (place: PlaceOfPasses) => Promise<void>
  /** Both return once it is committed. */
  readonly see: (sighting: VehicleSighting) => Promise<Stored>
  readonly pass: (passage: Passage) => Promise<Stored>
}

export interface Receiving {
  readonly receivers: Receivers
  readonly onPlaces: (kind: PlaceKind, places: Places) => void
  readonly onSighting: (see: Receivers['see']) => void
  readonly onPassage: (pass: Receivers['pass']) => void
}

export const createReceiving = (): Receiving => {
  const places = new Map<PlaceKind, Places>()
  const nobody = (): Promise<never> => Promise.reject(new NotReady(new Error('nobody takes what devices push')))
  let see: Receivers['see'] = nobody
  let pass: Receivers['pass'] = nobody
  return {
    receivers: {
      find: async (kind, by) => (await places.get(kind)?.find(by)) ?? null,
      at: async (address) => (await Promise.all([...places.values()].map(({ at }) => at(address)))).flat(),
      seen: async (place) => places.get(place.kind)?.seen(place),
      see: (sighting) => see(sighting),
      pass: (passage) => pass(passage),
    },
    onPlaces: (kind, found) => void places.set(kind, found),
    onSighting: (taken) => {
      see = taken
    },
    onPassage: (taken) => {
      pass = taken
    },
  }
}
