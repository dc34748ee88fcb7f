import type { FastifyInstance } from 'fastify'
import type { Held } from './held.ts'
import type { KeptNoun } from './kept-noun.ts'
import type { Served } from './serve.ts'

/** Work that is done again and again; one that fails is told to the log and done again at its next time. */
export interface Job {
  readonly name: string
  /** When: a cron pattern with seconds. */
  readonly pattern: string
  readonly run: () => Promise<void>
}

/** What a domain gives to the server, collected from all of them by `app.ts`. A part that a domain has nothing for is left out. */
export interface Module {
  readonly served?: Served
  /** The nouns that it keeps: their sheets, and what a department is held by, follow from them. */
  readonly nouns?: readonly KeptNoun[]
  readonly held?: readonly Held[]
  readonly jobs?: readonly Job[]
  /** Addresses that are no calls. */
  readonly addresses?: (fastify: FastifyInstance) => void
  /** Before anything is served; modules start one after the other. */
  readonly start?: () => Promise<void>
  /** After nothing is served any more; modules stop in the opposite order. */
  readonly stop?: () => Promise<void>
}
