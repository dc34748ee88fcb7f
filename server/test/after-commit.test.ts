import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { at } from './places.ts'
import { createTestSite, password, type TestSite } from './site.ts'

const breach = (site: TestSite, deviceId: string) =>
  site.report([{ deviceType: 'hat', deviceId, time: new Date(Date.now() - 1_000).toISOString(), ...at(0, 0) }])
const raised = async (site: TestSite): Promise<string[]> =>
  (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.map(({ deviceId }) => deviceId)

it('a fence that is switched off while fences cannot be read is off: the answer says so, and soon it judges nobody', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  await site.makeHat('200')
  await site.makeFence()
  const [fence] = whole(await site.admin.ask(hazardCalls.listBsDangAreaAll, {}))
  if (!fence) throw new Error('the fence is missing')
  // What reads all fences for judging reads areas as well; saving a fence does not.
  await site.db.raw(site.db.sql, 'ALTER TABLE hazard_area RENAME COLUMN dept_id TO elsewhere')
  const saved = await site.admin.send(hazardCalls.saveBsDangArea, { ...fence, enable: 0 })
  expect(saved).toMatchObject({ code: '200', data: { enable: 0 } })
  await breach(site, '100')
  expect(await raised(site)).toEqual(['100'])
  await site.db.raw(site.db.sql, 'ALTER TABLE hazard_area RENAME COLUMN elsewhere TO dept_id')
  let next = 300
  await expect
    .poll(async () => {
      next += 1
      await site.makeHat(String(next))
      await breach(site, String(next))
      return (await raised(site)).includes(String(next))
    })
    .toBe(false)
})

it('what somebody changed in the database itself is found, and nothing after ordinary work', async () => {
  const site = await createTestSite()
  expect(await site.app.checkHeld()).toEqual([])
  await site.makeHat('100')
  await site.makeFence()
  const { client } = await site.makeUser({ name: 'li', permissions: [], deptId: await site.makeDept('mill') })
  await client.ask(sessionCalls.updatePassword, { oldPassword: password, newPassword: 'another-Pass-5518' })
  expect(await site.app.checkHeld()).toEqual([])
  await site.db.raw(site.db.sql, 'UPDATE fence SET enabled = false, version = version + 1')
  expect(await site.app.checkHeld()).toEqual(['fences'])
  await breach(site, '100')
  expect(await raised(site)).toEqual([])
  await site.db.raw(site.db.sql, `UPDATE device SET code = '101', version = version + 1`)
  expect(await site.app.checkHeld()).toEqual(['devices'])
  expect(await breach(site, '101')).toMatchObject({ accepted: 1 })
  await site.db.raw(site.db.sql, `UPDATE dept SET name = 'quarry', version = version + 1`)
  expect(await site.app.checkHeld()).toEqual(['devices', 'device keys', 'fences'])
})
