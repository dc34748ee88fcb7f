import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { helmetOf } from '../../../test/helmet.ts'
import { everySecond } from '../../../test/jobs.ts'
import { createTestSite } from '../../../test/site.ts'

it('returns what is to be played to the helmet of an alarm, to whom it is to say, and to nobody else', async () => {
  const site = await createTestSite({}, undefined, { jobs: everySecond })
  const mill = await site.makeDept('mill')
  for (const imei of ['100', '200']) await site.makeHat(imei, { deptId: mill })
  const helmet = await helmetOf(site, '100')
  helmet.say({ act: 'ca_sos', sos_type: '7' })
  await helmet.next('ca_sos')
  const [alarm] = (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list
  const alarmId = alarm?.id ?? ''
  const permissions = ['alarmRealMgmt', 'call:place']
  const ofMill = await site.makeUser({ name: 'miller', deptId: mill, scope: 'own', permissions })
  const foreign = await site.makeUser({ name: 'burner', deptId: await site.makeDept('kiln'), scope: 'own', permissions })
  const say = (client: typeof site.admin, deviceId = '100', id = alarmId) =>
    client.send(broadcastCalls.saveBroadCastString, { deviceId, alarmId: id, text: 'come down' })
  expect(await say(ofMill.client)).toMatchObject({ code: '200', data: { text: 'come down' } })
  expect((await say(foreign.client)).code).toBe('notFound')
  expect((await say(ofMill.client, '999')).code).toBe('notFound')
  expect((await say(ofMill.client, '100', '99999999')).code).toBe('notFound')
  expect(await say(ofMill.client, '200')).toMatchObject({ code: 'invalidInput', data: { field: 'alarmId' } })
})
