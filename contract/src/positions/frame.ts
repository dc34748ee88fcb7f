/**
 * The columnar frame in which positions travel to the consoles: one header, then one column after the other, little endian.
 *
 * | bytes | what |
 * |---|---|
 * | 0–3 | magic `V`, version, flags (1: a snapshot that replaces everything known), 0 |
 * | 4–7 | u32 count |
 * | 8–15 | f64 the server's time, ms since 1970 |
 * | 4 × count each | u32 object id · i32 longitude · i32 latitude (1e-7 °) · i32 fix · i32 receipt (0.1 s before the server's time) |
 * | 2 × count each | u16 speed (0.1 km/h) · u16 course (0.1 °) · u16 accuracy (0.1 m); 65535 means unknown |
 * | 1 × count each | u8 battery (%, 255 unknown) · i8 floor (−128 unknown) |
 */
export interface PositionColumns {
  count: number
  /** ms since 1970. */
  serverTime: number
  snapshot: boolean
  id: Uint32Array
  lng: Int32Array
  lat: Int32Array
  fixAge: Int32Array
  recvAge: Int32Array
  speed: Uint16Array
  course: Uint16Array
  accuracy: Uint16Array
  battery: Uint8Array
  floor: Int8Array
}

const magic = 0x56
const version = 1
const headerBytes = 16
export const bytesPerPosition = 5 * 4 + 3 * 2 + 2
export const unknown16 = 0xffff
export const unknownBattery = 0xff
export const unknownFloor = -128
export const degreeScale = 1e7
/** Milliseconds in one unit of an age column. */
export const ageUnit = 100

const layout = (buffer: ArrayBufferLike, count: number) => {
  let at = headerBytes
  const take = (bytes: number): number => {
    const from = at
    at += bytes * count
    return from
  }
  return {
    id: new Uint32Array(buffer, take(4), count),
    lng: new Int32Array(buffer, take(4), count),
    lat: new Int32Array(buffer, take(4), count),
    fixAge: new Int32Array(buffer, take(4), count),
    recvAge: new Int32Array(buffer, take(4), count),
    speed: new Uint16Array(buffer, take(2), count),
    course: new Uint16Array(buffer, take(2), count),
    accuracy: new Uint16Array(buffer, take(2), count),
    battery: new Uint8Array(buffer, take(1), count),
    floor: new Int8Array(buffer, take(1), count),
  }
}

/** A frame of `count` positions to be filled column by column; `bytes` is what goes on the wire. */
export const createFrame = (
  count: number,
  serverTime: number,
  snapshot: boolean,
): PositionColumns & { bytes: Uint8Array<ArrayBuffer> } => {
  const buffer = new ArrayBuffer(headerBytes + count * bytesPerPosition)
  const header = new DataView(buffer)
  header.setUint8(0, magic)
  header.setUint8(1, version)
  header.setUint8(2, snapshot ? 1 : 0)
  header.setUint32(4, count, true)
  header.setFloat64(8, serverTime, true)
  return { count, serverTime, snapshot, bytes: new Uint8Array(buffer), ...layout(buffer, count) }
}

/** Reads a frame without copying it. Throws on anything that is not a whole frame of this version. */
export const readFrame = (buffer: ArrayBuffer): PositionColumns => {
  const header = new DataView(buffer)
  if (buffer.byteLength < headerBytes || header.getUint8(0) !== magic || header.getUint8(1) !== version) {
    throw new Error('not a position frame')
  }
  const count = header.getUint32(4, true)
  if (buffer.byteLength !== headerBytes + count * bytesPerPosition) throw new Error('a position frame of the wrong length')
  return { count, serverTime: header.getFloat64(8, true), snapshot: (header.getUint8(2) & 1) === 1, ...layout(buffer, count) }
}
