import type { RouteName } from '@vigil/contract/menu/routes.ts'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A screen's name: its route name, or `home` for the dashboard that everybody has. */
export type ScreenName = RouteName | 'home'

/** A screen as the shell draws it. */
export interface Screen {
  readonly component: LazyExoticComponent<ComponentType>
  /** Fetches its chunk ahead; what fails is told once it is drawn. */
  readonly fetchAhead: () => void
  /** It is not kept behind another: its tab forgets it, with its filters and its page, when one leaves it. */
  readonly noCache?: boolean
  /** It fills the window to the edges (a map) instead of standing on the page's padding. */
  readonly fills?: boolean
}

/** What a feature's `index.ts` exports under the name `screens`. */
export type Screens = Readonly<Partial<Record<ScreenName, Screen>>>

type Load = () => Promise<ComponentType>

/** A screen in a chunk of its own: `screen(async () => (await import('./live-alarms.tsx')).LiveAlarms)`. */
export const screen = (load: Load, options: Omit<Screen, 'component' | 'fetchAhead'> = {}): Screen => ({
  component: lazy(async () => ({ default: await load() })),
  fetchAhead: () => void load().catch(() => undefined),
  ...options,
})
