import type { Party } from '@vigil/contract/telephony/entities.ts'
import { roomSize, type FromRoom, type RoomMember, type RoomOver, type ToRoom } from '@vigil/contract/telephony/rooms.ts'
import type { Logger } from '../../kernel/log.ts'
import type { Rooms } from '../../modules/telephony/index.ts'
import type { Media, Publisher, Subscriber } from './media-thread.ts'

/** The rooms that this process holds: who is in them, and by which connections each hears all others. */

/** Where somebody's WebSocket is: at which server, and which of its connections. */
export interface Place {
  readonly server: string
  readonly connection: string
}
/** Somebody who comes. */
export interface Coming {
  readonly id: string
  readonly party: Party
  readonly at: Place
}
interface Member extends Coming {
  /** Of the log. */
  readonly row: Promise<string>
  isMuted: boolean
  readonly since: number
  publisher: Publisher | null
  /** By the members whom he hears. */
  readonly hears: Map<string, Subscriber>
  /** Those to whom he is being connected: two who begin to send at once would be twice. */
  readonly awaits: Set<string>
  /** How often each was offered anew, since what he was heard by did not stand. */
  readonly renewed: Map<string, number>
  /** What he said is carried out in its order. */
  saying: Promise<void>
}
interface Room {
  readonly id: string
  readonly members: Map<string, Member>
  /** ms since 1970 since when nobody is in it. */
  emptySince: number
}
export interface HeldDeps {
  readonly media: Media
  readonly log: Logger
  readonly now: () => number
  readonly calls: Pick<Rooms, 'entered' | 'left' | 'end' | 'emptyFor'>
  readonly tell: (at: Place, said: FromRoom) => void
}

/** Milliseconds after which somebody of whom nothing is heard is out. */
export const silentAfter = 15_000
/** Rooms that one process holds. */
const roomsAtMost = 20

type Said = Exclude<ToRoom, { say: 'enter' }>

const shown = ({ id, party: { kind, name }, isMuted }: Member): RoomMember => ({ id, kind, name, isMuted })

const memberOf = (coming: Coming, since: number, row: Promise<string>): Member => ({
  ...coming,
  row,
  isMuted: false,
  since,
  publisher: null,
  hears: new Map(),
  awaits: new Set(),
  renewed: new Map(),
  saying: Promise.resolve(),
})

/** Times that one is offered anew. */
const renewedAtMost = 3

type Telling = Pick<HeldDeps, 'tell' | 'log'>

/** Offers anew what a member hears another by, since it broke. */
const renew = async (deps: Telling, room: Room, member: Member, other: Member): Promise<void> => {
  const broken = member.hears.get(other.id)
  const times = (member.renewed.get(other.id) ?? 0) + 1
  if (!broken || times > renewedAtMost) return
  member.renewed.set(other.id, times)
  member.hears.delete(other.id)
  await Promise.all([broken.close(), hear(deps, room, member, other)])
}

/** Lets a member hear another who sends, also anew where that breaks; what was opened for one of whom either left is closed. */
const hear = async (deps: Telling, room: Room, member: Member, other: Member): Promise<void> => {
  const { tell, log } = deps
  const { publisher } = other
  if (!publisher || member.hears.has(other.id) || member.awaits.has(other.id)) return
  member.awaits.add(other.id)
  const broke = (): void =>
    void renew(deps, room, member, other).catch((error: unknown) =>
      log.warn({ err: error }, 'somebody in a room could not be heard anew'),
    )
  const subscriber = await publisher.subscribe(broke).finally(() => member.awaits.delete(other.id))
  // One of the two left meanwhile.
  if (!room.members.has(member.id) || !room.members.has(other.id)) return subscriber.close()
  member.hears.set(other.id, subscriber)
  tell(member.at, { tell: 'offer', of: other.id, sdp: subscriber.offer })
}

export const createHeldRooms = ({ media, log, now, calls, tell }: HeldDeps) => {
  const rooms = new Map<string, Room>()
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const close = (one: Publisher | Subscriber | null | undefined): void =>
    void one?.close().catch(warn('a connection of a room could not be closed'))
  const tellMembers = ({ members }: Room): void => {
    const all = [...members.values()].map(shown)
    for (const { at } of members.values()) tell(at, { tell: 'members', members: all })
  }
  const drop = (room: Room, member: Member, why: RoomOver | null): void => {
    if (!room.members.delete(member.id)) return
    if (why !== null) tell(member.at, { tell: 'over', why })
    close(member.publisher)
    for (const heard of member.hears.values()) close(heard)
    for (const other of room.members.values()) {
      close(other.hears.get(member.id))
      other.hears.delete(member.id)
    }
    if (room.members.size === 0) room.emptySince = now()
    tellMembers(room)
    // Whoever goes while that he came is being written is written down as gone after it.
    member.row.then(calls.left, () => undefined).catch(warn('that somebody left a room could not be written down'))
  }
  const end = async (room: Room, why: RoomOver): Promise<void> => {
    rooms.delete(room.id)
    for (const member of room.members.values()) drop(room, member, why)
    await calls.end(room.id, why === 'lost' ? 'lost' : 'missed')
  }
  const publish = async (room: Room, member: Member, offer: string): Promise<void> => {
    if (member.publisher) return
    // Of whom nothing can come any more is sent away at once: he comes again.
    const publisher = await media.publish(offer, () => drop(room, member, 'silent'))
    if (!room.members.has(member.id)) return close(publisher)
    member.publisher = publisher
    tell(member.at, { tell: 'published', sdp: publisher.answer })
    for (const other of room.members.values()) {
      if (other === member) continue
      await hear({ tell, log }, room, member, other)
      await hear({ tell, log }, room, other, member)
    }
  }
  const carry = async (room: Room, member: Member, said: Said): Promise<void> => {
    if (!room.members.has(member.id)) return
    switch (said.say) {
      case 'publish':
        return publish(room, member, said.sdp)
      case 'answer':
        return member.hears.get(said.of)?.accept(said.sdp)
      case 'unheard': {
        const other = room.members.get(said.of)
        return other && renew({ tell, log }, room, member, other)
      }
      case 'mute':
        member.isMuted = said.isMuted
        return tellMembers(room)
      case 'leave':
        return drop(room, member, null)
    }
  }

  return {
    size: (): number => rooms.size,
    has: (id: string): boolean => rooms.has(id),
    /** Who is in which, for whoever counts. */
    members: (id: string): readonly RoomMember[] => [...(rooms.get(id)?.members.values() ?? [])].map(shown),
    /** Lets somebody in, and opens the room where he is its first. */
    enter: async (id: string, coming: Coming): Promise<'entered' | 'full' | 'tooMany'> => {
      const known = rooms.get(id)
      if (!known && rooms.size >= roomsAtMost) return 'tooMany'
      if (known && known.members.size >= roomSize) return 'full'
      const room = known ?? { id, members: new Map<string, Member>(), emptySince: now() }
      rooms.set(id, room)
      const member = memberOf(coming, now(), calls.entered(id, coming.party))
      room.members.set(member.id, member)
      try {
        await member.row
      } catch (error) {
        drop(room, member, null)
        throw error
      }
      if (!room.members.has(member.id)) return 'entered'
      tell(member.at, { tell: 'entered', you: member.id })
      tellMembers(room)
      return 'entered'
    },
    /** Something that a member said; what cannot be carried out ends his stay. */
    said: (id: string, memberId: string, said: Said): void => {
      const room = rooms.get(id)
      const member = room?.members.get(memberId)
      if (!room || !member) return
      member.saying = member.saying
        .then(() => carry(room, member, said))
        .catch((error: unknown) => {
          warn('what somebody sends into a room could not be taken')(error)
          drop(room, member, 'media')
        })
    },
    /** Everybody whose WebSocket was at a server that is gone leaves. */
    dropOfServer: (server: string): void => {
      for (const room of rooms.values())
        for (const member of room.members.values()) if (member.at.server === server) drop(room, member, null)
    },
    /** Who is silent leaves, and where nobody is for a while it is over. */
    sweep: async (): Promise<void> => {
      const at = now()
      for (const room of rooms.values()) {
        for (const member of room.members.values())
          if (at - (member.publisher?.heardAt() ?? member.since) > silentAfter) drop(room, member, 'silent')
        if (room.members.size === 0 && at - room.emptySince > calls.emptyFor) await end(room, 'ended')
      }
    },
    /** All are over: the process goes. Everybody is told before that is written down, which may fail. */
    endAll: async (): Promise<void> => {
      for (const outcome of await Promise.allSettled([...rooms.values()].map((room) => end(room, 'lost'))))
        if (outcome.status === 'rejected') warn('that a room is over could not be written down')(outcome.reason)
    },
  }
}
export type HeldRooms = ReturnType<typeof createHeldRooms>
