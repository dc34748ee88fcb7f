import { describe, expect, it } from 'vitest'
import { createFrameReader } from './frame.ts'
import { readBatch, readLocation } from './location.ts'
import { numberOfTerminal, readMessage, type Message } from './message.ts'
import { readAuthentication, readRegistration } from './registration.ts'

/** Frames as others have published them, with who did; each is found sound and read as its terminal meant it. */

const messageIn = (hex: string): Message => {
  let message: Message | null = null
  let faults = 0
  const read = createFrameReader({
    frame: (frame, isSound) => {
      if (isSound) message = readMessage(Buffer.from(frame))
      else faults += 1
    },
    fault: () => {
      faults += 1
    },
  })
  read(Buffer.from(hex, 'hex'))
  if (message === null || faults > 0) throw new Error('no sound frame')
  return message
}

/** SmallChi/JT808, src/JT808.Protocol.Test/MessageBody: the values are those that its tests expect. */
describe('a frame of SmallChi/JT808', () => {
  it('registers a terminal of 2013 (JT808_0x0100Test, Test1_1)', () => {
    const message = messageIn(
      '7E0100002D000123456789000A002800323132333430736D616C6C6368693132333030303030303030304348493132333001D4C1413132333435BA7E',
    )
    expect(message).toMatchObject({ id: 0x0100, version: 2013, serial: 10, part: null, isEncrypted: false })
    expect(numberOfTerminal(message)).toBe('000123456789')
    expect(readRegistration(message)).toEqual({
      province: 40,
      city: 50,
      maker: '12340',
      model: 'smallchi123000000000',
      terminalId: 'CHI1230',
      plateColour: 1,
      plate: '粤A12345',
    })
  })

  it('registers a terminal of 2019 (JT808_0x0100Test, Test2019_2)', () => {
    const message = messageIn(
      '7E010040540100000000000123456789000A00280032303030303030303132333430303030303030303030303030303030303030736D616C6C63686931323330303030303030303030303030303030303030303030303043484931323301D4C1413132333435B27E',
    )
    expect(message).toMatchObject({ id: 0x0100, version: 2019, serial: 10 })
    expect(numberOfTerminal(message)).toBe('00000000000123456789')
    expect(readRegistration(message)).toEqual({
      province: 40,
      city: 50,
      maker: '1234'.padStart(11, '0'),
      model: 'smallchi123'.padStart(30, '0'),
      terminalId: 'CHI123'.padStart(30, '0'),
      plateColour: 1,
      plate: '粤A12345',
    })
  })

  it('says who a terminal is (JT808_0x0102Test, Test4)', () => {
    const message = messageIn('7E010200090123456789003039343536313231313131BE7E')
    expect(message).toMatchObject({ id: 0x0102, serial: 12_345 })
    expect(numberOfTerminal(message)).toBe('012345678900')
    expect(readAuthentication(message)).toEqual({ code: '456121111', imei: null, firmware: null })
  })

  it('tells two places at once (JT808_0x0704Test, Test2)', () => {
    const message = messageIn(
      '7E0704005311223344556622B80002000026000000010000000200BA7F0E07E4F11C0028003C0000180715101010010400000064020200370026000000020000000100CB735507E6A32300290036007818071510103001040000006002020042D47E',
    )
    expect(message).toMatchObject({ id: 0x0704, serial: 8_888 })
    expect(readBatch(message.body)).toMatchObject({
      isBackfill: false,
      locations: [
        {
          alarms: 1,
          status: 2,
          place: { lat: 12.222222, lng: 132.444444 },
          alt: 40,
          speed: 6,
          course: 0,
          time: Date.parse('2018-07-15T10:10:10+08:00'),
          more: { mileage: 10, fuel: 5.5, raw: [], rest: 0 },
        },
        // Bit 1 says that it has a fix, and this has none.
        { alarms: 2, status: 1, place: null, speed: 5.4, course: 120, more: { mileage: 9.6, fuel: 6.6 } },
      ],
    })
  })
})

/** traccar/traccar, HuabaoProtocolDecoderTest: frames of terminals in the field; the values by the tables of JT/T 808-2013. */
describe('a frame of traccar’s tests', () => {
  it.each([
    [
      'of 2011',
      '7E01000021013345678906000F002C012F373031313142534A2D4D3742203030303030303001D4C1423838383838B47E',
      { province: 44, city: 303, maker: '70111', model: 'BSJ-M7B', terminalId: '0000000', plateColour: 1, plate: '粤B88888' },
    ],
    [
      'of 2013',
      '7e0100002d0141305678720024002c012f373031313142534a2d41362d424400000000000000000000003035363738373201d4c14238383838386d7e',
      { province: 44, city: 303, maker: '70111', model: 'BSJ-A6-BD', terminalId: '0567872', plateColour: 1, plate: '粤B88888' },
    ],
    [
      'of 2013, without a place',
      '7E0100002D013511221122000500000000373031303748422D52303347424400000000000000000000003233363631303402CBD5424136383630387E',
      { province: 0, city: 0, maker: '70107', model: 'HB-R03GBD', terminalId: '2366104', plateColour: 2, plate: '苏BA6860' },
    ],
  ])('registers a terminal %s', (_, hex, told) => {
    expect(readRegistration(messageIn(hex))).toEqual(told)
  })

  it('says who a terminal is', () => {
    const message = messageIn('7E0102000E013511221122000661757468656E7469636174696F6E3F7E')
    expect(readAuthentication(message).code).toBe('authentication')
  })

  it('says that a terminal lives', () => {
    const message = messageIn('7e0002000004304832546500b7ca7e')
    expect([message.id, numberOfTerminal(message), message.body.length]).toEqual([0x0002, '043048325465', 0])
  })

  it.each([
    [
      'in the north-east, with its recorder’s speed',
      '7E0200002A013833501744001900000000000000C201597FA806CC01580080000000081508180721210104000002F502020000030200009F7E',
      {
        place: { lat: 22.6426, lng: 114.032984 },
        alt: 128,
        course: 8,
        time: Date.parse('2015-08-18T07:21:21+08:00'),
        more: { mileage: 75.7, fuel: 0, recorderSpeed: 0 },
      },
    ],
    [
      'in the west',
      '7e0200007c0191718447540dcd000000008000000b029eabc204ba78510004000000042111182321120104000017f6cc14383933303237323037303339333033383732373130011d800134810204718202008283010e84017b85021ae986012f870201788901038b114a4e31424a314352364b573333363533358c040008dcb68d02018c8e013da000c07e',
      { place: { lat: 43.95309, lng: -79.329361 }, alt: 4, course: 4, more: { mileage: 613.4 } },
    ],
    [
      'in the south',
      '7e0200004e08026300003006480000000000000007021477d90841920700000000005019110515194001040000167130011631010cd00400000400d3020027d4013fd6143839363130313832303030343833363532383330da0104897e',
      {
        place: { lat: -34.895833, lng: 138.514951 },
        time: Date.parse('2019-11-05T15:19:40+08:00'),
        more: { mileage: 574.5, battery: 63, signal: 22, satellites: 12 },
      },
    ],
    [
      'with a flag among its bytes',
      '7E020000830191715904370A2E00000000800000030158991806CA0FEB00040000010D211108194050010400000003CC14383938363034373831303230373033313836303830011A8001AA810213888202007A8301148401AA8502189B8601338702007D028801338901148A0200998B1131323334353637383941424344454647488C04000200A88D0200828E0114A0002E7E',
      { place: { lat: 22.583576, lng: 113.905643 }, course: 269, more: { mileage: 0.3 } },
    ],
    [
      'with an alarm of its model',
      '7e02000033421030000018004c000200000004000201556dcb06c4d41d000c00f100fc210118095853010400000000fe0140ff0c01cc000000002694000055d87a7e',
      { alarms: 0x20000, place: { lat: 22.375883, lng: 113.562653 }, speed: 24.1, course: 252 },
    ],
  ])('tells a place %s', (_, hex, told) => {
    expect(readLocation(messageIn(hex).body)).toMatchObject(told)
  })

  it('tells eight places that were kept', () => {
    const batch = readBatch(
      messageIn(
        '7E0704014301356777777707F5000801002600000000000000030159741206CBFD5001720000000116052709062401040000001D03020000002600000000000000030159746606CBFD50016B0000000116052709065301040000001D0302000000260000000000000003015975E406CBFE58013F0000000116052709072701040000001D0302000000260000000000000003015976DE06CBFF10012E0000000116052709075601040000001D0302000000260000000000000003015976BC06CBFED0012D0000000116052709083001040000001D0302000000260000000000000003015976FE06CBFEC001080000000116052709090001040000001D0302000000260000000000000003015976FE06CBFE7800FC0000000116052709093301040000001D0302000000260000000000000003015977A606CBFF3001080000000116052709100201040000001D030200001F7E',
      ).body,
    )
    expect([batch?.isBackfill, batch?.locations.length]).toEqual([true, 8])
    expect(batch?.locations[0]).toMatchObject({
      place: { lat: 22.639634, lng: 114.031952 },
      alt: 370,
      speed: 0,
      course: 1,
      time: Date.parse('2016-05-27T09:06:24+08:00'),
      more: { mileage: 2.9, recorderSpeed: 0 },
    })
    expect(batch?.locations.at(-1)).toMatchObject({ alt: 264, time: Date.parse('2016-05-27T09:10:02+08:00') })
  })
})
