import type { WebSocket } from 'ws'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Traffic } from '../../kernel/gateway.ts'
import type { Logger } from '../../kernel/log.ts'
import type { SessionService } from '../../modules/session/index.ts'
import type { Binding, Known, TelephonyService } from '../../modules/telephony/index.ts'
import { writeSip, type SipMessage, type SipRequest, type SipResponse } from '../shared/sip/message.ts'
import type { Challenges } from './tokens.ts'

/** Somebody who showed at a connection who he is. */
export interface Registered {
  readonly known: Known
  /** Under which his calls find him. */
  readonly bindingId: string
  /** Of a console: the token of its session. */
  readonly token: string | null
}

/** One connection of a client. */
export interface Line {
  readonly id: string
  readonly socket: WebSocket
  readonly ip: string
  who: Registered | null
}

/** One of those who are asked. */
export interface Branch {
  readonly id: string
  readonly to: Binding
  readonly request: SipRequest
  isHeard: boolean
  isCancelled: boolean
  final: SipResponse | null
}

/** What a caller asked, and of whom it is asked now. */
export interface Transaction {
  readonly line: Line
  readonly request: SipRequest
  readonly branches: Map<string, Branch>
  /** Hears what it came to: the answer, and who gave it where one did. */
  readonly onEnd: (answer: SipResponse, by: Binding | null) => void
  isOver: boolean
  isCancelled: boolean
  timer: NodeJS.Timeout | null
}

export interface SipContext {
  readonly telephony: TelephonyService
  readonly session: Pick<SessionService, 'authenticate' | 'redeemTicket'>
  readonly sees: (caller: Caller, code: string) => boolean
  readonly seesAlarm: (caller: Caller, id: string) => Promise<boolean>
  readonly bus: Bus
  readonly log: Logger
  readonly now: () => number
  readonly traffic: Traffic
  readonly challenges: Challenges
  readonly secret: string
  /** By the names of connections. */
  readonly lines: Map<string, Line>
  readonly transactions: Map<string, Transaction>
  /** By the branches that this server gave to what it passed on. */
  readonly branches: Map<string, Transaction>
}

/** Whether the line could take it. */
export const sayTo = ({ socket }: Pick<Line, 'socket'>, message: SipMessage): boolean => {
  if (socket.readyState !== socket.OPEN) return false
  socket.send(writeSip(message).toString())
  return true
}
