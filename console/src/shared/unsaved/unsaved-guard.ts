import { useContext, useEffect, useId, useRef, useState } from 'react'
import { useBlocker, type Location } from 'react-router'
import { OwnScreenContext, type OwnScreen } from '../routes/own-screen.ts'
import { createHolders } from './holders.ts'

/** What stands in the way of leaving: how to go on with it, or stay. */
export interface Leaving {
  readonly proceed: () => void
  readonly stay: () => void
}

type Go = () => void
type Same = (from: Location, to: Location) => boolean

export interface UnsavedGuard {
  readonly leaving: Leaving | null
  /** Does what changes the address without being asked about it: what that leaves behind was dealt with. */
  readonly letPass: (go: Go) => void
}

const warn = (event: BeforeUnloadEvent): void => {
  if (hasUnsaved()) event.preventDefault()
}

/** Everything that has unsaved changes, on screens behind too: the browser asks by itself before the window is closed. */
const holders = createHolders<OwnScreen>((unsaved) =>
  unsaved ? window.addEventListener('beforeunload', warn) : window.removeEventListener('beforeunload', warn),
)

export const { hasUnsaved, dropUnsaved, leaveScreen, leaveScreens, unsavedPaths, wouldLose, arrive, forget } = holders

/**
 * Holds back whoever ends unsaved changes (`dirty` as drawn, `isDirty` as they are when asked): another record (`same` tells), an
 * address for which their screen does not stay, `leaveScreen`, closing the window. A screen that stays behind another keeps them.
 */
export const useUnsavedGuard = (dirty: boolean, isDirty: () => boolean, same: Same): UnsavedGuard => {
  const id = useId()
  const screen = useContext(OwnScreenContext)
  const passes = useRef(false)
  const [held, setHeld] = useState<Leaving | null>(null)
  const latest = useRef({ same, isDirty })
  useEffect(() => {
    latest.current = { same, isDirty }
  })
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (passes.current) {
      passes.current = false
      return false
    }
    if (!dirty || same(currentLocation, nextLocation)) return false
    return nextLocation.pathname === currentLocation.pathname || screen?.staysBehind(nextLocation.pathname) !== true
  })
  useEffect(() => {
    if (!dirty) return undefined
    const remove = holders.add(id, {
      screen,
      unsaved: () => latest.current.isDirty(),
      same: (from, to) => latest.current.same(from, to),
      hold: (proceed, stay) => setHeld({ proceed, stay }),
      drop: () => {
        passes.current = true
      },
    })
    return () => {
      // Behind another screen the changes are as unsaved as before.
      if (screen?.isBehind() !== true) remove()
    }
  }, [dirty, id, screen])
  const letPass = (go: Go): void => {
    passes.current = true
    go()
    // Where the address stayed as it was, the next one to leave is asked.
    passes.current = false
  }
  const asked: Leaving | null = held && {
    proceed: () => {
      setHeld(null)
      held.proceed()
    },
    stay: () => {
      setHeld(null)
      letPass(held.stay)
    },
  }
  return {
    leaving: blocker.state === 'blocked' ? { proceed: blocker.proceed, stay: blocker.reset } : asked,
    letPass,
  }
}
