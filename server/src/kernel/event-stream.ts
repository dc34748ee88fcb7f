import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { liveEvent, type LiveEvent, type Topic } from '@vigil/contract/live/live.ts'
import { subject } from './bus/subject.ts'

/** The number of an event that stands in no log. */
export const unnumbered = 0

/** An event with its place in the stream; without a department it is for every holder of the topic's permission. */
export interface NumberedEvent {
  readonly seq: number
  readonly deptId: string | null
  readonly event: LiveEvent
  /** People who hear of it though their scope does not hold it: they were told before. */
  readonly also?: readonly string[]
}

/** What was committed on another server; what is lost of it is found in the log. */
export const liveEvents = subject<readonly NumberedEvent[]>(
  'live.events',
  z.array(
    z.object({
      seq: z.number(),
      deptId: z.string().nullable(),
      event: liveEvent,
      also: z.array(z.string()).readonly().default([]),
    }),
  ),
)

export interface EventLog {
  /** Events after `seq`, oldest first; null when some of them are not kept or cannot be read, or they are more than `keptForResume`. */
  readonly after: (seq: number) => Promise<NumberedEvent[] | null>
  /** The newest number given. */
  readonly head: () => Promise<number>
}

/** How many missed events a console may ask for; past that fetching the lists anew is quicker. */
export const keptForResume = 5_000
/** Missed events in one message. */
const inOneMessage = 200

/** An event as it was told: written once for everybody who hears it. */
export interface ToldEvent {
  readonly seq: number
  readonly deptId: string | null
  readonly topic: Topic
  readonly also: readonly string[]
  /** Of an alarm: somebody always hears of it. */
  readonly alarmId: string | null
  /** `{"seq":…,"event":…}`. */
  readonly text: string
}
const writtenOnce = ({ seq, deptId, event, also = [] }: NumberedEvent): ToldEvent => ({
  seq,
  deptId,
  also,
  topic: event.topic,
  alarmId: event.topic === 'alarms' && 'id' in event.data ? event.data.id : null,
  text: JSON.stringify({ seq, event }),
})

/** The message that tells of one event. */
export const messageOf = ({ text }: ToldEvent): Buffer => Buffer.from(`{"type":"event",${text.slice(1)}`)
/** The same for those who hear of it after others, when its place in the order is past. */
export const lateMessageOf = ({ text }: ToldEvent): Buffer => Buffer.from(`{"type":"event","late":true,${text.slice(1)}`)
/** The messages that tell of events that were missed, oldest first. */
export const messagesOf = (missed: readonly ToldEvent[]): Buffer[] => {
  const messages: Buffer[] = []
  for (let from = 0; from < missed.length; from += inOneMessage) {
    const list = missed.slice(from, from + inOneMessage).map(({ text }) => text)
    messages.push(Buffer.from(`{"type":"events","list":[${list.join(',')}]}`))
  }
  return messages
}
export interface EventStream {
  /** The newest number told. */
  readonly told: () => number
  readonly start: () => Promise<void>
  /** Hands over events after their commit; told in the order of their numbers whatever order they come in. */
  readonly publish: (events: readonly NumberedEvent[]) => void
  /** Finds what was committed without being handed over; starts anew where the log does not go on from what was told. */
  readonly lookBack: () => Promise<void>
  /** Fetches what `missedSince` may need. */
  readonly prepare: (since: number) => Promise<void>
  /** What came after `since`, up to what is told by now; null when some of it is no longer kept. */
  readonly missedSince: (since: number) => readonly ToldEvent[] | null
}

/**
 * Events in the order of their numbers, without a gap. Transactions number them under a lock, but their commits may come back
 * here in another order; and the log may not go on where this stood: then nothing would ever be told again, so it starts anew
 * from the log's head and everybody is told to fetch his lists.
 */
export const createEventStream = (
  log: EventLog,
  { onTell, onRestart }: { readonly onTell: (event: ToldEvent) => void; readonly onRestart: () => void },
): EventStream => {
  let told = 0
  const early = new Map<number, NumberedEvent>()
  /** The newest of what was told, without a gap up to `told`. */
  let kept: ToldEvent[] = []
  let filling: Promise<void> | null = null
  /** Something was committed that cannot be told in its place: everybody has to fetch his lists. */
  let beside = false

  const keep = (event: ToldEvent): void => {
    kept.push(event)
    // Now and then, not with every event.
    if (kept.length > keptForResume * 1.2) kept = kept.slice(-keptForResume)
  }
  /** Whether its number was given to another event before: the log was put back, and has gone on from there. */
  const isAnother = ({ seq, event }: NumberedEvent): boolean => {
    const known = kept[seq - (kept[0]?.seq ?? 0)]
    if (known?.seq !== seq) return false
    const as = JSON.parse(known.text) as { readonly event: unknown }
    return !isDeepStrictEqual(as.event, JSON.parse(JSON.stringify(event)))
  }
  const publish = (list: readonly NumberedEvent[]): void => {
    for (const event of list) {
      if (event.seq > told) early.set(event.seq, event)
      else if (event.seq === unnumbered || isAnother(event)) beside = true
    }
    for (let next = early.get(told + 1); next; next = early.get(told + 1)) {
      told = next.seq
      early.delete(told)
      const event = writtenOnce(next)
      keep(event)
      onTell(event)
    }
  }
  const restart = async (): Promise<void> => {
    told = await log.head()
    beside = false
    early.clear()
    kept = []
    onRestart()
  }
  const lookBack = async (): Promise<void> => {
    const from = told
    const head = await log.head()
    // Lower than what was told before it was read: the log is another one, as after a backup was restored.
    if (beside || head < from) return restart()
    if (head === told) return
    const missed = await log.after(from)
    if (missed === null && told === from) return restart()
    publish(missed ?? [])
  }

  const covers = (since: number): boolean => since >= told || (kept[0]?.seq ?? Number.POSITIVE_INFINITY) <= since + 1
  const mayResume = (since: number): boolean => since <= told && told - since <= keptForResume
  /** Reads from the log what this process did not tell itself. */
  const fill = async (since: number): Promise<void> => {
    const before = kept[0]?.seq ?? told + 1
    const older = (await log.after(since)) ?? []
    // Unless it began anew meanwhile.
    if ((kept[0]?.seq ?? told + 1) <= before)
      kept = [...older.filter(({ seq }) => seq < (kept[0]?.seq ?? told + 1)).map(writtenOnce), ...kept]
  }

  return {
    told: () => told,
    start: async () => {
      told = await log.head()
    },
    publish,
    lookBack,
    prepare: async (since) => {
      // One reading for however many consoles come back together.
      while (filling) await filling
      if (!mayResume(since) || covers(since)) return
      filling = fill(since).finally(() => {
        filling = null
      })
      await filling
    },
    missedSince: (since) => (mayResume(since) && covers(since) ? kept.filter(({ seq }) => seq > since) : null),
  }
}
