import { readFileSync } from 'node:fs'
import { MediaStreamTrack, RTCPeerConnection, RtpHeader, RtpPacket, usePCMU as pcmu, useVP8 as vp8, Vp8Packetizer } from 'werift'

/** What a helmet is heard and seen by: a tone, and a walk through the plant, over WebRTC. */

/** Encoded frames of an IVF file; the first is a key frame. */
const framesOf = (file: Buffer): { readonly frames: readonly Buffer[]; readonly perSecond: number } => {
  const frames: Buffer[] = []
  for (let at = file.readUInt16LE(6); at + 12 <= file.length; ) {
    const length = file.readUInt32LE(at)
    frames.push(file.subarray(at + 12, at + 12 + length))
    at += 12 + length
  }
  return { frames, perSecond: file.readUInt32LE(16) / file.readUInt32LE(20) }
}

let view: ReturnType<typeof framesOf> | null = null
/** Read when the first helmet is called. */
const viewOf = (): ReturnType<typeof framesOf> =>
  (view ??= framesOf(readFileSync(new URL('../../assets/helmet-view.ivf', import.meta.url))))

/** Samples of a packet of 20 ms, as G.711 has them a second. */
const [samples, rate] = [160, 8_000] as const

/** One sample of G.711 µ-law, of 16 bits. */
const muLaw = (sample: number): number => {
  const sign = sample < 0 ? 0x80 : 0
  const loud = Math.min(32_635, Math.abs(sample)) + 132
  const exponent = Math.max(0, Math.floor(Math.log2(loud)) - 7)
  return ~(sign | (exponent << 4) | ((loud >> (exponent + 3)) & 0x0f)) & 0xff
}
/** A second: a soft tone of 440 Hz for two tenths of it, and silence. */
const tone = Buffer.from(
  Array.from({ length: rate }, (_, at) =>
    muLaw(at < rate / 5 ? Math.round(Math.sin((2 * Math.PI * 440 * at) / rate) * 6_000) : 0),
  ),
)

export interface PhoneMedia {
  readonly connection: RTCPeerConnection
  /** Begins the view anew, with a picture from which all others follow. */
  readonly refresh: () => void
  /** Packets that came from the other side. */
  readonly heard: () => { readonly audio: number; readonly video: number }
  readonly close: () => Promise<void>
}

const codecs = { audio: [pcmu()], video: [vp8()] }

export const openMedia = (): PhoneMedia => {
  const connection = new RTCPeerConnection({
    codecs,
    iceServers: [],
    // The server and its consoles may be on this very machine.
    iceAdditionalHostAddresses: ['127.0.0.1'],
  })
  const [audio, video] = [new MediaStreamTrack({ kind: 'audio' }), new MediaStreamTrack({ kind: 'video' })]
  const counted = { audio: 0, video: 0 }
  const senders = [audio, video].map((track) => connection.addTransceiver(track, { direction: 'sendrecv' }).sender)
  connection.onTrack.subscribe((track) => {
    const kind = track.kind === 'video' ? 'video' : 'audio'
    track.onReceiveRtp.subscribe(() => {
      counted[kind] += 1
    })
  })
  const { frames, perSecond } = viewOf()
  const packetizer = new Vp8Packetizer()
  let frame = 0
  const refresh = (): void => {
    frame = 0
  }
  senders[1]?.onPictureLossIndication.subscribe(refresh)
  let spoken = 0
  const speak = (): void => {
    const at = (spoken * samples) % tone.length
    const header = new RtpHeader({ payloadType: 0, sequenceNumber: spoken & 0xffff, timestamp: (spoken * samples) >>> 0 })
    audio.writeRtp(new RtpPacket(header, tone.subarray(at, at + samples)))
    spoken += 1
  }
  let shown = 0
  const show = (): void => {
    const picture = frames[frame % frames.length]
    frame += 1
    if (!picture) return
    for (const packet of packetizer.packetize(picture, ((shown * 90_000) / perSecond) >>> 0)) video.writeRtp(packet)
    shown += 1
  }
  let timers: NodeJS.Timeout[] = []
  const stop = (): void => {
    for (const timer of timers) clearInterval(timer)
    timers = []
  }
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'connected' && timers.length === 0)
      timers = [setInterval(speak, (1_000 * samples) / rate), setInterval(show, 1_000 / perSecond)]
    if (state === 'closed' || state === 'failed') stop()
  })
  return {
    connection,
    refresh,
    heard: () => ({ ...counted }),
    close: async () => {
      stop()
      await connection.close()
    },
  }
}
