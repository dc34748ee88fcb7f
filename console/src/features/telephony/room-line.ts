import { readFromRoom, roomsPath, type RoomMember, type RoomOver, type ToRoom } from '@vigil/contract/telephony/rooms.ts'
import type { RoomInvitation } from '../../shared/calling/calling.ts'

/** One's stay in a room: the WebSocket by which it is arranged, the connection by which one is heard, one for each whom one hears. */

export interface RoomEvents {
  /** One is in it; `you` names oneself among the members. */
  readonly onEntered: (you: string) => void
  readonly onMembers: (members: readonly RoomMember[]) => void
  /** What comes of a member. */
  readonly onStream: (member: string, stream: MediaStream) => void
  readonly onOver: (why: RoomOver) => void
  /** Logged and not shown. */
  readonly warn: (text: string) => void
}
export interface RoomLine {
  readonly mute: (isMuted: boolean) => void
  readonly leave: () => void
}

/** Milliseconds in which addresses are looked for: those of this computer are known at once. */
const gatherWithin = 1_000

const gathered = (connection: RTCPeerConnection): Promise<string> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(late)
      resolve(connection.localDescription?.sdp ?? '')
    }
    const late = setTimeout(done, gatherWithin)
    if (connection.iceGatheringState === 'complete') return done()
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState === 'complete') done()
    })
  })

const address = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${roomsPath}`

/** Goes into a room with what is to be heard and seen of oneself. */
export const joinRoom = (
  { roomId, deviceId }: Pick<RoomInvitation, 'roomId' | 'deviceId'>,
  ticket: string,
  local: MediaStream,
  { onEntered, onMembers, onStream, onOver, warn }: RoomEvents,
): RoomLine => {
  const socket = new WebSocket(address())
  const own = new RTCPeerConnection({ iceServers: [] })
  const others = new Map<string, RTCPeerConnection>()
  let isOver = false
  const say = (said: ToRoom): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(said))
  }
  const end = (): void => {
    isOver = true
    socket.close()
    own.close()
    for (const connection of others.values()) connection.close()
    others.clear()
  }
  const over = (why: RoomOver): void => {
    if (isOver) return
    end()
    onOver(why)
  }
  const publish = async (): Promise<void> => {
    for (const track of local.getTracks()) own.addTransceiver(track, { direction: 'sendonly', streams: [local] })
    await own.setLocalDescription()
    say({ say: 'publish', sdp: await gathered(own) })
  }
  const hear = async (of: string, sdp: string): Promise<void> => {
    const connection = new RTCPeerConnection({ iceServers: [] })
    // One that did not stand is offered anew.
    others.get(of)?.close()
    others.set(of, connection)
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed' && others.get(of) === connection) say({ say: 'unheard', of })
    })
    const stream = new MediaStream()
    connection.addEventListener('track', ({ track }) => {
      stream.addTrack(track)
      onStream(of, stream)
    })
    await connection.setRemoteDescription({ type: 'offer', sdp })
    await connection.setLocalDescription()
    say({ say: 'answer', of, sdp: await gathered(connection) })
  }
  const keep = (members: readonly RoomMember[]): void => {
    for (const [of, connection] of others)
      if (!members.some(({ id }) => id === of)) {
        connection.close()
        others.delete(of)
      }
    onMembers(members)
  }
  const failed = (error: unknown): void => {
    // What is given up on purpose fails as well.
    if (isOver) return
    warn(`a connection of the room failed: ${String(error)}`)
    over('media')
  }
  socket.addEventListener('open', () => say({ say: 'enter', roomId, deviceId, ticket }))
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const told = readFromRoom(String(data))
    if (!told || isOver) return
    switch (told.tell) {
      case 'entered':
        onEntered(told.you)
        return void publish().catch(failed)
      case 'published':
        return void own.setRemoteDescription({ type: 'answer', sdp: told.sdp }).catch(failed)
      case 'offer':
        return void hear(told.of, told.sdp).catch(failed)
      case 'members':
        return keep(told.members)
      case 'over':
        return over(told.why)
    }
  })
  socket.addEventListener('close', () => over('lost'))
  return {
    mute: (isMuted) => {
      for (const track of local.getAudioTracks()) track.enabled = !isMuted
      say({ say: 'mute', isMuted })
    },
    leave: () => {
      say({ say: 'leave' })
      end()
    },
  }
}
