import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import type { Permission } from '@vigil/contract/menu/routes.ts'
import type { IconName } from '../ui/icon.tsx'

/** One thing the search box found. */
export interface SearchHit {
  /** Unique within its provider. */
  readonly key: string
  readonly icon: IconName
  readonly title: string
  /** Department, number, group: what tells two of the same name apart. */
  readonly detail: string
  /** Where choosing it leads. */
  readonly address: string
}

/** A kind of thing that Ctrl+K finds. */
export interface SearchProvider {
  readonly name: string
  readonly title: Text
  /** The lower, the nearer to the top it is shown; screens come last, at 100. */
  readonly order: number
  /** Who may find these; everybody unless said. */
  readonly permission?: Permission
  /** The best hits for what was typed (trimmed, not empty), best first; about ten are enough. */
  readonly search: (query: string, language: Language, signal: AbortSignal) => Promise<readonly SearchHit[]>
}

/** What a feature's `index.ts` exports under the name `searchProviders`. */
export type SearchProviders = readonly SearchProvider[]
