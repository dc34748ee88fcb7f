import { useSyncExternalStore, type CSSProperties } from 'react'

/** The window for which the wall display is drawn; at any other its parts are larger or smaller alike. */
const drawnFor = { width: 1920, height: 1080 } as const
/** Pixels of width below which its parts stand below each other. */
const stackedBelow = 900
/** Of a part of the drawing, where they do. */
const stackedScale = 0.5

const scaleNow = (): number => {
  const { innerWidth, innerHeight } = window
  if (innerWidth < stackedBelow) return stackedScale
  return Math.min(innerWidth / drawnFor.width, innerHeight / drawnFor.height)
}
const onResize = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** Pixels of the window for one of the drawing, and as the variables by which styles measure: a length, and a number. */
export const useScale = (): { readonly scale: number; readonly style: CSSProperties } => {
  const scale = useSyncExternalStore(onResize, scaleNow)
  const style: CSSProperties & { readonly '--u': string; readonly '--zoom': number } = { '--u': `${scale}px`, '--zoom': scale }
  return { scale, style }
}
