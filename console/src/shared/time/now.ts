import { useSyncExternalStore } from 'react'

let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

/** Calls back once a second; one timer serves all. The answer ends it. */
export const everySecond = (listener: () => void): (() => void) => {
  listeners.add(listener)
  now = Date.now()
  timer ??= setInterval(() => {
    now = Date.now()
    for (const heard of listeners) heard()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** This computer's clock in milliseconds, once a second; one timer serves all. */
export const useNow = (): number => useSyncExternalStore(everySecond, () => now)
