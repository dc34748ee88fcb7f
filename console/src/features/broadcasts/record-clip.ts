/** Records from the microphone, as a WAV file that any helmet plays: what browsers record themselves few devices know. */

/** Samples a second: enough for speech. */
const rate = 16_000
/** Milliseconds of a clip at most. */
export const clipAtMost = 60_000

const header = 44
/** 16 bits, one channel. */
export const wavOf = (samples: Float32Array): Blob => {
  const view = new DataView(new ArrayBuffer(header + samples.length * 2))
  const word = (at: number, text: string): void => [...text].forEach((letter, n) => view.setUint8(at + n, letter.charCodeAt(0)))
  word(0, 'RIFF')
  view.setUint32(4, view.byteLength - 8, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  word(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  samples.forEach((sample, n) => view.setInt16(header + n * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true))
  return new Blob([view.buffer], { type: 'audio/wav' })
}

const converted = async (recorded: Blob): Promise<File> => {
  const bytes = await recorded.arrayBuffer()
  const decoded = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes)
  const context = new OfflineAudioContext(1, Math.max(1, Math.ceil(decoded.duration * rate)), rate)
  const source = context.createBufferSource()
  source.buffer = decoded
  source.connect(context.destination)
  source.start()
  const mono = await context.startRendering()
  return new File([wavOf(mono.getChannelData(0))], 'broadcast.wav', { type: 'audio/wav' })
}

export interface ClipRecorder {
  /** Ends it; what was recorded. */
  readonly stop: () => void
  readonly clip: Promise<File>
}

/** Begins to record; it ends by itself after a minute. Throws where there is no microphone, or it is refused. */
export const recordClip = async (): Promise<ClipRecorder> => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const recorder = new MediaRecorder(stream)
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => void parts.push(data))
  const { promise, resolve, reject } = Promise.withResolvers<File>()
  const stop = (): void => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  const timer = setTimeout(stop, clipAtMost)
  recorder.addEventListener('stop', () => {
    clearTimeout(timer)
    for (const track of stream.getTracks()) track.stop()
    converted(new Blob(parts, { type: recorder.mimeType })).then(resolve, reject)
  })
  recorder.start()
  return { stop, clip: promise }
}
