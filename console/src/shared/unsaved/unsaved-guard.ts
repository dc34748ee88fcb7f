import { useEffect, useRef, useState } from 'react'
import { useBlocker, type Location } from 'react-router'

/** What stands in the way of leaving: how to go on with it, or stay. */
export interface Leaving {
  readonly proceed: () => void
  readonly stay: () => void
}

type Go = () => void

export interface UnsavedGuard {
  readonly leaving: Leaving | null
  /** Does what changes the address without being asked about it: what that leaves behind was dealt with. */
  readonly letPass: (go: Go) => void
}

interface Holder {
  /** Asks before the screen that is shown loses unsaved changes. */
  readonly hold: (go: Go) => void
  /** Lets them go with the next change of the address, whoever asked for it elsewhere. */
  readonly drop: () => void
}
/** Null while the screen that is shown has no unsaved changes. */
let holder: Holder | null = null

export const hasUnsaved = (): boolean => holder !== null
export const dropUnsaved = (): void => holder?.drop()

/**
 * Does what ends the screen that is shown (closes its tab, draws it anew, signs out): at once, or when its unsaved changes may
 * go; never if the operator stays.
 */
export const leaveScreen = (go: Go): void => (holder === null ? go() : holder.hold(go))

/** Holds back whoever leaves unsaved changes: another screen, another record (`same` tells), `leaveScreen`, closing the window. */
export const useUnsavedGuard = (dirty: boolean, same: (from: Location, to: Location) => boolean): UnsavedGuard => {
  const passes = useRef(false)
  const [held, setHeld] = useState<Go | null>(null)
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
    const own: Holder = {
      hold: (go) => setHeld(() => go),
      drop: () => {
        passes.current = true
      },
    }
    holder = own
    window.addEventListener('beforeunload', closing)
    return () => {
      if (holder === own) holder = null
      window.removeEventListener('beforeunload', closing)
    }
  }, [dirty])
  const letPass = (go: Go): void => {
    passes.current = true
    go()
    // Where the address stayed as it was, the next one to leave is asked.
    passes.current = false
  }
  const asked: Leaving | null = held && {
    proceed: () => {
      setHeld(null)
      // Signing out changes the address only once the server has answered.
      passes.current = true
      held()
    },
    stay: () => setHeld(null),
  }
  return {
    leaving: blocker.state === 'blocked' ? { proceed: blocker.proceed, stay: blocker.reset } : asked,
    letPass,
  }
}
