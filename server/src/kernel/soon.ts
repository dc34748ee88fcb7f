import type { Logger } from './log.ts'

const delay = 200

export interface Soon {
  /** Has the work done within a moment: once, however often it is asked for until then. */
  readonly ask: () => void
  /** Does now what was asked for. */
  readonly settle: () => Promise<void>
}

/** Work that follows a change which nobody waits for, such as reading names anew; what fails is logged as `what`. */
export const createSoon = (work: () => Promise<void>, log: Logger, what: string): Soon => {
  let timer: NodeJS.Timeout | null = null
  const settle = async (): Promise<void> => {
    if (timer === null) return
    clearTimeout(timer)
    timer = null
    await work()
  }
  return {
    ask: () => {
      timer ??= setTimeout(() => {
        settle().catch((error: unknown) => log.error({ err: error, what }, 'what had changed could not be read anew'))
      }, delay).unref()
    },
    settle,
  }
}
