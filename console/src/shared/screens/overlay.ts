import type { ComponentType } from 'react'

/**
 * What a feature draws over every screen. What tells of an alarm comes with the frame itself: who is to hear of one waits for no further
 * chunk. What home does without until its map stands is fetched after it (`afterHome`).
 */
export interface Overlay {
  /** The lower, the earlier it is drawn. */
  readonly order: number
  readonly component: ComponentType
}

/** What a feature's `index.ts` exports under the name `overlays`. */
export type Overlays = readonly Overlay[]
