import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Changes some values in the query of the address, without a step in the history; null removes one. */
export const useQueryChange = (): ((values: Readonly<Record<string, string | null>>) => void) => {
  const [, setParams] = useSearchParams()
  return useCallback(
    (values) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old)
          for (const [name, value] of Object.entries(values)) {
            if (value === null) next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
}
