/** Microphone, camera, and what comes from the other side, of one call. */

export interface Media {
  readonly local: MediaStream | null
  readonly remote: MediaStream
  /** Whether a camera was found. */
  readonly hasCamera: () => boolean
  readonly constraints: { readonly audio: boolean; readonly video: boolean }
  /** Opens microphone and camera before anything is said, where the site wants that. */
  readonly acquire: () => Promise<void>
  /** What goes to the other side. */
  readonly stream: (constraints: MediaStreamConstraints) => Promise<MediaStream>
  readonly follow: (connection: RTCPeerConnection) => void
  readonly mute: (isMuted: boolean) => void
  readonly showCamera: (isShown: boolean) => void
  readonly quality: () => Promise<Quality | null>
  readonly release: () => void
}

/** Of the picture that comes. */
export interface Quality {
  /** Lines, null before the first picture. */
  readonly height: number | null
  /** There and back, ms; null while it is not known. */
  readonly roundTrip: number | null
}

/** With whatever there is: who has no camera is heard all the same. Throws where there is no microphone, or it may not be used. */
const open = async ({ audio = true, video = false }: MediaStreamConstraints): Promise<MediaStream> => {
  // A page that is not secure has no devices at all.
  if (!('mediaDevices' in navigator)) throw new DOMException('no media devices', 'SecurityError')
  try {
    return await navigator.mediaDevices.getUserMedia({ audio, video })
  } catch (error) {
    if (!video) throw error
    return await navigator.mediaDevices.getUserMedia({ audio })
  }
}

export const createMedia = (isAcquiredFirst: boolean): Media => {
  let local: MediaStream | null = null
  let connection: RTCPeerConnection | null = null
  let isReleased = false
  const remote = new MediaStream()
  const constraints = { audio: true, video: true } as const
  const stop = (stream: MediaStream | null): void => {
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
  const stream = async (asked: MediaStreamConstraints): Promise<MediaStream> => {
    if (local) return local
    const opened = await open(asked)
    // It was hung up while the browser asked.
    if (isReleased) stop(opened)
    local = opened
    return opened
  }
  const enable = (tracks: readonly MediaStreamTrack[] | undefined, isEnabled: boolean): void => {
    for (const track of tracks ?? []) track.enabled = isEnabled
  }
  return {
    get local() {
      return local
    },
    remote,
    constraints,
    hasCamera: () => (local?.getVideoTracks().length ?? 0) > 0,
    acquire: async () => {
      if (isAcquiredFirst) await stream(constraints)
    },
    stream,
    follow: (of) => {
      connection = of
      const take = ({ track }: { readonly track: MediaStreamTrack }): void => {
        if (!remote.getTracks().includes(track)) remote.addTrack(track)
      }
      for (const receiver of of.getReceivers()) take(receiver)
      of.addEventListener('track', take)
    },
    mute: (isMuted) => enable(local?.getAudioTracks(), !isMuted),
    showCamera: (isShown) => enable(local?.getVideoTracks(), isShown),
    quality: async () => {
      const report = await connection?.getStats()
      if (!report) return null
      let [height, roundTrip]: [number | null, number | null] = [null, null]
      for (const one of report.values() as Iterable<Readonly<Record<string, unknown>>>) {
        const { type, kind, frameHeight, nominated, currentRoundTripTime } = one
        if (type === 'inbound-rtp' && kind === 'video' && typeof frameHeight === 'number') height = frameHeight
        if (type === 'candidate-pair' && nominated === true && typeof currentRoundTripTime === 'number')
          roundTrip = Math.round(currentRoundTripTime * 1_000)
      }
      return { height, roundTrip }
    },
    release: () => {
      isReleased = true
      stop(local)
      local = null
      for (const track of remote.getTracks()) {
        track.stop()
        remote.removeTrack(track)
      }
    },
  }
}
