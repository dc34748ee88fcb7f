import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { useCall } from '../../shared/api/queries.ts'

/** Milliseconds: passes and visits are told by the live link; what tags say changes the list without a word. */
const insideEvery = 30_000

/** Who is inside now, as far as the user sees. */
export const useInside = () => useCall(gateCalls.listNowInside, undefined, { keepPrevious: true, refetchEvery: insideEvery })
