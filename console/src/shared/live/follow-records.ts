import { callsThatShow, everyListing } from '@vigil/contract/kernel/listings.ts'
import { invalidate } from '../api/queries.ts'
import { throttled } from '../time/throttled.ts'

/** Milliseconds between two fetches of what is shown, while others save one record after the other, as an import does. */
const pace = 3_000

const changed = new Set<string>()
const fetchAnew = throttled(() => {
  const kinds = [...changed]
  changed.clear()
  invalidate(...callsThatShow(kinds))
}, pace)

/** Records of these kinds were saved, wherever: what shows some of them, or their names, is fetched anew. */
export const follow = (kinds: readonly string[]): void => {
  for (const kind of kinds) changed.add(kind)
  fetchAnew.call()
}
/** Any record may be another by now. */
export const followAll = (): void => invalidate(...everyListing())
