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

/** Answers an offer: whoever hears and sees by it, and how many packets came. */
export const hearing = async (offer: string) => {
  const connection = open()
  const counted = { audio: 0, video: 0 }
  connection.onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe(() => {
      counted[track.kind === 'video' ? 'video' : 'audio'] += 1
    })
  })
  await connection.setRemoteDescription({ type: 'offer', sdp: offer })
  await connection.setLocalDescription(await connection.createAnswer())
  return { connection, counted, answer: connection.localDescription?.sdp ?? '' }
}
/** Offers sound and pictures; `speak` sends both until what it gave back is called. */
export const speaking = async (onPictureAsked: () => void = () => undefined) => {
  const connection = open()
  const [audio, video] = [new MediaStreamTrack({ kind: 'audio' }), new MediaStreamTrack({ kind: 'video' })]
  connection.addTransceiver(audio, { direction: 'sendonly' })
  const { sender } = connection.addTransceiver(video, { direction: 'sendonly' })
  sender.onPictureLossIndication.subscribe(onPictureAsked)
  await connection.setLocalDescription(await connection.createOffer())
  let number = 0
  const send = (): void => {
    number += 1
    const of = (payloadType: number, step: number) =>
      new RtpPacket(
        new RtpHeader({ payloadType, sequenceNumber: number & 0xffff, timestamp: number * step }),
        Buffer.alloc(40, 1),
      )
    audio.writeRtp(of(0, 160))
    video.writeRtp(of(96, 1_800))
  }
  const speak = (): (() => void) => {
    const timer = setInterval(send, 20)
    return () => clearInterval(timer)
  }
  return { connection, offer: connection.localDescription?.sdp ?? '', speak }
}

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
  let hush = (): void => undefined
  onTestFinished(async () => {
    hush()
    socket.terminate()
    await Promise.all(connections.map((connection) => connection.close()))
  })
  const answer = async (of: string, offer: string): Promise<void> => {
    const { connection, counted, answer: sdp } = await hearing(offer)
    connections.push(connection)
    heard.set(of, counted)
    say({ say: 'answer', of, sdp })
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
    hush: () => hush(),
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
      const { connection, offer, speak } = await speaking(() => {
        pictures += 1
      })
      connections.push(connection)
      say({ say: 'publish', sdp: offer })
      await connection.setRemoteDescription({ type: 'answer', sdp: await published.promise })
      hush = speak()
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
