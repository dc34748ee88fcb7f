import { beforeAll, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { afterFile } from '../../../test/ends.ts'
import { helmetOf } from '../../../test/helmet.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, neighbourOf, type TestSite } from '../../../test/site.ts'
import { connectTerminal, locationBody, terminalPort } from '../../../test/terminal.ts'

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({}, afterFile)
  await site.admin.ask(siteCalls.saveSite, {
    ...(await site.admin.ask(siteCalls.getSite, undefined)),
    encounterRaised: 'everywhere',
  })
})

const makeCar = (plateNumber: string, terminalNo: string, more: { carType?: 'loader'; userId?: string } = {}) =>
  site.admin.ask(deviceCalls.saveBsCar, { plateNumber, terminalNo, ...more })
/** A place of its own for each test, so that nobody else is near. */
const drive = (terminalNo: string, east: number, speed = 15) =>
  site.report([{ deviceType: 'car', deviceId: terminalNo, time: new Date().toISOString(), speed, ...at(east, 0) }])
const stand = (imei: string, east: number) =>
  site.report([{ deviceType: 'hat', deviceId: imei, time: new Date().toISOString(), ...at(east, 0) }])
const encountersOf = async (imei: string, client = site.admin) =>
  (await client.ask(alarmCalls.listRealAlarmData, undefined)).list.filter(
    ({ deviceId, alarmType }) => deviceId === imei && alarmType === alarmTypes.encounter.code,
  )

/** Drives up until that is noticed: each second everybody is looked at. */
const driveUp = async (terminalNo: string, imei: string, from: number, to: number): Promise<void> => {
  let east = from
  await expect
    .poll(
      async () => {
        await drive(terminalNo, east)
        if (east > to) east -= 2
        return (await encountersOf(imei)).length
      },
      { interval: 300 },
    )
    .toBe(1)
}

it('is raised once, tells both of them, and is told to consoles in both languages', async () => {
  const { id } = await site.admin.ask(accountCalls.saveUser, { cname: '张三', workNum: '7' })
  await site.makeHat('100', { userId: id })
  await makeCar('皖B10001', '10001')
  const helmet = await helmetOf(site, '100')
  const terminal = await connectTerminal(await terminalPort(site), '000000010001')
  await stand('100', 0)
  await driveUp('10001', '100', 14, 4)
  const [alarm] = await encountersOf('100')
  expect(alarm).toMatchObject({
    alarmName: '人车接近',
    alarmLevel: 2,
    plateNumber: '皖B10001',
    userName: '张三',
    condition: 'active',
    count: 1,
  })
  expect(alarm?.result).toMatch(/^皖B10001 接近张三（H-100），相距 \d+ 米$/)
  const english = createClient({ origin: site.origin, token: () => site.adminToken, language: () => 'en' })
  expect((await encountersOf('100', english))[0]?.result).toMatch(/^皖B10001 is closing in on 张三, \d+ m away$/)
  expect((await helmet.next('server_push_message'))['message']).toMatch(/^注意避让：皖B10001 正在接近，相距 \d+ 米$/)
  terminal.socket.destroy()
})

it('is one where two servers see it, and goes on after a start', async () => {
  await site.makeHat('200')
  await makeCar('皖B20002', '20002')
  const neighbour = await neighbourOf(site)
  await stand('200', 1_000)
  await driveUp('20002', '200', 1_014, 1_004)
  const rows = async () =>
    (await site.db.raw<{ n: number }>(site.db.sql, `SELECT count(*)::int AS n FROM encounter WHERE person LIKE 'device/%'`))
      .rows[0]?.n
  expect(await rows()).toBe(1)
  await neighbour.stop()
  await neighbourOf(site)
  for (const _ of [1, 2, 3]) await drive('20002', 1_003)
  expect(await encountersOf('200')).toMatchObject([{ count: 1, condition: 'active' }])
})

it('has the larger circle of what reverses, as its terminal says, and the distances that a site chose', async () => {
  await site.makeHat('300')
  await makeCar('皖B30003', '30003')
  const terminal = await connectTerminal(await terminalPort(site), '000000030003')
  const tell = (east: number, signals: number) => {
    const item = Buffer.from([0x25, 4, 0, 0, 0, signals])
    return terminal.ask(0x0200, Buffer.concat([locationBody({ ...at(east, 0), speed: 6 }), item]))
  }
  await stand('300', 2_000)
  let east = 2_024
  const reverse = 1 << 5
  await expect
    .poll(
      async () => {
        await tell(east, reverse)
        if (east > 2_018) east -= 1.5
        return (await encountersOf('300')).map(({ result }) => result)
      },
      { interval: 300 },
    )
    .toEqual([expect.stringMatching(/^皖B30003 倒车接近H-300，相距 \d+ 米$/)])

  const settings = await site.admin.ask(siteCalls.getSite, undefined)
  expect(settings).toMatchObject({ encounterTruck: 15, encounterLoader: 25, encounterReversing: 25 })
  await site.makeHat('301')
  await makeCar('装载机1', '30004', { carType: 'loader' })
  await stand('301', 3_000)
  await driveUp('30004', '301', 3_024, 3_017)
})

it('is none in a parking area, and one beside it', async () => {
  const corner = (east: number, north: number): [number, number] => {
    const { lng, lat } = at(east, north)
    return [lng, lat]
  }
  const { id } = await site.admin.ask(hazardCalls.saveBsHazardArea, {
    name: '货车停车场',
    riskLevel: 4,
    points: [corner(3_900, -50), corner(4_050, -50), corner(4_050, 50), corner(3_900, 50)],
  })
  await site.admin.ask(siteCalls.saveSite, { ...(await site.admin.ask(siteCalls.getSite, undefined)), parkingAreas: [id] })
  for (const [imei, terminalNo] of [
    ['400', '40001'],
    ['401', '40002'],
  ] as const) {
    await site.makeHat(imei)
    await makeCar(`皖B${terminalNo}`, terminalNo)
  }
  await stand('400', 4_000)
  await stand('401', 4_200)
  let east = 14
  // Both drive up alike, look by look: once the one is told, the other was looked at as often.
  await expect
    .poll(
      async () => {
        await drive('40001', 4_000 + east)
        await drive('40002', 4_200 + east)
        if (east > 4) east -= 2
        return (await encountersOf('401')).length
      },
      { interval: 300 },
    )
    .toBe(1)
  expect(await encountersOf('400')).toEqual([])
})
