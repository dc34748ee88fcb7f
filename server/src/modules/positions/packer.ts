import { setTimeout as pause } from 'node:timers/promises'
import type { Kernel } from '../../kernel/kernel.ts'
import { NotReady } from '../../kernel/refusal.ts'
import type { DeviceHour } from './device-hours.store.ts'
import { dayOf } from './fix.ts'
import type { PackedStore } from './packed.store.ts'
import { defaultPartition, isGone, type PartitionStore } from './partitions.store.ts'
import { packedBefore } from './rules.ts'

/** Hours of one transaction: some thousand reports, some ten ms of which are deleting. */
const groupSize = 25
/** As long as the longest pause between two groups, in ms; shorter ones take as long as the group did. */
const longestPause = 250

/** What a run of the packer came to. */
export interface Packed {
  readonly positions: number
  /** False when more is left to do than the time was for, or another process is at it. */
  readonly finished: boolean
}
export interface Packer {
  /**
   * Packs hours that are over and drops the tables that are empty then, for so many ms at most; at leisure unless in haste.
   * Throws at the end when hours could not be packed, which stay as they are.
   */
  readonly run: (options: { readonly forMs: number; readonly inHaste: boolean }) => Promise<Packed>
  /** Ends the run after the group that is under way. */
  readonly stop: () => void
}

const serializationFailure = '40001'
const isOvertaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === serializationFailure

export const createPacker = (
  { clock, log }: Pick<Kernel, 'clock' | 'log'>,
  { packed, partitions }: { readonly packed: PackedStore; readonly partitions: PartitionStore },
): Packer => {
  let stopped = false

  const packGroup = async (table: string, hours: readonly DeviceHour[]): Promise<number | null> => {
    for (const day of new Set(hours.map(({ hour }) => dayOf(hour)))) if (!(await partitions.preparePacked(day))) return null
    await packed.settleStates(table, hours)
    return packed.pack(table, hours)
  }
  /** One damaged hour does not keep the others of its group. */
  const packEach = async (table: string, hours: readonly DeviceHour[], failed: unknown[]): Promise<number | null> => {
    try {
      return await packGroup(table, hours)
    } catch (error) {
      if (error instanceof NotReady || isGone(error)) throw error
      // Somebody packed or deleted the same just now.
      if (isOvertaken(error)) return 0
      const [only] = hours
      if (hours.length > 1 && only) {
        let positions = 0
        for (const hour of hours) {
          const one = await packEach(table, [hour], failed)
          if (one === null) return null
          positions += one
        }
        return positions
      }
      failed.push(error)
      log.error(
        { err: error, deviceId: only?.deviceId, hour: new Date(only?.hour ?? 0) },
        'an hour of positions cannot be packed',
      )
      return 0
    }
  }

  return {
    run: async ({ forMs, inHaste }) => {
      stopped = false
      const until = performance.now() + forMs
      const before = packedBefore(clock.now())
      const failed: unknown[] = []
      let positions = 0
      /** False when the run ends here. */
      const packTable = async (table: string): Promise<boolean> => {
        let last: DeviceHour | null = null
        for (;;) {
          const from = performance.now()
          const hours: DeviceHour[] = await packed.due(table, before, last, groupSize)
          if (hours.length === 0) return true
          const moved = await packEach(table, hours, failed)
          if (moved === null) return false
          positions += moved
          last = hours.at(-1) ?? null
          if (stopped || performance.now() > until) return false
          if (!inHaste) await pause(Math.min(longestPause, performance.now() - from))
        }
      }
      const over = (await partitions.raw()).filter(({ start }) => start < before)
      for (const { name, end } of [...over, { name: defaultPartition, end: before }]) {
        try {
          if (!(await packTable(name))) return { positions, finished: false }
          if (end <= before) await partitions.dropIfEmpty(name)
        } catch (error) {
          if (!isGone(error)) throw error
        }
      }
      if (failed.length > 0) throw new AggregateError(failed, `${failed.length} hours of positions cannot be packed`)
      return { positions, finished: true }
    },
    stop: () => {
      stopped = true
    },
  }
}
