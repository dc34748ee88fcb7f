import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { reportedTypes, reportWords } from '@vigil/contract/alarms/types.ts'
import { beaconsAtMost, beaconsInPost, report } from '@vigil/contract/positions/report.ts'
import { createTraffic } from '../../kernel/gateway.ts'
import { beaconBudget, ingestRoutes, readReport } from './reports.ts'
import type { Incoming } from '../../modules/positions/index.ts'

const plain = { deviceType: 'badge', deviceId: 'B-1', time: '2026-11-20T08:15:00.250+08:00', lng: 118.36, lat: 31.17 }
const full = { ...plain, alt: 12.5, accuracy: 2.5, speed: 4.1, course: 90, floor: -1, battery: 79.6, sos: 'silent' }

/** What the pipeline reads, field by field as it does. */
const fieldsOf = (read: Incoming | string) => {
  if (typeof read === 'string') return read
  const { deviceType, deviceId, time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery, kind } = read
  return { deviceType, deviceId, time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery, kind }
}
const nothing = { alt: null, accuracy: null, speed: null, course: null, temperature: null, floor: null, battery: null, kind: 0 }
const time = Date.parse(plain.time)

it('reads every field, rounds the battery and tells the two calls for help apart', () => {
  expect(fieldsOf(readReport(full))).toEqual({ ...full, sos: undefined, time, temperature: null, battery: 80, kind: 5 })
  expect(fieldsOf(readReport({ ...full, sos: 'press' }))).toMatchObject({ kind: 4 })
})

it.each(reportWords)('takes %s for the type that it is, even of a report of which nothing else can be read', (word) => {
  const kind = reportedTypes[word]
  expect(fieldsOf(readReport({ ...plain, sos: word }))).toMatchObject({ kind })
  expect(fieldsOf(readReport({ deviceType: 'badge', deviceId: 'B-1', time: 'noon', sos: word }))).toMatchObject({ kind })
})

it('gives null for what a report leaves out, and trims the number of the device', () => {
  expect(fieldsOf(readReport({ ...plain, deviceId: ' B-1\u00a0' }))).toEqual({ ...plain, ...nothing, time })
})

it('reads numbers that come as strings, whatever else the report carries', () => {
  const raw: unknown = JSON.parse('{"__proto__":{"alt":7},"constructor":1}')
  const read = readReport({ ...plain, ...(raw as object), lng: '118.36', battery: ' 80 ' })
  expect(fieldsOf(read)).toEqual({ ...plain, ...nothing, time, battery: 80 })
})

it('counts the length of a number in characters, as the contract does', () => {
  for (const [characters, good] of [
    [64, true],
    [65, false],
  ] as const) {
    const candidate = { ...plain, deviceId: '🦺'.repeat(characters) }
    expect(report.safeParse(candidate).success).toBe(good)
    expect(typeof readReport(candidate) !== 'string').toBe(good)
  }
})

it.each([[['B-1', '🦺'.repeat(64), 'B-2']], [['B-1', 'B'.repeat(64), 'B']]])(
  'takes numbers in a batch as it takes them alone, beside one that is too long: %j',
  async (good) => {
    const app = Fastify().decorateRequest('knownAs', () => undefined)
    const taken: string[] = []
    ingestRoutes(app, {
      findKey: () => '1',
      noteWrongKey: () => 0,
      traffic: createTraffic(Date.now),
      report: (_keyId, _ip, reports) => {
        taken.push(...reports.map(({ deviceId }) => deviceId))
        return Promise.resolve(reports.map(() => 'accepted'))
      },
    })
    const post = async (numbers: readonly string[]): Promise<unknown> => {
      const payload = { reports: numbers.map((deviceId) => ({ ...plain, deviceId })) }
      return (await app.inject({ method: 'POST', url: '/ingest/reports', payload })).json()
    }
    expect(await post(good)).toMatchObject({ data: { accepted: good.length, rejected: [] } })
    expect(taken.splice(0)).toEqual(good)
    const reason = 'invalid: deviceId must NOT have more than 64 characters'
    expect(await post(['B'.repeat(65), ...good])).toMatchObject({
      data: { accepted: good.length, rejected: [{ index: 0, reason }] },
    })
    expect(taken).toEqual(good)
  },
)

it.each([
  [{ ...plain, lat: 91 }, 'invalid: lat must be <= 90'],
  [{ ...plain, lng: 'east' }, 'invalid: lng must be number'],
  [{ ...plain, lat: undefined }, "invalid: lat must have required property 'lat'"],
  [{ ...plain, deviceId: ' ' }, 'invalid: deviceId'],
  [{ ...plain, time: undefined }, "invalid: time must have required property 'time'"],
  [{ ...plain, time: '2026-02-30T00:00:00Z' }, 'invalid: time must be ISO 8601 with an offset'],
  [null, "invalid: deviceType must have required property 'deviceType'"],
])('names what is wrong with %j', (raw, reason) => expect(readReport(raw)).toBe(reason))

it('leaves out a beacon that cannot be read, and keeps the others and the report', () => {
  const budget = beaconBudget()
  const read = (beacons: unknown) => {
    const found = readReport({ ...plain, beacons }, budget)
    return typeof found === 'string' ? found : found.beacons
  }
  const good = { minor: 7, rssi: -60 }
  const times = (count: number) => Array.from({ length: count }, () => good)
  const odd = [null, 'one', { minor: 7 }, { minor: 7, rssi: 'loud' }, { minor: 70_000, rssi: -60 }, { minor: 1.5, rssi: -60 }]
  expect(read([...odd, good])).toEqual([good])
  expect(budget.leftOut).toBe(odd.length)
  expect([read([{ minor: '7', rssi: '-60' }]), read('many'), read(null), read(times(101))]).toEqual([
    [good],
    undefined,
    undefined,
    times(100),
  ])
  expect(budget.leftOut).toBe(odd.length + 2)
})

/** So many beacons of which each is another, and how many of them were looked at. */
const countedBeacons = (length: number, beacon: unknown) => {
  const looks = { at: 0 }
  const beacons = new Proxy(new Array<unknown>(length), {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) {
        looks.at += 1
        return beacon
      }
      return Reflect.get(target, name) as unknown
    },
  })
  return { beacons, looks }
}

it.each([[0], [null], [{}], [{ minor: 7, rssi: -60 }]])(
  'looks at a few of a million beacons %j, whatever else the report is',
  (beacon) => {
    for (const more of [{}, { sos: 'press' }, { lng: 'east' }]) {
      const { beacons, looks } = countedBeacons(1_000_000, beacon)
      const budget = beaconBudget()
      const read = readReport({ ...plain, beacons, ...more }, budget)
      expect(looks.at).toBeLessThan(1_000)
      expect(budget.leftOut).toBeGreaterThanOrEqual(1_000_000 - beaconsAtMost)
      expect(typeof read === 'string').toBe('lng' in more)
    }
  },
)

it('takes so many beacons of one post, and all of its reports and calls for help', async () => {
  const app = Fastify().decorateRequest('knownAs', () => undefined)
  const taken: Incoming[] = []
  const traffic = createTraffic(Date.now)
  ingestRoutes(app, {
    findKey: () => '1',
    noteWrongKey: () => 0,
    traffic,
    report: (_keyId, _ip, reports) => {
      taken.push(...reports)
      return Promise.resolve(reports.map(() => 'accepted'))
    },
  })
  const beacons = (one: unknown) => new Array<unknown>(beaconsAtMost).fill(one)
  const payload = {
    reports: Array.from({ length: 1_000 }, (_, at) => ({
      ...plain,
      beacons: beacons({ minor: at % 2 === 0 ? 7 : '7', rssi: -60 }),
      ...(at === 999 ? { sos: 'press' } : {}),
    })),
  }
  const answer = await app.inject({ method: 'POST', url: '/ingest/reports', payload })
  expect(answer.json()).toMatchObject({ data: { accepted: 1_000, rejected: [] } })
  expect(taken.reduce((sum, one) => sum + (one.beacons?.length ?? 0), 0)).toBe(beaconsInPost)
  expect(taken.at(-1)).toMatchObject({ kind: reportedTypes.press, lng: plain.lng })
  expect(traffic.counts().lastError?.en).toContain(String(1_000 * beaconsAtMost - beaconsInPost))
})

it.each([
  { lng: 0, lat: 0 },
  { lng: null, lat: null },
  { lng: undefined, lat: undefined },
])('reads %j as no position, which the pipeline answers', (place) =>
  expect(readReport({ ...plain, ...place })).toMatchObject({ deviceId: 'B-1', lng: null, lat: null, kind: 0 }),
)
