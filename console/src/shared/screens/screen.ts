import type { InnerRouteName, RouteName } from '@vigil/contract/menu/routes.ts'
import type { ComponentType } from 'react'
import { fetched, type Fetched } from '../ui/fetched.tsx'

/** A screen's name: its route name, or `home` for the dashboard that everybody has. */
export type ScreenName = RouteName | InnerRouteName | 'home'

/** A screen as the shell draws it. */
export interface Screen extends Fetched<object> {
  /** It is not kept behind another: its tab forgets it, with its filters and its page, when one leaves it. */
  readonly noCache?: boolean
  /** It fills the window to the edges (a map) instead of standing on the page's padding. */
  readonly fills?: boolean
  /** It is as long as what stands in it, and the page scrolls; otherwise it ends where the window does and scrolls inside. */
  readonly flows?: boolean
}

/** What a feature's `index.ts` exports under the name `screens`. */
export type Screens = Readonly<Partial<Record<ScreenName, Screen>>>

type Load = () => Promise<ComponentType>

/** A screen in a chunk of its own: `screen(async () => (await import('./live-alarms.tsx')).LiveAlarms)`. */
export const screen = (load: Load, options: Omit<Screen, keyof Fetched<object>> = {}): Screen => ({
  ...fetched(load),
  ...options,
})
