import type { Receipt } from '@vigil/contract/devices/command.ts'
import type { Traffic } from '../../kernel/gateway.ts'
import type { Logger } from '../../kernel/log.ts'
import type { DeviceCommand } from '../../modules/devices/index.ts'
import type { Incoming, Outcome } from '../../modules/positions/index.ts'
import type { UnreadBudget } from '../shared/inbox.ts'
import type { Session } from './connection.ts'

/** What terminals ask of the rest of the server. */
export interface TerminalDeps {
  /** The vehicle that one of these numbers is registered for; its code is that number. */
  readonly find: (numbers: readonly string[]) => { readonly id: number; readonly code: string } | null
  readonly noteUnknown: (number: string) => void
  readonly noteFirmware: (code: string, version: string) => void
  /** A new code for a vehicle's terminal, which it shows whenever it comes. */
  readonly enrol: (deviceId: number) => Promise<string>
  /** Whether a vehicle's terminal shows the code that it was given last; of one that never was given any whatever it shows. */
  readonly shows: (deviceId: number, code: string) => Promise<boolean>
  readonly report: (reports: readonly Incoming[]) => Promise<Outcome[]>
  /** Whether a backlog may be handed on. */
  readonly hasRoom: () => boolean
  readonly holdCommands: (code: string, carry: (command: DeviceCommand) => Promise<Receipt>) => () => void
  readonly log: Logger
  readonly now: () => number
}

/** What all connections share. */
export interface TerminalContext extends TerminalDeps {
  readonly traffic: Traffic
  /** Bytes of what was said and is yet to be carried out. */
  readonly unread: UnreadBudget
  /** Who speaks for each vehicle here, by its number. */
  readonly connected: Map<string, Session>
}
