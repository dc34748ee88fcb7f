import { describe, expect, it } from 'vitest'
import { createSiteClock } from '../../kernel/time.ts'
import { readBody } from './body.ts'
import { readPassage, readSighting } from './read.ts'

/** Pushes as others have published them, with who did; each is read as its device meant it. */

const now = Date.parse('2026-11-20T00:15:30Z')
const contextIn = (zone: string) => ({ clock: createSiteClock(zone, () => now), now })
const messageIn = (body: string | Buffer, type = '') => {
  const [message] = readBody(type, Buffer.from(body)).messages
  if (!message) throw new Error('no message')
  return message
}
const sightingIn = (body: string, zone = 'Asia/Shanghai') => readSighting(messageIn(body), contextIn(zone)).what
const passageIn = (body: string, zone = 'Asia/Shanghai') => readPassage(messageIn(body), contextIn(zone)).what

describe('a published push of a Hikvision camera', () => {
  /** maciej-or/hikvision_next, tests/fixtures/ISAPI/EventNotificationAlert/ipc1_anpr_plate_detected.xml and ipc1_anpr_plate_unknown.xml: iDS-2CD7A46G0/P-IZHSY. */
  const deepinview = (plate: string, country: number, confidence: number, kind: string, time: string, uuid: string) => `\
<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0"
  xmlns="http://www.hikvision.com/ver20/XMLSchema">
  <ipAddress>10.2.124.188</ipAddress>
  <portNo>8123</portNo>
  <macAddress>bc:5e:33:62:2a:5c</macAddress>
  <channelID>1</channelID>
  <dateTime>${time}</dateTime>
  <activePostCount>1</activePostCount>
  <eventType>ANPR</eventType>
  <eventState>active</eventState>
  <ANPR>
    <country>${country}</country>
    <licensePlate>${plate}</licensePlate>
    <line>1</line>
    <direction>forward</direction>
    <confidenceLevel>${confidence}</confidenceLevel>
    <plateType>unknown</plateType>
    <plateColor>unknown</plateColor>
    <vehicleType>${kind}</vehicleType>
    <alarmDataType>0</alarmDataType>
    <vehicleInfo>
      <index>39</index>
      <color>white</color>
      <vehicleLogoRecog>1060</vehicleLogoRecog>
    </vehicleInfo>
    <originalLicensePlate>${plate}</originalLicensePlate>
  </ANPR>
  <UUID>${uuid}</UUID>
  <picNum>2</picNum>
  <isDataRetransmission>false</isDataRetransmission>
</EventNotificationAlert>`
  const told = {
    plateColor: '',
    laneNo: 1,
    direction: 'in',
    speed: null,
    limit: null,
    eventName: '',
    isReplayed: false,
    unread: null,
  }

  it('of a plate that it read', () => {
    const uuid = '20230811134901822007gWpiNIuI14ikdwfKR5eDCzuV45RubEmi88qaD5w0YTq'
    expect(sightingIn(deepinview('KH35192', 5, 100, 'vehicle', '2023-08-11T13:49:00+01:00', uuid))).toMatchObject({
      ...told,
      eventKey: uuid,
      plateNumber: 'KH35192',
      vehicleType: 'vehicle',
      passTime: Date.parse('2023-08-11T12:49:00Z'),
      confidence: 100,
    })
  })

  it('of a plate that it could not read', () => {
    const uuid = '2023081114023615800vefGxfobg2fpWcnGtTmw4kkii7gsXTdT58WIAeZZkGfh'
    expect(sightingIn(deepinview('unknown', 0, 0, 'SUVMPV', '2023-08-11T14:02:35+01:00', uuid))).toMatchObject({
      ...told,
      eventKey: uuid,
      plateNumber: '',
      vehicleType: 'SUVMPV',
      passTime: Date.parse('2023-08-11T13:02:35Z'),
      confidence: 0,
    })
  })

  /** The mock of a DS-TCG405-E in a tool that deploys kiosks and stands for its camera (`SendMockCameraEvent`, Go). */
  it('that has the kind of vehicle as a word, and as a number beside it', () => {
    const push = `<?xml version="1.0" encoding="utf-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema">
<ipAddress>172.20.16.40</ipAddress><ipv6Address>::</ipv6Address><dateTime>2024-05-07T17:48:03.847+07:00</dateTime>
<eventType>ANPR</eventType><eventState>active</eventState><channelName>IP CAPTURE CAMERA</channelName>
<ANPR><country>64</country><licensePlate>1AB2345</licensePlate><line>1</line><direction>forward</direction>
<confidenceLevel>98</confidenceLevel><plateColor>unknown</plateColor><pilotmask></pilotmask><speedLimit>0</speedLimit>
<illegalInfo><illegalCode>0</illegalCode><illegalName>Normal</illegalName><illegalDescription></illegalDescription></illegalInfo>
<vehicleType>SUVMPV</vehicleType><alarmDataType>0</alarmDataType>
<vehicleInfo><index>0</index><vehicleType>1</vehicleType><color>unknown</color><speed>0</speed></vehicleInfo>
<pictureInfoList><pictureInfo><fileName>detectionPicture.jpg</fileName></pictureInfo>
<pictureInfo><fileName>licensePlatePicture.jpg</fileName></pictureInfo></pictureInfoList>
<originalLicensePlate>1AB2345</originalLicensePlate></ANPR>
<UUID>a0fe72d4-3652-464a-aebd-3f9190010236</UUID><picNum>2</picNum></EventNotificationAlert>`
    expect(sightingIn(push)).toMatchObject({
      ...told,
      eventKey: 'a0fe72d4-3652-464a-aebd-3f9190010236',
      plateNumber: '1AB2345',
      vehicleType: 'SUVMPV',
      passTime: Date.parse('2024-05-07T10:48:03.847Z'),
      confidence: 98,
    })
    expect(sightingIn(push.replace('SUVMPV', ''))).toMatchObject({ vehicleType: '1' })
  })

  /** koniosz/Gatelynk, apps/edge/tools/test-anpr-parser.ts: what several generations of firmware send. */
  it('of older firmware, which tells less', () => {
    const push = `<EventNotificationAlert version="1.0" xmlns="http://www.std-cgi.com/ver10/XMLSchema">
<ipAddress>192.168.1.201</ipAddress><channelID>1</channelID><dateTime>2020-03-10T09:12:00+01:00</dateTime>
<eventType>ANPR</eventType><eventState>active</eventState>
<ANPR><licensePlate>EL123AB</licensePlate><line>1</line><direction>forward</direction><confidenceLevel>85</confidenceLevel>
<plateType>92wex</plateType><plateColor>white</plateColor></ANPR></EventNotificationAlert>`
    expect(sightingIn(push)).toMatchObject({
      ...told,
      eventKey: null,
      plateNumber: 'EL123AB',
      plateColor: 'white',
      vehicleType: '',
      passTime: Date.parse('2020-03-10T08:12:00Z'),
      confidence: 85,
    })
  })
  it('of one that stands where it may not', () => {
    const push = (eventType: string, code: string, name: string) =>
      sightingIn(`<EventNotificationAlert><eventType>${eventType}</eventType><ANPR><licensePlate>PO55X</licensePlate>
<illegalInfo><illegalCode>${code}</illegalCode><illegalName>${name}</illegalName></illegalInfo></ANPR></EventNotificationAlert>`)
    const parks = { isParking: true, plateNumber: 'PO55X' }
    expect(push('ANPR', '1039', 'x')).toMatchObject(parks)
    expect(push('ANPR', '10391', 'x')).toMatchObject(parks)
    expect(push('ANPR', '7', '违章停车')).toMatchObject(parks)
    expect(push('illegalParking', '0', 'Normal')).toMatchObject(parks)
    for (const [code, name] of [
      ['0', '违停'],
      ['1352', '超速'],
      ['1625', '违反停止线'],
      ['', 'parkingSpace'],
    ] as const)
      expect(push('ANPR', code, name)).not.toHaveProperty('isParking')
  })
  it('that a recorder passes on with prefixes, and without a time', () => {
    const push = `<?xml version="1.0" encoding="UTF-8"?>
<ns1:EventNotificationAlert xmlns:ns1="http://www.hikvision.com/ver20/XMLSchema" version="2.0">
<ns1:eventType>ANPR</ns1:eventType><ns1:ANPR><ns1:licensePlate>WA99999</ns1:licensePlate>
<ns1:confidenceLevel>90</ns1:confidenceLevel><ns1:direction>reverse</ns1:direction></ns1:ANPR></ns1:EventNotificationAlert>`
    expect(sightingIn(push)).toMatchObject({ plateNumber: 'WA99999', confidence: 90, direction: 'out', passTime: now })
  })
  it('that is sure of a plate by a fraction', () => {
    const push =
      '<EventNotificationAlert><eventType>ANPR</eventType><ANPR><licensePlate>PO55X</licensePlate><confidenceLevel>92.5</confidenceLevel></ANPR></EventNotificationAlert>'
    expect(sightingIn(push)).toMatchObject({ plateNumber: 'PO55X', confidence: 93 })
  })

  /** maciej-or/hikvision_next, tests/fixtures/ISAPI/EventNotificationAlert/vmd.xml. */
  it('of what moves tells of no vehicle', () => {
    const push = `<EventNotificationAlert version="1.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">
<ipAddress>1.0.0.255</ipAddress><dynChannelID>1</dynChannelID><dateTime>2025-03-05T10:47:40+00:00</dateTime>
<activePostCount>1</activePostCount><eventType>VMD</eventType><eventState>active</eventState>
<eventDescription>Motion alarm</eventDescription></EventNotificationAlert>`
    expect(sightingIn(push)).toBe('ignored')
  })
})

describe('a published push of a Hikvision terminal', () => {
  /** A parser's tests by redacted payloads of a DS-K1T342MWX (hikvision_access, Python). */
  it('of a face at a door', () => {
    const push = {
      eventType: 'AccessControllerEvent',
      dateTime: '2026-09-08T07:42:18-04:00',
      AccessControllerEvent: {
        majorEventType: 5,
        subEventType: 75,
        name: 'Fulano',
        employeeNoString: '25',
        currentVerifyMode: 'cardOrFace',
        serialNo: 123,
        currentEvent: true,
        doorNo: 1,
      },
    }
    expect(passageIn(JSON.stringify(push))).toMatchObject({
      eventKey: '123 2026-09-08T07:42:18-04:00',
      personNo: '25',
      personName: 'Fulano',
      direction: 'in',
      passTime: Date.parse('2026-09-08T11:42:18Z'),
      passType: 'face',
      isLetThrough: true,
      isReplayed: false,
    })
  })

  /** A generator of attendance events in the shape of those of an access controller (Python); its random values are fixed here. */
  it.each([
    ['checkIn', 'in'],
    ['checkOut', 'out'],
    ['undefined', 'unknown'],
  ])('without a door goes by the attendance that it tells: %s', (attendanceStatus, direction) => {
    const push = {
      ipAddress: '192.168.171.112',
      portNo: 443,
      protocol: 'HTTPS',
      channelID: 1,
      dateTime: '2024-11-20T08:15:00+01:00',
      activePostCount: 1,
      eventType: 'AccessControllerEvent',
      eventState: 'active',
      deviceID: '1',
      AccessControllerEvent: {
        deviceName: 'Access Controller',
        majorEventType: 5,
        subEventType: 1,
        cardNo: '1953862610',
        cardType: 1,
        name: 'JOHN DOE',
        cardReaderKind: 1,
        cardReaderNo: 1,
        employeeNoString: '17',
        serialNo: 1042,
        userType: 'normal',
        currentVerifyMode: 'cardOrFaceOrFp',
        currentEvent: true,
        frontSerialNo: 1041,
        attendanceStatus,
      },
    }
    expect(passageIn(JSON.stringify(push))).toMatchObject({
      personNo: '17',
      cardNo: '1953862610',
      passType: 'card',
      direction,
      passTime: Date.parse('2024-11-20T07:15:00Z'),
    })
  })

  /** A print of what a terminal pushed, in a receiver by FastAPI (Python): its door was unlocked. */
  it('of a lock tells of nobody', () => {
    const push = {
      ipAddress: '192.168.100.55',
      dateTime: '2026-02-23T19:34:21+08:00',
      eventType: 'AccessControllerEvent',
      eventState: 'active',
      AccessControllerEvent: {
        majorEventType: 5,
        subEventType: 21,
        cardReaderKind: 1,
        doorNo: 1,
        serialNo: 1187,
        currentVerifyMode: 'invalid',
        frontSerialNo: 1186,
        attendanceStatus: 'undefined',
        purePwdVerifyEnable: true,
      },
    }
    expect(passageIn(JSON.stringify(push))).toBe('ignored')
  })
})

describe('a published event of Dahua', () => {
  /** YutthapoomSa/dahua-api, text.js: a tricycle without a plate, of a camera whose UTC is its local time; of its members those that tell something. */
  const crossing = {
    Action: 'Pulse',
    Code: 'TrafficJunction',
    Data: {
      Class: 'Traffic',
      EventID: 516,
      JunctionDirection: 'Obverse',
      Lane: 2,
      LocaleTime: '2024-01-30 14:34:55',
      Name: 'TrafficTollGate0',
      Object: { Category: 'Unknown', Confidence: 0, ObjectType: 'Plate', Speed: 0, Text: '' },
      RealUTC: 1706600095,
      Speed: 0,
      TimeZone: 12,
      TrafficCar: {
        Direction: 0,
        DrivingDirection: ['Leave', 'Car go out', 'Car come in'],
        Event: 'TrafficJunction',
        Lane: 2,
        LowerSpeedLimit: 60,
        MachineName: '8M049B2PAJF3085',
        PlateColor: 'Unknown',
        PlateType: 'Unknown',
        Speed: 0,
        UTC: 1706625295,
        UpperSpeedLimit: 70,
        VehicleColor: 'Blue',
        VehicleSize: 'Light-duty',
        ViolationDesc: 'ANPR',
      },
      UTC: 1706625295,
      Vehicle: { Category: 'NoMannedConvertibleTricycle', Confidence: 160, ObjectType: 'NonMotor' },
    },
  }
  const tricycle = {
    eventKey: '516 1706600095',
    plateNumber: '',
    plateColor: '',
    vehicleType: 'NoMannedConvertibleTricycle',
    vehicleSize: 'Light-duty',
    laneNo: 2,
    direction: 'in',
    // What RealUTC says.
    passTime: 1706600095_000,
    speed: null,
    limit: 70,
    confidence: 0,
    eventName: '',
    unread: null,
  }
  it('at a crossing, in a list', () => {
    const push = { id: 3143, method: 'client.notifyEventStream', params: { SID: 513, eventList: [crossing] } }
    expect(sightingIn(JSON.stringify(push), 'Asia/Bangkok')).toMatchObject(tricycle)
  })
  it('at a crossing, as the text in which cameras say it', () => {
    const text = `Code=TrafficJunction;action=Pulse;index=0;data=${JSON.stringify(crossing.Data, null, 3)}\n\n`
    expect(sightingIn(text, 'Asia/Bangkok')).toMatchObject(tricycle)
    const parts = `--myboundary\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\n\r\n${text}\r\n--myboundary--\r\n`
    const message = messageIn(parts, 'multipart/x-mixed-replace; boundary=myboundary')
    expect(readSighting(message, contextIn('Asia/Bangkok'))).toMatchObject({ maker: 'dahua', what: tricycle })
  })

  /** A page that says how ANPR cameras push to its server by ITSAPI (`Webhook Format`, Markdown), with the time as it has it. */
  it('at a toll gate, that has no more than plate, colours and time', () => {
    const Picture = {
      Plate: { PlateNumber: 'KA15K3343', PlateColor: 'White' },
      Vehicle: { VehicleColor: 'Black' },
      SnapInfo: { AccurateTime: '2026-02-06 13:48:24' },
    }
    expect(sightingIn(JSON.stringify({ Picture }), 'Asia/Kolkata')).toMatchObject({
      eventKey: null,
      plateNumber: 'KA15K3343',
      plateColor: 'white',
      direction: 'unknown',
      passTime: Date.parse('2026-02-06T08:18:24Z'),
      unread: null,
    })
  })

  /** elad-bar/DahuaVTO2MQTT, MQTTEvents.MD: a door that was opened from elsewhere; its code as the same page has it in the list. */
  const opened = {
    CardNo: '',
    CardType: null,
    LocaleTime: '2020-03-02 20:24:08',
    Method: 4,
    Name: 'OpenDoor',
    Password: '',
    ReaderID: '1',
    RecNo: 691,
    SnapURL: '',
    Status: 1,
    Type: 'Entry',
    UTC: 1583173448,
    UserID: '',
  }
  const told = {
    eventKey: '691 1583173448',
    personNo: '',
    direction: 'in',
    passTime: 1583173448_000,
    passType: 'remote',
    isLetThrough: true,
    refusedFor: null,
  }
  it('at a door, as JSON and as text', () => {
    const push = { Action: 'Pulse', Code: 'AccessControl', Data: opened }
    expect(passageIn(JSON.stringify(push), 'Asia/Jerusalem')).toMatchObject(told)
    const text = `Code=AccessControl;action=Pulse;index=0;data=${JSON.stringify(opened)}`
    expect(passageIn(text, 'Asia/Jerusalem')).toMatchObject(told)
  })
  it('at a door is of the local time that it tells, where its UTC is that as well', () => {
    const UTC = opened.UTC + 2 * 3_600
    const text = `Code=AccessControl;action=Pulse;index=0;data=${JSON.stringify({ ...opened, UTC })}`
    expect(passageIn(text, 'Asia/Jerusalem')).toMatchObject({ passTime: told.passTime })
  })

  it('in text without data says that it lives, and with half of them is refused', () => {
    expect(sightingIn('Code=VideoMotion;action=Start;index=2')).toBe('ignored')
    expect(() => messageIn('Code=TrafficJunction;action=Pulse;data={broken')).toThrow()
  })
})
