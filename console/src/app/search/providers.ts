import type { SearchProvider } from '../../shared/search/search.ts'
import { screensProvider } from './screens-provider.ts'

/** Everything Ctrl+K finds, in the order it is shown. */
export const searchProviders: readonly SearchProvider[] = [screensProvider]
