import { useSyncExternalStore } from 'react'

/** Below this window width, in pixels, the layout is in mobile mode. */
const mobileBelow = 992
/** Below this one there is one thing at a time, as on a phone. */
export const phoneBelow = 600
/** Below this one departments move from beside a list into its filters. */
export const narrowBelow = 1200

const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )

const below = (width: number): string => `(max-width: ${width - 0.02}px)`

/** Whether the window is narrower than so many pixels. */
export const useBelow = (width: number): boolean => useMedia(below(width))

/** The same at this moment, for what is no component. */
export const isBelow = (width: number): boolean => window.matchMedia(below(width)).matches

/** Whether the layout is in mobile mode. */
export const useMobile = (): boolean => useBelow(mobileBelow)

/** Whether the operator asked the system for less motion. */
export const useLessMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)')
