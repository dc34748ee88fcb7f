export { knownBy, type KnownBy } from '../alarms/known-by.ts'

/**
 * The fixes of one device over a time, oldest first, one column after the other, little endian; in answers as base64.
 *
 * | bytes | what |
 * |---|---|
 * | 4 × count each | u32 ms since the beginning of the time asked for · i32 longitude · i32 latitude (1e-7 °) |
 * | 2 × count each | u16 speed (0.1 km/h) · u16 course (0.1 °); 65535 means unknown |
 */
export interface TrackColumns {
  readonly count: number
  readonly time: Uint32Array
  readonly lng: Int32Array
  readonly lat: Int32Array
  readonly speed: Uint16Array
  readonly course: Uint16Array
}

export const bytesPerFix = 3 * 4 + 2 * 2

const layout = (buffer: ArrayBuffer, count: number): TrackColumns => ({
  count,
  time: new Uint32Array(buffer, 0, count),
  lng: new Int32Array(buffer, 4 * count, count),
  lat: new Int32Array(buffer, 8 * count, count),
  speed: new Uint16Array(buffer, 12 * count, count),
  course: new Uint16Array(buffer, 14 * count, count),
})

/** A track of `count` fixes to be filled column by column; `bytes` is what goes on the wire. */
export const createTrack = (count: number): TrackColumns & { readonly bytes: Uint8Array<ArrayBuffer> } => {
  const buffer = new ArrayBuffer(count * bytesPerFix)
  return { ...layout(buffer, count), bytes: new Uint8Array(buffer) }
}

/** Reads a track without copying it. Throws on what is not a whole one. */
export const readTrack = (buffer: ArrayBuffer): TrackColumns => {
  if (buffer.byteLength % bytesPerFix !== 0) throw new Error('a track of the wrong length')
  return layout(buffer, buffer.byteLength / bytesPerFix)
}

/** What one call for tracks answers at most: devices, days of its time, and devices times hours. */
export const trackLimits = { devices: 20, days: 7, deviceHours: 480 } as const

/** What is looked through at most for who was at a place: hours, and devices times hours. */
export const insideLimits = { hours: 24, deviceHours: 48_000 } as const

/**
 * What one look back answers at most: minutes, and fixes. Before the time asked for the last of each device is told, if it is no older than
 * `before` ms: by then whoever was silent as long counts as gone.
 */
export const rewindLimits = { minutes: 60, fixes: 1_000_000, before: 20 * 60_000 } as const
