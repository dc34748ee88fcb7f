import type { ComponentType } from 'react'

/** What a feature draws over every screen. It comes with the frame itself: who is to hear of an alarm waits for no further chunk. */
export interface Overlay {
  /** The lower, the earlier it is drawn. */
  readonly order: number
  readonly component: ComponentType
}

/** What a feature's `index.ts` exports under the name `overlays`. */
export type Overlays = readonly Overlay[]
