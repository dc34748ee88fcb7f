import { z } from 'zod'
import type { Bus } from '../../kernel/bus/bus.ts'
import { subject } from '../../kernel/bus/subject.ts'

const minuteMs = 60_000
/** Devices that are counted at once; the first that came is forgotten for one more. */
const countedAtMost = 10_000

/** What a server let in of a device, in which minute since 1970. */
const letIn = subject(
  'pushes.letIn',
  z.object({ device: z.string(), minute: z.number().int(), count: z.number().int().positive() }),
)

export interface Pace {
  /** Counts so much more of a device, or nothing where that is too much; the seconds after which it is let in, 0 for at once. */
  readonly take: (device: string, count: number) => number
  /** The seconds after which one more is let in, 0 for at once. */
  readonly wait: (device: string) => number
}

/**
 * Whether a device tells no more within a minute than it may, of all servers; of many at one time all or none are let in. Servers tell each
 * other what they let in, since a row written for each passage would cost more than the passage. What two let in at once may be above
 * the limit by as much as each has let in before it hears of the other, and no more is lost by a word that is. Without a bus each server
 * counts for itself.
 */
export const createPace = (most: number, now: () => number, bus: Pick<Bus, 'subscribe' | 'tellOthers'> | null): Pace => {
  const known = new Map<string, { readonly minute: number; readonly count: number }>()
  const sumOf = (device: string, minute: number): number => {
    const one = known.get(device)
    return one?.minute === minute ? one.count : 0
  }
  const keep = (device: string, minute: number, count: number): void => {
    known.delete(device)
    known.set(device, { minute, count })
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size > countedAtMost) known.delete(oldest)
  }
  bus?.subscribe(letIn, ({ device, minute, count }, whence) => {
    const isOld = minute < (known.get(device)?.minute ?? minute)
    if (whence === 'elsewhere' && !isOld) keep(device, minute, sumOf(device, minute) + count)
  })
  const restOf = (minute: number): number => Math.ceil(((minute + 1) * minuteMs - now()) / 1000)
  const thisMinute = (): number => Math.floor(now() / minuteMs)
  return {
    take: (device, count) => {
      const minute = thisMinute()
      const sum = sumOf(device, minute) + count
      if (sum > most) return restOf(minute)
      keep(device, minute, sum)
      if (count > 0) bus?.tellOthers(letIn, { device, minute, count })
      return 0
    },
    wait: (device) => {
      const minute = thisMinute()
      return sumOf(device, minute) < most ? 0 : restOf(minute)
    },
  }
}
