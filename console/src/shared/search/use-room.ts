import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useLanguage } from '../i18n/language.ts'

/** How many of `most` filters the line of the keyword has room for as its words are now: with one more its buttons would wrap. */
export const useRoomForFilters = (most: number): { readonly bar: RefObject<HTMLFormElement | null>; readonly room: number } => {
  const bar = useRef<HTMLFormElement>(null)
  const { language } = useLanguage()
  const [width, setWidth] = useState(0)
  const asked = `${most} ${width} ${language}`
  const [found, setFound] = useState({ asked, room: most })
  // Asked anew, all of them are tried first.
  const room = found.asked === asked ? found.room : most
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setWidth(element.offsetWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (room > 0 && bar.current && wraps(bar.current)) setFound({ asked, room: room - 1 })
  }, [asked, room])
  return { bar, room }
}

/** Whether its buttons stand below what it begins with. */
const wraps = (bar: HTMLFormElement): boolean => {
  const [first] = bar.children
  const search = bar.querySelector('button[type="submit"]')
  return first !== undefined && search !== null && search.getBoundingClientRect().top >= first.getBoundingClientRect().bottom
}
