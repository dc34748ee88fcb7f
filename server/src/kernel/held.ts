import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from './log.ts'

/** Something of the database that is held in memory, told of changes by those who make them. */
export interface Held {
  readonly name: string
  /** What tells one state of it from another, as it is held. */
  readonly held: () => string
  /** The same, as it is stored. */
  readonly stored: () => Promise<string>
  readonly reload: () => Promise<void>
}

/** What is stored a moment ago may not have been told yet: milliseconds until it is looked at again. */
const moment = 200

/**
 * Compares what is held in memory with what is stored: a change whose news was lost, or that somebody made in the database
 * itself, is found here, and read anew; the names of what was. One that cannot be looked at keeps the others from nothing.
 */
export const createHeldCheck = (log: Logger, all: readonly Held[]) => async (): Promise<string[]> => {
  const readAnew: string[] = []
  for (const { name, held, stored, reload } of all) {
    try {
      if ((await stored()) === held()) continue
      await pause(moment, undefined, { ref: false })
      if ((await stored()) === held()) continue
      await reload()
      readAnew.push(name)
      log.warn({ name }, 'what was held in memory was not what is stored, and was read anew')
    } catch (error) {
      log.warn({ err: error, name }, 'what is held in memory could not be compared with what is stored')
    }
  }
  return readAnew
}
