import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { addressChange, othersOpen, readListState, type ListChange, type ListState } from './list-address.ts'

export interface ListQuery {
  readonly state: ListState
  readonly change: (change: ListChange) => void
}

/** What a list shows lives in the address, so that a link shows the same list. Only opening a record is a step of the history. */
export const useListQuery = (prefix: string, filterNames: readonly string[]): ListQuery => {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(params, prefix, filterNames), [params, prefix, filterNames])
  const change = useCallback(
    (wanted: ListChange): void =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old)
          for (const [name, value] of Object.entries(addressChange(prefix, wanted))) {
            if (value === null) next.delete(name)
            else next.set(name, value)
          }
          if (wanted.open) for (const name of othersOpen(old, prefix)) next.delete(name)
          return next
        },
        { replace: !wanted.open || params.has(prefix === '' ? 'id' : `${prefix}.id`) },
      ),
    [setParams, prefix, params],
  )
  return { state, change }
}
