import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positionCalls } from './calls.ts'
import { bytesPerPosition, createFrame, readFrame, unknown16, unknownBattery, unknownFloor } from './frame.ts'
import { report } from './report.ts'

const columns = ['id', 'lng', 'lat', 'fixAge', 'recvAge', 'speed', 'course', 'accuracy', 'battery', 'floor'] as const
const row = fc.record({
  id: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  lng: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
  lat: fc.integer({ min: -900_000_000, max: 900_000_000 }),
  fixAge: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  recvAge: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  speed: fc.integer({ min: 0, max: unknown16 }),
  course: fc.integer({ min: 0, max: unknown16 }),
  accuracy: fc.integer({ min: 0, max: unknown16 }),
  battery: fc.integer({ min: 0, max: unknownBattery }),
  floor: fc.integer({ min: unknownFloor, max: 127 }),
})

describe('a position frame', () => {
  it('reads as it was written', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 40 }),
        fc.integer({ min: 0, max: 4e12 }),
        fc.boolean(),
        (rows, serverTime, snapshot) => {
          const frame = createFrame(rows.length, serverTime, snapshot)
          rows.forEach((values, at) => {
            for (const column of columns) frame[column][at] = values[column]
          })
          expect(frame.bytes.byteLength).toBe(16 + rows.length * bytesPerPosition)
          const read = readFrame(frame.bytes.buffer)
          expect(read).toMatchObject({ count: rows.length, serverTime, snapshot })
          for (const column of columns) expect([...read[column]]).toEqual(rows.map((values) => values[column]))
        },
      ),
    )
  })

  it('may be empty', () => {
    const { bytes } = createFrame(0, 1, true)
    expect(readFrame(bytes.buffer)).toMatchObject({ count: 0, serverTime: 1, snapshot: true })
  })

  it('has its bytes where the table says', () => {
    const frame = createFrame(1, 1_700_000_000_000, false)
    frame.id[0] = 0x01020304
    frame.floor[0] = -1
    const view = new DataView(frame.bytes.buffer)
    expect([view.getUint8(0), view.getUint8(1), view.getUint8(2), view.getUint8(3)]).toEqual([0x56, 1, 0, 0])
    expect(view.getUint32(4, true)).toBe(1)
    expect(view.getFloat64(8, true)).toBe(1_700_000_000_000)
    expect(view.getUint32(16, true)).toBe(0x01020304)
    expect(view.getInt8(16 + bytesPerPosition - 1)).toBe(-1)
  })

  it('is refused when it is something else', () => {
    for (const at of [0, 1]) {
      const { bytes } = createFrame(2, 1, false)
      bytes[at] = 9
      expect(() => readFrame(bytes.buffer)).toThrow('not a position frame')
    }
    for (const length of [0, 1, 15]) expect(() => readFrame(new ArrayBuffer(length))).toThrow('not a position frame')
  })

  it('is refused when it is cut or too long', () => {
    const { bytes } = createFrame(2, 1, false)
    const { byteLength } = bytes
    for (const length of [16, byteLength - 1, byteLength + 1, byteLength * 2]) {
      const other = new Uint8Array(length)
      other.set(bytes.subarray(0, Math.min(length, byteLength)))
      expect(() => readFrame(other.buffer)).toThrow('a position frame of the wrong length')
    }
  })

  it('is refused when its count lies', () => {
    const { bytes } = createFrame(1, 1, false)
    new DataView(bytes.buffer).setUint32(4, 0xffffffff, true)
    expect(() => readFrame(bytes.buffer)).toThrow('a position frame of the wrong length')
  })

  it('throws nothing but its own errors on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
        const { buffer } = new Uint8Array(bytes)
        try {
          readFrame(buffer)
        } catch (error) {
          expect(String(error)).toMatch(/position frame/)
        }
      }),
    )
  })
})

describe('a report', () => {
  const good = { deviceType: 'hat', deviceId: '860001', time: '2026-11-20T08:15:00+08:00', lng: 118.1, lat: 32.2 }
  it('takes a fix with an offset', () => {
    for (const time of ['2026-11-20T08:15:00Z', '2026-11-20t08:15:00.123456789z', good.time])
      expect(report.safeParse({ ...good, time }).success).toBe(true)
  })
  it.each([
    { time: '2026-11-20T08:15:00' },
    { time: '2026-13-20T08:15:00Z' },
    { time: '2026-11-20T08:15:00+99:99' },
    { time: '2026-11-20 08:15:00Z' },
    { time: 1_763_000_000 },
    { lng: 180.1 },
    { lat: -90.1 },
    { lat: null },
    { lng: '118' },
    { lng: Number.POSITIVE_INFINITY },
    { deviceId: '' },
    { deviceId: 'a\0b' },
    { deviceType: 'drone' },
    { speed: -1 },
    { battery: 101 },
    { sos: 'loud' },
  ])('refuses %j', (wrong) => expect(report.safeParse({ ...good, ...wrong }).success).toBe(false))
})

describe('helmet live records', () => {
  const { body } = positionCalls.saveRealHatList
  it('come as a list or inside one, with numbers or strings', () => {
    const sent = [{ device_id: 860001, x_point: '32.2', y_point: 118.1, tempdata: null }]
    const read = [{ device_id: '860001', x_point: '32.2', y_point: '118.1', tempdata: null }]
    expect(body.parse(sent)).toEqual(read)
    expect(body.parse({ list: sent })).toEqual(read)
  })
  it('lose what no database stores instead of being refused', () => {
    expect(body.parse([{ device_id: 'a\0b\ud800' }])).toEqual([{ device_id: 'ab\ufffd' }])
  })
  it('of an SOS carry 4 or 5, as a number or a string, and whatever else they carry is a press', () => {
    const sos = positionCalls.saveRealHatSosAlarm.body
    for (const kind of [4, '4']) expect(sos.parse({ device_id: '1', alarm_type: kind })).toMatchObject({ alarm_type: 4 })
    for (const kind of [5, '5']) expect(sos.parse({ device_id: '1', alarm_type: kind })).toMatchObject({ alarm_type: 5 })
    for (const kind of [3, '6', null, undefined])
      expect(sos.parse({ device_id: '1', alarm_type: kind })).toMatchObject({ alarm_type: 4 })
    // Whose it is has to be said.
    expect(sos.safeParse({ alarm_type: 4 }).success).toBe(false)
  })
})
