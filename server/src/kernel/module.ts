import type { FastifyInstance } from 'fastify'
import type { Held } from './held.ts'
import type { KeptNoun } from './kept-noun.ts'
import type { Job, QueuedWork } from './jobs/job.ts'
import type { Served } from './serve.ts'

/** What a domain gives to the server, collected from all of them by `app.ts`. A part that a domain has nothing for is left out. */
export interface Module {
  readonly served?: Served
  /** The nouns that it keeps: their sheets, and what a department is held by, follow from them. */
  readonly nouns?: readonly KeptNoun[]
  readonly held?: readonly Held[]
  readonly jobs?: readonly Job[]
  readonly queued?: readonly QueuedWork[]
  /** Addresses that are no calls. */
  readonly addresses?: (fastify: FastifyInstance) => void
  /** Before anything is served; modules start one after the other. */
  readonly start?: () => Promise<void>
  /** After nothing is served any more; modules stop in the opposite order. */
  readonly stop?: () => Promise<void>
}
