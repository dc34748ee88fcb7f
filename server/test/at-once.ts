import type { Pausing } from '../src/kernel/rest.ts'

/** What comes of work that may pause, without a pause. */
export const atOnce = <Result>(work: Pausing<Result>): Result => {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
