import { useEffect, useRef } from 'react'
import { useBlocker, type Location } from 'react-router'

/** What stands in the way of a change of address: how to go on with it, or stay. */
export interface Leaving {
  readonly proceed: () => void
  readonly stay: () => void
}

export interface UnsavedGuard {
  readonly leaving: Leaving | null
  /** The next change of address passes: what it leaves behind was dealt with. */
  readonly letPass: () => void
}

/** Holds back whoever leaves unsaved changes: another screen, another record (`same` tells), or closing the window. */
export const useUnsavedGuard = (dirty: boolean, same: (from: Location, to: Location) => boolean): UnsavedGuard => {
  const passes = useRef(false)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (passes.current) {
      passes.current = false
      return false
    }
    return dirty && !same(currentLocation, nextLocation)
  })
  useEffect(() => {
    if (!dirty) return undefined
    const closing = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', closing)
    return () => window.removeEventListener('beforeunload', closing)
  }, [dirty])
  return {
    leaving: blocker.state === 'blocked' ? { proceed: blocker.proceed, stay: blocker.reset } : null,
    letPass: () => {
      passes.current = true
    },
  }
}
