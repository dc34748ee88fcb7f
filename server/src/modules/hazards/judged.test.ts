import { expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'

const walkIn = (site: TestSite, ...imeis: readonly string[]) =>
  site.report(imeis.map((imei) => ({ deviceType: 'hat', deviceId: imei, time: new Date().toISOString(), ...at(0, 0) })))
const accused = async (site: TestSite): Promise<string[]> =>
  (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.map(({ deviceId }) => deviceId).toSorted()

it('a fence with a department judges its people and devices and those below, one without judges everybody', async () => {
  const site = await createTestSite()
  const mill = await site.makeDept('mill')
  const [crew, kiln] = [await site.makeDept('crew', mill), await site.makeDept('kiln')]
  const person = async (name: string, deptId: string) =>
    (await site.admin.ask(accountCalls.saveUser, { cname: name, workNum: name, deptId })).id
  await site.makeHat('mill', { deptId: mill })
  await site.makeHat('crew', { deptId: crew })
  await site.makeHat('kiln', { deptId: kiln })
  await site.makeHat('lent', { deptId: kiln, userId: await person('anna', crew) })
  await site.makeHat('nobody')
  await site.makeFence({ deptId: mill })
  await walkIn(site, 'mill', 'crew', 'kiln', 'lent', 'nobody')
  expect(await accused(site)).toEqual(['crew', 'lent', 'mill'])
  await site.makeFence()
  await walkIn(site, 'mill', 'crew', 'kiln', 'lent', 'nobody')
  expect([...new Set(await accused(site))]).toEqual(['crew', 'kiln', 'lent', 'mill', 'nobody'])
})

it('a hazard source with a department warns its people and those below, one without warns everybody', async () => {
  const site = await createTestSite()
  const mill = await site.makeDept('mill')
  const [crew, kiln] = [await site.makeDept('crew', mill), await site.makeDept('kiln')]
  const anna = (await site.admin.ask(accountCalls.saveUser, { cname: 'anna', workNum: 'anna', deptId: crew })).id
  await site.makeHat('mill', { deptId: mill })
  await site.makeHat('crew', { deptId: crew })
  await site.makeHat('kiln', { deptId: kiln })
  await site.makeHat('lent', { deptId: kiln, userId: anna })
  await site.makeHat('nobody')
  const make = (name: string, deptId: string | null) =>
    site.admin.ask(hazardCalls.saveBsHazardPoint, { name, code: name, deptId, radius: 20, ...at(0, 0) })
  await make('of the mill', mill)
  await make('of all', null)
  await walkIn(site, 'mill', 'crew', 'kiln', 'lent', 'nobody')
  const warned = async (name: string): Promise<string[]> =>
    (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list
      .filter(({ alarmName }) => alarmName === name)
      .map(({ deviceId }) => deviceId)
      .toSorted()
  await expect.poll(() => warned('of all')).toEqual(['crew', 'kiln', 'lent', 'mill', 'nobody'])
  expect(await warned('of the mill')).toEqual(['crew', 'lent', 'mill'])
})

it('whom it judges follows departments that move', async () => {
  const site = await createTestSite()
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  const crew = await site.makeDept('crew', kiln)
  await site.makeHat('1', { deptId: crew })
  await site.makeFence({ deptId: mill })
  await walkIn(site, '1')
  expect(await accused(site)).toEqual([])
  const moved = whole(await site.admin.ask(accountCalls.listDeptByPid, { pid: kiln }))[0]
  await site.admin.ask(accountCalls.saveDept, { ...moved, name: 'crew', pid: mill })
  while ((await accused(site)).length === 0) await walkIn(site, '1')
  expect(await accused(site)).toEqual(['1'])
})
