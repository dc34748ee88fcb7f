import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { addressChange, othersOpen, readListState, type ListChange, type ListState } from './list-address.ts'

export interface ListQuery {
  readonly state: ListState
  /** The same one as long as the list is. */
  readonly change: (change: ListChange) => void
}

/** What a list shows lives in the address, so that a link shows the same list. Only opening a record is a step of the history. */
export const useListQuery = (prefix: string, filterNames: readonly string[]): ListQuery => {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(params, prefix, filterNames), [params, prefix, filterNames])
  // The router's own setter is another with every address: what hangs on `change` would be drawn anew with every key.
  const { pathname } = useLocation()
  const latest = useRef({ params, setParams, pathname })
  useLayoutEffect(() => {
    latest.current = { params, setParams, pathname }
  })
  const change = useCallback(
    (wanted: ListChange): void =>
      latest.current.setParams(
        (drawn) => {
          // What was changed a moment ago stands in the address before it is drawn: the second change keeps the first.
          const old = window.location.pathname === latest.current.pathname ? new URLSearchParams(window.location.search) : drawn
          const next = new URLSearchParams(old)
          for (const [name, value] of Object.entries(addressChange(prefix, wanted))) {
            if (value === null) next.delete(name)
            else next.set(name, value)
          }
          if (wanted.open) for (const name of othersOpen(old, prefix)) next.delete(name)
          return next
        },
        { replace: !wanted.open || latest.current.params.has(prefix === '' ? 'id' : `${prefix}.id`) },
      ),
    [prefix],
  )
  return { state, change }
}
