import { useSyncExternalStore } from 'react'

/** Below this window width, in pixels, the layout is in mobile mode. */
export const mobileBelow = 992

const query = () => window.matchMedia(`(max-width: ${mobileBelow - 0.02}px)`)

const subscribe = (listener: () => void): (() => void) => {
  const list = query()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the window is narrower than 992 px. */
export const useMobile = (): boolean => useSyncExternalStore(subscribe, () => query().matches)
