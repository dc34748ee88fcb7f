import { expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, neighbourOf } from '../../../test/site.ts'

const minute = 60_000

it('a clock that is behind hides nobody: what comes steadily late is told aloud, and its wearer is where he says', async () => {
  const site = await createTestSite()
  await site.makeHat('behind')
  await site.makeFence({ name: '煤磨', minInside: 0 })
  await site.admin.ask(hazardCalls.saveBsHazardPoint, { name: '煤粉仓', code: 'M', radius: 20, ...at(500, 0) })
  let [answered, east] = [0, 100]
  const report = async () => {
    // Reports that were received at once are a backlog: these come one after the other, the next once this one was long received.
    await expect.poll(() => Date.now() - answered).toBeGreaterThan(1_000)
    const time = new Date(Date.now() - 10 * minute).toISOString()
    await site.report([{ deviceType: 'hat', deviceId: 'behind', time, ...at(east, 0) }])
    answered = Date.now()
  }
  const alarms = async () => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list
  await report()
  await report()
  east = 0
  await report()
  expect(await alarms()).toMatchObject([{ alarmName: '煤磨', condition: 'active', quiet: false }])
  east = 500
  await report()
  await expect.poll(async () => (await alarms()).map(({ alarmName }) => alarmName)).toContain('煤粉仓')
})

it('a clock that is ahead hides no newer place of its wearer, and dates no alarm after its receipt', async () => {
  const site = await createTestSite()
  const { id: anna } = await site.admin.ask(accountCalls.saveUser, { cname: '安娜', workNum: '1' })
  for (const imei of ['set', 'whole', 'walk', 'still']) await site.makeHat(imei)
  for (const imei of ['ahead', 'right']) await site.makeHat(imei, { userId: anna })
  await site.makeFence({ name: '煤磨', minInside: 0 })
  await site.admin.ask(hazardCalls.saveBsHazardPoint, { name: '煤粉仓', code: 'M', radius: 20, ...at(500, 0) })
  const report = (deviceId: string, ahead: number, east: number) =>
    site.report([{ deviceType: 'hat', deviceId, time: new Date(Date.now() + ahead).toISOString(), ...at(east, 0) }])
  const alarms = async () => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list

  await report('ahead', 4 * minute, 0)
  const [entered] = await alarms()
  expect(entered).toMatchObject({ alarmName: '煤磨', startTime: entered?.findTime })
  await report('right', 0, 500)
  await expect
    .poll(async () => (await alarms()).map(({ deviceId, alarmName }) => `${deviceId} ${alarmName}`))
    .toContain('right 煤粉仓')

  // Its clock is set right: where it is from then on is told at once, and stays so for whoever reads it back.
  await report('set', 4 * minute, 100)
  await report('set', 0, 0)
  expect((await alarms()).map(({ deviceId, alarmName }) => `${deviceId} ${alarmName}`)).toContain('set 煤磨')
  // Whole seconds that it said before, of another place, are no report sent again; that of the same place is.
  const time = new Date(Date.now() + minute).toISOString()
  const again = (east: number) => site.report([{ deviceType: 'hat', deviceId: 'whole', time, ...at(east, 0) }])
  expect([await again(100), await again(100), await again(0)]).toMatchObject([{ accepted: 1 }, { duplicate: 1 }, { accepted: 1 }])
  expect((await alarms()).map(({ deviceId, alarmName }) => `${deviceId} ${alarmName}`)).toContain('whole 煤磨')
  // So are those after it; and what is said again of the time before moves nobody back.
  const stepsOf = (east: number) =>
    [2, 3, 4].map((minutes) => ({ time: new Date(later + minutes * minute).toISOString(), ...at(east, 0) }))
  const later = Math.floor(Date.now() / 1_000) * 1_000
  const walk = async (east: number) => {
    const answers: { accepted: number; duplicate: number }[] = []
    for (const step of stepsOf(east)) answers.push(await site.report([{ deviceType: 'hat', deviceId: 'walk', ...step }]))
    return answers.map(({ accepted, duplicate }) => accepted - duplicate)
  }
  expect([await walk(100), await walk(0), await walk(100)]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
    [-1, -1, -1],
  ])
  const { rows: kept } = await site.db.raw(
    site.db.sql,
    `SELECT round(lng::numeric, 5)::float8 AS lng, count(*)::int AS n FROM position WHERE device_id = (SELECT id FROM device WHERE code = 'walk') GROUP BY 1 ORDER BY 1`,
  )
  expect(kept).toEqual([0, 100].map((east) => ({ lng: expect.closeTo(at(east, 0).lng, 4) as number, n: 3 })))
  // A clock that stands still: whoever is told that a report was taken finds it stored.
  const still = new Date(later + 4 * minute).toISOString()
  let taken = 0
  for (let step = 0; step < 6; step += 1)
    taken += (await site.report([{ deviceType: 'hat', deviceId: 'still', time: still, ...at(500 + 20 * step, 500) }])).accepted
  const { rows: stood } = await site.db.raw(
    site.db.sql,
    `SELECT count(*)::int AS n FROM position WHERE device_id = (SELECT id FROM device WHERE code = 'still')`,
  )
  expect(stood).toEqual([{ n: taken }])
  expect(taken).toBeGreaterThan(1)
  const placeAt = async (origin: string, of = 'set') =>
    (await createClient({ origin, token: () => site.adminToken }).ask(positionCalls.listRealGpsAll, undefined)).find(
      ({ deviceId }) => deviceId === of,
    )?.lng
  expect(await placeAt(site.origin)).toBeCloseTo(at(0, 0).lng, 6)
  expect(await placeAt(site.origin, 'walk')).toBeCloseTo(at(0, 0).lng, 6)
  const neighbour = await neighbourOf(site)
  expect(await placeAt(neighbour.origin, 'walk')).toBeCloseTo(at(0, 0).lng, 6)
  expect(await placeAt(neighbour.origin)).toBeCloseTo(at(0, 0).lng, 6)
  await report('set', 0, 100)
  await expect.poll(() => placeAt(neighbour.origin)).toBeCloseTo(at(100, 0).lng, 6)
})
