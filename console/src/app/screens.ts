import { screen, type Screens } from '../shared/screens/screen.ts'
import { features } from './features.ts'
import { joined } from './join-screens.ts'

/**
 * The screens that are built, by route name: those that features export, and home, on which features meet. The others show
 * that they are not open yet.
 */
export const screens: Screens = joined([
  { home: screen(async () => (await import('./home.tsx')).Home) },
  ...features.map(({ screens: own = {} }) => own),
])
