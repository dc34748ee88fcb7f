import type { Language } from '@vigil/contract/kernel/text.ts'
import { failureText } from '../../shared/api/failure.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import type { SearchHit, SearchProvider } from '../../shared/find/search.ts'

/** What one provider answered; `failure` is why it could not. */
export interface Found {
  readonly provider: SearchProvider
  readonly hits: readonly SearchHit[]
  readonly failure: string | null
}

/** Asks every provider; one that fails costs the others nothing. Those without hits are left out. */
export const find = async (
  providers: readonly SearchProvider[],
  query: string,
  language: Language,
  signal: AbortSignal,
): Promise<readonly Found[]> => {
  const all = await Promise.all(
    providers.map(async (provider): Promise<Found> => {
      try {
        return { provider, hits: await provider.search(query, language, signal), failure: null }
      } catch (error) {
        if (!signal.aborted) logError(error, `search ${provider.name}`)
        return { provider, hits: [], failure: failureText(error) }
      }
    }),
  )
  return all.filter(({ hits, failure }) => hits.length > 0 || failure !== null)
}
