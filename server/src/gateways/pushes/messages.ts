import type { SiteClock } from '../../kernel/time.ts'
import type { Passage } from '../../modules/gates/index.ts'
import type { VehicleSighting } from '../../modules/traffic/index.ts'
import type { Pictures } from './pictures.ts'

/** A vehicle as its message tells of it; `pictures` where they are part of the message. */
export type SightingRead = Omit<VehicleSighting, 'place' | 'whole' | 'plate'> & { readonly pictures: Pictures | null }
export type PassageRead = Omit<Passage, 'gate'>

/** With which a message is read. */
export interface ReadIn {
  readonly clock: Pick<SiteClock, 'fromWire'>
  /** ms since 1970 when it came, which counts where it says no time. */
  readonly now: number
  /** Pictures that were cut out of it: see `cutPictures`. */
  readonly cut: readonly Buffer[]
}
