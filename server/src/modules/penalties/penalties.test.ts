import { beforeAll, beforeEach, expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { createClient, whole } from '@vigil/contract/kernel/client.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { doorsOf } from '../../../test/doors.ts'
import { afterFile } from '../../../test/ends.ts'
import { at, square } from '../../../test/places.ts'
import { createTestSite, neighbourOf, type TestSite } from '../../../test/site.ts'
import type { VehicleSighting } from '../traffic/index.ts'

let site: TestSite
let modules: Awaited<ReturnType<typeof doorsOf>>
let depts: { mill: string; kiln: string }
let cameras: { mill: string; kiln: string }
const presets = {
  penaltiesOn: true,
  penaltyLowPercent: 20,
  penaltyHighPercent: 50,
  penaltyLowPoints: 3,
  penaltyHighPoints: 6,
  penaltyParkingPoints: 2,
  penaltyWarnings: 0,
  penaltyDays: 2,
  penaltyBarAt: 12,
  penaltyBarDays: 30,
  driveSeconds: 5,
}

const choose = async (chosen: object) =>
  site.admin.ask(siteCalls.saveSite, { ...(await site.admin.ask(siteCalls.getSite, undefined)), ...chosen })
const run = async (name: string) => {
  const job = modules.order.flatMap(({ jobs }) => jobs ?? []).find((one) => one.name === name)
  if (!job) throw new Error(`no job ${name}`)
  await job.run()
}

beforeAll(async () => {
  site = await createTestSite({}, afterFile, { jobs: () => [] })
  depts = { mill: await site.makeDept('mill'), kiln: await site.makeDept('kiln') }
  const camera = async (name: string, ip: string, deptId: string) =>
    (await site.admin.ask(trafficCalls.saveBsSpeedOver, { name, ip, place: name, limit: 30, deptId })).id
  cameras = { mill: await camera('北大道', '10.0.0.1', depts.mill), kiln: await camera('码头', '10.0.0.2', depts.kiln) }
  modules = await doorsOf(site, afterFile)
})
beforeEach(() => choose(presets))

let told = 0
const see = async (plateNumber: string, speed: number, more: Partial<VehicleSighting> = {}, cameraId = cameras.mill) => {
  const { traffic } = modules.doors
  const place = await traffic.placeById(cameraId)
  if (place === null) throw new Error('no such camera')
  told += 1
  return traffic.see({
    place,
    eventKey: `event ${told}`,
    plateNumber,
    plateColor: 'yellow',
    vehicleType: '',
    vehicleSize: '',
    laneNo: 1,
    direction: 'in',
    passTime: Date.now(),
    speed,
    limit: null,
    confidence: 98,
    eventName: '',
    isReplayed: false,
    whole: null,
    plate: null,
    unread: null,
    ...more,
  })
}
const openStops = async (plateNumber: string) =>
  whole(await site.admin.ask(trafficCalls.listZdTrafficStop, { plateNumber })).filter(({ status }) => status < 2)
const close = (id: string, client = site.admin) => client.send(trafficCalls.saveZdTrafficStop, { id, status: 2 as const })
/** Somebody who drives too fast, which is confirmed. */
const offend = async (plateNumber: string, speed: number, more: Partial<VehicleSighting> = {}, cameraId = cameras.mill) => {
  await see(plateNumber, speed, more, cameraId)
  const [stop] = await openStops(plateNumber)
  if (!stop) throw new Error(`${plateNumber} was not too fast`)
  await site.admin.ask(trafficCalls.saveZdTrafficStop, { id: stop.id, status: 2 })
  return stop
}
const vehicle = async (plateNumber: string, client = site.admin) =>
  whole(await client.ask(penaltyCalls.listZdPenaltyVehicle, { keyword: plateNumber }))[0]
const steps = async (plateNumber: string, client = site.admin) => {
  const found = await vehicle(plateNumber)
  return found ? client.ask(penaltyCalls.listZdPenaltyStep, { vehicleId: found.id }) : []
}
const stepsOf = async (plateNumber: string) => (await steps(plateNumber)).map(({ kind, points }) => [kind, points])
const plate = () => `皖C·P${(told += 1)}`
const isBarredEvent = (message: FromServer): message is Extract<FromServer, { type: 'event' }> =>
  message.type === 'event' && message.event.name === 'vehicleBarred'
const blackAlarms = async (plateNumber: string) =>
  (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.filter(
    (alarm) => alarm.plateNumber === plateNumber && alarm.alarmType === alarmTypes.barredVehicle.code,
  )
/** So long ago that the penalty days are over. */
const longAgo = () => Date.now() - 3 * 86_400_000

it('leads from each band to what the site chose, once somebody confirmed it', async () => {
  for (const [speed, expected] of [
    [35, ['warning', 0]],
    [36, ['points', 3]],
    [44, ['points', 3]],
    [45, ['points', 6]],
  ] as const) {
    const one = plate()
    await see(one, speed)
    expect(await steps(one)).toEqual([])
    const [stop] = await openStops(one)
    await close(stop?.id ?? '')
    expect(await stepsOf(one)).toEqual([expected])
    // Saying it again leads to nothing more.
    await close(stop?.id ?? '')
    expect(await stepsOf(one)).toEqual([expected])
    const [step] = await steps(one)
    expect(step).toMatchObject({ recordKind: 'speedingRecord', recordId: stop?.speedingId, deptId: depts.mill, by: '系统管理员' })
    const ofRecord = { recordKind: 'speedingRecord' as const, recordId: stop?.speedingId ?? '' }
    expect(await site.admin.ask(penaltyCalls.listZdPenaltyOfRecord, ofRecord)).toEqual([step])
  }
})

it('does nothing while it is off, and nothing of a vehicle whose plate nobody read', async () => {
  await choose({ penaltiesOn: false })
  const one = plate()
  await offend(one, 60)
  expect(await vehicle(one)).toBeUndefined()
  await choose(presets)
  const before = whole(await site.admin.ask(penaltyCalls.listZdPenaltyVehicle, {})).length
  await offend('', 60)
  expect(whole(await site.admin.ask(penaltyCalls.listZdPenaltyVehicle, {}))).toHaveLength(before)
})

it('warns first, as often as the site says', async () => {
  await choose({ penaltyWarnings: 2 })
  const one = plate()
  for (const speed of [40, 60, 40]) await offend(one, speed)
  expect(await stepsOf(one)).toEqual([
    ['points', 3],
    ['warning', 0],
    ['warning', 0],
  ])
  expect(await vehicle(one)).toMatchObject({ points: 3, warnings: 2, steps: 3, isBarred: 0 })
})

it('gives points for a stop where stopping is forbidden', async () => {
  const { id: areaId } = await site.admin.ask(hazardCalls.saveBsHazardArea, {
    name: '消防通道',
    riskLevel: 1,
    points: square(0, 0, 50),
  })
  await choose({ noStoppingAreas: [areaId] })
  const one = plate()
  await site.admin.ask(deviceCalls.saveBsCar, { plateNumber: one, terminalNo: 'T-STANDS', deptId: depts.mill })
  for (const ago of [600, 300]) {
    const time = new Date(Date.now() - ago * 1000).toISOString()
    await site.report([{ deviceType: 'car', deviceId: 'T-STANDS', time, speed: 0, ...at(0, 0) }])
  }
  await expect
    .poll(async () => {
      await run('vehicle stops')
      return (await openStops(one)).length
    })
    .toBe(1)
  const [stop] = await openStops(one)
  await close(stop?.id ?? '')
  expect(await steps(one)).toMatchObject([
    { kind: 'points', points: 2, recordKind: 'trafficStop', recordId: stop?.id, percent: null },
  ])
})

it('counts within the days since the offence alone', async () => {
  const one = plate()
  await offend(one, 60, { passTime: longAgo() })
  await offend(one, 60)
  expect(await vehicle(one)).toMatchObject({ points: 6, steps: 2, isBarred: 0 })
})

it('bars a vehicle once, where two confirm at the same time on two servers', async () => {
  const one = plate()
  await choose({ penaltyHighPoints: 12, driveMetres: 10, driveSeconds: 5 })
  await see(one, 60, { passTime: Date.now() - 60_000 })
  await see(one, 60)
  const other = await neighbourOf(site)
  const open = await openStops(one)
  expect(open).toHaveLength(2)
  const there = createClient({ origin: other.origin, token: () => site.adminToken })
  const codes = await Promise.all(open.map(({ id }, index) => close(id, index === 0 ? site.admin : there)))
  expect(codes.map(({ code }) => code)).toEqual(['200', '200'])
  expect((await stepsOf(one)).map(([kind]) => kind)).toEqual(['points', 'barred', 'points'])
  await other.stop()
})

it('follows nothing where closing fails', async () => {
  const one = plate()
  await see(one, 60)
  const [stop] = await openStops(one)
  await site.db.raw(
    site.db.sql,
    `CREATE FUNCTION no_steps() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'fails'; END $$;
     CREATE TRIGGER no_steps AFTER INSERT ON penalty_step EXECUTE FUNCTION no_steps()`,
  )
  await expect(close(stop?.id ?? '')).rejects.toThrow('编号')
  await site.db.raw(site.db.sql, `DROP FUNCTION no_steps CASCADE`)
  expect(await openStops(one)).toHaveLength(1)
  expect(await vehicle(one)).toBeUndefined()
})

it('lists a barred vehicle as such, raises an alarm a pass, and tells gates and consoles', async () => {
  const one = plate()
  const { penalties } = modules.doors
  let heard = 0
  penalties.onBarsChanged(() => void (heard += 1))
  const console = await site.live(site.adminToken, null, ['penalties'])
  await offend(one, 60)
  await see(one, 20)
  expect(await blackAlarms(one)).toEqual([])
  await offend(one, 60, {})
  expect((await console.until(isBarredEvent)).event.data).toEqual({ plateNumber: one, isBarred: true })
  await expect.poll(() => heard).toBe(1)
  const form = one.replaceAll('·', '')
  expect((await penalties.barredPlates()).has(form)).toBe(true)
  expect(await vehicle(one)).toMatchObject({ isBarred: 1, points: 12 })
  await see(one, 20)
  await see(one, 20)
  expect(await blackAlarms(one)).toHaveLength(2)
  // Told late it calls nobody, and in its time it was not barred.
  await see(one, 20, { passTime: Date.now() - 3_600_000 })
  const passes = whole(await site.admin.ask(trafficCalls.listZdTraffic, { plateNumber: one }))
  expect(passes.map(({ listType }) => listType)).toEqual(['black', 'black', 'temporary', 'temporary', 'temporary', 'temporary'])
  expect(await blackAlarms(one)).toHaveLength(2)
})

it('takes points back with the bar that they led to, and says so in the log', async () => {
  const one = plate()
  await offend(one, 60)
  await offend(one, 60)
  const [bar, , first] = await steps(one)
  expect(bar).toMatchObject({ kind: 'barred', recordKind: 'speedingRecord' })
  await site.admin.ask(penaltyCalls.revokeZdPenaltyStep, { id: first?.id ?? '', reason: '看错车牌' })
  expect(await vehicle(one)).toMatchObject({ points: 6, isBarred: 0 })
  expect((await steps(one))[0]).toMatchObject({ id: bar?.id, revokedBy: '系统管理员', revokedFor: '看错车牌' })
  expect((await modules.doors.penalties.barredPlates()).has(one.replaceAll('·', ''))).toBe(false)
  const again = await site.admin.send(penaltyCalls.revokeZdPenaltyStep, { id: first?.id ?? '', reason: '再撤' })
  expect([again.code, (await steps(one))[2]?.revokedFor]).toEqual(['invalidInput', '看错车牌'])
  const log = await site.admin.ask(journalCalls.listSysLogByCondition, { module: 'penalties' })
  const ofThese = whole(log).filter(({ objectId }) => objectId === first?.id || objectId === bar?.id)
  expect(ofThese.map(({ objectId, action }) => [objectId, action])).toEqual([
    [bar?.id, 'update'],
    [first?.id, 'update'],
    [bar?.id, 'create'],
    [first?.id, 'create'],
  ])
})

it('does not rewrite what was decided when the settings change', async () => {
  const one = plate()
  await offend(one, 60)
  await choose({ penaltyHighPoints: 1, penaltyDays: 1, penaltyBarAt: 1 })
  expect(await vehicle(one)).toMatchObject({ points: 6, isBarred: 0 })
  expect((await steps(one))[0]?.rule).toMatchObject({ highPoints: 6, days: 2, barAt: 12 })
})

it('keeps to departments: others see none, and can revoke none', async () => {
  const permissions = ['penaltyMgmt', 'penaltyMgmt:edit']
  const person = (name: string, deptId: string) => site.makeUser({ name, deptId, scope: 'own', permissions })
  const [miller, burner] = [await person('miller', depts.mill), await person('burner', depts.kiln)]
  const one = plate()
  await offend(one, 60)
  expect(await vehicle(one, miller.client)).toMatchObject({ points: 6 })
  expect(await vehicle(one, burner.client)).toBeUndefined()
  expect(await steps(one, burner.client)).toEqual([])
  const id = (await steps(one))[0]?.id ?? ''
  expect((await burner.client.send(penaltyCalls.revokeZdPenaltyStep, { id, reason: '不该' })).code).toBe('notFound')
  expect((await steps(one))[0]?.revokedAt).toBeNull()
  // Of the whole site is only whoever sees all of it.
  const bar = { plateNumber: one, reason: '闯卡' }
  expect((await burner.client.send(penaltyCalls.barZdPenaltyVehicle, bar)).code).toBe('forbidden')
  expect((await burner.client.send(penaltyCalls.barZdPenaltyVehicle, { ...bar, deptId: depts.mill })).code).toBe('notFound')
  expect(await vehicle(one)).toMatchObject({ isBarred: 0 })
  expect((await miller.client.send(penaltyCalls.revokeZdPenaltyStep, { id, reason: '误判' })).code).toBe('200')
})

it('bars by hand, lifts, and lets a bar end by itself', async () => {
  const one = plate()
  const step = await site.admin.ask(penaltyCalls.barZdPenaltyVehicle, { plateNumber: one.toLowerCase(), reason: '闯卡' })
  expect(await vehicle(step.plateNumber)).toMatchObject({ isBarred: 1, barredUntil: null, barredFor: '闯卡' })
  const twice = await site.admin.send(penaltyCalls.barZdPenaltyVehicle, { plateNumber: one, reason: '又一次' })
  expect([twice.code, (await steps(step.plateNumber)).length]).toEqual(['invalidInput', 1])
  await site.admin.ask(penaltyCalls.revokeZdPenaltyStep, { id: step.id, reason: '已处理' })
  expect(await vehicle(step.plateNumber)).toMatchObject({ isBarred: 0 })
  const other = plate()
  const ends = await site.admin.ask(penaltyCalls.barZdPenaltyVehicle, {
    plateNumber: other,
    reason: '短期',
    until: '2999-01-01 00:00:00',
  })
  await run('penalties')
  expect(await vehicle(other)).toMatchObject({ isBarred: 1 })
  await site.db.raw(site.db.sql, `UPDATE penalty_step SET until = now() - interval '1 second' WHERE id = ${ends.id}`)
  const console = await site.live(site.adminToken, null, ['penalties'])
  await run('penalties')
  expect((await console.until(isBarredEvent)).event.data).toEqual({ plateNumber: other, isBarred: false })
  expect((await steps(other))[0]?.endedAt).not.toBeNull()
  expect((await site.admin.send(penaltyCalls.revokeZdPenaltyStep, { id: ends.id, reason: '晚了' })).code).toBe('invalidInput')
})

it('refuses what is wrong, and changes nothing', async () => {
  const before = whole(await site.admin.ask(penaltyCalls.listZdPenaltyVehicle, {})).length
  for (const wrong of [
    { plateNumber: '', reason: '闯卡' },
    { plateNumber: ' · ', reason: '闯卡' },
    { plateNumber: '皖C·WRONG', reason: ' ' },
    { plateNumber: '皖C·WRONG', reason: '闯卡', until: '2020-01-01 00:00:00' },
    { plateNumber: '皖C·WRONG', reason: '闯卡', deptId: '999999' },
  ])
    expect((await site.admin.send(penaltyCalls.barZdPenaltyVehicle, wrong)).code).toMatch(/^(invalidInput|notFound)$/)
  expect((await site.admin.send(penaltyCalls.revokeZdPenaltyStep, { id: '999999', reason: '无' })).code).toBe('notFound')
  expect(whole(await site.admin.ask(penaltyCalls.listZdPenaltyVehicle, {}))).toHaveLength(before)
})
