import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { ClockStore, Lag, Skew } from './clocks.store.ts'
import type { Device } from './store.ts'
import { createTally } from './tally.ts'

/** Seconds from year 0 to year 9999: no clock is said to be further off, whatever its device tells. */
const furthestOff = 315_569_520_000
const secondsOf = (milliseconds: number): number => Math.min(milliseconds / 1000, furthestOff)

/** Counts what is set aside for its clock, and what is late, so that somebody can see which device needs its time put right. */
export const createClocks = (store: ClockStore, now: () => number) => {
  const skews = createTally<Skew>(
    (known, more) => ({ ...(more.at >= known.at ? more : known), count: known.count + more.count }),
    store.note,
  )
  const lags = createTally<Lag>(
    (known, more) => ({
      deviceId: known.deviceId,
      least: Math.min(known.least, more.least),
      most: Math.max(known.most, more.most),
      at: Math.max(known.at, more.at),
    }),
    store.noteLags,
  )
  return {
    list: (paging: Paging, asked: Asked) => store.list(paging, asked),
    /** A report that is `skew` milliseconds ahead, and whether it was set aside for that; written down by the next `flush`. */
    note: ({ id }: Device, skew: number, isSetAside: boolean): void =>
      skews.note(id, { deviceId: id, seconds: secondsOf(skew), at: now(), count: isSetAside ? 1 : 0 }),
    /** A report that is `lag` milliseconds late, received at `at`; likewise. */
    noteLate: ({ id }: Device, lag: number, at: number): void =>
      lags.note(id, { deviceId: id, least: secondsOf(lag), most: secondsOf(lag), at }),
    flush: async (): Promise<void> => {
      await skews.flush()
      await lags.flush()
    },
  }
}
