import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'

it('nobody reports a place for a helmet that is not his', async () => {
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
})

it('somebody hears of every cry for help that a page reports, and the page nothing of a helmet that is not its own', async () => {
  const site = await createTestSite()
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  await site.makeHat('mine', { deptId: mill })
  await site.makeHat('other', { deptId: kiln })
  await site.makeHat('shared')
  const permissions = ['hatInterfaceMgmt:edit', 'trackRealMgmt', 'alarmRealMgmt', 'alarm:handle']
  const { client } = await site.makeUser({ name: 'page', permissions, scope: 'own', deptId: mill })
  const cry = (device_id: string) => client.send(positionCalls.saveRealHatSosAlarm, { device_id, alarm_type: 4 })
  const answers = [await cry('other'), await cry('nobody'), await cry('shared'), await cry('mine')]
  expect(answers.map(({ code }) => code)).toEqual(['notFound', 'notFound', 'forbidden', '200'])
  // One of another department is answered as one that is not there.
  expect({ ...answers[0], requestId: null }).toEqual({ ...answers[1], requestId: null })
  const { list } = await site.admin.ask(alarmCalls.listRealAlarmData, undefined)
  expect(list.map(({ deviceId, alarmLevel, deptId }) => `${deviceId} ${alarmLevel} ${deptId}`).toSorted()).toEqual([
    `mine 1 ${mill}`,
    'nobody 1 null',
    `other 1 ${kiln}`,
    'shared 1 null',
  ])
  const his = (await client.ask(alarmCalls.listRealAlarmData, undefined)).list
  expect(his.map(({ deviceId }) => deviceId)).not.toContain('other')
  const named = async () =>
    (await told(site)).map(({ object_id, after }) => `${String(object_id)} ${(after as { name: string }).name}`).toSorted()
  await expect.poll(named).toEqual(['hat:mine H-mine', 'hat:nobody nobody', 'hat:other other', 'hat:shared H-shared'])
})

const told = async (site: TestSite) =>
  (
    await site.db.raw<Record<string, unknown>>(
      site.db.sql,
      `SELECT cname, module, action, object, object_id, after, repeated, result FROM journal
       WHERE object IN ('helpCall', 'position') ORDER BY object, id`,
    )
  ).rows

it('a cry for help that a page reports waits for no log, and stands in it', async () => {
  const site = await createTestSite()
  await site.makeHat('1')
  const { client } = await site.makeUser({ name: 'page', permissions: ['hatInterfaceMgmt:edit', 'alarm:handle'] })
  const cry = (alarm_type: 4 | 5) => client.ask(positionCalls.saveRealHatSosAlarm, { device_id: '1', alarm_type })
  await site.db.transaction(async (trx) => {
    await site.db.raw(trx, 'SELECT FROM journal_head FOR UPDATE')
    await cry(4)
    expect((await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list).toHaveLength(1)
    expect(await told(site)).toEqual([])
  })
  const row = { cname: 'page', module: 'positions', action: 'create', object: 'helpCall', object_id: 'hat:1', result: 'success' }
  await expect.poll(() => told(site)).toEqual([{ ...row, after: { alarmType: 4, name: 'H-1' }, repeated: 1 }])
  for (let times = 0; times < 3; times += 1) await cry(4)
  await cry(5)
  await site.app.close()
  expect(await told(site)).toEqual([
    { ...row, after: { alarmType: 4, name: 'H-1' }, repeated: 1 },
    { ...row, after: { alarmType: 5, name: 'H-1' }, repeated: 1 },
    { ...row, after: { alarmType: 4, name: 'H-1' }, repeated: 3 },
  ])
})

it('positions that a page reports are counted in the log, a row a minute for each person', async () => {
  const site = await createTestSite()
  for (const imei of ['1', '2']) await site.makeHat(imei)
  const { lng, lat } = at(5, 0)
  const save = (client: Client, codes: readonly string[]) =>
    client.ask(
      positionCalls.saveRealHatList,
      codes.map((device_id) => ({ device_id, x_point: lat, y_point: lng })),
    )
  const { client } = await site.makeUser({ name: 'page', permissions: ['hatInterfaceMgmt:edit'] })
  const taken = []
  for (const codes of [['1', '2'], ['nobody'], ['2']]) taken.push((await save(client, codes)).accepted)
  const own = (await save(site.admin, ['1'])).accepted
  await site.app.close()
  const row = { module: 'positions', action: 'create', object: 'position', object_id: '', after: null, result: 'success' }
  const count = taken.reduce((sum, accepted) => sum + accepted, 0)
  expect([taken[0], taken[1], own]).toEqual([2, 0, 1])
  expect(await told(site)).toEqual([
    { ...row, cname: 'page', repeated: count },
    { ...row, cname: '系统管理员', repeated: own },
  ])
})
