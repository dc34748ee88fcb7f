import { expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, neighbourOf } from '../../../test/site.ts'

const minute = 60_000

it('a clock that is ahead hides no newer place of its wearer, and dates no alarm after its receipt', async () => {
  const site = await createTestSite()
  const { id: anna } = await site.admin.ask(accountCalls.saveUser, { cname: '安娜', workNum: '1' })
  for (const imei of ['set', 'whole']) await site.makeHat(imei)
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
  const placeAt = async (origin: string) =>
    (await createClient({ origin, token: () => site.adminToken }).ask(positionCalls.listRealGpsAll, undefined)).find(
      ({ deviceId }) => deviceId === 'set',
    )?.lng
  expect(await placeAt(site.origin)).toBeCloseTo(at(0, 0).lng, 6)
  const neighbour = await neighbourOf(site)
  expect(await placeAt(neighbour.origin)).toBeCloseTo(at(0, 0).lng, 6)
  await report('set', 0, 100)
  await expect.poll(() => placeAt(neighbour.origin)).toBeCloseTo(at(100, 0).lng, 6)
})
