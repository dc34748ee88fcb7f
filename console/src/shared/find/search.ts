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

/** A kind of thing that Ctrl+K finds. A feature writes one, app/search/providers.ts lists it. */
export interface SearchProvider {
  readonly name: string
  readonly title: Text
  /** Who may find these; everybody unless said. */
  readonly permission?: Permission
  /** The best hits for what was typed (trimmed, not empty), best first; about ten are enough. */
  readonly search: (query: string, language: Language, signal: AbortSignal) => Promise<readonly SearchHit[]>
}
