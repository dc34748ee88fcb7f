import type { Device } from '../devices/index.ts'
import { heardFor, type FenceWatch, type Heard } from '../hazards/index.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { createTurns } from '../../kernel/turns.ts'
import type { Incoming } from './incoming.ts'
import { JudgedSubject } from './judged-row.ts'
import { whoHas } from './present.ts'

/** Hazard sources whose beacons were heard, each by whom once, the newest time. */
export type HeardByKey = Map<string, Heard>

interface Hearing {
  readonly beacons: Incoming['beacons']
  /** When they were heard, and received; ms since 1970. */
  readonly at: number
  readonly recv: number
}

export const addHeard = (
  heard: HeardByKey,
  watch: Pick<FenceWatch, 'heardPoints'>,
  device: Device,
  { beacons, at, recv }: Hearing,
): void => {
  if (!beacons || recv - at >= heardFor) return
  const subject = whoHas(device)
  for (const point of watch.heardPoints(new JudgedSubject(device), beacons)) {
    const key = `${point}/${subject}`
    if (at >= (heard.get(key)?.at ?? at)) heard.set(key, { point, subject, device: device.id, at })
  }
}

/** Keeps what was heard by reports that say no place, which are in no batch: whatever waits meanwhile is written together. */
export const createHeardLine = (
  { ingest }: Pick<Kernel, 'ingest'>,
  note: (trx: Trx, heard: readonly Heard[]) => Promise<void>,
): ((heard: HeardByKey) => Promise<void>) => {
  let waiting: HeardByKey = new Map()
  const add = (more: HeardByKey): void => {
    for (const [key, one] of more) if (one.at >= (waiting.get(key)?.at ?? one.at)) waiting.set(key, one)
  }
  const inTurn = createTurns()
  const write = async (): Promise<void> => {
    if (waiting.size === 0) return
    const taken = waiting
    waiting = new Map()
    try {
      await ingest.transaction((trx) => note(trx, [...taken.values()]))
    } catch (error) {
      // Somebody else's may be among it, who tries again after this.
      add(taken)
      throw error
    }
  }
  return (heard) => {
    add(heard)
    return inTurn(write)
  }
}
