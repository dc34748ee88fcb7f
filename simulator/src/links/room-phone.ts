import { RTCPeerConnection, usePCMU as pcmu, useVP8 as vp8 } from 'werift'
import { readFromRoom, roomsPath, type RoomMember, type RoomOver, type ToRoom } from '@vigil/contract/telephony/rooms.ts'
import { WebSocket } from 'ws'
import { openMedia } from './phone-media.ts'

/**
 * A helmet in a room: it is heard and seen by all who are in it, and counts what comes of them. It comes again where it lost the line,
 * and hangs up once nobody of the control room is there any more.
 */

export interface RoomPhoneOptions {
  /** `http://…` or `https://…`, without a slash at the end. */
  readonly origin: string
  readonly imei: string
  readonly deviceKey: string
  /** By its number and the helmet whose it is. */
  readonly room: { readonly roomId: string; readonly deviceId: string }
  readonly onProblem: (problem: string) => void
}
export interface RoomPhone {
  readonly members: () => readonly RoomMember[]
  /** Packets that came, of each of the others who is heard. */
  readonly heard: () => readonly { readonly audio: number; readonly video: number }[]
  /** Why it is in no room any more; null while it is or comes. */
  readonly over: () => RoomOver | null
  readonly leave: () => void
}

interface Heard {
  readonly connection: RTCPeerConnection
  readonly counted: { audio: number; video: number }
}

/** @param onFailed Told of what does not come to stand, or breaks. */
const hear = async (sdp: string, onFailed: () => void): Promise<Heard> => {
  const connection = new RTCPeerConnection({
    codecs: { audio: [pcmu()], video: [vp8()] },
    iceServers: [],
    bundlePolicy: 'max-bundle',
    iceAdditionalHostAddresses: ['127.0.0.1'],
  })
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'failed') onFailed()
  })
  const counted = { audio: 0, video: 0 }
  connection.onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe(() => {
      counted[track.kind === 'video' ? 'video' : 'audio'] += 1
    })
  })
  await connection.setRemoteDescription({ type: 'offer', sdp })
  await connection.setLocalDescription(await connection.createAnswer())
  return { connection, counted }
}

/** Milliseconds without anybody of the control room after which it hangs up: who lost the line comes again. */
const aloneFor = 6_000
/** How often it comes again, and milliseconds before it. */
const [comesAgain, comesAfter] = [3, 1_000]

export const enterRoom = (options: RoomPhoneOptions): RoomPhone => {
  let times = 0
  let current: RoomPhone
  const enter = (): void => {
    current = enterOnce(options, (why) => {
      times += 1
      if ((why === 'lost' || why === 'silent') && times <= comesAgain) setTimeout(enter, comesAfter)
    })
  }
  enter()
  return {
    members: () => current.members(),
    heard: () => current.heard(),
    over: () => current.over(),
    leave: () => {
      times = comesAgain
      current.leave()
    },
  }
}

const enterOnce = (
  { origin, imei, deviceKey, room, onProblem }: RoomPhoneOptions,
  onOver: (why: RoomOver) => void,
): RoomPhone => {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${roomsPath}`, { perMessageDeflate: false })
  const media = openMedia()
  const others = new Map<string, Heard>()
  let members: readonly RoomMember[] = []
  let over: RoomOver | null = null
  let wasAnswered = false
  let alone: NodeJS.Timeout | null = null
  const problem = (error: unknown): void => onProblem(`room: ${error instanceof Error ? error.message : String(error)}`)
  const say = (said: ToRoom): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(said))
  }
  const drop = (of: string): void => {
    others.get(of)?.connection.close().catch(problem)
    others.delete(of)
  }
  const publish = async (): Promise<void> => {
    const { connection } = media
    await connection.setLocalDescription(await connection.createOffer())
    say({ say: 'publish', sdp: connection.localDescription?.sdp ?? '' })
  }
  const listen = async (of: string, sdp: string): Promise<void> => {
    const heard = await hear(sdp, () => {
      if (others.get(of) === heard) say({ say: 'unheard', of })
    })
    // One that did not stand is offered anew.
    drop(of)
    others.set(of, heard)
    say({ say: 'answer', of, sdp: heard.connection.localDescription?.sdp ?? '' })
  }
  const leave = (): void => {
    over ??= 'ended'
    say({ say: 'leave' })
    socket.close()
  }
  socket.on('open', () => say({ say: 'enter', ...room, code: imei, key: deviceKey }))
  socket.on('message', (data: Buffer) => {
    const told = readFromRoom(data.toString())
    if (told?.tell === 'entered') publish().catch(problem)
    if (told?.tell === 'published') media.connection.setRemoteDescription({ type: 'answer', sdp: told.sdp }).catch(problem)
    if (told?.tell === 'offer') listen(told.of, told.sdp).catch(problem)
    if (told?.tell === 'over') over = told.why
    if (told?.tell !== 'members') return
    ;({ members } = told)
    for (const of of others.keys()) if (!members.some(({ id }) => id === of)) drop(of)
    const isAnswered = members.some(({ kind }) => kind === 'user')
    if (alone) clearTimeout(alone)
    alone = wasAnswered && !isAnswered ? setTimeout(leave, aloneFor) : null
    wasAnswered ||= isAnswered
  })
  socket.on('error', problem)
  socket.on('close', () => {
    over ??= 'lost'
    if (alone) clearTimeout(alone)
    members = []
    for (const of of others.keys()) drop(of)
    media.close().catch(problem)
    onOver(over)
  })
  return {
    members: () => members,
    heard: () => [...others.values()].map(({ counted }) => ({ ...counted })),
    over: () => over,
    leave,
  }
}
