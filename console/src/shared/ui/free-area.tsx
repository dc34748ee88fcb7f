import { useLayoutEffect, useRef, type RefObject } from 'react'
import styles from './free-area.module.css'

const id = 'free-area'
/** For what takes a selector. */
export const freeAreaSelector = `#${id}`

/** The window less what stands at its edges: dialogs stay in it, and what opens at a field finds its place in it. Drawn once. */
export const FreeArea = () => <div id={id} className={styles['area']} />

/** The document where no frame is drawn. */
const freeArea = (): HTMLElement => document.getElementById(id) ?? document.body

/** Where what opens at `trigger` is hung: what the frame itself opens, top bar and edges, is not kept from the edges. */
export const popupHome = (trigger?: HTMLElement): HTMLElement =>
  trigger?.closest('main, .ant-modal-wrap, .ant-drawer') ? freeArea() : document.body

/** Pixels. */
export const freeSize = (): { readonly width: number; readonly height: number } => {
  const area = document.getElementById(id)
  return area ? { width: area.offsetWidth, height: area.offsetHeight } : { width: window.innerWidth, height: window.innerHeight }
}

/** Calls whenever the free area has another size; the answer ends it. */
export const onFreeSize = (changed: () => void): (() => void) => {
  const observer = new ResizeObserver(changed)
  observer.observe(freeArea())
  return () => observer.disconnect()
}

/** Tells the whole document how much an edge of the frame takes, `--edge-top` and the like, as long as it is drawn. */
export const useEdge = (edge: 'top' | 'right' | 'bottom'): RefObject<HTMLDivElement | null> => {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return undefined
    const root = document.documentElement.style
    const tell = (): void =>
      root.setProperty(`--edge-${edge}`, `${edge === 'right' ? measured.offsetWidth : measured.offsetHeight}px`)
    tell()
    const observer = new ResizeObserver(tell)
    observer.observe(measured)
    return () => {
      observer.disconnect()
      root.removeProperty(`--edge-${edge}`)
    }
  }, [edge])
  return element
}
