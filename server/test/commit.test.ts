import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { at } from './places.ts'
import { createTestSite, deviceKey, isAlarm, isType } from './site.ts'

it('acknowledges, tells and keeps nothing of a report whose transaction fails, not even at its commit', async () => {
  const site = await createTestSite()
  for (const imei of ['100', '200']) await site.makeHat(imei)
  await site.makeFence()
  const console = await site.live(site.adminToken)
  const { seq } = await console.until(isType('welcome'))
  const count = async (table: string): Promise<number> => {
    const { rows } = await site.db.raw<{ count: string }>(site.db.sql, `SELECT count(*) AS count FROM ${table}`)
    return Number(rows[0]?.count)
  }
  const reports = ['100', '200'].map((deviceId) => ({
    deviceType: 'hat',
    deviceId,
    time: new Date(Date.now() - 5_000).toISOString(),
    ...at(0, 0),
  }))
  const post = () =>
    fetch(`${site.origin}/ingest/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': deviceKey },
      body: JSON.stringify({ reports }),
    })

  await site.db.raw(
    site.db.sql,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a fault in the middle'; END $$`,
  )
  const faults = [
    'CREATE TRIGGER fault BEFORE INSERT ON alarm FOR EACH ROW EXECUTE FUNCTION refuse()',
    'CREATE CONSTRAINT TRIGGER fault AFTER INSERT ON alarm DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()',
  ]
  const events = await count('live_event')
  for (const fault of faults) {
    await site.db.raw(site.db.sql, fault)
    expect((await post()).status).toBe(500)
    expect([await count('position'), await count('alarm'), await count('live_event')]).toEqual([0, 0, events])
    await site.db.raw(site.db.sql, 'DROP TRIGGER fault ON alarm')
  }

  // What was sent before this answer has arrived with it.
  console.socket.send(JSON.stringify({ type: 'ping', at: 1 }))
  await console.until(isType('pong'))
  expect(console.messages.filter(isType('event'))).toEqual([])

  expect(await (await post()).json()).toMatchObject({ data: { accepted: 2, duplicate: 0 } })
  expect([await count('position'), await count('alarm'), await count('live_event')]).toEqual([2, 2, events + 2])
  await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '200'))
  expect(console.messages.filter(isType('event')).map(({ seq: number }) => number)).toEqual([seq + 1, seq + 2])
  expect((await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).total).toBe(2)
})

it('takes a report that is there twice in one batch for one, also where its device was never heard of before', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  const time = new Date(Date.now() - 5_000).toISOString()
  const call = { deviceType: 'hat', deviceId: '100', time, ...at(0, 0), sos: 'press' }
  expect(await site.report([call, call, call])).toEqual({ accepted: 1, duplicate: 2, rejected: [] })
  expect(await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).toMatchObject({ list: [{ count: 1 }], total: 1 })
})
