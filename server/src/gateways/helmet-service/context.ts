import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { Receipt } from '@vigil/contract/devices/command.ts'
import type { SipAccount } from '@vigil/contract/telephony/entities.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Caller } from '../../kernel/caller.ts'
import { farewellTo } from '../../kernel/farewell.ts'
import type { Traffic } from '../../kernel/gateway.ts'
import type { Logger } from '../../kernel/log.ts'
import type { Commands, DeviceCommand } from '../../modules/devices/index.ts'
import type { ReportWith } from '../../modules/positions/index.ts'
import type { UnreadBudget } from '../shared/inbox.ts'
import type { Helmets } from './helmets.ts'
import type { Receipts } from './receipts.ts'

/** A helmet as it logged in. */
export interface Login {
  readonly code: string
  readonly keyId: string
  readonly ip: string
}

/** Who is at the other end of a connection. */
export type Peer =
  /** `stranger` is as whom a helmet logged in that nobody registered, with a key that holds for it: what it calls for help is heard. */
  | { readonly role: 'nobody'; readonly stranger?: Login }
  | ({ readonly role: 'helmet' } & Login)
  | { readonly role: 'administrator'; readonly token: string; readonly userId: string }

/** What the helmet service asks of the rest of the server. */
export interface HelmetDeps {
  /** The id of a key, null for a wrong one. */
  readonly findKey: (key: string) => string | null
  /** Counts a wrong key for a helmet; after how many seconds it may be tried again, 0 for at once. */
  readonly noteWrongKey: (ip: string, code: string) => number
  /** Whether a key holds for a helmet. */
  readonly holds: (keyId: string, code: string) => boolean
  /** Whether a key holds for a helmet and for no other device. */
  readonly isOwn: (keyId: string, code: string) => boolean
  /** Told of a helmet that was refused though its key is one. */
  readonly refuseKey: (keyId: string, ip: string, code: string) => void
  /** Where a connection comes from. */
  readonly addressOf: (request: IncomingMessage) => string
  /** The session token that a ticket stands for. */
  readonly redeemTicket: (ticket: string) => Promise<string | null>
  readonly authenticate: (token: string) => Promise<Caller | null>
  readonly may: (caller: Caller, what: 'see' | 'message') => boolean
  readonly sees: (caller: Caller, code: string) => boolean
  /** With the code that it is registered by, and private data masked unless the caller may see them; nobody may see those of nobody's asking. */
  readonly helmet: (
    code: string,
    caller: Caller | null,
  ) => {
    code: string
    userId: string | null
    userName: string | null
    mobile: string
    sipId: string
    deptName: string | null
  } | null
  /** With what a helmet is a SIP client; null for one that has no number. */
  readonly sipOfHelmet: (code: string) => Promise<SipAccount | null>
  /** Likewise a person; null for who may not place calls. */
  readonly sipOfPerson: (caller: Caller) => Promise<SipAccount | null>
  /** Whether a helmet can be called now. */
  readonly isCallable: (code: string) => Promise<boolean>
  /** A helmet calls into a room of its own; what fails of it is logged. */
  readonly openRoom: (code: string, roomId: string) => Promise<void>
  readonly noteUnknown: (code: string) => void
  /** Keeps what a helmet said of its firmware. */
  readonly noteFirmware: (code: string, version: string) => void
  readonly report: ReportWith
  /** Whether a backlog may be handed on. */
  readonly hasRoom: () => boolean
  /** Has commands for a helmet carried out here. */
  readonly holdCommands: (code: string, carry: (command: DeviceCommand) => Promise<Receipt>) => ReturnType<Commands['hold']>
  readonly sendCommand: (code: string, command: DeviceCommand) => Promise<Receipt>
  /** Tells whoever sent a message what a helmet says of it. */
  readonly sayReceipt: (code: string, messageId: string, receipt: Receipt) => void
  readonly bus: Bus
  readonly log: Logger
  readonly now: () => number
}

/** What all connections of the service share. */
export interface HelmetContext extends HelmetDeps {
  readonly helmets: Helmets
  readonly receipts: Receipts
  /** Administrators who are connected, with the tokens of their sessions. */
  readonly administrators: Map<WebSocket, string>
  /** Bytes of what was said and is yet to be carried out. */
  readonly unread: UnreadBudget
  readonly traffic: Traffic
}

/** Bytes of answers that wait for one socket to read them. */
const unsentAtMost = 4 * 1024 * 1024

export const say = (socket: WebSocket, answer: Readonly<Record<string, unknown>>): boolean => {
  if (socket.readyState !== socket.OPEN) return false
  // Who reads no answers will not read this one either.
  if (socket.bufferedAmount > unsentAtMost) {
    socket.terminate()
    return false
  }
  socket.send(JSON.stringify(answer))
  return true
}

/** Closed since the key of its helmet ended, or does not hold for it any more. */
const keyOver = 4003
export const endForKey = (socket: WebSocket): void => farewellTo(socket, keyOver, 'device key')
