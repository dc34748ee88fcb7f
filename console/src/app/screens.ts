import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { ScreenName } from './routes/pages.ts'

/** A screen as the shell draws it. */
export interface Screen {
  readonly component: LazyExoticComponent<ComponentType>
  /** Its tab forgets filters and page when one leaves it. */
  readonly noCache?: boolean
  /** It fills the window to the edges (a map) instead of standing on the page's padding. */
  readonly fills?: boolean
}

type Load = () => Promise<ComponentType>

export const screen = (load: Load, options: Omit<Screen, 'component'> = {}): Screen => ({
  component: lazy(async () => ({ default: await load() })),
  ...options,
})

/**
 * The screens that are built, by route name:
 * `alarmRealMgmt: screen(async () => (await import('../features/alarms/live-alarms.tsx')).LiveAlarms)`.
 * The others show that they are not open yet.
 */
export const screens: Readonly<Partial<Record<ScreenName, Screen>>> = {
  home: screen(async () => (await import('./home.tsx')).Home),
  trackRealMgmt: screen(async () => (await import('../features/positions/live-positions.tsx')).LivePositions, { fills: true }),
  dangAreaDrawMgmt: screen(async () => (await import('../features/hazards/fences-screen.tsx')).FencesScreen, { fills: true }),
}
