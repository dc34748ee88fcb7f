import { z } from 'zod'
import { callParty } from './entities.ts'

/** What whoever is in a room and the server say to each other, in JSON, on one WebSocket for each of them. */

/** Where rooms are joined, below the server's own address. */
export const roomsPath = '/rooms'
/** So many are in a room at once. */
export const roomSize = 8

/** As a helmet or the server calls a room; with the helmet of it no two that are open have the same. */
export const roomId = z.string().regex(/^[\w-]{1,64}$/)
const deviceId = z.string().min(1).max(64)
const sdp = z.string().min(1).max(40_000)
/** Of somebody in a room, for as long as he is. */
const memberId = z.string().max(64)

/** The first message: which room, by its number and the helmet whose it is, and who comes. */
const enter = z.object({ say: z.literal('enter'), roomId, deviceId })
export const toRoom = z.discriminatedUnion('say', [
  enter.extend({
    /** Of a console: a ticket of its session, for one connection. */
    ticket: z.string().max(200).optional(),
    /** Of a helmet: by which it reports, and its device key. */
    code: deviceId.optional(),
    key: z.string().max(200).optional(),
  }),
  /** What one is heard and seen by: G.711 (PCMU) and VP8, with all addresses in it. */
  z.object({ say: z.literal('publish'), sdp }),
  /** To an `offer`. */
  z.object({ say: z.literal('answer'), of: memberId, sdp }),
  /** What was answered does not stand here, which the server need not notice: it is offered anew. */
  z.object({ say: z.literal('unheard'), of: memberId }),
  z.object({ say: z.literal('mute'), isMuted: z.boolean() }),
  z.object({ say: z.literal('leave') }),
])
export type ToRoom = z.output<typeof toRoom>

const member = z.object({ id: memberId, kind: callParty.schema, name: z.string(), isMuted: z.boolean() })
export type RoomMember = z.output<typeof member>

/**
 * Why one is in no room: `refused` it is not there or not his, `full`, `tooMany` come to rooms just now, `media` what he sent cannot be
 * taken, `silent` nothing was heard of him, `ended` nobody is in it, `lost` its server went.
 */
export const roomOver = z.enum(['refused', 'full', 'tooMany', 'media', 'silent', 'ended', 'lost'])
export type RoomOver = z.output<typeof roomOver>

export const fromRoom = z.discriminatedUnion('tell', [
  /** One is in it, as `you`; who else is follows in `members`. */
  z.object({ tell: z.literal('entered'), you: memberId }),
  z.object({ tell: z.literal('members'), members: z.array(member) }),
  z.object({ tell: z.literal('published'), sdp }),
  /** By which somebody else is heard and seen. */
  z.object({ tell: z.literal('offer'), of: memberId, sdp }),
  z.object({ tell: z.literal('over'), why: roomOver }),
])
export type FromRoom = z.output<typeof fromRoom>

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
/** Null for what is no message of rooms. */
export const readToRoom = (text: string): ToRoom | null => toRoom.safeParse(jsonOf(text)).data ?? null
export const readFromRoom = (text: string): FromRoom | null => fromRoom.safeParse(jsonOf(text)).data ?? null
