import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { at } from '../../../test/places.ts'
import { createTestSite } from '../../../test/site.ts'

it('nobody reports a place or a cry for help for a helmet that is not his', async () => {
  const site = await createTestSite()
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  await site.makeHat('mine', { deptId: mill })
  await site.makeHat('other', { deptId: kiln })
  await site.makeHat('shared')
  const permissions = ['hatInterfaceMgmt', 'hatInterfaceMgmt:edit', 'trackRealMgmt', 'alarm:handle']
  const { client } = await site.makeUser({ name: 'page', permissions, scope: 'own', deptId: mill })
  const { lng, lat } = at(5, 0)
  const records = ['other', 'mine', 'shared', 'nobody'].map((device_id) => ({ device_id, x_point: lat, y_point: lng }))
  // What he does not see is to him as if it were not there.
  expect(await client.ask(positionCalls.saveRealHatList, records)).toEqual({
    accepted: 1,
    duplicate: 0,
    ignored: 0,
    rejected: [
      { index: 0, reason: 'unknownDevice' },
      { index: 2, reason: 'forbidden' },
      { index: 3, reason: 'unknownDevice' },
    ],
  })
  const latest = await site.admin.ask(positionCalls.listRealGpsAll, undefined)
  expect(latest.map(({ deviceId }) => deviceId)).toEqual(['mine'])
  const cry = async (device_id: string) =>
    (await client.send(positionCalls.saveRealHatSosAlarm, { device_id, alarm_type: 4 })).code
  expect([await cry('other'), await cry('nobody'), await cry('shared'), await cry('mine')]).toEqual([
    'notFound',
    'notFound',
    'forbidden',
    '200',
  ])
  const { list } = await site.admin.ask(alarmCalls.listRealAlarmData, undefined)
  expect(list.map(({ deviceId }) => deviceId)).toEqual(['mine'])
})
