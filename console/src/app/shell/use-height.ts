import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The pixels that an element is high, parts of them too, as its content comes, goes and wraps. */
export const useHeight = (): { readonly element: RefObject<HTMLDivElement | null>; readonly height: number } => {
  const element = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return undefined
    const measure = (): void => setHeight(measured.getBoundingClientRect().height)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [])
  return { element, height }
}
