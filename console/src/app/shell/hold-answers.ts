import { QueryObserver } from '@tanstack/react-query'
import { queryClient } from '../../shared/api/queries.ts'

/** Keeps every answer that is shown by now in the cache, however long nobody shows it; the answer ends it. Nothing is asked by it. */
export const holdAnswers = (): (() => void) => {
  const holds = queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive())
    .map(({ queryKey, options }) =>
      new QueryObserver(queryClient, { ...options, queryKey, enabled: false }).subscribe(() => undefined),
    )
  return () => {
    for (const end of holds) end()
  }
}
