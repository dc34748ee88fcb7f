import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generalAnswer, registered, spoken, timeAnswer } from './answers.ts'
import { createFrameReader, frameOf, unescape, type FrameFault } from './frame.ts'
import { readBatch, readLocation } from './location.ts'
import { framesOf, namesOfTerminal, numberOfTerminal, readMessage, type Message } from './message.ts'
import { createParts } from './parts.ts'
import { readAuthentication, readRegistration } from './registration.ts'

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')
/** What is found in bytes that come in pieces of so many. */
const found = (wire: Buffer, piece = wire.length) => {
  const frames: string[] = []
  const unsound: string[] = []
  const faults: FrameFault[] = []
  const read = createFrameReader({
    frame: (frame, isSound) => (isSound ? frames : unsound).push(frame.toString('hex')),
    fault: (fault) => faults.push(fault),
  })
  for (let at = 0; at < wire.length; at += piece) read(wire.subarray(at, at + piece))
  return { frames, unsound, faults }
}
const messageIn = (wire: string): Message => {
  const [frame] = found(bytes(wire)).frames
  const message = frame === undefined ? null : readMessage(Buffer.from(frame, 'hex'))
  if (message === null) throw new Error('no message')
  return message
}

const registration2019 = `7e 0100 4056 01 00000000013900000042 0001 000b 0065 4f574e434f000000000000
  48454c4d2d5431${'00'.repeat(23)} 4830303030303432${'00'.repeat(22)} 00 48454c30303030303432 14 7e`.replaceAll(/\s/g, '')
const location2013 =
  '7e02000025013900000077007d02000000010000000301dc89d0073d8aa5000c016d005a2611220930050104 00003039e1015a207e'.replaceAll(
    ' ',
    '',
  )
const batch2013 =
  '7e070400420139000000770003000201001c000000000000000301dc89d0073d8aa5000c00000000261122093000001f000000000000000201dc8a24073d8b08000c000f010e2611220930303101095e7e'

describe('frames', () => {
  it.each([1, 2, 7, 40, 4_096])('are found in pieces of %i bytes, whatever lies between them', (piece) => {
    const wire = bytes(`0d0a${location2013}0d0a7e7e${batch2013}${registration2019.slice(2)}ffff`)
    const { frames, unsound, faults } = found(wire, piece)
    expect(frames.map((frame) => frame.slice(0, 4))).toEqual(['0200', '0704', '0100'])
    expect([unsound, faults]).toEqual([[], []])
  })

  it('come back as they were written, whatever bytes they hold', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 1_044 }), fc.integer({ min: 1, max: 300 }), (plain, piece) => {
        const frame = Buffer.from(plain)
        expect(found(Buffer.concat([frameOf(frame), frameOf(frame)]), piece)).toEqual({
          frames: [frame.toString('hex'), frame.toString('hex')],
          unsound: [],
          faults: [],
        })
      }),
    )
  })

  it('with a wrong check code are told apart, and cost those beside them nothing', () => {
    const wrong = location2013.replace('207e', '217e')
    const { frames, unsound } = found(bytes(`${wrong}${location2013}`))
    expect([frames.length, unsound.length]).toEqual([1, 1])
  })

  it('that never end, or are escaped as nothing is, are given up', () => {
    const endless = Buffer.alloc(10_000, 1)
    endless[0] = 0x7e
    const { frames, faults } = found(Buffer.concat([endless, bytes(`7e${location2013}`)]), 100)
    expect(frames).toHaveLength(1)
    expect(new Set(faults)).toEqual(new Set(['tooLong']))
    expect(found(bytes(`7e${'7d03'.repeat(20)}7e`)).faults).toEqual(['badEscape'])
    expect(unescape(bytes('0102'))).toEqual(bytes('0102'))
  })
})

describe('messages', () => {
  it('say who sends them, in 2013 and in 2019', () => {
    expect(messageIn(location2013)).toMatchObject({ id: 0x0200, version: 2013, serial: 0x7e, part: null, isEncrypted: false })
    expect(numberOfTerminal(messageIn(location2013))).toBe('013900000077')
    expect(messageIn(registration2019)).toMatchObject({ id: 0x0100, version: 2019, serial: 1 })
    expect(namesOfTerminal(numberOfTerminal(messageIn(registration2019)))).toEqual([
      '00000000013900000042',
      '13900000042',
      '013900000042',
    ])
    // An IMEI in binary, as some terminals write theirs.
    const imei = Buffer.alloc(6)
    imei.writeUIntBE(35_145_120_840_121, 0, 6)
    expect(numberOfTerminal({ version: 2013, phone: imei })).toBe('351451208401216')
  })

  it('are answered in their own version, with their own number', () => {
    const [registered_] = framesOf({ ...messageIn(registration2019), id: 0x8100, body: registered(1, 0, 'K42') }, 0)
    expect(registered_?.toString('hex')).toBe('7e81004006010000000001390000004200000001004b3432f07e')
    const [general] = framesOf({ ...messageIn(location2013), id: 0x8001, body: generalAnswer(0x7e, 0x0200, 0) }, 0)
    expect(general?.toString('hex')).toBe('7e800100050139000000770000007d02020000b77e')
  })

  it('that are cut short are none', () => {
    expect(readMessage(bytes('0200 0025 013900000077 0001 0000'))).toBeNull()
    expect(readMessage(bytes('0200 6025 01 013900'))).toBeNull()
  })

  it('that are long come in parts, in any order, some of them twice', () => {
    const body = Buffer.from(Array.from({ length: 3_000 }, (_, at) => at % 251))
    const parts = framesOf({ id: 0x0704, version: 2013, phone: bytes('013900000077'), body }, 0xffff).map((wire) =>
      messageIn(wire.toString('hex')),
    )
    expect(parts.map(({ serial }) => serial)).toEqual([0xffff, 0, 1])
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [0, 0, 2, 2, 1],
    ]) {
      const budget = { held: 0 }
      const { take } = createParts(budget, () => 0)
      const told = order.map((at) => take(parts[at] as Message))
      expect(told.slice(0, -1)).toEqual(told.slice(0, -1).map(() => 'more'))
      expect(told.at(-1)).toMatchObject({ message: { part: null, body }, serials: [0xffff, 0, 1] })
      expect(budget.held).toBe(0)
    }
  })

  it('of which parts are missing hold no more than their bounds, and not for ever', () => {
    let now = 0
    const budget = { held: 0 }
    const put = createParts(budget, () => now)
    const [first] = framesOf({ id: 0x0704, version: 2013, phone: bytes('013900000077'), body: Buffer.alloc(2_000) }, 0)
    const part = messageIn(first?.toString('hex') ?? '')
    const of = (total: number, number = 1) => put.take({ ...part, part: { number, total } })
    expect([of(2), of(3), of(4), of(5)]).toEqual(['more', 'more', 'more', 'more'])
    expect([of(6), of(65), of(3, 4), of(3, 0), of(0)]).toEqual([null, null, null, null, null])
    now = 60_001
    expect([of(6), budget.held]).toEqual(['more', part.body.length])
    // What all lines hold together is bounded.
    budget.held = 32 * 1024 * 1024
    expect(of(7)).toBeNull()
    budget.held = part.body.length
    put.clear()
    expect(budget.held).toBe(0)
  })
})

describe('what messages hold', () => {
  it('is a registration', () => {
    expect(readRegistration(messageIn(registration2019))).toEqual({
      province: 11,
      city: 101,
      maker: 'OWNCO',
      model: 'HELM-T1',
      terminalId: 'H0000042',
      plateColour: 0,
      plate: 'HEL0000042',
    })
    const plate = bytes('cdee423132333435') // 皖B12345
    const of = (model: number, filled: string) =>
      readRegistration({
        version: 2013,
        body: Buffer.concat([
          bytes('0022 0064'),
          Buffer.from('MAKER'),
          Buffer.from('M1'.padEnd(model, filled)),
          Buffer.from('T000001'),
          Buffer.of(2),
          plate,
        ]),
      })
    const told = { maker: 'MAKER', model: 'M1', terminalId: 'T000001', plateColour: 2, plate: '皖B12345' }
    expect(of(20, '\0')).toMatchObject(told)
    // Of 2011, with spaces.
    expect(of(8, ' ')).toMatchObject(told)
    expect(readRegistration({ version: 2019, body: Buffer.alloc(75) })).toBeNull()
    expect(readRegistration({ version: 2013, body: Buffer.alloc(24) })).toBeNull()
  })

  it('is a code that was given, with what stands behind it in either form', () => {
    expect(readAuthentication({ version: 2013, body: Buffer.from('K42\0\0 ') })).toEqual({
      code: 'K42',
      imei: null,
      firmware: null,
    })
    const imei = '351451208401216'
    const of = (firmware: Buffer) =>
      readAuthentication({ version: 2019, body: Buffer.concat([Buffer.of(3), Buffer.from(`K42${imei}`), firmware]) })
    expect(of(Buffer.concat([Buffer.of(4), Buffer.from('V1.2')]))).toEqual({ code: 'K42', imei, firmware: 'V1.2' })
    expect(of(Buffer.from('V1.2'.padEnd(20, '\0')))).toEqual({ code: 'K42', imei, firmware: 'V1.2' })
    expect(readAuthentication({ version: 2019, body: Buffer.alloc(0) })).toEqual({ code: '', imei: null, firmware: null })
  })

  it('is a location', () => {
    expect(readLocation(messageIn(location2013).body)).toEqual({
      alarms: 1,
      status: 3,
      place: { lng: 121.473701, lat: 31.230416 },
      alt: 12,
      speed: 36.5,
      course: 90,
      time: Date.UTC(2026, 10, 22, 1, 30, 5),
      more: {
        mileage: 1_234.5,
        fuel: null,
        recorderSpeed: null,
        battery: 90,
        signal: null,
        satellites: null,
        vehicleSignals: null,
        raw: [],
        rest: 0,
      },
    })
  })

  it('is several of them', () => {
    expect(readBatch(messageIn(batch2013).body)).toMatchObject({
      isBackfill: true,
      locations: [
        { speed: 0, time: Date.UTC(2026, 10, 22, 1, 30, 0), place: { lng: 121.473701, lat: 31.230416 } },
        { speed: 1.5, course: 270, time: Date.UTC(2026, 10, 22, 1, 30, 30), more: { satellites: 9 } },
      ],
    })
    // One that says it is longer than what is left of its message.
    expect(readBatch(bytes('0002 00 001c 00'))).toEqual({ isBackfill: false, locations: [null] })
    expect(readBatch(bytes('00'))).toBeNull()
  })

  const fixed = messageIn(location2013).body.subarray(0, 28)
  const at = (place: number, hex: string): Buffer =>
    Buffer.concat([fixed.subarray(0, place), bytes(hex), fixed.subarray(place + hex.length / 2)])

  it('is south and west where it says so, nowhere without a fix, and never beyond the world', () => {
    expect(readLocation(at(4, '0000000e'))?.place).toEqual({ lng: -121.473701, lat: -31.230416 })
    expect(readLocation(at(4, '00000001'))?.place).toBeNull()
    // Coordinates that were encrypted.
    expect(readLocation(at(4, '00000023'))?.place).toBeNull()
    expect(readLocation(at(8, 'ffffffff'))?.place).toBeNull()
    expect(readLocation(at(8, '0000000000000000'))?.place).toBeNull()
    expect(readLocation(fixed.subarray(0, 27))).toBeNull()
  })

  it.each(['000000000000', '261322093005', '260230093005', '26112209a005', '261122243005', '2611220930f5'])(
    'has no time where it says %s',
    (time) => expect(readLocation(at(22, time))?.time).toBeNull(),
  )

  it('keeps what nobody knows as it is, and never reads beyond its end', () => {
    const more = (hex: string) => readLocation(Buffer.concat([fixed, bytes(hex)]))?.more
    expect(more('e1 02 1234 30 01 1f f0 00')).toMatchObject({
      battery: null,
      signal: 31,
      raw: [
        [0xe1, '1234'],
        [0xf0, ''],
      ],
      rest: 0,
    })
    // An item that is longer than what is left.
    expect(more('30 01 1f 01 04 0000')).toMatchObject({ signal: 31, mileage: null, raw: [], rest: 4 })
    // A charge that is none.
    expect(more('e1 01 ff')).toMatchObject({ battery: null })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (tail) => {
        const read = readLocation(Buffer.concat([fixed, tail]))
        const used = (read?.more.raw ?? []).reduce((sum, [, hex]) => sum + 2 + hex.length / 2, 0)
        expect(used + (read?.more.rest ?? 0)).toBeLessThanOrEqual(tail.length)
      }),
    )
  })
})

describe('what is said to terminals', () => {
  it('is words, shown and read out, in their own writing', () => {
    expect(spoken(2013, '注意', false).toString('hex')).toBe('0cd7a2d2e2')
    expect(spoken(2019, '注意', true).toString('hex')).toBe('0e01d7a2d2e2')
  })

  it('is the time', () => {
    expect(timeAnswer(Date.UTC(2026, 10, 22, 1, 30, 5)).toString('hex')).toBe('261122013005')
  })
})
