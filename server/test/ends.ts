import { afterAll } from 'vitest'

let ends: (() => unknown)[] = []

/**
 * Done once the last test of a file is over, the newest first: for what its hooks make. Vitest never runs an `afterAll` that is said within a
 * hook, and servers that nobody closes go on with their jobs beside all other tests.
 */
export const afterFile = (work: () => unknown): void => void ends.push(work)

/** Read anew before each file (`setupFiles`), so that this stands at the top of each. */
export const endFiles = (): void =>
  afterAll(async () => {
    const due = ends.reverse()
    ends = []
    for (const work of due) await work()
  })
