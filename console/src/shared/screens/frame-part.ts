import type { ComponentType } from 'react'

/**
 * What a feature keeps in the frame of every screen: along the top, the right or the lower edge of the window, where all else makes room for
 * it, or among the tools of the top bar. It comes with the frame itself, and draws nothing while it has nothing to say.
 */
export interface FramePart {
  readonly at: 'top' | 'right' | 'bottom' | 'topBar'
  readonly component: ComponentType
}

/** What a feature's `index.ts` exports under the name `frameParts`. */
export type FrameParts = readonly FramePart[]
