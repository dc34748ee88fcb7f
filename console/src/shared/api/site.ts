import type { UseQueryResult } from '@tanstack/react-query'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { useCall } from './queries.ts'

/** Milliseconds after which the site is asked again: somebody else may have changed it. */
const askedEvery = 5 * 60_000

/**
 * What is chosen for the whole site. Whoever needs it goes by the same answer, and asks for none while it is fresh: who saves another is
 * told of at once.
 */
export const useSite = (enabled = true): UseQueryResult<Site> =>
  useCall(siteCalls.getSite, undefined, { enabled, refetchEvery: askedEvery, staleTime: askedEvery })
