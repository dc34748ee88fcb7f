import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { ClockStore, Skew } from './clocks.store.ts'
import type { Device } from './store.ts'
import { createTally } from './tally.ts'

/** Counts what is set aside for its clock, so that somebody can see which device needs its time put right. */
export const createClocks = (store: ClockStore, now: () => number) => {
  const skews = createTally<Skew>(
    (known, more) => ({ ...(more.at >= known.at ? more : known), count: known.count + more.count }),
    store.note,
  )
  return {
    list: (paging: Paging, asked: Asked) => store.list(paging, asked),
    /** A report that is `skew` milliseconds ahead, and whether it was set aside for that; written down by the next `flush`. */
    note: ({ id }: Device, skew: number, isSetAside: boolean): void =>
      skews.note(id, { deviceId: id, seconds: skew / 1000, at: now(), count: isSetAside ? 1 : 0 }),
    flush: skews.flush,
  }
}
