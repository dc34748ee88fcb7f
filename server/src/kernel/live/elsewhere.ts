import { z } from 'zod'
import type { Topic } from '@vigil/contract/live/live.ts'
import { subject } from '../bus/subject.ts'
import { everything, maySee, type Scope } from '../scope.ts'

/** What consoles of other servers see, so that an alarm which one of them sees goes beyond nobody's scope here. */

export interface Seer {
  readonly topics: readonly string[]
  /** Null for everything. */
  readonly deptIds: readonly string[] | null
}

/** What a server says of its consoles: one entry for all that see the same. `told` is the newest event it has told them. */
export const presence = subject(
  'live.presence',
  z.object({
    server: z.string(),
    told: z.number(),
    seers: z.array(z.object({ topics: z.array(z.string()), deptIds: z.array(z.string()).nullable() })),
  }),
)

const scopeOf = ({ deptIds }: Seer): Scope => (deptIds === null ? everything : { all: false, deptIds: new Set(deptIds) })

export interface Elsewhere {
  /** The servers of which a console sees it. */
  readonly seers: (topic: Topic, deptId: string | null) => string[]
  readonly take: (server: string, seers: readonly Seer[]) => void
  readonly lose: (server: string) => void
  /** Another round is over; the servers that have said nothing of their consoles for too many of them. */
  readonly round: () => string[]
}

/** Rounds without a word after which what a server said of its consoles holds no longer. */
const holdsFor = 3

export const createElsewhere = (): Elsewhere => {
  const servers = new Map<
    string,
    { readonly seers: readonly { readonly topics: readonly string[]; readonly scope: Scope }[]; age: number }
  >()
  return {
    seers: (topic, deptId) =>
      [...servers]
        .filter(([, { seers }]) => seers.some(({ topics, scope }) => topics.includes(topic) && maySee(scope, deptId)))
        .map(([server]) => server),
    take: (server, seers) =>
      void servers.set(server, { seers: seers.map((seer) => ({ topics: seer.topics, scope: scopeOf(seer) })), age: 0 }),
    lose: (server) => void servers.delete(server),
    round: () => {
      for (const said of servers.values()) said.age += 1
      return [...servers].filter(([, { age }]) => age > holdsFor).map(([server]) => server)
    },
  }
}
