import type { FrameParts } from '../shared/screens/frame-part.ts'
import { features } from './features.ts'

/** What features keep at the edges of the window and in the top bar. */
export const frameParts: FrameParts = features.flatMap(({ frameParts: own = [] }) => own)
