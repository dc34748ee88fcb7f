import { MediaStreamTrack, RTCPeerConnection, RtcpRrPacket, usePCMU as pcmu, useVP8 as vp8, type RtpPacket } from 'werift'

/**
 * Sound and pictures of rooms: what each sends by one connection goes to all others as it is, by a connection for each. Each packet is
 * deciphered once and enciphered for each who hears it, which is why this runs in a thread of its own (media-thread.ts).
 */

const kinds = ['audio', 'video'] as const
type Kind = (typeof kinds)[number]

/** What somebody sends. */
export interface Publisher {
  /** To what he offered. */
  readonly answer: string
  /** Packets that came. */
  readonly heard: () => number
  /** For somebody who is to hear and see him; `onFailed` is told once of what does not come to stand, breaks, or carries nothing. */
  readonly subscribe: (onFailed: () => void) => Promise<Subscriber>
  readonly close: () => Promise<void>
}
/** By which one hears and sees another. */
export interface Subscriber {
  readonly offer: string
  readonly accept: (answer: string) => Promise<void>
  readonly close: () => Promise<void>
}
/** Carries sound and pictures; rejects what it cannot read. */
export interface Media {
  /** `onFailed` is told of what does not come to stand, or breaks. */
  readonly publish: (offer: string, onFailed: () => void) => Promise<Publisher>
}

export interface MediaPlace {
  /** The address at which the server is reached, where its own interfaces say another; empty where they do not. */
  readonly address: string
  /** UDP ports, the first and the last; null for any. */
  readonly ports: readonly [number, number] | null
}

/** What is passed on of one. */
interface Forwarding {
  readonly kinds: readonly Kind[]
  /** Packets that came. */
  readonly heard: () => number
  readonly take: (kind: Kind, sink: MediaStreamTrack) => () => void
  /** Asks for a picture from which all others follow. */
  readonly askPicture: () => void
}

/** Milliseconds in which a connection stands once it is answered. */
const standsWithin = 8_000
/**
 * Milliseconds without a report that more came there, though more was sent, after which what stands is taken for broken: browsers report
 * on sound every five seconds.
 */
const reportedWithin = 15_000
/** Milliseconds between two looks at that. */
const lookEvery = 1_000
/** Milliseconds between two pictures that are asked for: each costs its sender many times another. */
const askEvery = 500

/** What an offer has to send. */
const kindsOf = (offer: string): Kind[] =>
  kinds.filter((kind) =>
    offer.split(/\r?\n(?=m=)/).some((part) => part.startsWith(`m=${kind} `) && !/^a=(?:inactive|recvonly)\r?$/m.test(part)),
  )

/** Every candidate but those of the told address goes, where one is told. */
const told = (sdp: string, address: string): string =>
  address === ''
    ? sdp
    : sdp
        .split('\r\n')
        .filter((line) => !line.startsWith('a=candidate:') || line.split(' ')[4] === address)
        .join('\r\n')

/** How connections are opened. */
interface Connecting {
  readonly connect: () => RTCPeerConnection
  /** A port is looked for before it is taken: two at once would find the same. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** What it says of itself. */
  readonly local: (connection: RTCPeerConnection) => string
}

/** What is passed on of one, by a connection of its own, to somebody of whom reports may stay away for `patience` milliseconds. */
const subscribe = async (
  { connect, inTurn, local }: Connecting,
  to: Forwarding,
  patience: number,
  onFailed: () => void,
): Promise<Subscriber> => {
  const connection = connect()
  const ends: (() => void)[] = []
  /** When more came there last, or nothing had been sent since. */
  let arrivedAt = 0
  for (const kind of to.kinds) {
    const track = new MediaStreamTrack({ kind })
    const { sender } = connection.addTransceiver(track, { direction: 'sendonly' })
    let highest = -1
    sender.onRtcp.subscribe((packet) => {
      if (packet.type !== RtcpRrPacket.type) return
      const report = packet.reports.find(({ ssrc }) => ssrc === sender.ssrc)
      if (!report || report.highestSequence === highest) return
      highest = report.highestSequence
      arrivedAt = performance.now()
    })
    if (kind === 'video') sender.onPictureLossIndication.subscribe(to.askPicture)
    ends.push(to.take(kind, track))
  }
  let late: NodeJS.Timeout | null = null
  let looking: NodeJS.Timeout | null = null
  let isOver = false
  const over = (): void => {
    isOver = true
    if (late) clearTimeout(late)
    if (looking) clearInterval(looking)
  }
  const failed = (): void => {
    if (isOver) return
    over()
    onFailed()
  }
  /** What stands may carry nothing: the two sides may have come to different keys, of which neither is told. */
  const watch = (): void => {
    let known = to.heard()
    arrivedAt = performance.now()
    looking ??= setInterval(() => {
      if (to.heard() === known) arrivedAt = performance.now()
      known = to.heard()
      if (performance.now() - arrivedAt > patience) failed()
    }, lookEvery)
  }
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'failed') failed()
    if (state !== 'connected' || isOver) return
    to.askPicture()
    watch()
  })
  const close = async (): Promise<void> => {
    over()
    for (const end of ends) end()
    await connection.close()
  }
  try {
    await inTurn(async () => connection.setLocalDescription(await connection.createOffer()))
  } catch (error) {
    await close()
    throw error
  }
  return {
    offer: local(connection),
    accept: async (answer) => {
      late ??= setTimeout(() => {
        if (connection.connectionState !== 'connected') failed()
      }, standsWithin)
      await connection.setRemoteDescription({ type: 'answer', sdp: answer })
    },
    close,
  }
}

/** @param onProblem Told of what is not heard or seen though nobody is wrong. */
export const createMedia = (
  { address, ports }: MediaPlace,
  onProblem: (error: unknown) => void,
  patience = reportedWithin,
): Media => {
  let opening: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = opening.then(work, work)
    opening = done.catch(() => undefined)
    return done
  }
  const connect = (): RTCPeerConnection =>
    new RTCPeerConnection({
      codecs: { audio: [pcmu()], video: [vp8()] },
      iceServers: [],
      // Sound and pictures by one way: whoever answers bundles them, and a second would lie open for nothing.
      bundlePolicy: 'max-bundle',
      // Consoles may be on this very machine, which its interfaces alone do not say.
      iceAdditionalHostAddresses: [address === '' ? '127.0.0.1' : address],
      iceUseIpv6: false,
      ...(ports === null ? {} : { icePortRange: [ports[0], ports[1]] as [number, number] }),
    })
  const closing = (connection: RTCPeerConnection) => () => connection.close()
  const local = ({ localDescription }: RTCPeerConnection): string => told(localDescription?.sdp ?? '', address)

  const publish = async (offer: string, onFailed: () => void): Promise<Publisher> => {
    const connection = connect()
    connection.connectionStateChange.subscribe((state) => {
      if (state === 'failed') onFailed()
    })
    const sinks = { audio: new Set<MediaStreamTrack>(), video: new Set<MediaStreamTrack>() }
    let [heard, askedAt] = [0, 0]
    let picture: (() => Promise<void>) | null = null
    const forward = (kind: Kind, packet: RtpPacket): void => {
      heard += 1
      for (const sink of sinks[kind]) sink.writeRtp(packet.clone())
    }
    connection.onTransceiverAdded.subscribe(({ kind, receiver, onTrack }) => {
      onTrack.subscribe((track) => {
        track.onReceiveRtp.subscribe((packet) => {
          if (kind === 'video' && picture === null) {
            picture = () => receiver.sendRtcpPLI(packet.header.ssrc)
            askPicture()
          }
          if (kind === 'audio' || kind === 'video') forward(kind, packet)
        })
      })
    })
    const askPicture = (): void => {
      if (picture === null || performance.now() - askedAt < askEvery) return
      askedAt = performance.now()
      picture().catch(onProblem)
    }
    try {
      await connection.setRemoteDescription({ type: 'offer', sdp: offer })
      await inTurn(async () => connection.setLocalDescription(await connection.createAnswer()))
    } catch (error) {
      await connection.close()
      throw error
    }
    const forwarding: Forwarding = {
      kinds: kindsOf(offer),
      heard: () => heard,
      take: (kind, sink) => {
        sinks[kind].add(sink)
        return () => void sinks[kind].delete(sink)
      },
      askPicture,
    }
    return {
      answer: local(connection),
      heard: () => heard,
      subscribe: (onFailed) => subscribe({ connect, inTurn, local }, forwarding, patience, onFailed),
      close: closing(connection),
    }
  }

  return { publish }
}
