import { expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { at } from '../../../test/places.ts'
import { createTestSite } from '../../../test/site.ts'

const minute = 60_000

it('a clock that is ahead hides no newer place of its wearer, and dates no alarm after its receipt', async () => {
  const site = await createTestSite()
  const { id: anna } = await site.admin.ask(accountCalls.saveUser, { cname: '安娜', workNum: '1' })
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
})
