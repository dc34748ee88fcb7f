import type { FastifyInstance } from 'fastify'
import type { Gateway } from './gateway.ts'
import type { Held } from './held.ts'
import type { KeptNoun } from './kept-noun.ts'
import type { Job, QueuedWork } from './jobs/job.ts'
import type { Kernel } from './kernel.ts'
import type { References } from './references.ts'
import type { SeenOf } from './seen-of.ts'
import type { Served } from './serve.ts'
import type { ValuesOf, Variables } from './variables.ts'

/** What a domain gives to the server, collected from all of them by `modules.ts`. A part that a domain has nothing for is left out. */
export interface Module {
  readonly served?: Served
  /** The nouns that it keeps: their sheets, and what a department is held by, follow from them. */
  readonly nouns?: readonly KeptNoun[]
  /** Of what rows of the log tell and no noun is, by that name: which of these the caller sees. */
  readonly logged?: Readonly<Record<string, SeenOf>>
  readonly held?: readonly Held[]
  readonly jobs?: readonly Job[]
  readonly queued?: readonly QueuedWork[]
  /** Ways in for devices. */
  readonly gateways?: readonly Gateway[]
  /** Addresses that are no calls. */
  readonly addresses?: (fastify: FastifyInstance) => void
  /** Before anything is served; modules start one after the other. */
  readonly start?: () => Promise<void>
  /** After nothing is served any more; modules stop in the opposite order. */
  readonly stop?: () => Promise<void>
}

/** What modules give each other: each adds its own door where it declares itself. */
export interface Doors {}

/** All modules, once they stand: asked while the server runs, not while they are made. */
export interface Site {
  readonly doors: Doors
  readonly nouns: () => readonly KeptNoun[]
  readonly logged: () => ReadonlyMap<string, SeenOf>
  readonly gateways: () => readonly Gateway[]
}

/** How the module of a folder is made; its `index.ts` exports it as `domain`. */
export interface ModuleSpec {
  readonly name: string
  /** Whose doors it is made with: those are made and started before it. */
  readonly needs: readonly (keyof Doors)[]
  /** Where references to its records lead. */
  readonly references?: References
  /** What it is told by the environment. */
  readonly variables: Variables
  readonly create: (
    kernel: Kernel,
    doors: Doors,
    site: Site,
    told: Readonly<Record<string, unknown>>,
  ) => Module & { readonly door?: unknown }
}

/** Declares a module. One that opens a door has it among `Doors` under its own name. */
export const declareModule = <
  Name extends string,
  Needs extends keyof Doors = never,
  Declared extends Variables = Variables,
>(spec: {
  readonly name: Name
  readonly needs?: readonly Needs[]
  readonly references?: References
  readonly variables?: Declared
  readonly create: (
    kernel: Kernel,
    doors: Pick<Doors, Needs>,
    site: Site,
    told: ValuesOf<Declared>,
  ) => Module & (Name extends keyof Doors ? { readonly door: Doors[Name] } : { readonly door?: never })
}): ModuleSpec => ({
  needs: [],
  variables: {},
  ...spec,
  create: (kernel, doors, site, told) => spec.create(kernel, doors, site, told as ValuesOf<Declared>),
})
