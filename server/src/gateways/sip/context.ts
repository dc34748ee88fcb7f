import type { WebSocket } from 'ws'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Traffic } from '../../kernel/gateway.ts'
import type { Logger } from '../../kernel/log.ts'
import type { SessionService } from '../../modules/session/index.ts'
import type { Binding, Known, TelephonyService } from '../../modules/telephony/index.ts'
import { writeSip, type SipMessage, type SipRequest, type SipResponse } from '../shared/sip/message.ts'
import type { SipChallenges } from './tokens.ts'

/** Somebody who showed at a connection who he is. */
export interface Registered {
  readonly known: Known
  /** Under which his calls find him. */
  readonly bindingId: string
  /** Of a console: the token of its session. */
  readonly token: string | null
  /** ms since 1970 until which he may place calls; what goes on may be ended after that too. */
  readonly until: number
}

/** One connection of a client. */
export interface Line {
  readonly id: string
  readonly socket: WebSocket
  readonly ip: string
  who: Registered | null
  /** What was asked by it and is not forgotten, of that the calls that ring, and those placed within the minute that began at `minute`. */
  readonly asked: { underWay: number; ringing: number; minute: number; placed: number }
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
  readonly session: Pick<SessionService, 'authenticate' | 'callerOf' | 'redeemTicket'>
  readonly sees: (caller: Caller, code: string) => boolean
  readonly seesAlarm: (caller: Caller, id: string) => Promise<boolean>
  readonly bus: Bus
  readonly log: Logger
  readonly now: () => number
  readonly traffic: Traffic
  readonly challenges: SipChallenges
  readonly secret: string
  /** By the names of connections. */
  readonly lines: Map<string, Line>
  readonly transactions: Map<string, Transaction>
  /** By the branches that this server gave to what it passed on. */
  readonly branches: Map<string, Transaction>
}

/** Bytes that may wait for one client to read them. */
const unsentAtMost = 1024 * 1024

const send = (socket: WebSocket, text: string): boolean => {
  if (socket.readyState !== socket.OPEN) return false
  // Who reads nothing will not read this either.
  if (socket.bufferedAmount > unsentAtMost) {
    socket.terminate()
    return false
  }
  socket.send(text)
  return true
}

/** Whether the line could take it. */
export const sayTo = ({ socket }: Pick<Line, 'socket'>, message: SipMessage): boolean =>
  send(socket, writeSip(message).toString())
/** Says to a client that asks for it that it is heard (RFC 5626). */
export const sayAlive = ({ socket }: Pick<Line, 'socket'>): boolean => send(socket, '\r\n')
