import { useCallback, useEffect, useState } from 'react'
import { throttled } from '../time/throttled.ts'
import type { PositionStore } from './position-store.ts'

/** Grows with changes of a store, at most once in `every` milliseconds. */
export const usePulse = (store: PositionStore, every: number): number => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const { call, cancel } = throttled(listener, every)
      const leave = store.subscribe(call)
      return () => {
        leave()
        cancel()
      }
    },
    [store, every],
  )
  const [seen, setSeen] = useState(() => store.revision)
  useEffect(() => subscribe(() => setSeen(store.revision)), [store, subscribe])
  return seen
}
