import { callsThatShow, everyListing } from '@vigil/contract/kernel/listings.ts'
import { invalidate } from '../api/queries.ts'

/**
 * Milliseconds from one fetch of what shows a kind to the next: at first, and at most, each twice the one before for as long as others
 * save one of its records after the other, as an import does.
 */
const [shortest, longest] = [500, 3_000]

/** Kinds that were fetched a moment ago, and whether some of them changed since. A busy one makes no other wait. */
const pauses = new Map<string, boolean>()

const fetchAnew = (kinds: readonly string[], wait: number): void => {
  invalidate(...callsThatShow(kinds))
  for (const kind of kinds) {
    pauses.set(kind, false)
    setTimeout(() => endPause(kind, wait), wait)
  }
}
const endPause = (kind: string, wait: number): void => {
  const changed = pauses.get(kind) === true
  pauses.delete(kind)
  if (changed) fetchAnew([kind], Math.min(2 * wait, longest))
}

/** Records of these kinds were saved, wherever: what shows some of them, or their names, is fetched anew. */
export const follow = (kinds: readonly string[]): void => {
  const [waiting, due] = [kinds.filter((kind) => pauses.has(kind)), kinds.filter((kind) => !pauses.has(kind))]
  for (const kind of waiting) pauses.set(kind, true)
  if (due.length > 0) fetchAnew(due, shortest)
}
/** Any record may be another by now. */
export const followAll = (): void => invalidate(...everyListing())
