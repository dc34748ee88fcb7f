import type { Kernel } from '../../kernel/kernel.ts'
import type { PushingStore, PushWay, UnknownNews } from './store.ts'

/** Devices that are noted between two times that they are written down; beyond them nobody new is. */
const notedAtMost = 1_000

/** Who pushed and was not let in, held until it is written down. */
export const createUnknown = (store: PushingStore, { clock }: Pick<Kernel, 'clock'>) => {
  let noted = new Map<string, UnknownNews>()
  /** Known to stand in the list no more, so that who is let in again and again asks nothing of the database. */
  const clean = new Set<string>()
  const keyOf = (way: PushWay, address: string): string => `${way} ${address}`
  const add = (one: UnknownNews): void => {
    const key = keyOf(one.way, one.address)
    const known = noted.get(key)
    if (known) noted.set(key, { ...one, count: known.count + one.count })
    else if (noted.size < notedAtMost) noted.set(key, one)
  }
  return {
    note: (one: Omit<UnknownNews, 'at' | 'count'>): void => add({ ...one, at: new Date(clock.now()), count: 1 }),
    /** It was let in: a camera says first without its login what it says again with it. */
    letIn: async (way: PushWay, address: string): Promise<void> => {
      const key = keyOf(way, address)
      noted.delete(key)
      if (clean.has(key)) return
      await store.forgetUnknown(way, address)
      if (clean.size >= notedAtMost) clean.clear()
      clean.add(key)
    },
    flush: async (): Promise<void> => {
      if (noted.size === 0) return
      const written = noted
      noted = new Map()
      try {
        await store.noteUnknown([...written.values()])
      } catch (error) {
        for (const one of written.values()) add(one)
        throw error
      } finally {
        for (const key of written.keys()) clean.delete(key)
      }
    },
  }
}
