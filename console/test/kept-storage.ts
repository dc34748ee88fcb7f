import { vi } from 'vitest'

/** A browser's storage for the tests of one file, empty: what it holds, as a test may read or write it. Undone by `vi.unstubAllGlobals()`. */
export const keepStorage = (kind: 'localStorage' | 'sessionStorage'): Map<string, string> => {
  const kept = new Map<string, string>()
  vi.stubGlobal(kind, {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  })
  return kept
}
