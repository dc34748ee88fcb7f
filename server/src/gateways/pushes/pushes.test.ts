import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import iconv from 'iconv-lite'
import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Passage } from '../../modules/gates/index.ts'
import type { PlaceOfPasses, VehicleSighting } from '../../modules/traffic/index.ts'
import { ha1Of, type PushLogin, type UnknownNews } from '../../modules/pushing/index.ts'
import { createHttpServer, type HttpServer } from '../../http/server.ts'
import { createTraffic } from '../../kernel/gateway.ts'
import { createLog } from '../../kernel/log.ts'
import { NotReady } from '../../kernel/refusal.ts'
import { createSiteClock } from '../../kernel/time.ts'
import { noProxies } from '../../kernel/trusted-proxies.ts'
import { createWrongTries } from '../../kernel/wrong-tries.ts'
import { challengeFor, createChallenges, newSalt } from '../shared/challenges.ts'
import type { PushContext } from './context.ts'
import { createPace, type Pace } from './pace.ts'
import { pushRoutes } from './routes.ts'

const jpeg = (fill: number, length = 400): Buffer =>
  Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(length, fill), Buffer.from('ffd9', 'hex')])
const camera: PlaceOfPasses = {
  kind: 'speedCamera',
  id: '7',
  place: '一号路东口',
  ip: '127.0.0.1',
  deptId: null,
  limit: 30,
  lng: null,
  lat: null,
}
const gate: PlaceOfPasses = { ...camera, kind: 'barrierGate', id: '9', place: '东门' }
const password = 'Hn7wGd2pKx9sTq4v'

/** The gateway on a socket of its own, with a recorder in the place of traffic and gates. */
let http: HttpServer
let origin = ''
let now = Date.parse('2026-11-20T00:15:30Z')
let known: { [Kind in PlaceOfPasses['kind']]?: PlaceOfPasses } = {}
let logins: PushLogin[] = []
let sightings: VehicleSighting[] = []
let passages: Passage[] = []
let seen: string[] = []
let unknown: Omit<UnknownNews, 'at' | 'count'>[] = []
let letIn: string[] = []
let unread: { readonly id: string; readonly reason: Text; readonly said: string }[] = []
let isDown = false
let pace: Pace
let strangers: Pace
const take = <What extends { readonly eventKey: string | null }>(all: What[], one: What): Promise<'stored' | 'duplicate'> => {
  if (isDown) return Promise.reject(new NotReady(new Error('no database')))
  const isKnown = one.eventKey !== null && all.some(({ eventKey }) => eventKey === one.eventKey)
  if (!isKnown) all.push(one)
  return Promise.resolve(isKnown ? 'duplicate' : 'stored')
}

beforeAll(async () => {
  const clock = createSiteClock('Asia/Shanghai', () => now)
  const wrongTries = createWrongTries(() => now)
  const context: PushContext = {
    find: (kind, by) => {
      const place = known[kind] ?? null
      return Promise.resolve(place?.id === by.id ? place : null)
    },
    at: (address) => Promise.resolve(Object.values(known).filter(({ ip }) => ip === address)),
    seen: (place) => Promise.resolve(void seen.push(place.id)),
    see: (sighting) => take(sightings, sighting),
    pass: (passage) => take(passages, passage),
    loginCalled: (userName) => Promise.resolve(logins.find((login) => login.userName === userName) ?? null),
    loginOf: (kind, id) => Promise.resolve(logins.find((login) => login.kind === kind && login.id === id) ?? null),
    noteUsed: () => Promise.resolve(),
    noteUnread: ({ id }, push) => Promise.resolve(void unread.push({ id, ...push })),
    challenges: createChallenges({ secret: () => 'a secret of the site', server: 'one', now: clock.now, random: newSalt }),
    unknown: {
      note: (one) => void unknown.push(one),
      letIn: (way, address) => Promise.resolve(void letIn.push(`${way} ${address}`)),
    },
    noteWrong: (network) => wrongTries.note([network]),
    pace: { take: (device, count) => pace.take(device, count), wait: (device) => pace.wait(device) },
    strangers: { take: (network, count) => strangers.take(network, count), wait: (network) => strangers.wait(network) },
    clock,
    traffic: createTraffic(clock.now),
  }
  http = await createHttpServer({ tls: null }, noProxies, createLog('silent'))
  pushRoutes(http.fastify, context)
  origin = await http.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => http.fastify.close())
beforeEach(() => {
  known = { speedCamera: camera }
  logins = []
  sightings = []
  passages = []
  seen = []
  unknown = []
  letIn = []
  unread = []
  isDown = false
  pace = createPace(60, () => now, null)
  strangers = createPace(60, () => now, null)
})

const push = (way: 'anpr' | 'gate', body: string | Buffer, type = 'application/xml', headers: Record<string, string> = {}) =>
  fetch(`${origin}/ingest/${way}`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: typeof body === 'string' ? body : Uint8Array.from(body),
  })
const form = (parts: readonly (readonly [head: string, contents: string | Buffer])[], edge = 'boundary'): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([head, contents]) => [
      Buffer.from(`--${edge}\r\n${head === '' ? '' : `${head}\r\n`}\r\n`),
      Buffer.from(contents),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${edge}--\r\n`),
  ])

/** In the shape of ISAPI's ANPR event, as the test of Odoo's polimex_ip_cam and node-red-contrib-hikvision-ultimate have it. */
const anprXml = ({
  declaration = '<?xml version="1.0" encoding="UTF-8"?>',
  plate = '沪A12345',
  more = '',
  state = 'active',
} = {}) =>
  `${declaration}
<EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">
<ipAddress>192.168.1.64</ipAddress><portNo>80</portNo><protocol>HTTP</protocol><macAddress>4c:bd:8f:00:00:01</macAddress>
<channelID>1</channelID><dateTime>2026-11-20T08:15:00+08:00</dateTime><activePostCount>1</activePostCount>
<eventType>ANPR</eventType><eventState>${state}</eventState><eventDescription>ANPR</eventDescription>
<UUID>0a1b2c3d</UUID>
<ANPR><country>26</country><licensePlate>${plate}</licensePlate><line>2</line><direction>forward</direction>
<confidenceLevel>97</confidenceLevel><plateType>92TypeCivil</plateType><plateColor>yellow</plateColor><speedLimit>30</speedLimit>
<illegalInfo><illegalCode>1352</illegalCode><illegalName>超速 10% &amp; 以上</illegalName></illegalInfo><vehicleType>truck</vehicleType>
<alarmDataType>0</alarmDataType><vehicleInfo><index>1</index><vehicleType>3</vehicleType><color>white</color><speed>42</speed></vehicleInfo>${more}
</ANPR></EventNotificationAlert>`

describe('a camera’s push', () => {
  const told = {
    place: camera,
    eventKey: '0a1b2c3d',
    plateNumber: '沪A12345',
    plateColor: 'yellow',
    vehicleType: 'truck',
    laneNo: 2,
    direction: 'in',
    passTime: Date.parse('2026-11-20T00:15:00Z'),
    speed: 42,
    limit: 30,
    confidence: 97,
    eventName: '超速 10% & 以上',
    isReplayed: false,
    unread: null,
  }
  const [whole, plate] = [jpeg(1, 9_000), jpeg(2, 300)]

  it('with its pictures is read by what its parts hold, whatever they are called', async () => {
    const parts = form([
      [
        'Content-Disposition: form-data; name="licensePlatePicture.jpg"; filename="licensePlatePicture.jpg"\r\nContent-Type: image/jpeg',
        plate,
      ],
      ['Content-Disposition: form-data; name="anpr.xml"; filename="anpr.xml"\r\nContent-Type: text/xml', anprXml()],
      [
        'Content-Disposition: form-data; name="detectionPicture.jpg"; filename="detectionPicture.jpg"\r\nContent-Type: image/jpeg',
        whole,
      ],
    ])
    const answer = await push('anpr', parts, 'multipart/form-data; boundary=boundary')
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('<statusCode>1</statusCode>')])
    expect(sightings).toEqual([
      { ...told, vehicleSize: '', whole: { type: 'image/jpeg', bytes: whole }, plate: { type: 'image/jpeg', bytes: plate } },
    ])
    expect(letIn).toEqual(['anpr 127.0.0.1'])
  })

  it('says nothing that nobody sees: a plate is the one that is barred', async () => {
    expect((await push('anpr', anprXml({ plate: '\u202e沪\u200bA1\ufe0f2345\u00ad' }))).status).toBe(200)
    expect(sightings).toMatchObject([{ plateNumber: '沪A12345' }])
  })

  it.each([
    [
      'mixed, without names',
      'multipart/mixed; boundary="boundary"',
      form([
        ['', anprXml()],
        ['', plate],
        ['', whole],
      ]),
    ],
    [
      'x-mixed-replace, with lengths and boundary lines that come twice',
      'multipart/x-mixed-replace;boundary=boundary',
      Buffer.concat([
        Buffer.from('--boundary\r\n'),
        form([
          [`Content-Type: application/xml\r\nContent-Length: ${Buffer.byteLength(anprXml())}`, anprXml()],
          [`Content-Type: image/jpeg\r\nContent-Length: ${plate.length}`, plate],
          [`Content-Type: image/jpeg\r\nContent-Length: ${whole.length}`, whole],
        ]),
      ]),
    ],
    [
      'said to be something else',
      'text/plain',
      form([
        ['', anprXml()],
        ['', whole],
        ['', plate],
      ]),
    ],
  ])('is read in parts that are %s', async (_, type, body) => {
    expect((await push('anpr', body, type)).status).toBe(200)
    expect(sightings).toMatchObject([{ ...told, whole: { bytes: whole }, plate: { bytes: plate } }])
  })

  it('finds a part by its length where a picture holds a boundary', async () => {
    const tricky = Buffer.concat([jpeg(3), Buffer.from('\r\n--boundary\r\n\r\n'), jpeg(4)])
    const body = form([
      ['', anprXml()],
      [`Content-Length: ${tricky.length}`, tricky],
    ])
    await push('anpr', body, 'multipart/form-data; boundary=boundary')
    expect(sightings[0]?.whole?.bytes).toEqual(tricky)
  })

  it.each([
    ['bare XML', anprXml()],
    ['XML without a declaration', anprXml({ declaration: '' })],
    ['XML with a byte order mark', `\ufeff${anprXml()}`],
    ['GB2312 as declared', iconv.encode(anprXml({ declaration: '<?xml version="1.0" encoding="GB2312"?>' }), 'gbk')],
    ['GB18030 that says it is UTF-8', iconv.encode(anprXml(), 'gb18030')],
    [
      'XML with prefixes',
      anprXml()
        .replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1hik:')
        .replace('xmlns=', 'xmlns:hik='),
    ],
  ])('is read as %s', async (_, body) => {
    expect((await push('anpr', body)).status).toBe(200)
    expect(sightings).toMatchObject([{ ...told, whole: null, plate: null }])
  })

  it('is read as JSON, whichever way its name is spelt', async () => {
    const alert = {
      eventType: 'ANPR',
      eventState: 'active',
      dateTime: '2026-11-20T08:15:00',
      isDataRetransmission: true,
      aNPR: { licensePlate: '无车牌', direction: 'reverse', plateColor: 'unknown', vehicleInfo: { speed: 0 } },
    }
    const answer = await push('anpr', JSON.stringify({ EventNotificationAlert: alert }), 'application/json')
    expect(await answer.json()).toMatchObject({ statusCode: 1, subStatusCode: 'ok' })
    expect(sightings).toMatchObject([
      {
        eventKey: null,
        plateNumber: '',
        plateColor: '',
        direction: 'out',
        passTime: told.passTime,
        speed: null,
        isReplayed: true,
      },
    ])
  })

  it.each([
    ['unknown', ''],
    ['noPlate', ''],
    ['', ''],
    ['沪A·D1234 5', '沪AD12345'],
    ['粤Z1234港', '粤Z1234港'],
    ['𬬻B12345', '𬬻B12345'],
  ])('of the plate “%s” tells %j', async (plate, expected) => {
    await push('anpr', anprXml({ plate }))
    expect(sightings).toMatchObject([{ plateNumber: expected }])
  })

  it.each(['', '无车牌', '没有车牌', '未检测到车牌', '无', '默认', '-', '--', 'unknown'])(
    'of a vehicle without a plate has none, and the one that was read before where there is one: %j',
    async (plate) => {
      await push('anpr', anprXml({ plate }))
      await push(
        'anpr',
        anprXml({ plate, more: '<originalLicensePlate>皖C·12345</originalLicensePlate>' }).replace('0a1b2c3d', '0a1b2c3e'),
      )
      await push('anpr', JSON.stringify({ plateNumber: plate, time: '2026-11-20T08:15:00+08:00' }))
      expect(sightings.map(({ plateNumber }) => plateNumber)).toEqual(['', '皖C12345', ''])
    },
  )

  it('is read where characters are written by their numbers', async () => {
    await push('anpr', anprXml({ plate: '&#x7696;C&#49;2345&#xD800;&#0;&#x110000;' }))
    expect(sightings).toMatchObject([{ plateNumber: '皖C12345\uFFFD\uFFFD\uFFFD' }])
  })

  it.each([
    ['zeros', anprXml() + '\0\0'],
    ['a line and zeros', `${anprXml()}\n\0`],
    ['comments', `${anprXml()}<!-- by 5.3.0 -->\n<!-- <a> -->\n`],
  ])('is whole where %s stand behind it', async (_, body) => {
    expect((await push('anpr', body)).status).toBe(200)
    const zeros = `${JSON.stringify({ plateNumber: '沪A1', time: '2026-11-20T08:15:00+08:00' })}\0`
    expect((await push('anpr', zeros)).status).toBe(200)
    expect(sightings).toHaveLength(2)
  })

  it('keeps the words that it cannot read', async () => {
    await push('anpr', anprXml().replace('>yellow<', '>chequered<').replace('2026-11-20T08:15:00+08:00', 'yesterday'))
    expect(sightings).toMatchObject([{ plateColor: '', passTime: now, unread: 'dateTime=yesterday; plateColor=chequered' }])
  })

  it.each([
    ['an inactive event', anprXml({ state: 'inactive' })],
    ['a lost picture', anprXml().replace('>ANPR</eventType>', '>videoloss</eventType>')],
    ['a heartbeat', JSON.stringify({ eventType: 'heartBeat' })],
    ['Dahua’s keep-alive', JSON.stringify({ KeepAlive: { DeviceID: 'x' } })],
  ])('that is %s is answered and tells of nobody, but that it lives', async (_, body) => {
    expect((await push('anpr', body)).status).toBe(200)
    expect([sightings, seen]).toEqual([[], ['7']])
  })

  it('is told once, however often it comes', async () => {
    for (const _ of [1, 2]) expect((await push('anpr', anprXml())).status).toBe(200)
    expect(sightings).toHaveLength(1)
  })

  it('that cannot be stored is to come again', async () => {
    isDown = true
    const answer = await push('anpr', anprXml())
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  })
})

describe('Dahua’s push', () => {
  const whole = jpeg(5, 5_000)
  const plate = jpeg(6)
  /** In the shape of ITSAPI's TollgateInfo. */
  const tollgate = {
    Picture: {
      Plate: { IsExist: true, PlateNumber: '沪B67890', PlateColor: 'NewEnergyGreen', Confidence: 88 },
      Vehicle: { VehicleType: 'Truck', VehicleSize: 'Oversize', Speed: 36 },
      SnapInfo: {
        DeviceID: 'd1',
        Direction: 'Obverse',
        LanNo: 1,
        AccurateTime: '2026-11-20 08:15:00.250',
        SnapTime: '2026-11-20 08:15:00',
      },
      NormalPic: { PicName: 'a.jpg', Content: whole.toString('base64') },
      CutoutPic: { PicName: 'b.jpg', Content: plate.toString('base64') },
    },
  }
  it.each(['/ingest/anpr', '/NotificationInfo/TollgateInfo'])('at %s is read with its pictures', async (path) => {
    const answer = await fetch(origin + path, { method: 'POST', body: JSON.stringify(tollgate) })
    expect(await answer.json()).toEqual({ Result: true })
    expect(sightings).toMatchObject([
      {
        plateNumber: '沪B67890',
        plateColor: 'green',
        vehicleType: 'Truck',
        vehicleSize: 'Oversize',
        laneNo: 1,
        direction: 'in',
        passTime: Date.parse('2026-11-20T00:15:00.250Z'),
        speed: 36,
        confidence: 88,
        whole: { bytes: whole },
        plate: { bytes: plate },
      },
    ])
  })

  /** In the shape of the event that YutthapoomSa/dahua-api publishes in text.js. */
  it('of a crossing is read, its time by what it says is local', async () => {
    const Data = {
      EventID: 516,
      JunctionDirection: 'Obverse',
      Lane: 2,
      LocaleTime: '2024-01-30 14:34:55',
      Object: { ObjectType: 'Plate', Text: '京C24680', Confidence: 160 },
      TrafficCar: { PlateColor: 'Blue', Speed: 0, UpperSpeedLimit: 70, VehicleSize: 'Light-duty', ViolationDesc: 'ANPR' },
      UTC: 1706625295,
    }
    await push('anpr', JSON.stringify({ params: { eventList: [{ Action: 'Pulse', Code: 'TrafficJunction', Data }] } }))
    expect(sightings).toMatchObject([
      {
        plateNumber: '京C24680',
        plateColor: 'blue',
        laneNo: 2,
        direction: 'in',
        passTime: Date.parse('2024-01-30T06:34:55Z'),
        speed: null,
        limit: 70,
        confidence: null,
        eventName: '',
      },
    ])
  })
})

describe('a turnstile’s push', () => {
  beforeEach(() => {
    known = { barrierGate: gate }
  })

  const event = (more: object, alert: object = {}): string =>
    JSON.stringify({
      ipAddress: '192.168.1.65',
      dateTime: '2026-11-20T08:15:00+08:00',
      eventType: 'AccessControllerEvent',
      eventState: 'active',
      AccessControllerEvent: {
        majorEventType: 5,
        subEventType: 75,
        name: '张三',
        employeeNoString: 'W7',
        doorNo: 1,
        serialNo: 21,
        ...more,
      },
      ...alert,
    })
  const told = { gate, personNo: 'W7', personName: '张三', direction: 'in', passTime: Date.parse('2026-11-20T00:15:00Z') }

  it('with a picture is a passage', async () => {
    const face = jpeg(7)
    const body = form([
      ['Content-Disposition: form-data; name="event_log"', event({ currTemperature: 36.5 })],
      ['Content-Disposition: form-data; name="Picture"; filename="Picture.jpg"', face],
    ])
    const answer = await push('gate', body, 'multipart/form-data; boundary=boundary')
    expect(answer.status).toBe(200)
    expect(passages).toEqual([
      {
        ...told,
        eventKey: '21 2026-11-20T08:15:00+08:00',
        cardNo: '',
        passType: 'face',
        isLetThrough: true,
        refusedFor: null,
        temperature: 36.5,
        isReplayed: false,
        picture: { type: 'image/jpeg', bytes: face },
        unread: null,
      },
    ])
  })

  it('is read one level deeper, and as XML', async () => {
    const inner = { majorEventType: 5, subEventType: 1, cardNo: '0012345', doorNo: 2 }
    await push(
      'gate',
      JSON.stringify({ eventType: 'AccessControllerEvent', AccessControllerEvent: { AccessControllerEvent: inner } }),
    )
    // In the shape of the test of an integration for Home Assistant.
    await push(
      'gate',
      `<EventNotificationAlert xmlns="http://www.isapi.org/ver20/XMLSchema"><dateTime>2026-09-02T12:00:00-03:00</dateTime>
      <eventType>AccessControllerEvent</eventType><AccessControllerEvent><majorEventType>5</majorEventType><subEventType>156</subEventType>
      <employeeNoString>123</employeeNoString><name>Example User</name></AccessControllerEvent></EventNotificationAlert>`,
    )
    expect(passages).toMatchObject([
      { passType: 'card', cardNo: '0012345', direction: 'out' },
      { passType: 'qr', personNo: '123', personName: 'Example User', passTime: Date.parse('2026-09-02T15:00:00Z') },
    ])
  })

  it.each([
    [6, 'card', '无通行权限', 'no right to pass'],
    [8, 'card', '权限已过期', 'the permission has expired'],
    [9, 'card', '卡未登记', 'unknown card'],
    [10, 'card', '反潜回', 'anti-passback'],
    [80, 'face', '人脸未识别', 'face not recognised'],
    [157, 'qr', '二维码无效', 'the QR code is not valid'],
  ])('of code %d says why somebody was refused', async (subEventType, passType, zh, en) => {
    await push('gate', event({ subEventType }))
    expect(passages).toMatchObject([{ passType, isLetThrough: false, refusedFor: { zh, en } }])
  })

  it.each([21, 22, 23, 25, 26])('of a lock or a door (%d) is heard and is nobody’s passage', async (subEventType) => {
    expect((await push('gate', event({ subEventType }))).status).toBe(200)
    expect([passages, seen]).toEqual([[], ['9']])
  })

  it('that was opened from elsewhere says so, and one of its memory sounds for nobody', async () => {
    await push('gate', event({ majorEventType: 3, subEventType: 1024, serialNo: 1 }))
    await push('gate', event({ currentEvent: false, serialNo: 2 }))
    expect(passages).toMatchObject([{ passType: 'remote', isLetThrough: true }, { isReplayed: true }])
  })

  it('of Dahua is read', async () => {
    const seconds = Date.parse('2026-11-20T00:15:00Z') / 1_000
    const Data = { UserID: 'W7', CardName: '张三', CardNo: '1A2B', Door: 0, Method: 15, Status: 1, RecNo: 5, CreateTime: seconds }
    const answer = await push('gate', JSON.stringify({ Code: 'AccessControl', Action: 'Pulse', Data }))
    expect(await answer.json()).toEqual({ Result: true })
    await push(
      'gate',
      JSON.stringify({ Code: 'AccessControl', Data: { ...Data, Status: 0, ErrorCode: 16, Method: 1, Type: 'Exit', RecNo: 6 } }),
    )
    expect(passages).toMatchObject([
      { ...told, passType: 'face', isLetThrough: true, refusedFor: null },
      { direction: 'out', passType: 'card', isLetThrough: false, refusedFor: { zh: '无通行权限' } },
    ])
  })
})

describe('the form of our own', () => {
  const examples = [
    ...readFileSync(new URL('../../../../docs/device-pushes.md', import.meta.url), 'utf8').matchAll(/^```json\n([^]*?)^```/gm),
  ]
  const [anpr = '', gateExample = ''] = examples.map(([, text]) => text)

  it('is read as its page shows it', async () => {
    const answer = await push('anpr', anpr, 'application/json')
    expect(await answer.json()).toEqual({ code: '200', msg: 'success', data: { results: ['stored'] } })
    expect(await (await push('anpr', anpr)).json()).toMatchObject({ data: { results: ['duplicate'] } })
    known = { barrierGate: gate }
    await push('gate', gateExample, 'application/json')
    const picture = { type: 'image/jpeg' }
    expect(sightings).toMatchObject([
      {
        plateNumber: '沪A12345',
        plateColor: 'yellow',
        speed: 42,
        limit: 30,
        laneNo: 2,
        direction: 'in',
        whole: picture,
        plate: picture,
      },
    ])
    expect(passages).toMatchObject([
      { personNo: 'W1024', cardNo: '0012345', isLetThrough: false, refusedFor: { zh: '卡已过期' }, passType: 'card', picture },
    ])
  })

  it('needs little, and takes the site’s own time', async () => {
    await push('anpr', '{"plateNumber":"","time":"2026-11-20 08:15:00"}')
    known = { barrierGate: gate }
    await push('gate', '{"result":"passed","time":"2026-11-20T00:15:00Z"}')
    const passTime = Date.parse('2026-11-20T00:15:00Z')
    expect(sightings).toMatchObject([{ plateNumber: '', passTime, speed: null, whole: null, direction: 'unknown' }])
    expect(passages).toMatchObject([{ passTime, isLetThrough: true, refusedFor: null, passType: 'other', picture: null }])
  })
})

it('takes so many passages of one gate within a minute, all of a push or none', async () => {
  const many = (from: number, count: number) =>
    JSON.stringify(
      Array.from({ length: count }, (_, at) => ({ result: 'passed', id: `many ${from + at}`, time: '2026-11-20 08:15:00' })),
    )
  known = { barrierGate: gate }
  expect([(await push('gate', many(0, 40))).status, (await push('gate', many(40, 21))).status]).toEqual([200, 429])
  expect(passages).toHaveLength(40)
  now += 60_000
  expect((await push('gate', many(40, 21))).status).toBe(200)
  now -= 60_000
  expect(passages).toHaveLength(61)
})

describe('a flood', () => {
  const other: PushLogin = {
    kind: 'barrierGate',
    id: '9',
    userName: 'gate-9',
    ha1: ha1Of('gate-9', password),
    createdAt: new Date(0),
    lastUsedAt: null,
  }
  const authorization = `Basic ${Buffer.from(`gate-9:${password}`).toString('base64')}`
  const passOf = (id: string): string => JSON.stringify({ plateNumber: '沪A1', time: '2026-11-20 08:15:00', id })
  /** A head alone: whoever is answered by it was not read. */
  const answerToHead = async (length: number): Promise<string> => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`POST /ingest/anpr HTTP/1.1\r\nhost: x\r\naccept-language: en\r\ncontent-length: ${length}\r\n\r\n`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return answer.toString()
  }

  it('of one device is refused before it is read, until its minute is over; nobody else waits for it', async () => {
    known = { speedCamera: camera, barrierGate: { ...gate, ip: '10.0.0.9' } }
    logins = [other]
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, at) => push('anpr', passOf(`flood ${at}`))))
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await push('anpr', passOf('flood 60'), 'application/json', { 'accept-language': 'en' })
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
      429,
      '30',
      { code: 'tooManyRequests', msg: 'Too many requests, try again later' },
    ])
    expect(await answerToHead(2_000_000)).toMatch(/^HTTP\/1\.1 429 /)
    expect(sightings).toHaveLength(60)
    // A barrier at the same network, and what it tells of people.
    expect((await push('anpr', passOf('other'), 'application/json', { authorization })).status).toBe(200)
    expect((await push('gate', '{"result":"passed","time":"2026-11-20 08:15:00"}', undefined, { authorization })).status).toBe(
      200,
    )
    expect([sightings.at(-1)?.place.id, passages.length]).toEqual(['9', 1])
    now += 60_000
    expect((await push('anpr', passOf('flood 60'))).status).toBe(200)
    now -= 60_000
    expect(sightings).toHaveLength(62)
  })

  it('of what cannot be read is one as well, and so is one of many messages in each push', async () => {
    const pushed = async (body: string, count: number) =>
      (await Promise.all(Array.from({ length: count }, () => push('anpr', body)))).map(({ status }) => status)
    expect(new Set(await pushed('{"hello":1}', 60))).toEqual(new Set([400]))
    expect(await pushed(passOf('after them'), 1)).toEqual([429])
    pace = createPace(60, () => now, null)
    const many = (from: number) => `[${Array.from({ length: 50 }, (_, at) => passOf(`many ${from + at}`)).join(',')}]`
    expect([await pushed(many(0), 1), await pushed(many(50), 1)]).toEqual([[200], [429]])
    expect(sightings).toHaveLength(50)
  })

  it('of an address that nobody knows is turned away unasked, and keeps out nobody who shows his login', async () => {
    known = { barrierGate: { ...gate, ip: '10.0.0.9' } }
    logins = [other]
    for (const _ of Array(60).keys()) expect((await push('anpr', passOf('stranger'))).status).toBe(401)
    expect(unknown).toHaveLength(60)
    const turnedAway = await push('anpr', passOf('stranger'))
    expect([turnedAway.status, turnedAway.headers.get('retry-after'), await turnedAway.json()]).toMatchObject([
      401,
      '30',
      { code: 'tooManyRequests' },
    ])
    expect(turnedAway.headers.get('www-authenticate')).toContain('Digest ')
    expect(await answerToHead(2_000_000)).toMatch(/^HTTP\/1\.1 401 /)
    expect([unknown.length, sightings]).toEqual([60, []])
    expect((await push('anpr', passOf('other'), 'application/json', { authorization })).status).toBe(200)
    expect(sightings).toHaveLength(1)
  })
})

it('has pictures in parts beside a message of our own form', async () => {
  const message = (pictures: object = {}) => JSON.stringify({ plateNumber: '沪A1', time: '2026-11-20 08:15:00', ...pictures })
  const sent = (text: string) =>
    form([
      ['Content-Disposition: form-data; name="message"', text],
      ['Content-Disposition: form-data; name="plate"', jpeg(1)],
      ['Content-Disposition: form-data; name="whole"', jpeg(2, 900)],
    ])
  const type = 'multipart/form-data; boundary=boundary'
  await push('anpr', sent(message()), type)
  await push('anpr', sent(message({ pictures: { whole: jpeg(3).toString('base64') } })), type)
  expect(sightings.map(({ whole, plate }) => [whole?.bytes, plate?.bytes])).toEqual([
    [jpeg(2, 900), jpeg(1)],
    [jpeg(3), jpeg(1)],
  ])
})

describe('what is bad', () => {
  const refused = async (body: string | Buffer, type?: string): Promise<[number, string]> => {
    const answer = await push('anpr', body, type, { 'accept-language': 'en' })
    return [answer.status, ((await answer.json()) as { msg: string }).msg]
  }
  const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at || ''};`.repeat(10)}">`).join('')}]>${anprXml({ declaration: '', plate: '&lol9;' })}`
  it.each([
    [
      'external entities',
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${anprXml({ declaration: '', plate: '&x;' })}`,
      /entities/,
    ],
    ['a billion laughs', laughs, /entities/],
    ['more than 50 messages', `[${Array(51).fill('{"eventType":"x"}').join(',')}]`, /more than 50 messages/],
    ['hundreds of thousands of messages', `[${Array(500_000).fill('{}').join(',')}]`, /text|messages/],
    ['more text than anybody has to say', JSON.stringify({ a: 'long text '.repeat(30_000) }), /256 KB of text/],
    ['half of its XML', anprXml().split('<vehicleInfo>')[0] ?? '', /whole XML/],
    ['XML that breaks off within a tag', anprXml().slice(0, -8), /valid XML/],
    ['half of its JSON', '{"eventType":"ANPR","ANPR":{"licen', /valid JSON/],
    ['XML without end', `<a>${'<b>'.repeat(50_000)}</a>`, /XML/],
    ['XML of more tags than a pass has', anprXml({ more: '<x/>'.repeat(4_000) }), /too long/],
    ['XML that is too long', anprXml({ more: `<x>${'a'.repeat(300_000)}</x>` }), /too long/],
    ['no message', jpeg(1), /neither XML nor JSON/],
    ['nothing', '', /neither XML nor JSON/],
    ['another form', '{"hello":1}', /form that nobody knows/],
    ['a wrong field of the documented form', '{"plateNumber":"沪A1","time":"2026-11-20T08:15:00+08:00","lane":0}', /wrong lane/],
    ['a wrong time of the documented form', '{"plateNumber":"沪A1","time":"noon"}', /time/],
  ])('is refused with why: %s', async (_, body, why) => {
    expect(await refused(body)).toEqual([400, expect.stringMatching(why)])
    expect(sightings).toEqual([])
    // Its own page says so.
    expect(unread).toMatchObject([
      { id: '7', reason: { zh: expect.stringContaining('推送内容'), en: expect.stringMatching(why) } },
    ])
    expect(unread[0]?.said.length).toBeLessThanOrEqual(300)
  })

  it.each([
    ['parts without a blank line', '--b\r\nh: x\r\n', /part without a blank line/],
    ['boundary lines', '--b\r\n', /more than 32 parts/],
    ['empty parts', '--b\r\n\r\n', /more than 32 parts/],
    ['small parts', '--b\r\n\r\nx\r\n', /more than 32 parts/],
  ])('is read no further than a camera’s push goes: many %s', async (_, one, why) => {
    const body = Buffer.concat([form([['', anprXml()]], 'b').subarray(0, -'--b--\r\n'.length), Buffer.from(one.repeat(5_000))])
    expect(await refused(body, 'multipart/mixed; boundary=b')).toEqual([400, expect.stringMatching(why)])
    expect(sightings).toEqual([])
  })

  it('is not a stream that ends with a boundary line, nor heads whose lines end in LF alone', async () => {
    const open = Buffer.from(`--b\ncontent-type: text/xml\n\n${anprXml()}\n--b\r\n`)
    expect((await push('anpr', open, 'multipart/x-mixed-replace; boundary=b')).status).toBe(200)
    expect(sightings).toHaveLength(1)
  })

  it('reads no other entities than the five of XML, and a name that means something to JavaScript means nothing', async () => {
    await push('anpr', anprXml({ plate: '&amp;#65;&lt;1&x;&LT;' }))
    expect(sightings).toMatchObject([{ plateNumber: '&#65;<1&X;&LT;' }])
    expect((await refused('{"__proto__":{"plateNumber":"A"},"constructor":1}'))[0]).toBe(400)
  })

  it('that is too large is refused before it is read', async () => {
    const { port } = new URL(origin)
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`POST /ingest/anpr HTTP/1.1\r\nhost: x\r\ncontent-type: application/xml\r\ncontent-length: 9000000\r\n\r\n`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /)
  })

  it('that breaks off leaves nothing, and costs nobody else anything', async () => {
    const { port } = new URL(origin)
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`POST /ingest/anpr HTTP/1.1\r\nhost: x\r\ncontent-length: 5000\r\n\r\n${anprXml().slice(0, 300)}`)
    expect((await push('anpr', anprXml())).status).toBe(200)
    socket.destroy()
    expect((await push('anpr', anprXml())).status).toBe(200)
    expect(sightings).toHaveLength(1)
  })
})

describe('who may push', () => {
  const login: PushLogin = {
    kind: 'speedCamera',
    id: '7',
    userName: 'cam-7',
    ha1: ha1Of('cam-7', password),
    createdAt: new Date(0),
    lastUsedAt: null,
  }
  const hash = (algorithm: 'md5' | 'sha256', text: string): string => createHash(algorithm).update(text).digest('hex')
  const challengesFrom = async (): Promise<string> => {
    const answer = await push('anpr', anprXml())
    expect(answer.status).toBe(401)
    return answer.headers.get('www-authenticate') ?? ''
  }
  const digestFor = (
    nonce: string,
    { algorithm = 'MD5', secret = password, uri = '/ingest/anpr', user = 'cam-7' } = {},
  ): string => {
    const of = algorithm === 'MD5' ? 'md5' : 'sha256'
    const ha1 = hash(of, `${user}:Vigil:${secret}`)
    const response = hash(of, `${ha1}:${nonce}:00000001:0a4f113b:auth:${hash(of, `POST:${uri}`)}`)
    return `Digest username="${user}", realm="Vigil", nonce="${nonce}", uri="${uri}", algorithm=${algorithm}, qop=auth, nc=00000001, cnonce="0a4f113b", response="${response}"`
  }
  const basicFor = (user: string, secret: string): string => `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
  const nonceIn = (challenges: string, algorithm: string): string =>
    new RegExp(`algorithm=${algorithm}, nonce="([^"]+)"`).exec(challenges)?.[1] ?? ''
  const pushAs = (authorization: string) => push('anpr', anprXml(), 'application/xml', { authorization })

  it('is nobody whom nobody knows; he is noted with what he said', async () => {
    known = {}
    const answer = await push(
      'anpr',
      form([
        ['Content-Disposition: form-data; name="anpr.xml"', anprXml()],
        ['', jpeg(1, 100_000)],
      ]),
    )
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'pushNotKnown' }])
    expect(unknown).toMatchObject([{ way: 'anpr', address: '127.0.0.1', reason: 'unregistered' }])
    expect(unknown[0]?.said).toMatch(/^沪A12345 · <\?xml version="1.0"/)
    expect(unknown[0]?.said.length).toBeLessThanOrEqual(300)
    expect([sightings, seen]).toEqual([[], []])
  })

  it.each(['anpr', 'gate'] as const)('is nobody by an address that two places have (%s)', async (way) => {
    known = { speedCamera: camera, barrierGate: gate }
    expect((await push(way, way === 'anpr' ? anprXml() : '{}')).status).toBe(401)
    expect(unknown).toMatchObject([{ way, reason: 'sharedAddress' }])
    expect([sightings, passages]).toEqual([[], []])
  })

  it('is a turnstile at no camera’s address', async () => {
    known = { speedCamera: camera }
    expect((await push('gate', '{}')).status).toBe(401)
    expect(unknown).toMatchObject([{ way: 'gate', reason: 'unregistered' }])
  })

  it('is a barrier as well as a camera', async () => {
    known = { barrierGate: gate }
    await push('anpr', anprXml())
    expect(sightings).toMatchObject([{ place: { kind: 'barrierGate', id: '9' } }])
    // What it saw says that it is there, which traffic notes of cameras alone.
    expect(seen).toEqual(['9'])
  })

  it.each(['MD5', 'SHA-256'])('is who answers the challenge by Digest (%s), wherever he comes from', async (algorithm) => {
    logins = [login]
    known = { speedCamera: { ...camera, ip: '10.0.0.1' } }
    const nonce = nonceIn(await challengesFrom(), algorithm)
    expect((await pushAs(digestFor(nonce, { algorithm }))).status).toBe(200)
    expect(sightings).toHaveLength(1)
    // Whoever overheard that sends it once more.
    const again = await pushAs(digestFor(nonce, { algorithm }))
    expect([again.status, again.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('stale=true')])
    expect(sightings).toHaveLength(1)
  })

  it('is who has the password by Basic, and nobody else', async () => {
    logins = [login]
    expect((await pushAs(basicFor('cam-7', password))).status).toBe(200)
    for (const wrong of [basicFor('cam-7', 'x'), basicFor('cam-8', password), 'Basic !', 'Bearer x'])
      expect((await pushAs(wrong)).status).toBe(401)
    expect(unknown.map(({ reason }) => reason)).toEqual(Array(4).fill('wrongLogin'))
  })

  it('is no turnstile with the login of a speed camera', async () => {
    logins = [login]
    const passage = JSON.stringify({ result: 'passed', time: '2026-11-20T08:15:00+08:00', personNo: 'W7' })
    const authorization = basicFor('cam-7', password)
    expect((await push('gate', passage, 'application/json', { authorization })).status).toBe(401)
    expect([passages, unknown.map(({ way, reason }) => [way, reason])]).toEqual([[], [['gate', 'wrongLogin']]])
  })

  it('is no device with a login by its address alone', async () => {
    logins = [login]
    known = { speedCamera: camera }
    expect((await push('anpr', anprXml())).status).toBe(401)
    expect(unknown).toMatchObject([{ reason: 'needsLogin' }])
  })

  it('is nobody with a wrong password, another address’s answer, or one of another path', async () => {
    logins = [login]
    known = { speedCamera: camera }
    const nonce = nonceIn(await challengesFrom(), 'MD5')
    expect((await pushAs(digestFor(nonce, { secret: 'x' }))).status).toBe(401)
    expect((await pushAs(digestFor(nonce, { uri: '/ingest/gate' }))).status).toBe(401)
    expect((await pushAs(digestFor(nonce).replace('qop=auth', 'qop=auth-int'))).status).toBe(401)
    expect(sightings).toEqual([])
  })

  it('is told that its challenge is over, and no more than that', async () => {
    logins = [login]
    known = { speedCamera: camera }
    const nonce = nonceIn(await challengesFrom(), 'MD5')
    now += challengeFor + 1
    const late = await pushAs(digestFor(nonce))
    expect([late.status, late.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('stale=true')])
    const anew = nonceIn(late.headers.get('www-authenticate') ?? '', 'MD5')
    expect((await pushAs(digestFor(anew))).status).toBe(200)
    // Not one that somebody made himself either.
    const forged = await pushAs(digestFor(`${(now + 99_999).toString(36)}.${'A'.repeat(43)}`))
    expect([forged.status, forged.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('stale=true')])
    expect(sightings).toHaveLength(1)
  })

  it('waits after twenty wrong passwords of its address, but never with the right one', async () => {
    logins = [login]
    known = { speedCamera: camera }
    now += 3_600_000
    for (const _ of Array(20).keys()) expect((await pushAs(basicFor('cam-7', 'x'))).status).toBe(401)
    const answer = await pushAs(basicFor('cam-7', 'x'))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await pushAs(basicFor('cam-7', password))).status).toBe(200)
  })
})
