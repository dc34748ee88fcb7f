import type { WebSocket } from 'ws'
import type { FromRoom, RoomOver } from '@vigil/contract/telephony/rooms.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { farewellTo } from '../../kernel/farewell.ts'
import type { Traffic } from '../../kernel/gateway.ts'
import type { Logger } from '../../kernel/log.ts'
import type { DeviceService } from '../../modules/devices/index.ts'
import type { SessionService } from '../../modules/session/index.ts'
import type { Comer, Rooms } from '../../modules/telephony/index.ts'
import type { HeldRooms } from './room.ts'

/** By what somebody came, so that it is known for how long he may stay. */
export type Credential =
  | { readonly kind: 'user'; readonly token: string }
  | { readonly kind: 'hat'; readonly code: string; readonly keyId: string }

/** One WebSocket. */
export interface Connection {
  readonly id: string
  readonly socket: WebSocket
  readonly ip: string
  /** The room that it is in, and the server that holds that. */
  stay: {
    readonly id: string
    readonly roomId: string
    readonly deviceId: string
    readonly server: string
    readonly memberId: string
    readonly by: Credential
  } | null
}

export interface RoomsContext {
  readonly session: Pick<SessionService, 'authenticate' | 'redeemTicket'>
  readonly keys: DeviceService['keys']
  readonly calls: Rooms
  readonly held: HeldRooms
  readonly bus: Bus
  readonly log: Logger
  readonly now: () => number
  readonly traffic: Traffic
  /** By their ids. */
  readonly connections: Map<string, Connection>
  /** When somebody came to rooms within the last minute, ms since 1970. */
  readonly comings: Map<string, number[]>
}
export type { Comer }

/** Bytes that may wait for one to read them. */
const unsentAtMost = 1024 * 1024

/** Whether the connection could take it. */
export const sayTo = (socket: WebSocket, said: FromRoom): boolean => {
  if (socket.readyState !== socket.OPEN) return false
  if (socket.bufferedAmount > unsentAtMost) {
    socket.terminate()
    return false
  }
  socket.send(JSON.stringify(said))
  return true
}
/** Says why it is over, and closes. */
export const endFor = (socket: WebSocket, why: RoomOver): void => {
  sayTo(socket, { tell: 'over', why })
  farewellTo(socket, 4000, why)
}
