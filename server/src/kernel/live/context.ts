import type { Topic } from '@vigil/contract/live/live.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import type { Bus } from '../bus/bus.ts'
import type { Caller } from '../caller.ts'
import type { ConsoleLine } from '../console-line.ts'
import type { DiskState } from '../disk.ts'
import type { EventStream } from '../event-stream.ts'
import type { RecordChange } from '../record-changes.ts'
import type { Logger } from '../log.ts'
import type { Scope } from '../scope.ts'
import type { Unanswered } from '../unanswered.ts'
import type { Elsewhere } from './elsewhere.ts'

/** What of a directory is another than before. */
export interface DirectoryDifference {
  /** Added or changed. */
  readonly objects: readonly LiveObject[]
  /** Ids of what is not there any more. */
  readonly removed: readonly number[]
}

/** Where positions come from; the module of that name hands this in. */
export interface PositionFeed {
  /** Everything a scope sees, as a frame that replaces what a console knows. */
  readonly snapshot: (scope: Scope) => Uint8Array
  /** What there is, with private data masked unless they may be shown. */
  readonly directory: (scope: Scope, shown: boolean) => LiveObject[]
  /**
   * What of it changed since the last call, for each scope asked for; null where nothing is to be told. It holds for whoever was
   * given the directory at any moment since that call.
   */
  readonly directoryChanges: () => ((scope: Scope, shown: boolean) => DirectoryDifference | null) | null
  /** What moved since the last call, as one frame for each scope asked for; null where nothing is to be told. */
  readonly changes: () => ((scope: Scope) => Uint8Array | null) | null
}

/** An alarm that nobody connected saw in his scope, and who was told of it instead. */
export interface ToldBeyond {
  readonly alarmId: string
  readonly personIds: readonly string[]
}

/** Somebody who is connected. */
export interface Console {
  readonly line: ConsoleLine
  readonly token: string
  caller: Caller
  /** The key of its caller's scope. */
  scope: string
  /** What hello asked for, and what of it the caller may hear by now. */
  readonly asked: readonly Topic[]
  topics: ReadonlySet<Topic>
  /** Something was left out because the reader is slow, or it sees another part than before: it is to get everything anew. */
  behind: boolean
  /** Hello was answered: events go out from here on. */
  ready: boolean
  /** The newest round in which it gave a sign of life, and in which it was slow but took something. */
  answered: number
  stirred: number
}

/** What the hub stands on and what it remembers. Each file of this folder answers one question about it. */
export interface LiveContext {
  readonly authenticate: (token: string) => Promise<Caller | null>
  /** How the disk is: every console says so when it is not fine. */
  readonly disk: () => DiskState
  readonly log: Logger
  readonly bus: Bus
  readonly now: () => number
  readonly stream: EventStream
  readonly consoles: Set<Console>
  /** What the other servers see. */
  readonly elsewhere: Elsewhere
  /** The newest question that every console was asked. */
  round: number
  /** Null until the start. */
  feed: PositionFeed | null
  /** Until the next pace, by what is seen: consoles that come together are told of the same things. */
  readonly directories: Map<string, Buffer>
  /** Until the next tick, by who they are for: consoles that come back together have missed the same. */
  readonly storm: Map<string, readonly Buffer[]>
  /** Alarms of which it is not known yet whether anybody heard. */
  readonly open: Unanswered<Console | string>
  /** Records that changed since consoles were told of some. */
  readonly changed: RecordChange[]
  /** What is still to be written down of who was told beyond his scope: he has heard it already, whatever the database does. */
  readonly untold: ToldBeyond[]
  /** Writes that down. */
  note: (told: readonly ToldBeyond[]) => Promise<void>
}
