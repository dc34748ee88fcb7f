import { thingsProvider } from '../../features/positions/search-provider.ts'
import type { SearchProvider } from '../../shared/find/search.ts'
import { screensProvider } from './screens-provider.ts'

/** Everything Ctrl+K finds, in the order it is shown. */
export const searchProviders: readonly SearchProvider[] = [thingsProvider, screensProvider]
