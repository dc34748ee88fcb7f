import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { lifeOf, open, stepTo } from '../../../test/mill.ts'
import { square } from '../../../test/places.ts'
import { createTestSite, isAlarm, isType, neighbourOf, type TestSite } from '../../../test/site.ts'
import { transactionsOf, type Kernel } from '../../kernel/kernel.ts'
import { createLog } from '../../kernel/log.ts'
import { createSiteClock } from '../../kernel/time.ts'
import { moveFlood } from './flood.ts'
import { createAlarmStore } from './store.ts'

/** The job as another server does it. */
const jobOf = ({ db }: TestSite) => {
  const clock = createSiteClock('Asia/Shanghai')
  const transaction = transactionsOf(db, createLog('silent'))
  const kernel = { db, clock, transaction, live: { publish: () => undefined } } as unknown as Kernel
  const store = createAlarmStore(kernel)
  return () => moveFlood({ kernel, store })
}
const isFloodTold =
  (lasts: boolean) =>
  (message: FromServer): message is Extract<FromServer, { type: 'event' }> =>
    message.type === 'event' && message.event.name === 'alarmFlood' && (message.event.data.since !== null) === lasts
const rowsOf = async ({ db }: TestSite) =>
  (await db.raw<{ over: boolean; most: number }>(db.sql, 'SELECT until IS NOT NULL AS over, most FROM alarm_flood ORDER BY id'))
    .rows
const floodOf = async (site: TestSite) => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).flood

it('of more than ten alarms in ten minutes begins once, quietens its causes with a step each, and ends by itself', async () => {
  const site = await createTestSite()
  await neighbourOf(site)
  const job = jobOf(site)
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  const hats = Array.from({ length: 14 }, (_, at) => String(100 + at))
  for (const imei of hats) await site.makeHat(imei, { deptId: mill })
  const fence = await site.makeFence({ name: 'pit', minOutside: 0, minInside: 0, level: 2 })
  const burner = await site.makeUser({ name: 'burner', deptId: kiln, scope: 'own', permissions: ['alarmRealMgmt'] })
  const stranger = await site.makeUser({ name: 'stranger', permissions: ['hatMgmt'] })
  const consoles = await Promise.all([site.adminToken, burner.token, stranger.token].map((token) => site.live(token)))
  for (const console of consoles) await console.until(isType('welcome'))
  const [admin, burners, strangers] = consoles as [(typeof consoles)[0], (typeof consoles)[0], (typeof consoles)[0]]

  await site.report(hats.slice(0, 10).map((imei) => stepTo(imei, 0, 0)))
  expect(await open(site)).toHaveLength(10)
  expect(await Promise.all([job(), job()])).toEqual([null, null])
  expect(await floodOf(site)).toEqual({ since: null, count: 0 })

  await site.report([stepTo('110', 0, 0)])
  await Promise.all([job(), job(), job()])
  await admin.until(isFloodTold(true))
  await burners.until(isFloodTold(true))
  expect(await rowsOf(site)).toEqual([{ over: false, most: 11 }])
  expect(await floodOf(site)).toMatchObject({ since: expect.any(String) as string, count: 11 })

  // Another of the same fence is told as ever, and says that it was not announced by itself; those from before say nothing.
  await site.report([stepTo('111', 0, 0)])
  await admin.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '111'))
  const idOf = async (imei: string, type = 1) =>
    (await open(site)).find(({ deviceId, alarmType }) => deviceId === imei && alarmType === type)?.id ?? ''
  expect(await lifeOf(site, await idOf('111'))).toEqual(['raised', 'suppressed flood'])
  expect(await lifeOf(site, await idOf('110'))).toEqual(['raised'])
  expect((await open(site)).find(({ deviceId }) => deviceId === '111')).toMatchObject({ status: 0, ruleId: fence })

  // Level one and cries for help are told by themselves, however many of their cause stand.
  await site.makeFence({ name: 'kiln', minOutside: 0, minInside: 0, level: 1, points: square(500, 0, 20) })
  const both = ['112', '113']
  await site.report(both.map((imei) => stepTo(imei, 500, 0)))
  await site.report(both.map((imei) => ({ deviceType: 'hat', deviceId: imei, time: new Date().toISOString(), sos: 'press' })))
  for (const imei of both) {
    await admin.until(isAlarm('alarmRaised', ({ deviceId, alarmType }) => deviceId === imei && alarmType === 4))
    expect(await lifeOf(site, await idOf(imei))).toEqual(['raised'])
    expect(await lifeOf(site, await idOf(imei, 4))).toEqual(['raised'])
  }

  // Whoever may see alarms is told of a flood, and nobody else.
  expect(strangers.messages.some(isFloodTold(true))).toBe(false)
  await site.db.raw(site.db.sql, `UPDATE alarm SET find_time = find_time - interval '11 minutes'`)
  await admin.until(isFloodTold(false))
  expect(await rowsOf(site)).toEqual([{ over: true, most: expect.any(Number) as number }])
  expect(await floodOf(site)).toEqual({ since: null, count: 0 })

  // What was found by a clock that was ahead and is put back since lies in the future: it makes none, which could not end.
  await site.db.raw(site.db.sql, `UPDATE alarm SET find_time = find_time + interval '2 days'`)
  expect(await job()).toBeNull()
  expect(await floodOf(site)).toEqual({ since: null, count: 0 })
})
