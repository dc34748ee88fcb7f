import { useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** How the query of an address changes. */
export type QueryChange = (old: URLSearchParams) => URLSearchParams

/**
 * Changes the query of the address of the screen that is shown. The function is the same one as long as the screen is, and
 * whoever kept it until an answer came changes the address as it is by then.
 */
export const useQuerySetter = (): ((change: QueryChange, options: { readonly replace: boolean }) => void) => {
  const [, setParams] = useSearchParams()
  // The router's own setter is another with every address: what hangs on it would be drawn anew with every key.
  const { pathname } = useLocation()
  const latest = useRef({ setParams, pathname })
  useLayoutEffect(() => {
    latest.current = { setParams, pathname }
  })
  return useCallback(
    (change, options) =>
      latest.current.setParams(
        (drawn) =>
          // What was changed a moment ago stands in the address before it is drawn: the second change keeps the first.
          change(window.location.pathname === latest.current.pathname ? new URLSearchParams(window.location.search) : drawn),
        options,
      ),
    [],
  )
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
