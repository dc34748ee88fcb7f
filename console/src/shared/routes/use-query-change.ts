import { useCallback, useContext, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { OwnScreenContext, type QueryChange } from './own-screen.ts'

/**
 * Changes the query of the address of a screen: of the window while it is in front, of its tab while another is. The function is
 * the same one as long as the screen is, and whoever kept it until an answer came changes the address as it is by then.
 */
export const useQuerySetter = (): ((change: QueryChange, options: { readonly replace: boolean }) => void) => {
  const [, setParams] = useSearchParams()
  // The router's own setter is another with every address: what hangs on it would be drawn anew with every key.
  const { pathname } = useLocation()
  const screen = useContext(OwnScreenContext)
  const latest = useRef({ setParams, pathname, screen })
  useLayoutEffect(() => {
    latest.current = { setParams, pathname, screen }
  })
  return useCallback((change, options) => {
    const { setParams, pathname, screen } = latest.current
    const inFront = window.location.pathname === pathname
    if (!inFront && screen) screen.changeQuery(change)
    // What was changed a moment ago stands in the address before it is drawn: the second change keeps the first.
    else setParams((drawn) => change(inFront ? new URLSearchParams(window.location.search) : drawn), options)
  }, [])
}

/** Changes some values in the query of the address, without a step in the history; null removes one. */
export const useQueryChange = (): ((values: Readonly<Record<string, string | null>>) => void) => {
  const set = useQuerySetter()
  return useCallback((values) => set((old) => withValues(old, values), { replace: true }), [set])
}

/** The query with some values changed; null removes one. */
export const withValues = (old: URLSearchParams, values: Readonly<Record<string, string | null>>): URLSearchParams => {
  const next = new URLSearchParams(old)
  for (const [name, value] of Object.entries(values)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}
