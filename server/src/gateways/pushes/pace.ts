import { z } from 'zod'
import type { Bus } from '../../kernel/bus/bus.ts'
import { subject } from '../../kernel/bus/subject.ts'

const minuteMs = 60_000

/** What a server let in of a device, in which minute since 1970. */
const letIn = subject(
  'pushes.letIn',
  z.object({ device: z.string(), minute: z.number().int(), count: z.number().int().positive() }),
)

/**
 * Whether a device tells no more within a minute than it may, of all servers; of many at one time all or none are let in. Servers tell each
 * other what they let in, since a row written for each passage would cost more than the passage. What two let in at once may be above
 * the limit by as much as each has let in before it hears of the other, and no more is lost by a word that is.
 */
export const createPace = (most: number, now: () => number, bus: Pick<Bus, 'subscribe' | 'tellOthers'>) => {
  const known = new Map<string, { readonly minute: number; readonly count: number }>()
  const sumOf = (device: string, minute: number): number => {
    const one = known.get(device)
    return one?.minute === minute ? one.count : 0
  }
  bus.subscribe(letIn, ({ device, minute, count }, whence) => {
    const isOld = minute < (known.get(device)?.minute ?? minute)
    if (whence === 'elsewhere' && !isOld) known.set(device, { minute, count: sumOf(device, minute) + count })
  })
  return (device: string, count: number): boolean => {
    const minute = Math.floor(now() / minuteMs)
    const sum = sumOf(device, minute) + count
    if (sum > most) return false
    known.set(device, { minute, count: sum })
    if (count > 0) bus.tellOthers(letIn, { device, minute, count })
    return true
  }
}
