import { expect, onTestFinished } from 'vitest'
import { MediaStreamTrack, RTCPeerConnection, RtpHeader, RtpPacket, usePCMU as pcmu, useVP8 as vp8 } from 'werift'
import WebSocket from 'ws'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { readFromRoom, roomsPath, type FromRoom, type ToRoom } from '@vigil/contract/telephony/rooms.ts'
import { deviceKey, type TestSite } from './site.ts'

const open = (): RTCPeerConnection =>
  new RTCPeerConnection({
    codecs: { audio: [pcmu()], video: [vp8()] },
    iceServers: [],
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
  })

type Enter = Extract<ToRoom, { say: 'enter' }>

/** Somebody in a room, with sound and pictures of numbered packets: what he is told, and what he hears of whom. */
export const roomMember = async ({ origin }: Pick<TestSite, 'origin'>, enter: Omit<Enter, 'say'>) => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${roomsPath}`)
  const told: FromRoom[] = []
  /** Packets of each kind that came, by who sent them. */
  const heard = new Map<string, { audio: number; video: number }>()
  const connections: RTCPeerConnection[] = []
  const say = (said: ToRoom): void => socket.send(JSON.stringify(said))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  let pictures = 0
  let sending: NodeJS.Timeout | null = null
  const hush = (): void => {
    if (sending) clearInterval(sending)
    sending = null
  }
  onTestFinished(async () => {
    hush()
    socket.terminate()
    await Promise.all(connections.map((connection) => connection.close()))
  })
  const answer = async (of: string, sdp: string): Promise<void> => {
    const connection = open()
    connections.push(connection)
    const counted = { audio: 0, video: 0 }
    heard.set(of, counted)
    connection.onTrack.subscribe((track) => {
      track.onReceiveRtp.subscribe(() => {
        counted[track.kind === 'video' ? 'video' : 'audio'] += 1
      })
    })
    await connection.setRemoteDescription({ type: 'offer', sdp })
    await connection.setLocalDescription(await connection.createAnswer())
    say({ say: 'answer', of, sdp: connection.localDescription?.sdp ?? '' })
  }
  const published = Promise.withResolvers<string>()
  socket.on('message', (data: Buffer) => {
    const message = readFromRoom(data.toString()) ?? expect.fail(data.toString())
    told.push(message)
    if (message.tell === 'published') published.resolve(message.sdp)
    if (message.tell === 'offer') answer(message.of, message.sdp).catch(published.reject)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  say({ say: 'enter', ...enter })
  return {
    told,
    heard,
    closed,
    say,
    hush,
    /** How often a picture from which all others follow was asked of him. */
    asked: () => pictures,
    /** Who is there, by name, as he was told last. */
    names: (): string[] => {
      const last = told.findLast((message) => message.tell === 'members')
      return last?.tell === 'members' ? last.members.map(({ name }) => name) : []
    },
    over: () => told.flatMap((message) => (message.tell === 'over' ? [message.why] : []))[0] ?? null,
    vanish: () => socket.terminate(),
    /** Sends sound and pictures from here on. */
    publish: async (): Promise<void> => {
      const connection = open()
      connections.push(connection)
      const [audio, video] = [new MediaStreamTrack({ kind: 'audio' }), new MediaStreamTrack({ kind: 'video' })]
      connection.addTransceiver(audio, { direction: 'sendonly' })
      const { sender } = connection.addTransceiver(video, { direction: 'sendonly' })
      sender.onPictureLossIndication.subscribe(() => {
        pictures += 1
      })
      await connection.setLocalDescription(await connection.createOffer())
      say({ say: 'publish', sdp: connection.localDescription?.sdp ?? '' })
      await connection.setRemoteDescription({ type: 'answer', sdp: await published.promise })
      let number = 0
      sending = setInterval(() => {
        number += 1
        const of = (payloadType: number, step: number) =>
          new RtpPacket(
            new RtpHeader({ payloadType, sequenceNumber: number & 0xffff, timestamp: number * step }),
            Buffer.alloc(40, 1),
          )
        audio.writeRtp(of(0, 160))
        video.writeRtp(of(96, 1_800))
      }, 20)
    },
  }
}
export type RoomMemberOf = Awaited<ReturnType<typeof roomMember>>

/** A console of somebody who is signed in. */
export const consoleInRoom = async (
  site: Pick<TestSite, 'origin'>,
  client: Client,
  room: { readonly roomId: string; readonly deviceId: string },
): Promise<RoomMemberOf> => {
  const { ticket } = await client.ask(sessionCalls.createHelmetTicket, undefined)
  return roomMember(site, { ...room, ticket })
}
export const helmetInRoom = (
  site: Pick<TestSite, 'origin'>,
  code: string,
  room: { readonly roomId: string; readonly deviceId: string },
  key = deviceKey,
): Promise<RoomMemberOf> => roomMember(site, { ...room, code, key })
