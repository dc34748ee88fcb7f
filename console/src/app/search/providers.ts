import type { SearchProviders } from '../../shared/find/search.ts'
import { features } from '../features.ts'
import { screensProvider } from './screens-provider.ts'

/** Everything Ctrl+K finds, in the order it is shown: what features export, and the screens. */
export const searchProviders: SearchProviders = [
  ...features.flatMap(({ searchProviders: own = [] }) => own),
  screensProvider,
].sort((a, b) => a.order - b.order)
