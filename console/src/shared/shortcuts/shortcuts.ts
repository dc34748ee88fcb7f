import type { Text } from '@vigil/contract/kernel/text.ts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'

/** A keyboard shortcut while what registered it is on the screen. */
export interface Shortcut {
  /** As `ctrl+k`, `alt+b` or `?`; `ctrl` is the command key on a Mac too. */
  readonly keys: string
  readonly describe: Text
  readonly run: () => void
}

interface ShortcutState {
  readonly shortcuts: readonly Shortcut[]
}
/** What the `?` sheet lists. */
export const useShortcuts = create<ShortcutState>(() => ({ shortcuts: [] }))

/** Registers a shortcut for as long as the component is drawn; the one registered last wins. */
export const useShortcut = ({ keys, describe, run }: Shortcut): void => {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const shortcut: Shortcut = { keys, describe, run: () => latest.current() }
    useShortcuts.setState(({ shortcuts }) => ({ shortcuts: [...shortcuts, shortcut] }))
    return () => useShortcuts.setState(({ shortcuts }) => ({ shortcuts: shortcuts.filter((other) => other !== shortcut) }))
  }, [keys, describe])
}

/** How many dialogs, drawers and the like are in front, or on their way there. */
let inFront = 0

/** Whether a dialog, a drawer or the like is in front, or on its way there: what would come by itself waits. */
export const isSomethingInFront = (): boolean => inFront > 0

/** From now on a single character acts on nothing behind; the answer ends it. */
export const restLetters = (): (() => void) => {
  inFront += 1
  let over = false
  return () => {
    if (over) return
    over = true
    inFront -= 1
  }
}

/**
 * What is open in front of a screen, or is fetched to be, has the letters: whoever types for a search, or reads a dialog, means nothing
 * behind it. What is hidden with its screen has them no longer.
 */
export const useLettersRest = (open: boolean): void =>
  // With the key that opened it: the next one may follow before anything is painted.
  useLayoutEffect(() => (open ? restLetters() : undefined), [open])

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The name of a key press as shortcuts write it. Shift is part of the character. */
export const keysOf = ({ key, ctrlKey, metaKey, altKey }: Pressed): string =>
  [...(ctrlKey || metaKey ? ['ctrl'] : []), ...(altKey ? ['alt'] : []), key.toLowerCase()].join('+')

const typesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** Shift is part of the character; a space is one. */
const isCharacter = (keys: string): boolean => keys.length === 1

/** Listens for the registered shortcuts. Called once at start. A single character counts only where no text is typed, and nothing is in front. */
export const listenForShortcuts = (): (() => void) => {
  const pressed = (event: KeyboardEvent): void => {
    const keys = keysOf(event)
    if (event.isComposing || (!keys.includes('+') && typesText(event.target))) return
    if (inFront > 0 && isCharacter(keys)) return
    const shortcut = useShortcuts.getState().shortcuts.findLast((known) => known.keys === keys)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  }
  window.addEventListener('keydown', pressed)
  return () => window.removeEventListener('keydown', pressed)
}
