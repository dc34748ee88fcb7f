import { useEffect, useRef, type RefObject } from 'react'

interface DrawKeys {
  readonly undo: () => void
  readonly redo: () => void
  /** Esc leaves the tool in hand; null while there is none, and Esc means what it means elsewhere. */
  readonly cancel: (() => void) | null
  /** A dialog's content: an Esc that leaves the tool does not close the dialog too. */
  readonly within?: RefObject<HTMLElement | null>
}

const typesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA'].includes(target.tagName))

/** Ctrl+Z, Ctrl+Y (Ctrl+Shift+Z) and Esc while something is drawn, wherever the focus is. */
export const useDrawKeys = (active: boolean, keys: DrawKeys): void => {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!active) return undefined
    const pressed = (event: KeyboardEvent): void => {
      const { undo, redo, cancel, within } = latest.current
      if (event.key === 'Escape' && cancel) {
        // What lies above the dialog, an alarm say, has its own Esc.
        if (within && event.target !== document.body && !within.current?.contains(event.target as Node)) return
        if (within) event.stopImmediatePropagation()
        cancel()
        return
      }
      // In a text field these belong to the text.
      if (!(event.ctrlKey || event.metaKey) || event.altKey || typesText(event.target)) return
      const key = event.key.toLowerCase()
      const back = key === 'z' && !event.shiftKey
      const forth = key === 'y' || (key === 'z' && event.shiftKey)
      if (!back && !forth) return
      event.preventDefault()
      if (back) undo()
      else redo()
    }
    window.addEventListener('keydown', pressed, { capture: true })
    return () => window.removeEventListener('keydown', pressed, { capture: true })
  }, [active])
}
