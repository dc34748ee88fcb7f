import { useCallback, useState } from 'react'

/** Pixels of height that an element has for what is to be put into it. */
export const useRoom = (): {
  readonly room: (element: HTMLElement | null) => (() => void) | undefined
  readonly height: number
} => {
  const [height, setHeight] = useState(0)
  const room = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { room, height }
}
