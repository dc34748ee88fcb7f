import type { Report } from '@vigil/contract/positions/report.ts'
import type { Ask } from '../seeding.ts'
import type { Handling } from './incidents.ts'

/** What happens at one moment, ms since 1970. Who walks about reports in bundles, as devices do that save their batteries; what raises an alarm comes at once. */
export type Step = { readonly at: number } & (
  | { readonly kind: 'reports'; readonly reports: readonly Report[] }
  | { readonly kind: 'push'; readonly imei: string; readonly sosType: string }
  | { readonly kind: 'handle'; readonly deviceId: string; readonly handling: Handling }
  | { readonly kind: 'act'; readonly act: (doing: Doing) => Promise<void> }
  | { readonly kind: 'signOut' }
)

/** What can be done at a moment of the history. */
export interface Doing {
  readonly at: number
  /** Asks as whoever sits at the desk. */
  readonly desk: () => Promise<Ask>
  /** As a gate or a camera of that name pushes it; answers once it is stored. */
  readonly push: (place: string, message: Readonly<Record<string, unknown>>) => Promise<void>
}

/** Which days a history is of. */
export interface Days {
  /** The oldest first, ms since 1970. */
  readonly midnights: readonly number[]
  readonly now: number
  readonly timeZone: string
}
