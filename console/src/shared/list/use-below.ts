import { useSyncExternalStore } from 'react'

/** Below this window width, in pixels, the shell is in mobile mode; between both the departments move into the filters. */
export const mobileBelow = 992
export const narrowBelow = 1200

/** Whether the window is narrower than so many pixels. */
export const useBelow = (width: number): boolean => {
  const query = `(max-width: ${width - 0.02}px)`
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}
