import { useEffect, useState, type RefObject } from 'react'

/** Pixels of the lowest thing in a list, a group of a flood; a row is higher. */
const leastHeight = 44
/** Things beyond what is seen that are drawn, so that a wheel or the tabulator meets them. */
const margin = 4
/** Until the list was measured. */
const first = 12

/** How many things of a list, from its top, are in sight or near it; of all others nobody would see that they are drawn. */
export const useReach = (list: RefObject<HTMLElement | null>, isEmpty: boolean): number => {
  const [reach, setReach] = useState(first)
  useEffect(() => {
    const seen = list.current
    if (!seen) return undefined
    const look = (): void => {
      const near = Math.ceil((seen.scrollTop + seen.clientHeight) / leastHeight) + margin
      // What has the focus stays.
      setReach((present) => (seen.contains(document.activeElement) ? Math.max(present, near) : near))
    }
    const observer = new ResizeObserver(look)
    observer.observe(seen)
    seen.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      seen.removeEventListener('scroll', look)
    }
    // The list stands only while there is something in it.
  }, [list, isEmpty])
  return reach
}

/** Pixels of a row that are enough to see that it is there. */
const leastSeen = 24

/**
 * How many of the things that are drawn in a list lie below what is seen of it; `stands` changes with what they are. The browser tells
 * it once it has laid them out: asking where each is would make it do that at once, at every change.
 */
export const useCountBelow = (list: RefObject<HTMLElement | null>, stands: string): number => {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const seen = list.current
    if (!seen) {
      setCount(0)
      return undefined
    }
    const below = new Set<Element>()
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting, boundingClientRect, rootBounds } of changes)
          if (!isIntersecting && boundingClientRect.top >= (rootBounds?.bottom ?? 0)) below.add(target)
          else below.delete(target)
        setCount(below.size)
      },
      { root: seen, rootMargin: `0px 0px -${leastSeen}px 0px` },
    )
    for (const child of seen.querySelectorAll(':scope > :not([data-room])')) observer.observe(child)
    return () => observer.disconnect()
  }, [list, stands])
  return count
}

/** Pixels of a row, as the room that those have which are not drawn. */
export const rowHeight = 67
