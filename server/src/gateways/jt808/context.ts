import type { Socket } from 'node:net'
import type { TerminalParameter } from '@vigil/contract/devices/terminal-parameter.ts'
import type { Traffic } from '../../kernel/gateway.ts'
import type { Logger } from '../../kernel/log.ts'
import type { DeviceCommand, Said as CommandSaid } from '../../modules/devices/index.ts'
import type { Incoming, Outcome } from '../../modules/positions/index.ts'
import type { Inbox, UnreadBudget } from '../shared/inbox.ts'
import type { Terminal } from './message.ts'
import type { Parts, PartsBudget, Whole } from './parts.ts'

/** What terminals ask of the rest of the server. */
export interface TerminalDeps {
  /** The vehicle that one of these numbers is registered for; its code is that number. */
  readonly find: (numbers: readonly string[]) => Vehicle | null
  readonly noteUnknown: (number: string) => void
  readonly noteFirmware: (code: string, version: string) => void
  /** A new code for a vehicle's terminal, which it shows whenever it comes. */
  readonly enrol: (deviceId: number) => Promise<string>
  /** Whether a vehicle's terminal shows the code that it was given last; of one that never was given any whatever it shows. */
  readonly shows: (deviceId: number, code: string) => Promise<boolean>
  readonly report: (reports: readonly Incoming[]) => Promise<Outcome[]>
  /** Whether a backlog may be handed on. */
  readonly hasRoom: () => boolean
  readonly noteReversing: (vehicle: number, isReversing: boolean) => void
  /** That a vehicle stands for too long, `at` ms since 1970; answers once that is recorded. */
  readonly noteParked: (told: {
    readonly device: number
    readonly at: number
    readonly lng: number
    readonly lat: number
  }) => Promise<void>
  readonly holdCommands: (code: string, carry: (command: DeviceCommand) => Promise<CommandSaid>) => () => void
  readonly log: Logger
  readonly now: () => number
}

/** What all connections share. */
export interface TerminalContext extends TerminalDeps {
  readonly traffic: Traffic
  /** Bytes of what was said and is yet to be carried out. */
  readonly unread: UnreadBudget
  readonly parts: PartsBudget
  /** Terminals that were given a code at this moment. */
  enrolling: number
  /** Terminals on all lines. */
  sessions: number
  /** Who speaks for each vehicle here, by its number. */
  readonly connected: Map<string, Session>
}

/** Whose terminal it is. */
export interface Vehicle {
  readonly id: number
  readonly code: string
}

/** What a command waits for: a result of its general answer, what it was asked for (null: unreadable), or nothing more at all. */
export type Heard =
  | { readonly kind: 'result'; readonly result: number }
  | { readonly kind: 'parameters'; readonly parameters: readonly TerminalParameter[] | null }
  | { readonly kind: 'gone' }

/** One terminal on a line. */
export interface Session {
  readonly line: Line
  /** As its frames name it. */
  readonly number: string
  terminal: Terminal
  vehicle: Vehicle | null
  /** Null until it is asked whether the terminal was ever given a code; false: it was, and has not shown it here. */
  isLetIn: boolean | null
  /** Its driver is pressing, as far as that is stored. */
  isPressing: boolean
  /** As it was said last. */
  isReversing: boolean
  /** It stands for too long, as far as that is recorded. */
  isLongParked: boolean
  /** Of the next message to it. */
  serial: number
  /** Who waits for what it says of a command, by the serial of each. */
  readonly commanded: Map<number, (heard: Heard) => void>
  release: () => void
}

export interface Said extends Whole {
  readonly session: Session
}

export interface Line {
  readonly context: TerminalContext
  readonly socket: Socket
  readonly sessions: Map<string, Session>
  readonly parts: Parts
  unreadable: number
  lookingAgain: NodeJS.Timeout | null
  inbox: Inbox<Said>
}
