import { positionSettings } from '@vigil/contract/positions/settings.ts'
import { theSystem } from '../../kernel/caller.ts'
import { pruneEvents } from '../../kernel/events.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { dayMs, dayOf } from './fix.ts'
import { createPacker, type Packer } from './packer.ts'
import type { Partition } from './partitions.store.ts'
import { packedBefore } from './rules.ts'
import type { PositionStore } from './store.ts'

const minute = 60_000
/** How long one run packs at most: the next one, minutes later, goes on. */
const packingTime = 4 * minute
/** Rows of one statement, and statements of one run. */
const deletedAtOnce = 5_000
const deletions = 500
/** Days that events are kept for consoles which come back. */
const eventDays = 7
/** Days after which nobody sends the same call for help again; its alarm stays. */
const callDays = 35

export interface Housekeeping {
  /** Every step, whatever became of the others; what failed is logged and tried again by the next run. */
  readonly run: () => Promise<void>
  /** Ends a run soon and waits for it: what is left is for the next one. */
  readonly stop: () => Promise<void>
}

export const createHousekeeping = (kernel: Kernel, store: PositionStore): Housekeeping => {
  const { clock, log } = kernel
  const { partitions } = store
  const packer: Packer = createPacker(kernel, store)
  let stopped = false
  let running: Promise<void> | null = null

  /** Deletes some and some again, until nothing is left or enough for one run is done. */
  const bitByBit = async (deleteSome: (atMost: number) => Promise<number>): Promise<void> => {
    for (let time = 0; time < deletions && !stopped; time += 1) if ((await deleteSome(deletedAtOnce)) < deletedAtOnce) return
  }

  /** Drops whole days, and hours, that are older than the site keeps positions. */
  const retain = async (): Promise<void> => {
    const before = dayOf(clock.now()) - kernel.settings.get(positionSettings.positionDays) * dayMs
    const old = [...(await partitions.packed()), ...(await partitions.raw())].filter(({ end }) => end <= before)
    const dropped: string[] = []
    for (const { name } of old) if (await partitions.drop(name)) dropped.push(name)
    await bitByBit((atMost) => partitions.deleteStrays(before, atMost))
    if (dropped.length > 0) log.info({ dropped }, 'positions older than retention were dropped')
  }

  const pack = async (inHaste: boolean): Promise<void> => {
    const { positions, finished } = await packer.run({ forMs: inHaste ? Number.POSITIVE_INFINITY : packingTime, inHaste })
    if (positions > 0) log.info({ positions, finished }, 'positions were packed')
  }

  /** Drops one stretch of time, with a row of the journal that says which. */
  const dropOldest = async ({ name, start, end }: Partition): Promise<boolean> => {
    const positions = await partitions.positionsIn(name)
    return partitions.drop(name, (trx) =>
      kernel.journal.write(trx, theSystem(clock.now()), {
        module: 'positions',
        action: 'delete',
        object: 'position',
        before: { positions, from: clock.toWire(start), to: clock.toWire(end), dataLimit: kernel.config.dataLimit },
      }),
    )
  }

  /** Packing makes the most room; what is too large even then loses its oldest days, the newest ones last. */
  const limit = async (): Promise<void> => {
    const { dataLimit } = kernel.config
    const isTooLarge = async (): Promise<boolean> => !stopped && (await partitions.databaseSize()) > dataLimit
    if (!(await isTooLarge())) return
    await step('packing before the size limit', () => pack(true))
    const before = packedBefore(clock.now())
    const over = (await partitions.raw()).filter(({ end }) => end <= before)
    const oldest = [...(await partitions.packed()), ...over].sort((a, b) => a.start - b.start)
    for (const partition of oldest) {
      if (!(await isTooLarge())) return
      // A newer one does not go before it: it is tried again next time.
      if (!(await dropOldest(partition))) return
      log.warn({ dropped: partition.name, dataLimit }, 'the database is larger than it may be: the oldest positions were dropped')
    }
    if (await isTooLarge()) log.error({ dataLimit }, 'the database is larger than it may be, and no positions are left to drop')
  }

  const step = async (name: string, work: () => Promise<void>): Promise<void> => {
    if (stopped) return
    try {
      await work()
    } catch (error) {
      log.error({ err: error, step: name }, 'a step of house-keeping failed, the next run tries it again')
    }
  }

  const steps = async (): Promise<void> => {
    await step('partitions', partitions.prepareHours)
    await step('retention', retain)
    await step('packing', () => pack(false))
    await step('size limit', limit)
    const daysAgo = (days: number): Date => new Date(clock.now() - days * dayMs)
    await step('calls for help', () => bitByBit((atMost) => store.help.prune(daysAgo(callDays), atMost)))
    await step('events', () => bitByBit((atMost) => pruneEvents(kernel.db, daysAgo(eventDays), atMost)))
  }

  return {
    run: async () => {
      stopped = false
      running = steps()
      await running
      running = null
    },
    stop: async () => {
      stopped = true
      packer.stop()
      await running
    },
  }
}
