import { useEffect, useRef } from 'react'
import type { UnsavedGuard } from '../unsaved/unsaved-guard.ts'
import type { Saved } from './editing.ts'
import type { Kept } from './editing-state.ts'

/**
 * Hands a save on, as things are when its answer comes, which may not be as they were when it was sent: who waits to leave by
 * then leaves, unless something was changed meanwhile. `tell` may change the address.
 */
export const useAfterSave = <R extends Kept, Then>(
  guard: UnsavedGuard,
  tell: (saved: Saved<R>, then: Then) => void,
): ((saved: Saved<R>, then: Then) => void) => {
  const latest = useRef({ guard, tell })
  useEffect(() => {
    latest.current = { guard, tell }
  })
  return (saved, then) => {
    const now = latest.current
    const { leaving, letPass } = now.guard
    if (!leaving) letPass(() => now.tell(saved, then))
    else if (saved.settled) leaving.proceed()
  }
}
