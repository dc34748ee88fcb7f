import { screen, type Screens } from '../shared/screens/screen.ts'
import { joined } from './join-screens.ts'

const features = import.meta.glob<{ readonly screens: Screens }>('../features/*/index.ts', { eager: true })

/**
 * The screens that are built, by route name: those that every `features/<domain>/index.ts` exports, and home, on which
 * features meet. The others show that they are not open yet.
 */
export const screens: Screens = joined([
  { home: screen(async () => (await import('./home.tsx')).Home) },
  ...Object.values(features).map((feature) => feature.screens),
])
