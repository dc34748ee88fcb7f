import { LiveLink } from './live-link.tsx'
import type { Overlays } from '../shared/screens/overlay.ts'
import { features } from './features.ts'

/** What is drawn over every screen, once and in order: whoever keeps the live link, then what features export. */
export const overlays: Overlays = [{ order: 0, component: LiveLink }, ...features.flatMap(({ overlays: own = [] }) => own)].sort(
  (a, b) => a.order - b.order,
)
