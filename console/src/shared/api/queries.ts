import type { Call, DataOf, SentBodyOf } from '@vigil/contract/kernel/call.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import {
  MutationCache,
  QueryClient,
  keepPreviousData,
  useMutation,
  useQuery,
  type Query,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { notify } from '../notices/notices.ts'
import { client } from './client.ts'

/** The console's one cache of answers. A refused change shows the server's text unless its caller said it does. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0 } },
  mutationCache: new MutationCache({
    onError: (error, _body, _context, mutation) => {
      if (mutation.meta?.['showsRefusal'] === true || !(error instanceof CallRefused)) return
      if (error.code !== codes.sessionInvalid.code) notify.error(error.message)
    },
  }),
})

/** The key under which answers of a call are cached; without a body it stands for all of them. */
export const keyOf = (call: Call, body?: unknown): readonly unknown[] => (body === undefined ? [call.path] : [call.path, body])

/** First answers that were still on their way when what they tell of changed. */
const outrun = new Set<Query>()
const askAgain = (query: Query): void => {
  outrun.delete(query)
  void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
}
/**
 * A first answer that is on its way may have been read before the change, and the library begins no second fetch beside the first: it is
 * asked for again once it is there.
 */
const refetch = (filters: { readonly queryKey?: readonly unknown[] }): void => {
  for (const query of queryClient.getQueryCache().findAll(filters)) {
    if (query.state.fetchStatus !== 'fetching' || query.state.data !== undefined || outrun.has(query)) continue
    outrun.add(query)
    // One that failed shows its error, and that it can be tried again.
    query.promise?.then(
      () => askAgain(query),
      () => outrun.delete(query),
    )
  }
  void queryClient.invalidateQueries(filters)
}
/** Fetches anew what these calls answered, whatever their bodies. */
export const invalidate = (...calls: readonly Call[]): void => {
  for (const call of calls) refetch({ queryKey: keyOf(call) })
}
/** Fetches anew what any call answered. */
export const invalidateAll = (): void => refetch({})

export interface CallOptions {
  /** False: not yet. */
  readonly enabled?: boolean
  /** Milliseconds between two repetitions; none unless said. */
  readonly refetchEvery?: number
  /** Keep showing the last answer while the one for another body is on its way. */
  readonly keepPrevious?: boolean
  /** Milliseconds an answer is taken as fresh. */
  readonly staleTime?: number
}

/** How the data of a call for a body is fetched and cached. */
export const queryOf = <C extends Call>(call: C, body: SentBodyOf<C>, options: CallOptions = {}): UseQueryOptions<DataOf<C>> => ({
  queryKey: keyOf(call, body ?? null),
  queryFn: ({ signal }) => client.ask(call, body, signal),
  enabled: options.enabled ?? true,
  refetchInterval: options.refetchEvery ?? false,
  ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
  ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
})

/**
 * The data of a call for a body; anew when the body changes. `error` is `CallRefused` (the server said no; `message` is its
 * text) or `CallFailed` (network or HTTP; was shown already).
 */
export const useCall = <C extends Call>(call: C, body: SentBodyOf<C>, options: CallOptions = {}): UseQueryResult<DataOf<C>> =>
  useQuery<DataOf<C>>(queryOf(call, body, options))

export interface MutationOptions {
  /** Calls whose cached answers are fetched anew after success. */
  readonly invalidates?: readonly Call[]
  /** True: the caller shows a refusal itself (beside the field, say), no message appears. */
  readonly showsRefusal?: boolean
}

/** A call that changes something: `mutate(body)` or `await mutateAsync(body)`. */
export const useCallMutation = <C extends Call>(
  call: C,
  { invalidates = [], showsRefusal = false }: MutationOptions = {},
): UseMutationResult<DataOf<C>, Error, SentBodyOf<C>> =>
  useMutation<DataOf<C>, Error, SentBodyOf<C>>({
    mutationFn: (body) => client.ask(call, body),
    meta: { showsRefusal },
    onSuccess: () => invalidate(...invalidates),
  })
