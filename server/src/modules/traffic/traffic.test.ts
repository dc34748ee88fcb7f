import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { confirmText } from '@vigil/contract/alarms/entities.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { createClient, paged, whole, type Client } from '@vigil/contract/kernel/client.ts'
import type { SentBodyOf } from '@vigil/contract/kernel/call.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import type { Job } from '../../kernel/jobs/job.ts'
import { afterFile } from '../../../test/ends.ts'
import { at, square } from '../../../test/places.ts'
import { doorsOf } from '../../../test/doors.ts'
import { createTestSite, neighbourOf, type TestSite } from '../../../test/site.ts'
import { download, ended } from '../../../test/transfers.ts'
import type { TrafficDoor, VehicleSighting } from './index.ts'
import type { PictureKeeper } from './pictures.ts'

let site: TestSite
let traffic: TrafficDoor
let jobs: ReadonlyMap<string, Job>
let depts: { mill: string; kiln: string }
let cameras: { road: string; gate: string; far: string; over?: string }
/** Pictures that are kept, by their ids. */
const kept = new Map<string, string>()
let failing = false
const keeper: PictureKeeper = {
  capture: ({ bytes }) => {
    if (failing) return Promise.reject(new Error('the disk is full'))
    const id = `picture${String(kept.size).padStart(25, '0')}`
    kept.set(id, bytes.toString())
    return Promise.resolve(id)
  },
  dropCaptures: (ids) => {
    for (const id of ids) kept.delete(id)
    return Promise.resolve()
  },
}

const camera = async (name: string, ip: string, more: Partial<SentBodyOf<typeof trafficCalls.saveBsSpeedOver>>) =>
  (await site.admin.ask(trafficCalls.saveBsSpeedOver, { name, ip, place: name, limit: 30, ...more })).id

beforeAll(async () => {
  site = await createTestSite({}, afterFile, { jobs: () => [] })
  depts = { mill: await site.makeDept('mill'), kiln: await site.makeDept('kiln') }
  const near = { lng: 118.1, lat: 31.1 }
  cameras = {
    road: await camera('北大道', '10.0.0.1', { deptId: depts.mill, ...near }),
    gate: await camera('东门', '10.0.0.2', { deptId: depts.mill, lng: 118.101, lat: 31.1 }),
    far: await camera('码头', '10.0.0.3', { deptId: depts.kiln, lng: 118.3, lat: 31.3 }),
  }
  const modules = await doorsOf(site, afterFile)
  traffic = modules.doors.traffic
  traffic.onPictures(keeper)
  jobs = new Map(modules.order.flatMap((module) => module.jobs ?? []).map((job) => [job.name, job]))
})

let told = 0
const seen = async (cameraId: string, more: Partial<VehicleSighting> = {}): Promise<VehicleSighting> => {
  const place = await traffic.placeById(cameraId)
  if (place === null) throw new Error('no such camera')
  told += 1
  return {
    place,
    eventKey: `event ${told}`,
    plateNumber: `皖C${told}`,
    plateColor: 'yellow',
    vehicleType: 'truck',
    vehicleSize: 'large',
    laneNo: 1,
    direction: 'in',
    passTime: Date.now(),
    speed: 20,
    limit: null,
    confidence: 98,
    eventName: '',
    isReplayed: false,
    whole: null,
    plate: null,
    unread: null,
    ...more,
  }
}
const see = async (cameraId: string, more: Partial<VehicleSighting> = {}) => traffic.see(await seen(cameraId, more))
const passes = async (plateNumber: string, client = site.admin) =>
  whole(await client.ask(trafficCalls.listZdTraffic, { plateNumber }))
const speeding = async (plateNumber: string, client = site.admin) =>
  whole(await client.ask(trafficCalls.listZdTrafficOver, { plateNumber }))
const stops = async (plateNumber: string, client = site.admin) =>
  whole(await client.ask(trafficCalls.listZdTrafficStop, { plateNumber }))
const alarmsOf = async (plateNumber: string) =>
  (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.filter((alarm) => alarm.plateNumber === plateNumber)
/** Somebody who drove too fast, with what calls for him to be stopped. */
const drive = async (plateNumber: string, cameraId = cameras.road) => {
  await see(cameraId, { plateNumber, speed: 52 })
  const [[stop], [alarm]] = [await stops(plateNumber), await alarmsOf(plateNumber)]
  if (!stop || !alarm) throw new Error(`${plateNumber} was not found too fast`)
  return { stop, alarm }
}
const choose = async (chosen: object) =>
  site.admin.ask(siteCalls.saveSite, { ...(await site.admin.ask(siteCalls.getSite, undefined)), ...chosen })
const run = async (name: string) => {
  const job = jobs.get(name)
  if (!job) throw new Error(`no job ${name}`)
  await job.run()
}
/** How many wait for what another transaction has locked. */
const waiting = async () => {
  const { rows } = await site.db.raw(
    site.db.sql,
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length
}
const picture = (text: string) => ({ type: 'image/jpeg', bytes: Buffer.from(text) }) as const

it('keeps a pass once, with its pictures, and finds the camera by its address', async () => {
  expect(await traffic.placeOf({ address: '10.0.0.1' })).toMatchObject({ id: cameras.road, kind: 'speedCamera', limit: 30 })
  expect(await traffic.placeOf({ address: '10.9.9.9' })).toBeNull()
  const before = kept.size
  const sighting = await seen(cameras.road, { plateNumber: '皖C·TEST1', whole: picture('whole'), plate: picture('plate') })
  expect(await traffic.see(sighting)).toBe('stored')
  expect(await traffic.see(sighting)).toBe('duplicate')
  // Told at the same time by both of its connections.
  const twice = await seen(cameras.road, { plateNumber: '皖C·TEST2', whole: picture('twice') })
  expect((await Promise.all([traffic.see(twice), traffic.see(twice)])).sort()).toEqual(['duplicate', 'stored'])
  const [pass, ...others] = await passes('皖C·TEST1')
  expect(others).toEqual([])
  expect(pass).toMatchObject({
    place: '北大道',
    direction: 'in',
    speed: 20,
    illegal: 0,
    plateColor: 'yellow',
    listType: 'temporary',
    deptName: 'mill',
    ip: '10.0.0.1',
    deviceTime: null,
  })
  expect([kept.get(pass?.bigImage ?? ''), kept.get(pass?.plateImage ?? '')]).toEqual(['whole', 'plate'])
  expect(kept.size).toBe(before + 3)
  const [onMap] = whole(await site.admin.ask(trafficCalls.listBsSpeedOverObjectAll, {})).filter(({ id }) => id === cameras.road)
  expect(onMap?.online).toBe(true)
})

it('what has no name for itself is one by plate and time at a place', async () => {
  const same = await seen(cameras.road, { eventKey: null, plateNumber: '皖C·NAMELESS' })
  const elsewhere = await seen(cameras.gate, { eventKey: null, plateNumber: same.plateNumber, passTime: same.passTime })
  const later = { ...same, passTime: same.passTime - 1000 }
  const answers = []
  for (const one of [same, same, elsewhere, later]) answers.push(await traffic.see(one))
  expect(answers).toEqual(['stored', 'duplicate', 'stored', 'stored'])
  // Several without a plate pass in one second.
  const bare = await seen(cameras.road, { eventKey: null, plateNumber: '', eventName: 'several', whole: picture('one') })
  const told = [bare, bare, { ...bare, whole: picture('another') }, { ...bare, plate: picture('part') }, { ...bare, speed: 21 }]
  const outcomes = []
  for (const one of told) outcomes.push(await traffic.see(one))
  expect(outcomes).toEqual(['stored', 'duplicate', 'stored', 'stored', 'stored'])
})

it('keeps what stands on no plate, and what no device should say', async () => {
  const now = Date.now()
  await see(cameras.road, { plateNumber: '', speed: 61, eventName: 'bare' })
  await see(cameras.road, { plateNumber: '使012\u0000\uD800𠮷A', eventName: 'rare' })
  for (const passTime of [now - 20 * 365 * 86_400_000, now + 86_400_000, Number.NaN, 1e300])
    await see(cameras.road, { plateNumber: '皖C·CLOCK', passTime, speed: 1e9, confidence: 700, laneNo: -4, plateColor: 'pink' })
  const [bare] = whole(await site.admin.ask(trafficCalls.listZdTraffic, { illegal: 1 })).filter(
    ({ eventName }) => eventName === 'bare',
  )
  expect(bare).toMatchObject({ plateNumber: '', listType: '', speed: 61 })
  expect((await stops('')).map(({ nSpeed }) => nSpeed)).toEqual([61])
  expect((await alarmsOf('')).map(({ result }) => result)).toEqual(['无牌车在“北大道”以 61 km/h 行驶，限速 30'])
  const [rare] = whole(await site.admin.ask(trafficCalls.listZdTraffic, { keyword: '𠮷' }))
  expect(rare?.plateNumber).toBe('使012 �𠮷A')
  const odd = await passes('皖C·CLOCK')
  expect(odd.filter(({ deviceTime }) => deviceTime !== null)).toHaveLength(2)
  for (const { passTime, speed, confidence, laneNo, plateColor } of odd) {
    expect(Math.abs(Date.parse(`${passTime?.replace(' ', 'T')}+08:00`) - now)).toBeLessThan(600_000)
    expect([speed, confidence, laneNo, plateColor]).toEqual([null, null, null, ''])
  }
})

it('who drives too fast has one record a drive, is to be stopped and sounds once, in both languages', async () => {
  const plateNumber = '皖C·FAST'
  const { id: userId } = await site.makeUser({ name: 'Wang' })
  await site.admin.ask(deviceCalls.saveBsCar, {
    plateNumber,
    terminalNo: '13800000001',
    carType: 'truck',
    owner: '顺达运输',
    userId,
    whiteList: 1,
  })
  const console = await site.live(site.adminToken, null, ['traffic'])
  const isFound = (message: FromServer): message is Extract<FromServer, { type: 'event' }> =>
    message.type === 'event' && message.event.name === 'speedingFound'
  const at = Date.now() - 20_000
  await see(cameras.road, { plateNumber, speed: 52.4, passTime: at, whole: picture('fast') })
  expect((await console.until(isFound)).event.data).toMatchObject({ plateNumber, nSpeed: 52.4, status: 0, kind: 'speeding' })
  // Another camera on his way, from which he is faster still; and one to which nobody gets in that time.
  await see(cameras.gate, { plateNumber, speed: 58, passTime: at + 10_000 })
  await see(cameras.far, { plateNumber, speed: 90, passTime: at + 12_000 })
  const records = await speeding(plateNumber)
  expect(
    records.map(({ illegalPlace, nSpeed, maxSpeed, duration, overRatio }) => [
      illegalPlace,
      nSpeed,
      maxSpeed,
      duration,
      overRatio,
    ]),
  ).toEqual([
    ['码头', 90, 90, 0, 200],
    ['北大道', 52.4, 58, 10, 75],
  ])
  expect(records[1]).toMatchObject({ driver: 'Wang', owner: '顺达运输', nUpperSpeedLimit: 30, status: 0, laneNo: 1 })
  expect((await passes(plateNumber)).map(({ illegal, listType }) => [illegal, listType])).toEqual([
    [1, 'white'],
    [1, 'white'],
    [1, 'white'],
  ])
  const alarms = await alarmsOf(plateNumber)
  expect(
    alarms.map(({ alarmType, result, source, count, deptName }) => [alarmType, result, source.kind, count, deptName]),
  ).toEqual([
    [3, '皖C·FAST 在“码头”以 90 km/h 行驶，限速 30', 'speedCamera', 1, 'kiln'],
    [3, '皖C·FAST 在“北大道”以 52.4 km/h 行驶，限速 30，最高 58 km/h', 'speedCamera', 1, 'mill'],
  ])
  const stop = (await stops(plateNumber)).find(({ illegalPlace }) => illegalPlace === '北大道')
  expect(stop).toMatchObject({
    alarmId: alarms[1]?.id,
    speedingId: records[1]?.id,
    bigImage: records[1]?.bigImage,
    audioStatus: 0,
  })
  expect(kept.get(stop?.bigImage ?? '')).toBe('fast')
  expect(records[1]?.stopId).toBe(stop?.id)

  // Nobody drives so any more: the alarm is over by itself, the record stays open.
  await site.db.raw(site.db.sql, `UPDATE speeding_record SET end_time = end_time - interval '1 hour' WHERE NOT is_over`)
  await run('speeding')
  expect((await alarmsOf(plateNumber)).map(({ condition, status }) => [condition, status])).toEqual([
    ['returned', 0],
    ['returned', 0],
  ])
})

it('goes by the lowest limit of place, kind of vehicle and weather; fire engines have none', async () => {
  const cars = [
    ['皖C·FORK', 'forklift'],
    ['皖C·FIRE', 'fire'],
  ] as const
  for (const [plateNumber, carType] of cars)
    await site.admin.ask(deviceCalls.saveBsCar, { plateNumber, carType, terminalNo: `T-${plateNumber}` })
  const limits = async (plateNumber: string, speed: number, limit: number | null = null, vehicleType = '') => {
    await see(cameras.far, { plateNumber, speed, limit, vehicleType, passTime: Date.now() - told * 1000 })
    return (await speeding(plateNumber)).map(({ nUpperSpeedLimit }) => nUpperSpeedLimit)
  }
  expect(await limits('皖C·FORK', 10)).toEqual([])
  expect(await limits('皖C·FORK', 10.1)).toEqual([10])
  expect(await limits('皖C·FIRE', 99)).toEqual([])
  expect(await limits('皖C·DEVICE', 25)).toEqual([])
  expect(await limits('皖C·DEVICE', 25, 20)).toEqual([20])
  expect(await limits('皖C·MILDER', 31, 60)).toEqual([30])
  expect(await limits('皖C·SAIDFORK', 11, null, 'forklift')).toEqual([10])
  await choose({ iceOrFog: true })
  await expect.poll(async () => (await site.admin.ask(siteCalls.getSite, undefined)).iceOrFog).toBe(true)
  expect(await limits('皖C·ICE', 11)).toEqual([10])
  await choose({ iceOrFog: false })
})

it('keeps stretches of road with limits of their own, and refuses what is no shape', async () => {
  const line: [number, number][] = [
    [118.5, 31.5],
    [118.51, 31.5],
  ]
  const main = { name: '北环路', roadKind: 'main', shape: 'corridor', points: line, halfWidth: 20, deptId: depts.mill } as const
  const { id } = await site.admin.ask(trafficCalls.saveBsRoadSegment, main)
  const refused = async (more: object, client = site.admin) =>
    (await client.send(trafficCalls.saveBsRoadSegment, { ...main, name: '另一段', ...more })).code
  expect([
    await refused({ halfWidth: null }),
    await refused({ points: [line[0]] }),
    await refused({ limit: 4 }),
    await refused({ roadKind: 'motorway' }),
    await refused({ name: '北环路' }),
    await refused({ shape: 'polygon' }),
  ]).not.toContain('200')
  const kiln = await site.makeUser({
    name: 'roads',
    deptId: depts.kiln,
    scope: 'own',
    permissions: ['speedOverMgmt', 'speedOverMgmt:edit'],
  })
  expect(whole(await kiln.client.ask(trafficCalls.listBsRoadSegmentAll, {}))).toEqual([])
  expect([await refused({ deptId: depts.mill }, kiln.client), await refused({ deptId: null }, kiln.client)]).not.toContain('200')
  expect((await kiln.client.send(trafficCalls.deleteBsRoadSegmentById, { id })).code).not.toBe('200')
  const names = async () => whole(await site.admin.ask(trafficCalls.listBsRoadSegmentAll, {})).map(({ name }) => name)
  expect(await names()).toEqual(['北环路'])

  // Cameras by the stretch on which they are: the lowest of both and of the kind counts.
  /** The limit that is in force on a server that hears of it from another one. */
  const inForce = async (speed: number, limits: number[]) => {
    let tries = 0
    await expect.poll(() => fast(`皖C·TRY${speed}${(tries += 1)}`, speed)).toEqual(limits)
  }
  const fast = async (plateNumber: string, speed: number, more: Partial<VehicleSighting> = {}) => {
    await see(cameras.over ?? '', { plateNumber, speed, vehicleType: '', ...more })
    return (await speeding(plateNumber)).map(({ nUpperSpeedLimit }) => nUpperSpeedLimit)
  }
  cameras.over = await camera('北环路卡口', '10.0.0.9', { deptId: depts.mill, lng: 118.505, lat: 31.5001, limit: 60 })
  await inForce(32, [30])
  expect([await fast('皖C·ROAD1', 30), await fast('皖C·ROAD2', 31)]).toEqual([[], [30]])
  const saved = await site.admin.ask(trafficCalls.saveBsRoadSegment, { ...main, id, version: 1, limit: 25, truckLimit: 12 })
  await inForce(27, [25])
  expect([
    await fast('皖C·ROAD3', 26),
    await fast('皖C·ROAD4', 26, { vehicleType: 'truck' }),
    await fast('皖C·ROAD5', 11, { vehicleType: 'forklift' }),
    await fast('皖C·ROAD6', 21, { limit: 20 }),
  ]).toEqual([[25], [12], [10], [20]])
  await site.admin.ask(trafficCalls.saveBsRoadSegment, { ...main, id, version: saved.version, enable: 0 })
  await inForce(59, [])
  expect([await fast('皖C·ROAD7', 60), await fast('皖C·ROAD8', 61)]).toEqual([[], [60]])
  await site.admin.ask(trafficCalls.deleteBsRoadSegmentById, { id })
})

it('keeps one record of each drive that reports itself too fast on a stretch of road, with its start, end, highest speed and duration', async () => {
  const device = { plateNumber: '皖C·SELF1', terminalNo: 'T-SELF1', carType: 'truck', deptId: depts.mill } as const
  await site.admin.ask(deviceCalls.saveBsCar, device)
  const now = Math.floor(Date.now() / 1000) * 1000
  const report = async (...told: readonly (readonly [ago: number, speed: number, north?: number])[]) => {
    await site.report(
      told.map(([ago, speed, north = 0]) => ({
        deviceType: 'car',
        deviceId: device.terminalNo,
        time: new Date(now - ago * 1000).toISOString(),
        speed,
        ...at(-ago, 9_000 + north),
      })),
    )
    await run('vehicle speeds')
  }
  const [west, east] = [at(-1_000, 9_000), at(1_000, 9_000)]
  const road = {
    name: '装卸路',
    roadKind: 'careful',
    shape: 'corridor',
    points: [
      [west.lng, west.lat],
      [east.lng, east.lat],
    ] as [number, number][],
    halfWidth: 20,
  } as const
  const { id } = await site.admin.ask(trafficCalls.saveBsRoadSegment, road)
  await report([100, 15], [95, 40], [90, 15])
  expect(await speeding('皖CSELF1')).toEqual([])
  // One of them in each round, and off the road at the end.
  await report([80, 22.5])
  expect(await speeding('皖CSELF1')).toEqual([])
  await report([75, 38], [70, 31])
  await report([60, 29], [50, 60, 500])
  const wire = (ago: number) => new Date(now - ago * 1000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const [record, ...others] = await speeding('皖CSELF1')
  expect(others).toEqual([])
  expect(record).toMatchObject({
    illegalPlace: '装卸路',
    nUpperSpeedLimit: 15,
    nSpeed: 22.5,
    maxSpeed: 38,
    startTime: wire(80),
    endTime: wire(60),
    duration: 20,
    deptName: 'mill',
    status: 0,
  })
  const [alarm] = await alarmsOf('皖CSELF1')
  expect(alarm).toMatchObject({ alarmType: 3, source: { kind: 'device', label: '皖C·SELF1' }, deviceId: 'T-SELF1' })
  expect(alarm?.result).toBe('皖CSELF1 在“装卸路”以 22.5 km/h 行驶，限速 15，最高 38 km/h')
  // A camera on the way tells of the same drive; the round again of nothing new.
  await see(cameras.road, {
    place: { ...(await seen(cameras.road)).place, lng: null, lat: null },
    plateNumber: '皖CSELF1',
    speed: 52,
    passTime: now - 40_000,
  })
  await report([60, 29])
  expect(await speeding('皖CSELF1')).toMatchObject([{ id: record?.id, maxSpeed: 52, duration: 40 }])
  await site.admin.ask(trafficCalls.deleteBsRoadSegmentById, { id })
})

it('keeps the same record of who drives through a speed fence too fast, whose alarm is the fence’s alone', async () => {
  const device = { plateNumber: '皖C·FENCE1', terminalNo: 'T-FENCE1', carType: 'truck', deptId: depts.mill } as const
  await site.admin.ask(deviceCalls.saveBsCar, device)
  await site.admin.ask(deviceCalls.saveBsCar, { plateNumber: '皖C·FENCE2', terminalNo: 'T-FENCE2', carType: 'fire' })
  const fence = await site.makeFence({
    name: '堆场限速',
    type: 'speed',
    speedLimit: 15,
    level: 2,
    points: square(0, 12_000, 200),
  })
  const now = Math.floor(Date.now() / 1000) * 1000
  const report = async (deviceId: string, ...told: readonly (readonly [ago: number, speed: number, north?: number])[]) => {
    for (const [ago, speed, north = 0] of told)
      await site.report([
        { deviceType: 'car', deviceId, time: new Date(now - ago * 1000).toISOString(), speed, ...at(0, 12_000 + north) },
      ])
    await run('vehicle speeds')
  }
  // One that is too fast may be wrong; outside nothing limits it.
  await report('T-FENCE1', [58, 12], [55, 40], [50, 12], [45, 60, 900], [40, 60, 900])
  expect(await speeding('皖CFENCE1')).toEqual([])
  await report('T-FENCE1', [30, 22], [25, 38])
  await report('T-FENCE1', [20, 31], [10, 12])
  await report('T-FENCE2', [20, 60], [10, 60])
  const [record, ...others] = await speeding('皖CFENCE1')
  expect(others).toEqual([])
  expect(record).toMatchObject({ illegalPlace: '堆场限速', nUpperSpeedLimit: 15, nSpeed: 22, maxSpeed: 38, duration: 10 })
  expect(await speeding('皖CFENCE2')).toEqual([])
  const { list } = await site.admin.ask(alarmCalls.listRealAlarmData, undefined)
  const [alarm, ...more] = list.filter(({ deviceId }) => deviceId === 'T-FENCE1')
  expect(more).toEqual([])
  expect(alarm).toMatchObject({ alarmType: 3, alarmName: '堆场限速' })
  const stop = await site.admin.ask(trafficCalls.getZdTrafficStopOfAlarm, { alarmId: alarm?.id ?? '' })
  expect(stop).toMatchObject({ speedingId: record?.id, status: 0 })
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: alarm?.id ?? '', status: 2 })
  expect(await speeding('皖CFENCE1')).toMatchObject([{ id: record?.id, status: 2 }])
  await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id: fence })
})

it('calls once for a drive that is too fast on a road and in a fence, whichever is noticed first', async () => {
  for (const [plateNumber, terminalNo] of [
    ['皖C·DRIVE1', 'T-DRIVE1'],
    ['皖C·DRIVE2', 'T-DRIVE2'],
  ] as const)
    await site.admin.ask(deviceCalls.saveBsCar, { plateNumber, terminalNo, carType: 'truck', deptId: depts.mill })
  const north = 15_000
  const fence = await site.makeFence({
    name: '煤棚限速',
    type: 'speed',
    speedLimit: 15,
    level: 2,
    minOutside: 5,
    points: square(600, north, 150),
  })
  const [west, east] = [at(-1_000, north), at(300, north)]
  const { id } = await site.admin.ask(trafficCalls.saveBsRoadSegment, {
    name: '煤棚路',
    roadKind: 'careful',
    shape: 'corridor',
    points: [
      [west.lng, west.lat],
      [east.lng, east.lat],
    ] as [number, number][],
    halfWidth: 20,
  })
  const now = Math.floor(Date.now() / 1000) * 1000
  const report = async (deviceId: string, ...told: readonly (readonly [ago: number, speed: number, metres: number])[]) => {
    for (const [ago, speed, metres] of told)
      await site.report([
        { deviceType: 'car', deviceId, time: new Date(now - ago * 1000).toISOString(), speed, ...at(metres, north) },
      ])
    await run('vehicle speeds')
  }
  const alarmsOfDevice = async (deviceId: string) =>
    (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.filter((alarm) => alarm.deviceId === deviceId)
  const one = async (plate: string, deviceId: string) => {
    const [record, ...records] = await speeding(plate)
    const [alarm, ...alarms] = await alarmsOfDevice(deviceId)
    expect([records, alarms]).toEqual([[], []])
    const stop = await site.admin.ask(trafficCalls.getZdTrafficStopOfAlarm, { alarmId: alarm?.id ?? '' })
    expect(stop).toMatchObject({ speedingId: record?.id })
    return { record, alarm }
  }

  // The road first: the fence is counted with it, and leaving that ends nothing before the drive is over.
  await report('T-DRIVE1', [80, 38, 0], [75, 38, 50])
  const first = await one('皖CDRIVE1', 'T-DRIVE1')
  await report('T-DRIVE1', [60, 40, 500], [50, 41, 600], [40, 42, 650], [30, 10, 900])
  const again = await one('皖CDRIVE1', 'T-DRIVE1')
  expect(again.record).toMatchObject({ id: first.record?.id, maxSpeed: 42 })
  expect(again.alarm).toMatchObject({ id: first.alarm?.id, alarmName: first.alarm?.alarmName, count: 2, condition: 'active' })

  // The fence first, which it leaves slowly: the road behind it is the same drive.
  await report('T-DRIVE2', [80, 40, 600], [78, 42, 650], [75, 10, 900], [68, 10, 950])
  const [ofFence] = await alarmsOfDevice('T-DRIVE2')
  expect(ofFence).toMatchObject({ alarmName: '煤棚限速', count: 1, condition: 'returned' })
  await report('T-DRIVE2', [60, 38, 100], [55, 38, 50])
  const { record, alarm } = await one('皖CDRIVE2', 'T-DRIVE2')
  expect(alarm).toMatchObject({ id: ofFence?.id, count: 2, condition: 'active' })
  // What goes on is no other time; it is told how fast it became.
  await report('T-DRIVE2', [50, 44.5, 0], [45, 40, -50])
  const faster = await one('皖CDRIVE2', 'T-DRIVE2')
  expect(faster.alarm).toMatchObject({ id: ofFence?.id, count: 2, result: expect.stringContaining('，最高 44.5 km/h') })
  expect(faster.record).toMatchObject({ id: record?.id, maxSpeed: 44.5 })
  // Slower for a moment, and too fast again: another time of the same drive.
  await report('T-DRIVE2', [40, 10, -60], [30, 39, -100], [25, 41, -150])
  expect((await one('皖CDRIVE2', 'T-DRIVE2')).alarm).toMatchObject({ count: 3, condition: 'active' })
  // The fence is over since long: the alarm ends with the drive.
  await sql`UPDATE speeding_record SET end_time = end_time - interval '1 hour' WHERE plate_number = '皖CDRIVE2'`.execute(
    site.db.sql,
  )
  await run('speeding')
  expect(await alarmsOfDevice('T-DRIVE2')).toMatchObject([{ id: ofFence?.id, condition: 'returned', status: 0 }])

  await site.admin.ask(trafficCalls.deleteBsRoadSegmentById, { id })
  await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id: fence })
})

it('knows a vehicle however its plate was written down', async () => {
  const written = ['皖C·12345', ' 皖 c 12346 ', '皖Ｃ．12347', '皖C•12348', '皖C・1234九']
  for (const [at, plateNumber] of written.entries())
    await site.admin.ask(deviceCalls.saveBsCar, { plateNumber, terminalNo: `T-WRITTEN${at}`, owner: '顺达运输', whiteList: 1 })
  for (const plateNumber of ['皖C12345', '皖C12346', '皖C12347', '皖C12348', '皖C1234九']) {
    await see(cameras.gate, { plateNumber })
    expect((await passes(plateNumber)).map(({ owner, listType }) => [owner, listType])).toEqual([['顺达运输', 'white']])
    const dotted = `${plateNumber.slice(0, 2)}·${plateNumber.slice(2).toLowerCase()}`
    expect(await passes(dotted)).toHaveLength(1)
    expect(whole(await site.admin.ask(trafficCalls.listZdTraffic, { keyword: dotted }))).toHaveLength(1)
  }
})

it('what is told long after it happened calls nobody, and may be closed as all others', async () => {
  await see(cameras.road, { plateNumber: '皖C·REPLAY', speed: 70, isReplayed: true })
  await see(cameras.road, { plateNumber: '皖C·REPLAY', speed: 70, passTime: Date.now() - 600_000 })
  expect(await alarmsOf('皖C·REPLAY')).toEqual([])
  const late = await stops('皖C·REPLAY')
  expect(late.map(({ status, alarmId }) => [status, alarmId])).toEqual([
    [0, ''],
    [0, ''],
  ])
  const newest = await site.admin.ask(trafficCalls.getNewestZdTrafficStop, undefined)
  expect(newest?.plateNumber).not.toBe('皖C·REPLAY')
  const closed = await site.admin.ask(trafficCalls.saveZdTrafficStop, { id: late[0]?.id ?? '', status: 2 })
  expect([closed.status, closed.handleNote]).toEqual([2, confirmText])
})

it('a camera whose clock is behind calls as others do, and what was kept back does not', async () => {
  const behind = await camera('慢钟', '10.0.0.4', { deptId: depts.mill })
  const late = async (plateNumber: string, ms: number, more: Partial<VehicleSighting> = {}) => {
    const passTime = Date.now() - ms
    await see(behind, { plateNumber, speed: 55, passTime, ...more })
    const [[pass], alarms] = [await passes(plateNumber), await alarmsOf(plateNumber)]
    const sinceThen = Date.now() - Date.parse(`${pass?.passTime?.replace(' ', 'T')}+08:00`)
    return { alarms: alarms.length, isOfNow: sinceThen < 60_000, deviceTime: pass?.deviceTime ?? null, passTime }
  }
  const eightHours = 8 * 3_600_000
  expect(await late('皖C·SLOW1', eightHours)).toMatchObject({ alarms: 0, isOfNow: false })
  // A backlog may be late by the same for a moment.
  expect(await late('皖C·SLOW2', eightHours + 5_000)).toMatchObject({ alarms: 0, isOfNow: false })
  await site.db.raw(site.db.sql, `UPDATE place_clock SET since = since - interval '40 seconds'`)
  const { deviceTime, passTime, ...slow } = await late('皖C·SLOW3', eightHours - 5_000)
  expect(slow).toEqual({ alarms: 1, isOfNow: true })
  expect(deviceTime).toBe(new Date(passTime + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '))
  expect(await late('皖C·SLOW4', eightHours, { isReplayed: true })).toMatchObject({ alarms: 0, isOfNow: false })
  expect(await late('皖C·SLOW5', eightHours)).toMatchObject({ alarms: 1 })
  // Late by something else, it is not the clock; and a clock that was put right is so.
  expect(await late('皖C·SLOW6', 600_000)).toMatchObject({ alarms: 0, isOfNow: false })
  expect(await late('皖C·SLOW7', 0)).toMatchObject({ alarms: 1, deviceTime: null })
  expect(await late('皖C·SLOW8', 600_000)).toMatchObject({ alarms: 0, isOfNow: false })
})

it('who is seen too fast after it was told late is called for now', async () => {
  const plateNumber = '皖C·LATER'
  await see(cameras.road, { plateNumber, speed: 70, isReplayed: true, passTime: Date.now() - 15_000 })
  expect(await alarmsOf(plateNumber)).toEqual([])
  const console = await site.live(site.adminToken, null, ['traffic'])
  await see(cameras.gate, { plateNumber, speed: 60 })
  const found = await console.until(
    (message): message is Extract<FromServer, { type: 'event' }> =>
      message.type === 'event' && message.event.name === 'speedingFound',
  )
  const [[stop, ...others], [alarm]] = [await stops(plateNumber), await alarmsOf(plateNumber)]
  expect(others).toEqual([])
  expect(found.event.data).toEqual({ ...stop, ip: '' })
  expect(stop).toMatchObject({ alarmId: alarm?.id, status: 0 })
  expect((await site.admin.ask(trafficCalls.getNewestZdTrafficStop, undefined))?.id).toBe(stop?.id)
  // Once is enough; and it ends as others do.
  await see(cameras.road, { plateNumber, speed: 61 })
  expect((await alarmsOf(plateNumber)).map(({ count }) => count)).toEqual([1])
  await site.db.raw(site.db.sql, `UPDATE speeding_record SET end_time = end_time - interval '1 hour' WHERE NOT is_over`)
  await run('speeding')
  expect((await alarmsOf(plateNumber)).map(({ condition }) => condition)).toEqual(['returned'])
})

it('who drives too fast again once his record is closed has another', async () => {
  const plateNumber = '皖C·AGAIN'
  const { stop } = await drive(plateNumber)
  await site.admin.ask(trafficCalls.saveZdTrafficStop, { id: stop.id, status: 2 })
  await see(cameras.gate, { plateNumber, speed: 80 })
  expect(
    (await speeding(plateNumber)).map(({ status, maxSpeed }) => [maxSpeed, status]).sort(([one = 0], [other = 0]) => one - other),
  ).toEqual([
    [52, 2],
    [80, 0],
  ])
  expect((await alarmsOf(plateNumber)).map(({ status }) => status)).toEqual([0])
  // Also where it is closed in this moment.
  const { seeing } = await site.db.sql.transaction().execute(async (trx) => {
    await sql`UPDATE traffic_stop SET status = 2 WHERE plate_number = ${plateNumber}`.execute(trx)
    await sql`UPDATE speeding_record SET status = 2 WHERE plate_number = ${plateNumber}`.execute(trx)
    const seeing = see(cameras.road, { plateNumber, speed: 81 })
    await expect.poll(waiting).toBe(1)
    return { seeing }
  })
  await seeing
  expect(await speeding(plateNumber)).toHaveLength(3)
})

it('a drive is shown by the pictures of its highest speed, and is one however many see it at once', async () => {
  const plateNumber = '皖C·PICTURES'
  await see(cameras.road, { plateNumber, speed: 50, whole: picture('at 50'), plate: picture('plate at 50') })
  await see(cameras.gate, { plateNumber, speed: 40, whole: picture('at 40'), plate: picture('plate at 40') })
  const shown = async () => {
    const [[record], [stop]] = [await speeding(plateNumber), await stops(plateNumber)]
    return [record, stop].map((of) => [kept.get(of?.bigImage ?? ''), kept.get(of?.plateImage ?? '')])
  }
  expect(await shown()).toEqual([
    ['at 50', 'plate at 50'],
    ['at 50', 'plate at 50'],
  ])
  await see(cameras.road, { plateNumber, speed: 60, whole: picture('at 60'), plate: picture('plate at 60') })
  await see(cameras.gate, { plateNumber, speed: 90 })
  expect(await shown()).toEqual([
    ['at 60', 'plate at 60'],
    ['at 60', 'plate at 60'],
  ])
  const { seeing } = await site.db.sql.transaction().execute(async (trx) => {
    // Nobody gets further than to the first record before both are under way.
    await sql`LOCK TABLE traffic_stop IN SHARE MODE`.execute(trx)
    const seeing = Promise.all([cameras.road, cameras.gate].map((id) => see(id, { plateNumber: '皖C·ATONCE', speed: 70 })))
    await expect.poll(waiting).toBe(2)
    return { seeing }
  })
  await seeing
  expect(await speeding('皖C·ATONCE')).toHaveLength(1)
})

it('closing a stop closes its record and confirms its alarm, in one piece', async () => {
  const plateNumber = '皖C·CLOSE'
  const { stop, alarm } = await drive(plateNumber)
  expect((await site.admin.ask(trafficCalls.getNewestZdTrafficStop, undefined))?.id).toBe(stop.id)
  const started = await site.admin.ask(trafficCalls.saveZdTrafficStop, {
    id: stop.id,
    version: stop.version,
    status: 1,
    reason: '刹车失灵',
  })
  expect([started.status, started.handleUser, (await speeding(plateNumber))[0]?.status]).toEqual([1, '', 1])
  const old = await site.admin.send(trafficCalls.saveZdTrafficStop, { id: stop.id, version: stop.version, status: 2 })
  expect([old.code, (old.data as unknown as typeof started).status]).toEqual(['conflict', 1])
  // Nothing of what was refused stays, the alarm neither.
  expect((await alarmsOf(plateNumber)).map(({ status }) => status)).toEqual([0])
  const closed = await site.admin.ask(trafficCalls.saveZdTrafficStop, {
    ...started,
    status: 2,
    handleNote: '已教育',
    stopTime: '2026-11-26 10:00:00',
  })
  expect(closed).toMatchObject({ status: 2, reason: '刹车失灵', handleNote: '已教育', stopTime: '2026-11-26 10:00:00' })
  expect(closed.handleUser).not.toBe('')
  expect((await speeding(plateNumber))[0]).toMatchObject({ status: 2, handleUser: closed.handleUser })
  expect(await site.admin.ask(alarmCalls.getZdAlarmById, { id: alarm.id })).toMatchObject({
    status: 2,
    handleNote: '已教育',
    handleUser: closed.handleUser,
  })
  // The same again changes nothing; other words need to have read those that stand; and it stays closed.
  const again = (form: object) => site.admin.send(trafficCalls.saveZdTrafficStop, { id: stop.id, status: 2, ...form })
  expect((await again({})).data).toEqual(closed)
  expect((await again({ handleNote: 'other' })).code).toBe('conflict')
  expect((await again({ status: 0 })).code).toBe('invalidInput')
  expect((await again({ id: '999999' })).code).toBe('notFound')
  const log = paged(await site.admin.ask(journalCalls.listSysLogByCondition, { pageNum: 1, pageSize: 20, action: 'handle' })).list
  const ofClosing = log.filter(
    ({ objectId, object }) => (object === 'trafficStop' && objectId === stop.id) || (object === 'alarm' && objectId === alarm.id),
  )
  expect(ofClosing.filter(({ result }) => result === 'success').map(({ object }) => object)).toEqual([
    'trafficStop',
    'alarm',
    'trafficStop',
  ])
})

it('a record that somebody has in hand is not one that nobody handled', async () => {
  const unhandled = async () => (await site.admin.ask(trafficCalls.listZdTrafficStaNumber, undefined)).unhandledSpeeding
  const { stop } = await drive('皖C·INHAND')
  const before = await unhandled()
  await site.admin.ask(trafficCalls.saveZdTrafficStop, { id: stop.id, status: 1 })
  expect(await unhandled()).toBe(before - 1)
})

it('confirming the alarm closes the stop and its record with the same words', async () => {
  const plateNumber = '皖C·ALARM'
  const { stop, alarm } = await drive(plateNumber)
  const console = await site.live(site.adminToken, null, ['traffic'])
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: alarm.id, status: 1 })
  expect((await stops(plateNumber))[0]?.status).toBe(0)
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: alarm.id, status: 2, handleNote: '已拦下' })
  const [closed] = await stops(plateNumber)
  expect(closed).toMatchObject({ id: stop.id, status: 2, handleNote: '已拦下' })
  expect((await speeding(plateNumber))[0]?.status).toBe(2)
  const changed = await console.until(
    (message): message is Extract<FromServer, { type: 'event' }> =>
      message.type === 'event' && message.event.name === 'trafficStopChanged',
  )
  expect(changed.event.data).toEqual({ ...closed, ip: '' })
  const several = [await drive('皖C·A1'), await drive('皖C·A2')]
  await site.admin.ask(
    alarmCalls.updateAlarmList,
    several.map(({ alarm: { id } }) => ({ id, status: 2 as const })),
  )
  for (const plate of ['皖C·A1', '皖C·A2']) expect((await stops(plate))[0]).toMatchObject({ status: 2, handleNote: confirmText })
})

it('two servers that close at once, by the stop and by its alarm, agree', async () => {
  const { origin } = await neighbourOf(site, undefined, { jobs: () => [] })
  const other = createClient({ origin, token: () => site.adminToken })
  const { stop } = await drive('皖C·TWO')
  const form = { id: stop.id, version: stop.version, status: 2 as const }
  const answers = await Promise.all([site.admin, other].map((client) => client.send(trafficCalls.saveZdTrafficStop, form)))
  expect(answers.map(({ code }) => code).sort()).toEqual(['200', 'conflict'])
  for (let round = 0; round < 5; round += 1) {
    const both = await drive(`皖C·BOTH${round}`)
    const [one, two] = await Promise.all([
      site.admin.send(trafficCalls.saveZdTrafficStop, { id: both.stop.id, status: 2 }),
      other.send(alarmCalls.updateZdAlarm, { id: both.alarm.id, status: 2 }),
    ])
    expect([one.code, two.code]).toEqual(['200', '200'])
  }
})

it('a vehicle that is seen elsewhere while its stop is closed waits for nobody in a circle', async () => {
  for (let round = 0; round < 10; round += 1) {
    const plateNumber = `皖C·CIRCLE${round}`
    const { stop } = await drive(plateNumber)
    const [closed, ...seen] = await Promise.all([
      site.admin.send(trafficCalls.saveZdTrafficStop, { id: stop.id, status: 2 }),
      ...[0, 1, 2].map(() => see(cameras.far, { plateNumber, speed: 66 })),
    ])
    expect([closed.code, ...seen]).toEqual(['200', 'stored', 'stored', 'stored'])
  }
})

it('a stop that is closed confirms its alarm also where that was opened again, and says so in the journal', async () => {
  const { stop, alarm } = await drive('皖C·REOPENED')
  await site.admin.ask(trafficCalls.saveZdTrafficStop, { id: stop.id, status: 2 })
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: alarm.id, status: 0 })
  const console = await site.live(site.adminToken, null, ['alarms'])
  await site.admin.ask(trafficCalls.saveZdTrafficStop, { id: stop.id, status: 2 })
  const changed = await console.until(
    (message): message is Extract<FromServer, { type: 'event' }> =>
      message.type === 'event' && message.event.name === 'alarmChanged',
  )
  expect(changed.event.data).toMatchObject({ id: alarm.id, status: 2 })
  const log = paged(await site.admin.ask(journalCalls.listSysLogByCondition, { pageNum: 1, pageSize: 20, action: 'handle' })).list
  expect(log.filter(({ object, objectId }) => object === 'alarm' && objectId === alarm.id)).toHaveLength(3)
})

it('shows and lets close what is of one’s own departments alone, and opens pictures likewise', async () => {
  const person = (name: string, deptId: string, permissions: string[]) =>
    site.makeUser({ name, deptId, scope: 'own', permissions })
  const all = ['trafficEventMgmt', 'trafficOverMgmt', 'trafficStopMgmt', 'trafficStopMgmt:edit']
  const [miller, burner, reader] = [
    await person('miller', depts.mill, all),
    await person('burner', depts.kiln, all),
    await person('reader', depts.mill, ['trafficEventMgmt']),
  ]
  await see(cameras.far, { plateNumber: '皖C·SCOPE', speed: 66, whole: picture('scope') })
  const [stop] = await stops('皖C·SCOPE')
  for (const [who, count] of [
    [miller, 0],
    [burner, 1],
  ] as const) {
    const { client } = who
    expect([
      (await passes('皖C·SCOPE', client)).length,
      (await speeding('皖C·SCOPE', client)).length,
      (await stops('皖C·SCOPE', client)).length,
    ]).toEqual([count, count, count])
    expect(await client.ask(trafficCalls.getZdTrafficCount, { plateNumber: '皖C·SCOPE' })).toBe(count)
  }
  const close = (who: typeof miller) => who.client.send(trafficCalls.saveZdTrafficStop, { id: stop?.id ?? '', status: 2 })
  expect([(await close(miller)).code, (await close(reader)).code]).toEqual(['notFound', 'forbidden'])
  expect((await miller.client.send(trafficCalls.getZdTrafficStopById, { id: stop?.id ?? '' })).code).toBe('notFound')
  const caller = (deptIds: string[] | null, permissions: string[]) =>
    ({
      administrator: false,
      permissions: new Set(permissions),
      scope: deptIds ? { all: false, deptIds: new Set(deptIds) } : { all: true },
    }) as unknown as Parameters<typeof traffic.mayOpen>[1]
  const asked = [stop?.bigImage ?? '', 'somebody-elses', '']
  const opens = async (...who: Parameters<typeof caller>) => [...(await traffic.mayOpen(asked, caller(...who)))]
  expect(await opens([depts.kiln], ['trafficEventMgmt'])).toEqual([stop?.bigImage])
  expect(await opens([depts.kiln], ['alarmRealMgmt'])).toEqual([stop?.bigImage])
  expect(await opens([depts.mill], all)).toEqual([])
  expect(await opens([depts.kiln], ['deptMgmt'])).toEqual([])
  expect((await close(burner)).code).toBe('200')
  const byDept = await burner.client.ask(trafficCalls.countZdTrafficStopByDeptId, {})
  expect(byDept.map(({ deptId }) => deptId)).toEqual([depts.kiln])
})

it('shows an alarm the record behind it, with its pictures, to whoever may see that record', async () => {
  await see(cameras.far, { plateNumber: '皖C·SHOWN', speed: 66, whole: picture('shown'), plate: picture('its plate') })
  const [[stop], [alarm]] = [await stops('皖C·SHOWN'), await alarmsOf('皖C·SHOWN')]
  const ofAlarm = (client = site.admin, alarmId = alarm?.id ?? '') =>
    client.ask(trafficCalls.getZdTrafficStopOfAlarm, { alarmId })
  expect(await ofAlarm()).toMatchObject({ id: stop?.id, bigImage: stop?.bigImage, plateImage: stop?.plateImage })
  expect(kept.get((await ofAlarm())?.bigImage ?? '')).toBe('shown')
  const user = (name: string, deptId: string) => site.makeUser({ name, deptId, scope: 'own', permissions: ['alarmRealMgmt'] })
  expect((await ofAlarm((await user('kiln-guard', depts.kiln)).client))?.id).toBe(stop?.id)
  expect(await ofAlarm((await user('mill-guard', depts.mill)).client)).toBeNull()
  expect(await ofAlarm(site.admin, '999999999')).toBeNull()
})

it('notes whether a speeding vehicle was told by a speaker, by whoever may close its record', async () => {
  await see(cameras.far, { plateNumber: '皖C·AUDIO', speed: 66 })
  const [stop] = await stops('皖C·AUDIO')
  const { id } = stop ?? { id: '' }
  const note = (client = site.admin, audioStatus: 0 | 1 = 1, of = id) =>
    client.send(trafficCalls.updateZdTrafficStopAudio, { id: of, audioStatus })
  const user = async (name: string, deptId: string, permissions: string[]) =>
    (await site.makeUser({ name, deptId, scope: 'own', permissions })).client
  expect((await note(await user('mill-ear', depts.mill, ['trafficStopMgmt', 'trafficStopMgmt:edit']))).code).toBe('notFound')
  expect((await note(await user('kiln-eye', depts.kiln, ['trafficStopMgmt']))).code).not.toBe('200')
  expect((await site.admin.send(trafficCalls.updateZdTrafficStopAudio, { id, audioStatus: 2 } as never)).code).toBe(
    'invalidInput',
  )
  const [drive] = await speeding('皖C·AUDIO')
  expect([stop?.audioStatus, drive?.audioStatus]).toEqual([0, 0])
  expect((await note(await user('kiln-ear', depts.kiln, ['trafficStopMgmt', 'trafficStopMgmt:edit']))).code).toBe('200')
  const shown = async () => [(await stops('皖C·AUDIO'))[0]?.audioStatus, (await speeding('皖C·AUDIO'))[0]?.audioStatus]
  expect(await shown()).toEqual([1, 1])
  // A record that is open on somebody's screen is drawn anew for a newer version alone.
  expect((await speeding('皖C·AUDIO'))[0]?.version).toBeGreaterThan(drive?.version ?? 0)
  const log = await site.admin.ask(journalCalls.listSysLogByCondition, {
    module: 'traffic',
    action: 'update',
    pageNum: 1,
    pageSize: 5,
  })
  expect(paged(log).list.map(({ objectId }) => objectId)).toContain(id)
  // Of one that is closed as well; a vehicle that stands is told nothing.
  await site.admin.ask(trafficCalls.saveZdTrafficStop, { id, status: 2 })
  expect((await note(site.admin, 0)).code).toBe('200')
  expect(await shown()).toEqual([0, 0])
  await see(cameras.far, { plateNumber: '皖C·STANDS', isParking: true })
  expect((await note(site.admin, 1, (await stops('皖C·STANDS'))[0]?.id ?? '')).code).toBe('invalidInput')
})

it('keeps where vehicles stand, and what of that is forbidden, until they drive on', async () => {
  const area = { name: '消防通道', riskLevel: 1 as const, points: square(0, 0, 50) }
  const { id: areaId } = await site.admin.ask(hazardCalls.saveBsHazardArea, area)
  await choose({ noStoppingAreas: [areaId] })
  await expect.poll(async () => (await site.admin.ask(siteCalls.getSite, undefined)).noStoppingAreas).toEqual([areaId])
  const counted = async () => {
    const { stops: all, illegalStops } = await site.admin.ask(trafficCalls.listZdTrafficStaNumber, undefined)
    return [all, illegalStops]
  }
  const [allBefore = 0, illegalBefore = 0] = await counted()
  const now = Date.now()
  const stand = async (plateNumber: string, terminalNo: string, deptId: string) => {
    await site.admin.ask(deviceCalls.saveBsCar, { plateNumber, terminalNo, deptId })
    return (ago: number, place: { lng: number; lat: number }, speed = 0) =>
      site.report([{ deviceType: 'car', deviceId: terminalNo, time: new Date(now - ago * 1000).toISOString(), speed, ...place }])
  }
  const [blocks, waits] = [await stand('皖C·BLOCKS', 'T-BLOCKS', depts.mill), await stand('皖C·WAITS', 'T-WAITS', depts.kiln)]
  await blocks(600, at(0, 0))
  await blocks(300, at(10, 0))
  await waits(600, at(900, 0))
  await waits(250, at(905, 0))
  await run('vehicle stops')
  const [blocking] = await stops('皖C·BLOCKS')
  // As all other records have it, and found however somebody writes it.
  expect(blocking?.plateNumber).toBe('皖CBLOCKS')
  for (const keyword of ['皖C·BLOCKS', '皖c blocks', 'BLOCKS'])
    expect(whole(await site.admin.ask(trafficCalls.listZdTrafficStop, { keyword })).map(({ id }) => id)).toEqual([blocking?.id])
  expect(blocking).toMatchObject({
    kind: 'parking',
    isIllegal: 1,
    status: 0,
    areaName: '消防通道',
    illegalPlace: '消防通道',
    endTime: null,
    duration: null,
    deptName: 'mill',
    nSpeed: 0,
  })
  expect((await stops('皖C·WAITS'))[0]).toMatchObject({ isIllegal: 0, status: 2, areaId: null, handleUser: '' })
  await blocks(200, at(20, 0))
  await blocks(100, at(400, 0), 20)
  await run('vehicle stops')
  await run('vehicle stops')
  expect(await stops('皖C·BLOCKS')).toMatchObject([{ id: blocking?.id, duration: 400, startTime: blocking?.startTime }])
  // Closed as all others; it belongs to no speeding.
  const closed = await site.admin.ask(trafficCalls.saveZdTrafficStop, { id: blocking?.id ?? '', status: 2, reason: '卸货' })
  expect([closed.status, closed.reason, closed.speedingId, closed.alarmId]).toEqual([2, '卸货', '', ''])
  expect(await counted()).toEqual([allBefore + 2, illegalBefore + 1])
})

it('records the stops of a backlog once, with their own times, beside what is reported live', async () => {
  const [plateNumber, terminalNo] = ['皖C·BACKLOG', 'T-BACKLOG']
  await site.admin.ask(deviceCalls.saveBsCar, { plateNumber, terminalNo, deptId: depts.mill })
  const now = Math.floor(Date.now() / 1000) * 1000
  const report = async (...told: readonly (readonly [ago: number, east: number, speed?: number])[]) => {
    const answer = await site.report(
      told.map(([ago, east, speed = 0]) => ({
        deviceType: 'car',
        deviceId: terminalNo,
        time: new Date(now - ago * 1000).toISOString(),
        speed,
        ...at(east, 3_000),
      })),
    )
    expect(answer.accepted + answer.duplicate).toBe(told.length)
  }
  const ago = (seconds: number) => new Date(now - seconds * 1000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const found = async () =>
    (await stops(plateNumber))
      .map(({ startTime, endTime }) => [startTime, endTime])
      .sort(([one], [other]) => String(one).localeCompare(String(other)))
  // It stands since some minutes, as far as is known.
  await report([300, 0], [60, 0])
  await run('vehicle stops')
  expect(await found()).toEqual([[ago(300), null]])
  const [live] = await stops(plateNumber)
  // Yesterday's comes in parts, and what is live goes on between them.
  const yesterday = 30 * 3_600
  await report([yesterday, 900, 30], [yesterday - 60, 2_000], [yesterday - 200, 2_000])
  await run('vehicle stops')
  await report([30, 0])
  await run('vehicle stops')
  await report([yesterday - 400, 2_010], [yesterday - 700, 2_005], [yesterday - 760, 3_000, 40])
  await run('vehicle stops')
  await run('vehicle stops')
  expect(await found()).toEqual([
    [ago(yesterday - 60), ago(yesterday - 700)],
    [ago(300), null],
  ])
  // The hours before: it has stood where it is for longer, and drove off in between.
  await report([4_000, 0], [3_600, 0], [3_000, 5_000, 40], [1_900, 0], [1_000, 0])
  await run('vehicle stops')
  const all = [
    [ago(yesterday - 60), ago(yesterday - 700)],
    [ago(4_000), ago(3_600)],
    [ago(1_900), null],
  ]
  expect(await found()).toEqual(all)
  expect((await stops(plateNumber)).find(({ endTime }) => endTime === null)?.id).toBe(live?.id)
  // The same again says nothing new; and what is live ends what is live.
  await report([4_000, 0], [3_600, 0], [yesterday - 400, 2_010])
  await run('vehicle stops')
  expect(await found()).toEqual(all)
  await report([10, 900, 40])
  await run('vehicle stops')
  expect(await found()).toEqual([...all.slice(0, 2), [ago(1_900), ago(30)]])
})

it('keeps a stop that a camera or a terminal tells of once, whoever else tells of it', async () => {
  const now = Date.now()
  const register = async (plateNumber: string, terminalNo: string) =>
    Number((await site.admin.ask(deviceCalls.saveBsCar, { plateNumber, terminalNo, deptId: depts.mill })).id)
  const report = (terminalNo: string, seconds: number, place: { lng: number; lat: number }, speed = 0) =>
    site.report([
      { deviceType: 'car', deviceId: terminalNo, time: new Date(now - seconds * 1000).toISOString(), speed, ...place },
    ])
  const road = { lng: 118.1, lat: 31.1 }
  // A camera before the reports of where it is, and again after them.
  await register('皖C·ILLEGAL', 'T-ILLEGAL')
  const parks = (seconds: number, more: Partial<VehicleSighting> = {}) =>
    see(cameras.road, { plateNumber: '皖C·ILLEGAL', isParking: true, speed: 90, passTime: now - seconds * 1000, ...more })
  await parks(100, { eventName: '违停', whole: picture('where it stands') })
  const [first, ...others] = await stops('皖C·ILLEGAL')
  expect(others).toEqual([])
  expect(first).toMatchObject({
    kind: 'parking',
    isIllegal: 1,
    status: 0,
    eventName: '违停',
    illegalPlace: '北大道',
    duration: 0,
  })
  expect(kept.get(first?.bigImage ?? '')).toBe('where it stands')
  expect([await speeding('皖C·ILLEGAL'), await alarmsOf('皖C·ILLEGAL')]).toEqual([[], []])
  await report('T-ILLEGAL', 250, road)
  await report('T-ILLEGAL', 60, road)
  await run('vehicle stops')
  await parks(40)
  expect(await stops('皖C·ILLEGAL')).toMatchObject([{ id: first?.id, isIllegal: 1, endTime: null }])
  await report('T-ILLEGAL', 20, road)
  await report('T-ILLEGAL', 10, { lng: 118.11, lat: 31.1 }, 30)
  await run('vehicle stops')
  const [ended] = await stops('皖C·ILLEGAL')
  expect(ended).toMatchObject({ id: first?.id, duration: 230, bigImage: first?.bigImage })
  // One that nobody registered stands for as long as cameras tell of it.
  for (const seconds of [700, 400])
    await see(cameras.road, { plateNumber: '皖C·GUEST', isParking: true, passTime: now - seconds * 1000 })
  await see(cameras.far, { plateNumber: '皖C·GUEST', isParking: true })
  expect((await stops('皖C·GUEST')).map(({ illegalPlace, duration }) => [illegalPlace, duration])).toEqual([
    ['码头', 0],
    ['北大道', 300],
  ])
  // A terminal before reports make a stop of it, then reports.
  const device = await register('皖C·TOLD', 'T-TOLD')
  await report('T-TOLD', 100, at(0, 6_000))
  await run('vehicle stops')
  const tells = (seconds: number) => traffic.parked({ device, at: now - seconds * 1000, ...at(0, 6_000) })
  await tells(50)
  await tells(45)
  expect(await stops('皖C·TOLD')).toMatchObject([{ isIllegal: 0, status: 2, endTime: null }])
  await report('T-TOLD', 40, at(0, 6_000))
  await report('T-TOLD', 20, at(0, 7_000), 40)
  await run('vehicle stops')
  expect((await stops('皖C·TOLD')).map(({ duration }) => duration)).toEqual([60])
  // Told late: the reports of that time say how long it was.
  const long = 20 * 3_600
  await tells(long)
  expect((await stops('皖C·TOLD')).map(({ duration }) => duration)).toEqual([0, 60])
  for (const seconds of [long + 600, long, long - 300]) await report('T-TOLD', seconds, at(0, 6_000))
  await report('T-TOLD', long - 360, at(0, 7_000), 40)
  await run('vehicle stops')
  expect((await stops('皖C·TOLD')).map(({ duration }) => duration)).toEqual([900, 60])
  await traffic.parked({ device: 999_999, at: now, ...at(0, 0) })
})

it('of a vehicle that is registered no more it keeps no stand, and its stop is over', async () => {
  const { id } = await site.admin.ask(deviceCalls.saveBsCar, { plateNumber: '皖C·SOLD', terminalNo: 'T-SOLD' })
  const now = Date.now()
  const report = (ago: number) => ({ time: new Date(now - ago * 1000).toISOString(), speed: 0, ...at(2_000, 0) })
  await site.report([600, 300].map((ago) => ({ deviceType: 'car', deviceId: 'T-SOLD', ...report(ago) })))
  // Who else follows vehicles in this moment has the turn.
  await site.db.sql.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.stands})`.execute(trx)
    await run('vehicle stops')
    expect(await stops('皖C·SOLD')).toEqual([])
  })
  await run('vehicle stops')
  expect((await stops('皖C·SOLD')).map(({ duration }) => duration)).toEqual([null])
  await site.admin.ask(deviceCalls.deleteBsCarById, { id })
  await run('vehicle stops')
  expect((await stops('皖C·SOLD')).map(({ duration }) => duration)).toEqual([300])
  const { rows } = await site.db.raw(
    site.db.sql,
    'SELECT FROM vehicle_stand AS stand WHERE NOT EXISTS (SELECT FROM devices_car WHERE id = stand.device_id)',
  )
  expect(rows).toEqual([])
})

it('a drive that goes on while it is being ended is not over', async () => {
  const plateNumber = '皖C·GOESON'
  const { alarm } = await drive(plateNumber)
  const isOver = async () => {
    const { rows } = await sql<{
      over: boolean
    }>`SELECT is_over AS over FROM speeding_record WHERE plate_number = ${plateNumber}`.execute(site.db.sql)
    return rows.map(({ over }) => over)
  }
  await sql`UPDATE speeding_record SET start_time = start_time - interval '75 s', end_time = end_time - interval '75 s'
    WHERE plate_number = ${plateNumber}`.execute(site.db.sql)
  const { ending } = await site.db.sql.transaction().execute(async (trx) => {
    await sql`SELECT FROM alarm WHERE id = ${alarm.id}::bigint FOR UPDATE`.execute(trx)
    const ending = run('speeding')
    await expect.poll(waiting).toBeGreaterThan(0)
    await see(cameras.road, { plateNumber, speed: 50, passTime: Date.now() - 30_000 })
    return { ending }
  })
  await ending
  expect(await isOver()).toEqual([false])
  await sql`UPDATE speeding_record SET end_time = end_time - interval '1 hour' WHERE plate_number = ${plateNumber}`.execute(
    site.db.sql,
  )
  await run('speeding')
  expect(await isOver()).toEqual([true])
})

it('what a barrier tells late moves no vehicle, and explains what did not fit', async () => {
  const place = { kind: 'barrierGate', id: '77', place: '西门', ip: '', deptId: null, limit: null, lng: null, lat: null } as const
  const now = Date.now()
  const pass = (direction: 'in' | 'out', passTime: number) =>
    see(cameras.road, { place, plateNumber: '皖C·BARRIER', speed: null, direction, passTime })
  const stands = async () =>
    (await site.db.raw(site.db.sql, `SELECT direction, odd FROM vehicle_at_gate WHERE plate_number = '皖C·BARRIER'`)).rows
  await pass('in', now - 400_000)
  await pass('out', now - 1_000_000)
  expect(await stands()).toEqual([{ direction: 'in', odd: '' }])
  // It came in twice, as far as one barrier knows; another tells late that it left in between, and not before both.
  await pass('in', now - 100_000)
  expect(await stands()).toEqual([{ direction: 'in', odd: 'twiceIn' }])
  await pass('out', now - 500_000)
  expect(await stands()).toEqual([{ direction: 'in', odd: 'twiceIn' }])
  await pass('out', now - 250_000)
  expect(await stands()).toEqual([{ direction: 'in', odd: '' }])
})

it('counts by quarters as one by one, before and after they are added up', async () => {
  const { admin } = site
  // Some minutes within a quarter that is long over, so that both ends of a period are cut.
  const old = Math.floor(Date.now() / 900_000) * 900_000 - 4 * 900_000
  for (const minutes of [5, 8]) await see(cameras.road, { plateNumber: '皖C·QUARTER', passTime: old + minutes * 60_000 })
  const mill = await site.makeUser({ name: 'counter', deptId: depts.mill, scope: 'own', permissions: ['trafficEventMgmt'] })
  const { rows } = await site.db.raw<{ passed: Date }>(
    site.db.sql,
    'SELECT pass_time AS passed FROM vehicle_pass ORDER BY pass_time',
  )
  const wire = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const first = rows[0]?.passed ?? new Date()
  const last = rows.at(-1)?.passed ?? new Date()
  const filters = [
    {},
    { direction: 'in' as const },
    { illegal: 1 as const },
    { listType: 'white' as const },
    { place: '北大道' },
    { deptId: depts.kiln },
    { passTimeFrom: wire(first), passTimeTo: wire(last) },
    { passTimeFrom: wire(new Date(first.getTime() - 86_400_000)), passTimeTo: wire(new Date(last.getTime() - 1000)) },
    { speedFrom: 50, speedTo: 60 },
    { keyword: 'FAST' },
  ]
  const compare = async () => {
    for (const client of [admin, mill.client])
      for (const filter of filters) {
        const listed = whole(await client.ask(trafficCalls.listZdTraffic, filter))
        const page = paged(await client.ask(trafficCalls.listZdTraffic, { ...filter, pageNum: 2, pageSize: 3 }))
        expect([await client.ask(trafficCalls.getZdTrafficCount, filter), page.total]).toEqual([listed.length, listed.length])
        expect(page.list).toEqual(listed.slice(3, 6))
      }
    const counts = await admin.ask(trafficCalls.countZdTrafficByDeptId, {})
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(await admin.ask(trafficCalls.getZdTrafficCount, {}))
  }
  await compare()
  await run('vehicle pass numbers')
  await compare()
  const oldest = paged(await admin.ask(trafficCalls.listZdTraffic, { pageSize: 2, sort: 'passTime' })).list
  expect(oldest.map(({ id }) => id)).toEqual(
    whole(await admin.ask(trafficCalls.listZdTraffic, {}))
      .slice(-2)
      .map(({ id }) => id)
      .reverse(),
  )
  expect((await admin.send(trafficCalls.listZdTraffic, { pageSize: 2, sort: 'owner' })).code).toBe('invalidInput')
})

it('tells numbers of today and of a period by place, hour and company', async () => {
  const days = [-1, 0, 1].map((more) => new Date(Date.now() + 8 * 3_600_000 + more * 86_400_000).toISOString().slice(0, 10))
  const period = (from: number, to: number) => ({ startTime: `${days[from]} 00:00:00`, endTime: `${days[to]} 23:59:59` })
  const today = await site.admin.ask(trafficCalls.listZdTrafficStaNumber, undefined)
  const ofDay = await site.admin.ask(trafficCalls.getTrafficStatistics, period(1, 1))
  expect(ofDay.total).toEqual({ passes: today.passes, speeding: today.speeding })
  // Of all that was seen, whatever day it began.
  const found = await site.admin.ask(trafficCalls.getTrafficStatistics, period(0, 2))
  const unhandled = whole(
    await site.admin.ask(trafficCalls.listZdTrafficOver, { status: 0, passTimeFrom: period(1, 1).startTime }),
  )
  expect(today.unhandledSpeeding).toBe(unhandled.length)
  expect(whole(await site.admin.ask(trafficCalls.listZdTrafficOver, { status: 1 })).length).toBeGreaterThan(0)
  expect(found.byHour.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
  const sum = (list: readonly { passes: number; speeding: number }[]) =>
    list.reduce((all, one) => ({ passes: all.passes + one.passes, speeding: all.speeding + one.speeding }), {
      passes: 0,
      speeding: 0,
    })
  for (const list of [found.byPlace, found.byHour, found.byCompany]) expect(sum(list)).toEqual(found.total)
  expect(found.byCompany.find(({ owner }) => owner === '顺达运输')).toEqual({ owner: '顺达运输', passes: 8, speeding: 2 })
  expect(found.byPlace.map(({ place }) => place).sort()).toEqual([
    '东门',
    '北大道',
    '北环路卡口',
    '堆场限速',
    '慢钟',
    '煤棚路',
    '煤棚限速',
    '码头',
    '装卸路',
    '西门',
  ])
})

it('goes into sheets by the filters of each list, and no further than who asks may see', async () => {
  const csv = async (client: Client, token: string, noun: string, filter: Record<string, unknown>) => {
    const given = await ended(client, await client.ask(transferCalls.startExport, { noun, filter, format: 'csv' }))
    expect(given.state).toBe('done')
    const lines = String(await download(site, token, given.fileId))
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength((given.total ?? 0) + 1)
    return lines
  }
  const lists = [
    ['vehiclePass', trafficCalls.listZdTraffic, { illegal: 1, sort: 'passTime' }],
    ['speedingRecord', trafficCalls.listZdTrafficOver, { status: 0, sort: '-maxSpeed' }],
    ['trafficStop', trafficCalls.listZdTrafficStop, { kind: 'parking' }],
  ] as const
  const permissions = ['trafficEventMgmt', 'trafficOverMgmt', 'trafficStopMgmt']
  const kiln = await site.makeUser({ name: 'sheets', deptId: depts.kiln, scope: 'own', permissions })
  const [ofSite, ofKiln] = [site.admin, kiln.client]
  for (const [noun, list, filter] of lists) {
    const plates = async (client: Client) =>
      ((await client.ask(list, filter as never)) as { plateNumber: string }[]).map(({ plateNumber }) => plateNumber)
    for (const [client, token] of [
      [ofSite, site.adminToken],
      [ofKiln, kiln.token],
    ] as const) {
      const [head = '', ...rows] = await csv(client, token, noun, filter)
      expect(head).toContain('车牌号')
      expect(rows.map((row) => row.split(',')[0])).toEqual(await plates(client))
    }
    expect((await plates(ofKiln)).length).toBeLessThan((await plates(ofSite)).length)
    expect(
      (await ofSite.send(transferCalls.startExport, { noun, filter: { status: 'x', direction: 9, kind: 7 } })).code,
    ).not.toBe('200')
  }
  const nobody = await site.makeUser({ name: 'nosheets', permissions: ['deptMgmt'] })
  expect((await nobody.client.send(transferCalls.startExport, { noun: 'trafficStop' })).code).toBe('forbidden')
})

it('a transaction that fails keeps nothing, and no pictures', async () => {
  const before = kept.size
  await site.db.raw(site.db.sql, `ALTER TABLE traffic_stop ADD CONSTRAINT fails CHECK (plate_number <> '皖C·FAILS')`)
  const sighting = await seen(cameras.road, { plateNumber: '皖C·FAILS', speed: 80, whole: picture('x'), plate: picture('y') })
  await expect(traffic.see(sighting)).rejects.toThrow('fails')
  await site.db.raw(site.db.sql, 'ALTER TABLE traffic_stop DROP CONSTRAINT fails')
  expect([await passes('皖C·FAILS'), await speeding('皖C·FAILS'), await alarmsOf('皖C·FAILS'), kept.size]).toEqual([
    [],
    [],
    [],
    before,
  ])
  expect(await traffic.see(sighting)).toBe('stored')
  expect(kept.size).toBe(before + 2)
})

it('who drives too fast is told of also where no picture can be kept', async () => {
  failing = true
  await see(cameras.road, { plateNumber: '皖C·FULL', speed: 80, whole: picture('x'), plate: picture('y') })
  failing = false
  expect((await passes('皖C·FULL')).map(({ bigImage, plateImage }) => [bigImage, plateImage])).toEqual([['', '']])
  expect(await alarmsOf('皖C·FULL')).toHaveLength(1)
})

it('lets passes go with their pictures, and not what was too fast', async () => {
  await see(cameras.road, { plateNumber: '皖C·OLD', whole: picture('old pass') })
  await see(cameras.road, { plateNumber: '皖C·OLDFAST', speed: 77, whole: picture('old speeding'), plate: picture('its plate') })
  await site.db.raw(
    site.db.sql,
    `WITH old AS (UPDATE vehicle_pass SET pass_time = pass_time - interval '200 days' WHERE plate_number LIKE '皖C·OLD%')
     UPDATE vehicle_plate SET seen_at = seen_at - interval '200 days' WHERE plate_number LIKE '皖C·OLD%'`,
  )
  const before = await site.admin.ask(trafficCalls.getZdTrafficCount, {})
  await run('vehicle passes')
  expect([...(await passes('皖C·OLD')), ...(await passes('皖C·OLDFAST'))]).toEqual([])
  const [fast] = await speeding('皖C·OLDFAST')
  expect([fast?.bigImage, fast?.plateImage].map((id) => kept.get(id ?? ''))).toEqual(['old speeding', 'its plate'])
  expect([...kept.values()]).not.toContain('old pass')
  expect(await site.admin.ask(trafficCalls.getZdTrafficCount, { keyword: 'OLD' })).toBe(0)
  // Moved by hand above, which no trigger counts: the two are gone from the sums as well.
  expect(await site.admin.ask(trafficCalls.getZdTrafficCount, {})).toBe(before - 2)
})
