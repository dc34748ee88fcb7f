import { useSyncExternalStore } from 'react'
import { stored, type Stored } from '../../shared/storage.ts'

/**
 * Whether the screens of somebody are locked, and when this browser was last used. Both are the browser's and not the tab's:
 * all tabs of one person lock and unlock together, a reload unlocks nothing, and whoever works in one tab keeps the others
 * open. It covers screens; the session behind them goes on.
 */

const keptUse = stored('local', 'vigil.usedAt')
const keptLocks = new Map<string, Stored>()
const lockOf = (userId: string): Stored => {
  const kept = keptLocks.get(userId) ?? stored('local', `vigil.locked.${userId}`)
  keptLocks.set(userId, kept)
  return kept
}

const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  // Heard of what other tabs wrote.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const isLocked = (userId: string): boolean => lockOf(userId).read() !== null
const used = (at: number): void => keptUse.write(String(at))

export const screenLock = {
  isLocked,
  lock: (userId: string): void => {
    lockOf(userId).write('locked')
    tell()
  },
  /** Somebody gave his password, on the cover or at signing in. */
  unlock: (userId: string, now = Date.now()): void => {
    used(now)
    lockOf(userId).write(null)
    tell()
  },
  /** Somebody uses this browser. */
  used,
  /** Milliseconds for which nobody used this browser; it begins with the first look. */
  unusedFor: (now: number): number => {
    const at = Number(keptUse.read())
    if (at > 0 && at <= now) return now - at
    // Never used before, or a clock that was put back, by which the screen would stay open until it has caught up.
    used(now)
    return 0
  },
}

export const useIsLocked = (userId: string): boolean => useSyncExternalStore(subscribe, () => isLocked(userId))
