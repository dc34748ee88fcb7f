import { beforeEach, describe, expect, it } from 'vitest'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { housekeepingOf } from '../../../test/housekeeping.ts'
import { lifeOf } from '../../../test/mill.ts'
import { at, square } from '../../../test/places.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { createTestSite, isAlarm, type TestSite } from '../../../test/site.ts'
import { storedPositions } from '../../../test/stored-positions.ts'
import { boardTemperature } from './incoming.ts'

/** The moment of a test: whoever asks the clock twice may find another second. */
let now: number
beforeEach(() => {
  now = Math.floor(Date.now() / 1000) * 1000
})

/** A report of helmet `imei` so many seconds ago at a place in metres from the centre; the same again when it is asked for again. */
const hat = (imei: string, secondsAgo: number, east: number, north = 0, more: Record<string, unknown> = {}) => ({
  deviceType: 'hat',
  deviceId: imei,
  time: new Date(now - secondsAgo * 1000).toISOString(),
  ...at(east, north),
  ...more,
})
/** ms since 1970 of a time as calls tell it. */
const fromSite = (time = ''): number => Date.parse(`${time.replace(' ', 'T')}+08:00`)
const openAlarms = async (site: TestSite) => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list

describe('a report', () => {
  it('is stored once however often it comes', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const report = hat('100', 1, 5)
    expect(await site.report([report])).toEqual({ accepted: 1, duplicate: 0, rejected: [] })
    expect(await site.report([report, report])).toEqual({ accepted: 0, duplicate: 2, rejected: [] })
    expect(await storedPositions(site)).toBe(1)
  })

  it('may come out of order: the latest position stays the latest', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.report([hat('100', 2, 20)])
    expect(await site.report([hat('100', 8, 5), hat('100', 5, 10)])).toMatchObject({ accepted: 2 })
    expect(await site.report([hat('100', 8, 5)])).toMatchObject({ duplicate: 1 })
    const [latest] = await site.admin.ask(positionCalls.listRealGpsAll, undefined)
    expect(latest?.lng).toBeCloseTo(at(20, 0).lng, 9)
    expect(await storedPositions(site)).toBe(3)
  })

  it('of the past leaves an alarm that goes on as it is: it sounds, has not returned, and says that it had been so before, as it would had it come in its time', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.makeFence({ level: 1, minInside: 0 })
    // Outside for certain: one fix alone would end no stay.
    for (const ago of [50, 40, 30, 20]) await site.report([hat('100', ago, 300)])
    await site.report([hat('100', 10, 0)])
    const [before] = await openAlarms(site)
    expect(before).toMatchObject({ condition: 'active', quiet: false, count: 1 })
    // Told only now: ten minutes ago he had been there as well.
    await site.report([hat('100', 620, 300), hat('100', 600, 0)])
    const { version, ...stands } = before as Alarm
    const [after] = await openAlarms(site)
    expect(after).toEqual({ ...stands, startTime: after?.startTime, count: 2, version: version + 1 })
    // Since when it has been so again and again.
    expect(Date.parse(stands.startTime) - Date.parse(after?.startTime ?? '')).toBeGreaterThan(500_000)
    expect((await lifeOf(site, stands.id)).at(-1)).toBe('repeated 2×')
  })

  it('never costs the others when it is bad, and is rejected by its index with the reason', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const answer = await site.report([
      hat('100', 5, 0),
      { ...hat('100', 4, 0), lng: 'NaN' },
      { ...hat('100', 4, 0), lat: 91 },
      { ...hat('100', 4, 0), time: 'yesterday' },
      hat('999', 3, 0),
      null,
      'text',
      { ...hat('100', 3, 0), time: new Date(now + 10 * 60_000).toISOString() },
      { ...hat('100', 2, 0), lng: 0, lat: 0 },
      hat('100', 1, 0, 0, { battery: '71', speed: '3.5' }),
    ])
    expect(answer.accepted).toBe(2)
    expect(answer.rejected.map(({ index, reason }) => [index, reason.split(':')[0]])).toEqual([
      [1, 'invalid'],
      [2, 'invalid'],
      [3, 'invalid'],
      [4, 'unknownDevice'],
      [5, 'invalid'],
      [6, 'invalid'],
      [7, 'future'],
      [8, 'noFix'],
    ])
    const [latest] = await site.admin.ask(positionCalls.listRealGpsAll, undefined)
    expect(latest).toMatchObject({ battery: 71, speed: 3.5 })
  })

  it('of an unknown device is listed once, and adopted in one call', async () => {
    const site = await createTestSite()
    await site.report([hat('555', 3, 0), hat('555', 2, 0)])
    const list = async () => {
      const rows = await site.admin.ask(deviceCalls.listUnknownDeviceAll, {})
      return Array.isArray(rows) ? rows : rows.list
    }
    await expect.poll(list).toMatchObject([{ deviceType: 'hat', deviceId: '555', count: 2 }])
    await site.admin.ask(deviceCalls.adoptUnknownDevice, { deviceType: 'hat', deviceId: '555', name: 'AQM-0555' })
    expect(await list()).toEqual([])
    expect(await site.report([hat('555', 1, 0)])).toMatchObject({ accepted: 1 })
  })

  it('of a device that is registered before it was listed does not list it any more', async () => {
    const site = await createTestSite()
    await site.report([hat('555', 3, 0), hat('556', 2, 0)])
    await site.makeHat('555')
    const list = async () => whole(await site.admin.ask(deviceCalls.listUnknownDeviceAll, {})).map(({ deviceId }) => deviceId)
    await expect.poll(list).toEqual(['556'])
    await site.makeHat('556')
    expect(await list()).toEqual([])
  })

  it('needs a device key, which can be revoked', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await expect(site.report([hat('100', 1, 0)], 'wrong')).rejects.toThrow('deviceKeyInvalid')
    const { id, key } = await site.admin.ask(deviceCalls.saveDeviceKey, { name: 'gate' })
    expect(await site.report([hat('100', 1, 0)], key)).toMatchObject({ accepted: 1 })
    await site.admin.ask(deviceCalls.revokeDeviceKeyById, { id })
    await expect(site.report([hat('100', 1, 0)], key)).rejects.toThrow('deviceKeyInvalid')
  })

  it('of a disabled device is refused', async () => {
    const site = await createTestSite()
    const imei = '864901040000100'
    await site.admin.ask(deviceCalls.saveBsHat, { hatNo: 'H', imei, enable: 0 })
    expect((await site.report([hat(imei, 1, 0)])).rejected).toEqual([{ index: 0, reason: 'disabledDevice' }])
  })

  it('older than retention is accepted as late, once, until the next house-keeping', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const old = [hat('100', 400 * 86_400, 3), hat('100', 400 * 86_400 - 1, 3)]
    await site.report([hat('100', 1, 0)])
    for (const round of [1, 2]) expect([round, await site.report(old)]).toMatchObject([round, { accepted: 2 }])
    expect(await storedPositions(site)).toBe(3)
    await housekeepingOf(site.db).run()
    expect(await storedPositions(site)).toBe(1)
  })

  it('a POST of too many, of nothing and of no JSON is refused whole', async () => {
    const site = await createTestSite()
    await expect(site.report(Array.from({ length: 2001 }, () => hat('1', 1, 0)))).rejects.toThrow('invalidInput')
    const post = (body: string) =>
      fetch(`${site.origin}/ingest/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-key': 'a-device-key-for-tests' },
        body,
      })
    expect((await post('{"reports": ')).status).toBe(400)
    expect(await (await post('{}')).json()).toMatchObject({ code: 'invalidInput', data: { field: 'reports' } })
    expect(await storedPositions(site)).toBe(0)
  })
})

describe('a fence', () => {
  it('raises one alarm with its position in the same transaction, told to every console', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.makeFence({ name: '袋收尘器' })
    const consoles = await Promise.all([site.live(site.adminToken), site.live(site.adminToken)])
    await site.report([hat('100', 9, -40), hat('100', 6, 0), hat('100', 3, 0)])
    await site.report([hat('100', 1, 1)])
    for (const console of consoles) {
      const { event } = await console.until(isAlarm('alarmRaised'))
      expect(event.data).toMatchObject({
        alarmName: '袋收尘器',
        alarmLevel: 1,
        status: 0,
        condition: 'active',
        count: 1,
        quiet: false,
      })
    }
    expect(await openAlarms(site)).toHaveLength(1)
  })

  it('counts a repeated breach of an unhandled alarm instead of multiplying it', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.makeFence({ minOutside: 0 })
    await site.report([hat('100', 20, 0), hat('100', 15, 60), hat('100', 10, 0)])
    const alarms = await openAlarms(site)
    expect(alarms).toMatchObject([{ count: 2, condition: 'active' }])
    await site.report([hat('100', 5, 60)])
    expect(await openAlarms(site)).toMatchObject([{ count: 2, condition: 'returned' }])
  })

  it('raises what an out-of-order fix alone shows', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.makeFence()
    await site.report([hat('100', 12, -40, 40), hat('100', 6, -40, 45)])
    expect(await openAlarms(site)).toEqual([])
    await site.report([hat('100', 9, 0, 0)])
    expect(await openAlarms(site)).toMatchObject([{ condition: 'returned', count: 1 }])
  })

  it('tells of one stay once, in whatever order it is told late', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.makeFence()
    // Behind more than are remembered, so that nobody knows what is next to one of them.
    const later = Array.from({ length: 12 }, (_, index) => hat('100', 1 + 20 * index, 500))
    await site.report(later)
    for (let seconds = 3_600; seconds < 4_400; seconds += 20) await site.report([hat('100', seconds, 0)])
    const [stay, more] = await openAlarms(site)
    expect([stay?.count, more]).toEqual([1, undefined])
    // Since the first of these moments, which came last.
    expect(fromSite(stay?.endTime ?? '') - fromSite(stay?.startTime)).toBe(780_000)
    expect(await lifeOf(site, stay?.id ?? '')).toEqual(['raised', 'returned'])
  })

  it('tells the same of a way behind a newer report, in whatever order that is told', async () => {
    const site = await createTestSite()
    await site.makeFence({ minInside: 10, minOutside: 5, level: 2 })
    await site.makeFence({ type: 'noExit', points: square(300, 0, 20), minOutside: 10, minInside: 5 })
    await site.makeFence({ type: 'speed', points: square(600, 0, 200), speedLimit: 10, minOutside: 0, deviceTypes: ['car'] })
    // In and out of the first for ten minutes, out of the second for ten, too fast in the third for nearly eight.
    const stay = (imei: string) => [
      hat(imei, 2_430, -60),
      ...Array.from({ length: 24 }, (_, step) => hat(imei, 2_410 - 25 * step, step % 2)),
      hat(imei, 1_810, -60),
      hat(imei, 1_790, -60),
    ]
    const outside = (imei: string) => [
      hat(imei, 2_430, 300),
      ...Array.from({ length: 24 }, (_, step) => hat(imei, 2_410 - 25 * step, 360)),
      hat(imei, 1_810, 300),
      hat(imei, 1_790, 300),
    ]
    const fast = (terminal: string) =>
      Array.from({ length: 26 }, (_, step) => ({
        ...hat(terminal, 1_430 - 20 * step, 500 + 8 * step, 0, { speed: step > 0 && step < 25 ? 45 : 0 }),
        deviceType: 'car',
      }))
    const shuffled = <One>(list: readonly One[]): One[] => list.map((_, at) => list[(at * 7 + 3) % list.length] as One)
    const orders = {
      'in order': (list: readonly unknown[]) => list.map((one) => [one]),
      'at once': (list: readonly unknown[]) => [list],
      'second half first': (list: readonly unknown[]) => [list.slice(13), list.slice(0, 13)],
      backwards: (list: readonly unknown[]) => list.toReversed().map((one) => [one]),
      shuffled: (list: readonly unknown[]) => shuffled(list).map((one) => [one]),
    }
    for (const [name, order] of Object.entries(orders)) {
      for (const imei of [`stay ${name}`, `out ${name}`]) await site.makeHat(imei)
      await site.admin.ask(deviceCalls.saveBsCar, { plateNumber: name, terminalNo: name })
      await site.report([hat(`stay ${name}`, 1, 500), hat(`out ${name}`, 1, 300), { ...hat(name, 1, 0), deviceType: 'car' }])
      for (const way of [stay(`stay ${name}`), outside(`out ${name}`), fast(name)])
        for (const reports of order(way)) await site.report(reports)
    }
    const alarms = await openAlarms(site)
    const seconds = (from = '', to = '') => Math.round((fromSite(to) - fromSite(from)) / 1_000)
    const told = alarms
      .map(({ deviceId, startTime, endTime, count, condition, quiet }) => ({
        deviceId,
        lasts: seconds(startTime, endTime ?? ''),
        is: `${count} ${condition} ${quiet}`,
      }))
      .toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1))
    expect(told).toEqual(
      Object.keys(orders)
        .flatMap((name) => [
          { deviceId: `stay ${name}`, lasts: expect.closeTo(589, -1) as number, is: '1 returned true' },
          { deviceId: `out ${name}`, lasts: expect.closeTo(614, -1) as number, is: '1 returned true' },
          { deviceId: name, lasts: 480, is: '1 returned true' },
        ])
        .toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1)),
    )
    // Each order tells of the same times.
    for (const kind of ['stay', 'out', ''])
      expect(
        new Set(
          alarms
            .filter(({ deviceId }) => Object.keys(orders).some((name) => deviceId === `${kind} ${name}`.trim()))
            .map(({ startTime, endTime }) => `${startTime} ${endTime}`),
        ).size,
      ).toBe(1)
  })

  it('is quiet for what comes more than two minutes late, but an SOS always sounds', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.makeFence()
    await site.report([hat('100', 300, 0), hat('100', 280, 0, 0, { sos: 'press' })])
    const alarms = await openAlarms(site)
    expect(alarms.map(({ alarmType, quiet }) => `${alarmType} ${quiet}`).toSorted()).toEqual(['1 true', '4 false'])
  })

  it('does not watch whom it allows, nor kinds of device it does not name', async () => {
    const site = await createTestSite()
    const deptId = await site.makeDept('mill')
    await site.makeHat('100', { deptId })
    await site.makeHat('200')
    await site.makeFence({ allowDeptIds: [deptId] })
    await site.makeFence({ deviceTypes: ['car'] })
    await site.report([hat('100', 5, 0), hat('200', 5, 0)])
    expect((await openAlarms(site)).map(({ deviceId }) => deviceId)).toEqual(['200'])
  })

  it('returns its alarms when it is disabled or deleted', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const id = await site.makeFence()
    await site.report([hat('100', 5, 0)])
    await site.admin.ask((await import('@vigil/contract/hazards/calls.ts')).hazardCalls.deleteBsDangAreaById, { id })
    expect(await openAlarms(site)).toMatchObject([{ condition: 'returned' }])
  })
})

describe('a call for help', () => {
  it('pressed and silent raise types 4 and 5 at level one; within a minute it is one', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.report([
      hat('100', 30, 0, 0, { sos: 'press' }),
      hat('100', 20, 0, 0, { sos: 'press' }),
      hat('100', 10, 0, 0, { sos: 'silent' }),
    ])
    const alarms = await openAlarms(site)
    expect(alarms.map(({ alarmType, alarmLevel, count }) => `${alarmType} ${alarmLevel} ${count}`).toSorted()).toEqual([
      '4 1 2',
      '5 1 1',
    ])
  })

  it('of the helmet-broadcast page is saved at the last known place, without making a position of it', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.admin.ask(positionCalls.saveRealHatSosAlarm, { device_id: '100', alarm_type: 4 })
    expect(await openAlarms(site)).toMatchObject([{ alarmType: 4, lng: null, lat: null }])
    expect(await storedPositions(site)).toBe(0)
    expect(await site.admin.send(positionCalls.saveRealHatSosAlarm, { device_id: '101', alarm_type: 4 })).toMatchObject({
      code: 'notFound',
    })
  })
})

describe('the helmet-broadcast page', () => {
  const record = (more: Record<string, unknown> = {}) => ({
    device_id: '100',
    x_point: String(at(0, 0).lat),
    y_point: String(at(0, 0).lng),
    bat_l: '88',
    ctime: '2026-01-01 00:00:00',
    ...more,
  })

  it('saves helmets at the time of receipt, with x_point as latitude and the temperature rule', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const tempdata =
      'mtktsbattery--25000;mtktscpu--65500;mtktspa---127000;mtktspmic--59324;mtktswmt--54000;mtktsAP--53800;mtktsbtsmdpa--51000'
    const answer = await site.admin.ask(positionCalls.saveRealHatList, [
      record({ tempdata }),
      record({ device_id: '999' }),
      record({ x_point: '0', y_point: '0' }),
      record({ device_id: null }),
    ])
    expect(answer).toMatchObject({ accepted: 1, ignored: 0 })
    expect(answer.rejected.map(({ index, reason }) => `${index} ${reason}`)).toEqual([
      '1 unknownDevice',
      '2 noFix',
      '3 invalid: device_id',
    ])
    const [latest] = await site.admin.ask(positionCalls.listRealGpsAll, undefined)
    expect(latest).toMatchObject({ battery: 88, temperature: 51 })
    expect(latest?.lat).toBeCloseTo(at(0, 0).lat, 9)
    expect(latest?.fixTime).not.toBe(record().ctime)
    expect(latest?.fixTime).toBe(latest?.recvTime)
  })

  it.each([
    ['a;b;c;d;e;f;mtktsbtsmdpa--51000', 51],
    ['a;b;c;d;e;f;mtktsbtsmdpa---127000', 0],
    ['a;b;c;d;e;f;', 0],
    ['a;b;c;d;e;f;mtktsbtsmdpa--hot', 0],
    ['a;b;c;d;e;f;mtktsbtsmdpa--1e308', 0],
    ['a;b;c;d;e;f;mtktsbtsmdpa---1e30', 0],
    ['a;b;c;d;e;f;mtktsbtsmdpa---20500', -20.5],
    ['a;b;c;d;e;f', 0],
    ['', 0],
  ])('reads the temperature of %j as %d', (tempdata, expected) => expect(boardTemperature(tempdata)).toBe(expected))
})
