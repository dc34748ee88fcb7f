/** What a process that only waits for its database ends with: it is worth starting again. */
export const comeAgain = 3
/** What a server ends with whose database another one holds: one that hangs, or died unseen, lets go of it some time. */
export const heldByAnother = 4

/** Whether PostgreSQL or the system gave an error this code. */
export const isCode = (error: unknown, pattern: RegExp): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && pattern.test(error.code)

/** Connection trouble of PostgreSQL or the network, as opposed to a wrong statement: classes 08, 53, 57 and socket errors. */
export const isTrouble = (error: unknown): boolean => {
  if (error instanceof ConnectionLost) return true
  if (!(error instanceof Error)) return false
  if (isCode(error, /^(08|53|57|25006$|55P03$|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/)) return true
  return /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|Query read timeout|client has encountered a connection error/i.test(
    error.message,
  )
}
/** The question may have been carried out or not, and its transaction may stand open on the server until `ended`. */
export class ConnectionLost extends Error {
  /** Resolves once no transaction of this connection stands any more. */
  readonly ended: Promise<void>
  constructor(message: string, ended: Promise<void> = Promise.resolve(), cause?: unknown) {
    super(message, { cause })
    this.name = 'ConnectionLost'
    this.ended = ended
  }
}

/** Another transaction did the same at the same time, or waited for this one in a circle: the next try sees what it did. */
export const isRaced = (error: unknown): boolean => isCode(error, /^(23505|40001|40P01)$/)
/** PostgreSQL found no room on its disk. */
export const isDiskFull = (error: unknown): boolean =>
  isCode(error, /^53100$/) || (error instanceof Error && isCode(error.cause, /^53100$/))
