import { create } from 'zustand'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import type { RoomMember, RoomOver } from '@vigil/contract/telephony/rooms.ts'
import { client } from '../../shared/api/client.ts'
import { leaveRoom, useCalling, type RoomInvitation } from '../../shared/calling/calling.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { createMedia, type Media } from './media.ts'
import { isActive, usePhone } from './phone-store.ts'
import type { RoomLine } from './room-line.ts'
import { mediaCauseOf } from './softphone.ts'
import { telephonyTexts } from './texts.ts'
import { warn } from './warn.ts'

/** Why one is in no room any more: as the server says it, or since the browser gives no microphone. */
export type RoomCause = RoomOver | 'noMicrophone' | 'mediaRefused'

/** The one room to which this console is asked, or in which it is. */
interface RoomState {
  readonly invitation: RoomInvitation | null
  /** `offered` it may be answered, `joining` it is being answered, `in` one is in it, `over` one was. */
  readonly state: 'offered' | 'joining' | 'in' | 'over'
  readonly why: RoomCause | null
  /** Oneself among the members. */
  readonly you: string
  readonly members: readonly RoomMember[]
  /** Of the others, by member. */
  readonly streams: ReadonlyMap<string, MediaStream>
  readonly media: Media | null
  readonly isMuted: boolean
  /** Milliseconds since 1970. */
  readonly since: number
}
const none: RoomState = {
  invitation: null,
  state: 'over',
  why: null,
  you: '',
  members: [],
  streams: new Map(),
  media: null,
  isMuted: false,
  since: 0,
}
export const useRoom = create<RoomState>(() => none)

let line: RoomLine | null = null
/** Grows with each stay: what an earlier one still says is of no concern to this one. */
let stay = 0

export const isInRoom = ({ state }: Pick<RoomState, 'state'>): boolean => state === 'joining' || state === 'in'

const ended = (why: RoomCause | null): void => {
  const { media, invitation } = useRoom.getState()
  stay += 1
  line = null
  media?.release()
  useRoom.setState({ state: 'over', why, members: [], streams: new Map(), media: null, isMuted: false })
  if (invitation) leaveRoom(invitation.deviceId)
}

/** Milliseconds in which a helmet that opened a room is in it. */
const helmetWithin = 4_000
/** Calls the helmet's number where it is not in its room: one click is to be enough, whatever its maker knows of our rooms. */
const callInstead = ({ instead }: RoomInvitation): void => {
  if (!instead) return
  room.forget()
  useCalling.getState().place?.(instead)
}
const unlessThere = (invitation: RoomInvitation, mine: number): void => {
  if (!invitation.instead) return
  setTimeout(() => {
    const { members } = useRoom.getState()
    if (mine === stay && !members.some(({ kind }) => kind === 'hat')) callInstead(invitation)
  }, helmetWithin)
}

/** How often one comes again by oneself to a room of which one lost the line, and milliseconds before it. */
const [comesAgain, comesAfter] = [3, 1_000]
let cameAgain = 0
const comeAgain = (invitation: RoomInvitation): void => {
  if (cameAgain >= comesAgain) return
  cameAgain += 1
  const mine = stay
  setTimeout(() => {
    if (mine === stay && useRoom.getState().invitation === invitation) room.join()
  }, comesAfter)
}

const enter = async (invitation: RoomInvitation, mine: number): Promise<void> => {
  const media = createMedia(false)
  const isOver = (): boolean => mine !== stay
  useRoom.setState({ media })
  let local: MediaStream
  try {
    local = await media.stream(media.constraints)
  } catch (error) {
    const cause = mediaCauseOf(error)
    if (!isOver()) ended(cause === 'noMicrophone' || cause === 'mediaRefused' ? cause : 'media')
    return
  }
  const [{ ticket }, { joinRoom }] = await Promise.all([
    client.ask(sessionCalls.createHelmetTicket, undefined),
    import('./room-line.ts'),
  ])
  if (isOver()) return
  line = joinRoom(invitation, ticket, local, {
    onEntered: (you) => {
      useRoom.setState({ state: 'in', you, since: Date.now() })
      unlessThere(invitation, mine)
    },
    onMembers: (members) => useRoom.setState({ members }),
    onStream: (member, stream) => useRoom.setState(({ streams }) => ({ streams: new Map([...streams, [member, stream]]) })),
    onOver: (why) => {
      if (isOver()) return
      ended(why)
      // It is no room of ours.
      if (why === 'refused') callInstead(invitation)
      if (why === 'lost' || why === 'silent') comeAgain(invitation)
    },
    warn,
  })
}

export const room = {
  /** Shows it, to be answered; one that is answered already is joined at once. */
  offer: (invitation: RoomInvitation): void => {
    if (isInRoom(useRoom.getState())) return usePhone.setState({ isOpen: true })
    if (isActive(usePhone.getState().call)) {
      notify.info(translate(telephonyTexts)('busyHere'))
      return usePhone.setState({ isOpen: true })
    }
    usePhone.setState({ isOpen: true, target: null, call: null })
    cameAgain = 0
    useRoom.setState({ ...none, invitation, state: 'offered' })
    if (invitation.isAnswered) room.join()
  },
  join: (): void => {
    const { invitation, state } = useRoom.getState()
    if (!invitation || isInRoom({ state })) return
    stay += 1
    const mine = stay
    useRoom.setState({ ...none, invitation, state: 'joining' })
    enter(invitation, mine).catch((error: unknown) => {
      warn(`the room could not be joined: ${String(error)}`)
      if (mine === stay) ended('lost')
    })
  },
  mute: (isMuted: boolean): void => {
    line?.mute(isMuted)
    useRoom.setState({ isMuted })
  },
  hangUp: (): void => {
    if (!isInRoom(useRoom.getState())) return
    line?.leave()
    ended(null)
  },
  /** Hangs up, and shows nothing of it any more. */
  forget: (): void => {
    room.hangUp()
    useRoom.setState(none)
  },
}
