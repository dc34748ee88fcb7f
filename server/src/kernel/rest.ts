import { setImmediate } from 'node:timers/promises'

/** Others have their turn after so many ms of work. */
const slice = 3

/** Given when the present stretch of work began, answers when the next one does. */
export const rest = async (since: number): Promise<number> => {
  if (performance.now() - since < slice) return since
  await setImmediate()
  return performance.now()
}

/** Work that may be broken off at each `yield` and is gone on with later; what it works upon must not change meanwhile. */
export type Pausing<Result> = Generator<undefined, Result, undefined>

/** Does it in slices, between which others have their turn. */
export const inSlices = async <Result>(work: Pausing<Result>): Promise<Result> => {
  let since = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    since = await rest(since)
  }
}
