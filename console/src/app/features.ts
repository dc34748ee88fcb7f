import type { SearchProviders } from '../shared/find/search.ts'
import type { MapLayers } from '../shared/map/map-layer.ts'
import type { AlarmParts } from '../shared/screens/alarm-part.ts'
import type { FrameParts } from '../shared/screens/frame-part.ts'
import type { Overlays } from '../shared/screens/overlay.ts'
import type { Screens } from '../shared/screens/screen.ts'

/** What a feature's `index.ts` may export. */
interface Feature {
  readonly screens?: Screens
  readonly mapLayers?: MapLayers
  readonly overlays?: Overlays
  readonly frameParts?: FrameParts
  readonly alarmParts?: AlarmParts
  readonly searchProviders?: SearchProviders
}

/** Every feature there is, by its folder. */
export const features: readonly Feature[] = Object.values(import.meta.glob<Feature>('../features/*/index.ts', { eager: true }))
