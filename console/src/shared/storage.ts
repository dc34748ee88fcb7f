/** One text in the browser's storage. `session` ends with the tab, `local` stays. */
export interface Stored {
  readonly read: () => string | null
  /** Null removes it. */
  readonly write: (value: string | null) => void
}

/** Storage may be forbidden or full: then the text lives as long as the page. */
export const stored = (kind: 'local' | 'session', key: string): Stored => {
  let fallback: string | null = null
  const storage = (): Storage => (kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage)
  return {
    read: () => {
      try {
        return storage().getItem(key)
      } catch {
        return fallback
      }
    },
    write: (value) => {
      fallback = value
      try {
        if (value === null) storage().removeItem(key)
        else storage().setItem(key, value)
      } catch {
        // Storage is full or forbidden: the value lasts as long as the page.
      }
    },
  }
}

/** Forgets everything that this tab of the browser keeps. */
export const forgetTab = (): void => {
  try {
    globalThis.sessionStorage.clear()
  } catch {
    // Storage is forbidden: nothing outlives the page.
  }
}

/** A JSON value in the browser's storage; what no longer passes `accept` is as if it were not there. */
export const storedJson = <Value>(kind: 'local' | 'session', key: string, accept: (value: unknown) => value is Value) => {
  const text = stored(kind, key)
  return {
    read: (): Value | null => {
      const raw = text.read()
      if (raw === null) return null
      try {
        const value: unknown = JSON.parse(raw)
        return accept(value) ? value : null
      } catch {
        return null
      }
    },
    write: (value: Value | null): void => text.write(value === null ? null : JSON.stringify(value)),
  }
}
