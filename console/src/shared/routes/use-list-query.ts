import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { addressChange, othersOpen, readListState, type ListChange, type ListState } from './list-address.ts'
import { usualSize } from './page-size.ts'
import { useQuerySetter, withValues } from './use-query-change.ts'

export interface ListQuery {
  readonly state: ListState
  /** The same one as long as the list is. */
  readonly change: (change: ListChange) => void
}

const noFilters: readonly string[] = []

/** What a list shows lives in the address, so that a link shows the same list. Only opening a record is a step of the history. */
export const useListQuery = (prefix: string, filterNames: readonly string[]): ListQuery => {
  const [params] = useSearchParams()
  const set = useQuerySetter()
  const state = useMemo(() => readListState(params, prefix, filterNames, usualSize()), [params, prefix, filterNames])
  const latest = useRef(params)
  useLayoutEffect(() => {
    latest.current = params
  })
  const change = useCallback(
    (wanted: ListChange): void =>
      set(
        (old) => {
          const next = withValues(old, addressChange(prefix, wanted, readListState(old, prefix, noFilters, usualSize())))
          if (wanted.open) for (const name of othersOpen(old, prefix)) next.delete(name)
          return next
        },
        { replace: !wanted.open || latest.current.has(prefix === '' ? 'id' : `${prefix}.id`) },
      ),
    [prefix, set],
  )
  return { state, change }
}
