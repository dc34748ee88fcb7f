import { useLayoutEffect, useState, type RefObject } from 'react'

/** The pixels of the header that a scrolled page has left behind: what stands beside the page ends where the window does. */
export const useHeaderScrolled = (column: RefObject<HTMLElement | null>, isFixed: boolean): number => {
  const [scrolled, setScrolled] = useState(0)
  useLayoutEffect(() => {
    const scroller = column.current
    if (!scroller || isFixed) {
      setScrolled(0)
      return undefined
    }
    const look = (): void => setScrolled(Math.min(scroller.scrollTop, scroller.firstElementChild?.clientHeight ?? 0))
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [column, isFixed])
  return scrolled
}
