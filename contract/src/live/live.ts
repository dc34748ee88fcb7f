import { z } from 'zod'
import { declaredTopics } from '../collected/topics.ts'
import { joined } from '../kernel/domain.ts'
import type { TopicKind } from '../kernel/topic.ts'
import { liveObject } from '../positions/entities.ts'

/** Address of the live hub's WebSocket. */
export const livePath = '/api/live'
/** Milliseconds between two ticks of the server; a console that hears nothing for three of them treats the link as dead. */
export const tickEvery = 2_000
/** Milliseconds within which a socket must say hello. */
export const helloWithin = 5_000

/** What may be told, of all domains that tell something. */
const declared = joined(declaredTopics)
export type Topic = keyof typeof declared
/** The topics a console may ask for; it gets those its permissions allow. */
export const topics: Readonly<Record<Topic, TopicKind>> = declared
const topicNames = z.enum(Object.keys(declared) as [Topic, ...Topic[]])

/** First message of a console, and the only one that is needed. */
export const hello = z.object({
  type: z.literal('hello'),
  token: z.string().max(200),
  topics: z.array(topicNames).max(topicNames.options.length),
  /** The last sequence number seen, null on a first connection: the server sends what came after it. */
  since: z.number().int().min(0).nullable(),
})
export const ping = z.object({ type: z.literal('ping'), at: z.number() })
export const fromConsole = z.discriminatedUnion('type', [hello, ping])

type AnyEvent = (typeof declared)[Topic]['events'][number]
const events = Object.values<TopicKind>(declared).flatMap((topic) => topic.events) as unknown as [AnyEvent, ...AnyEvent[]]
/** What happened; each carries a sequence number, none is ever dropped or merged. */
export const liveEvent = z.discriminatedUnion('name', events)
export type LiveEvent = z.output<typeof liveEvent>

/** Text messages of the server; positions come as binary frames (positions/frame.ts) between them. */
export type FromServer =
  /**
   * `seq` is where the event stream stands; `resumed` false means: fetch the lists anew, what was missed is not kept. Said
   * again later, it means the same: the stream went on from elsewhere, or the console sees another part than before. Of the topics
   * it asked for it hears `topics`; what it was told of others is not its to show any more.
   */
  | {
      readonly type: 'welcome'
      readonly serverTime: number
      readonly seq: number
      readonly resumed: boolean
      readonly topics: readonly Topic[]
    }
  /** `disk`: `low` when somebody has to make room, `full` when positions are refused for want of it. */
  | { readonly type: 'tick'; readonly serverTime: number; readonly disk: 'fine' | 'low' | 'full' }
  | { readonly type: 'pong'; readonly at: number; readonly serverTime: number }
  /** `whole` replaces the directory, otherwise `objects` are added or changed and `removed` are gone. */
  | {
      readonly type: 'directory'
      readonly whole: boolean
      readonly objects: readonly z.output<typeof liveObject>[]
      readonly removed: readonly number[]
    }
  /**
   * Records that somebody made, changed or deleted, by their kind; null where they are many, or where it is not said which: whoever
   * shows any of that kind fetches them anew. Not kept for who is away: with `welcome` everything may be another.
   */
  | { readonly type: 'changed'; readonly records: Readonly<Record<string, readonly string[] | null>> }
  /** `late`: whoever was told in time is gone, so it is told now, out of its order and whatever came since. */
  | { readonly type: 'event'; readonly seq: number; readonly event: LiveEvent; readonly late?: true }
  /** What was missed, oldest first; comes right after `welcome`, in as many messages as it takes. */
  | { readonly type: 'events'; readonly list: readonly { readonly seq: number; readonly event: LiveEvent }[] }
  /** The session is over; the socket closes after it. */
  | { readonly type: 'ended'; readonly code: string; readonly msg: string }
