/**
 * Work that is done again and again; one that fails is told to the log and done again at its next time.
 *
 * What a process does for itself (`server`: what it holds in memory, its own disk) each of them does. What is done for the site
 * (`site`) is done by one of the servers of a database, whichever comes first, and by another where that one dies or hangs: so it
 * may be broken off anywhere and begun again.
 */
export interface Job {
  readonly name: string
  /** When, in the site's time: a cron pattern with seconds. */
  readonly pattern: string
  readonly of: 'server' | 'site'
  /** Of the site's: ms after which it counts as hanging, and is another's; an hour unless said. */
  readonly longest?: number
  readonly run: () => Promise<void>
}

/** Who has something that was queued, until another has it. */
export interface Claim {
  readonly payload: unknown
  /**
   * Which time it is taken up, from 1 on. Who writes compares it, in the same transaction: so who was silent for too long, and comes
   * back, writes nothing over him who has it now.
   */
  readonly attempt: number
  /** Raised when it is somebody else's by now, or this server stops: what runs leaves it at the next good place, by throwing. */
  readonly signal: AbortSignal
}

/** What is queued is kept in the database until it has run to its end, on any of the servers. */
export interface QueuedWork {
  readonly name: string
  /** How many run at one time in each server; with `alone` it is one in all of them together. */
  readonly atOnce: number
  readonly alone?: true
  /** Done when it returns; taken up again, by whoever comes first, when it throws or its server falls silent. */
  readonly run: (claim: Claim) => Promise<void>
}
