import type { Alarm, AlarmStep } from '@vigil/contract/alarms/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { what, type AlarmContext } from './context.ts'
import { lifeOf } from './progress.ts'

/** What is told with an alarm. */
export interface Around {
  /** Milliseconds before it was found and after it was last seen. */
  readonly before: number
  readonly after: number
  /** Others of this department and those below it alone, and of none; whatever the caller sees where it is not said. */
  readonly within?: string | null
  /** The alarm itself though somebody hid it: what was done with it is not hidden from evidence. */
  readonly orHidden?: boolean
}

/** An alarm with all that is told of it, in the words that are stored. */
export interface WholeAlarm {
  readonly alarm: Alarm
  readonly steps: readonly AlarmStep[]
  /** The time that it stands in, ms since 1970, the end without. */
  readonly from: number
  readonly to: number
  /** What else came of its source in that time, the newest first; that alarm is not among them. */
  readonly others: readonly Alarm[]
}

/** Others of one source that are told with an alarm: a button that is stuck makes no end of them. */
const othersAtMost = 500

/** Throws `notFound` for one that is not there, or not for the caller. */
export const wholeAlarm = async (context: AlarmContext, id: string, asked: Asked, around: Around): Promise<WholeAlarm> => {
  const { kernel, store } = context
  const alarm = around.orHidden ? await store.oneOrHidden(id, asked) : await store.one(id, asked)
  if (!alarm) throw new Refusal('notFound', { what })
  const from = kernel.clock.fromWire(alarm.findTime).getTime() - around.before
  const to = kernel.clock.endOf(alarm.lastTime).getTime() + around.after
  const within = around.within === undefined ? {} : { within: around.within }
  const span = { from: new Date(from), to: new Date(to), limit: othersAtMost + 1, ...within }
  const [steps, ofSource] = await Promise.all([lifeOf(store, alarm), store.ofSource(alarm.source, span, asked)])
  return { alarm, steps, from, to, others: ofSource.filter((one) => one.id !== alarm.id).slice(0, othersAtMost) }
}
