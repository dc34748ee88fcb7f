import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { ClockStore, Skew } from './clocks.store.ts'
import type { Device } from './store.ts'

/** Counts what is set aside for its clock, so that somebody can see which device needs its time put right. */
export const createClocks = (store: ClockStore, now: () => number) => {
  const skews = new Map<number, Skew>()
  const count = (skew: Skew): void => {
    const known = skews.get(skew.deviceId)
    if (!known) skews.set(skew.deviceId, skew)
    else {
      const newer = skew.at >= known.at ? skew : known
      skews.set(skew.deviceId, { ...newer, count: known.count + skew.count })
    }
  }
  return {
    list: (paging: Paging, asked: Asked) => store.list(paging, asked),
    /** A report that is `skew` milliseconds ahead, and whether it was set aside for that; written down by the next `flush`. */
    note: ({ id }: Device, skew: number, isSetAside: boolean): void =>
      count({ deviceId: id, seconds: skew / 1000, at: now(), count: isSetAside ? 1 : 0 }),
    flush: async (): Promise<void> => {
      if (skews.size === 0) return
      const noted = [...skews.values()]
      skews.clear()
      try {
        await store.note(noted)
      } catch (error) {
        noted.forEach(count)
        throw error
      }
    },
  }
}
