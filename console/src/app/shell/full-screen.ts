import { useSyncExternalStore } from 'react'
import { logError } from '../../shared/error-log/error-log.ts'

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

export const useFullScreen = (): boolean => useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)

/** Shows the console on the whole screen, or no longer; answers false where the browser cannot. */
export const toggleFullScreen = async (): Promise<boolean> => {
  if (!document.fullscreenEnabled) return false
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
    return true
  } catch (error) {
    logError(error, 'fullscreen')
    return false
  }
}
