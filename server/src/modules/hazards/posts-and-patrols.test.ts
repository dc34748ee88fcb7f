import { expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { judgedByHand } from '../../../test/jobs.ts'
import { at, square } from '../../../test/places.ts'
import { createTestSite } from '../../../test/site.ts'

const report = (imei: string, east: number, more: object = {}) => ({
  deviceType: 'hat',
  deviceId: imei,
  time: new Date().toISOString(),
  ...at(east, 0),
  ...more,
})

it('one alarm of each while somebody stands still, leaves or strays to a post, and nobody assembles or patrols', async () => {
  const { company, judge } = judgedByHand()
  const site = await createTestSite({}, undefined, company)
  const { db, admin } = site
  const [mill, kiln] = [await site.makeDept('磨'), await site.makeDept('窑')]
  const [mine, other] = await Promise.all(
    ['安娜', '波'].map(async (cname) => (await admin.ask(accountCalls.saveUser, { cname, workNum: cname, deptId: mill })).id),
  )
  const wornBy: Readonly<Record<string, string | undefined>> = { anna: mine, bo: other }
  for (const imei of ['still', 'lies', 'anna', 'bo', 'near', 'far'])
    await site.makeHat(imei, { deptId: imei === 'near' ? mill : null, userId: wornBy[imei] ?? null })
  await site.report([report('lies', 10), report('lies', 10, { sos: 'silent' })])
  const make = (type: string, east: number, more: object) =>
    site.makeFence({ name: type, type, points: square(east, 0, 20), level: 2, minInside: 0, minOutside: 0, ...more })
  // They pause half a day from now, whatever the site's zone.
  const pause = String((new Date().getUTCHours() + 20) % 24).padStart(2, '0')
  const daily = [{ days: [1, 2, 3, 4, 5, 6, 7], from: `${pause}:30`, to: `${pause}:20` }]
  const stillId = await make('still', 0, { stillLimit: 1 })
  await make('post', 500, { deptId: mill, allowUserIds: [mine], stayLimit: 1 })
  await make('assembly', 1_000, { minCount: 2, stayLimit: 1, schedule: daily })
  await make('patrol', 1_500, { stayLimit: 1 })
  const source = { code: 'M', radius: 20, riskLevel: 2 as const, ...at(2_000, 0) }
  await admin.ask(hazardCalls.saveBsHazardPoint, { name: '煤粉仓', ...source })
  await site.report([report('still', 0), report('bo', 500), report('near', 2_010), report('far', 2_025)])

  const told = async (condition: string): Promise<string[]> =>
    (await admin.ask(alarmCalls.listRealAlarmData, undefined)).list
      .filter((alarm) => alarm.condition === condition && alarm.count === 1)
      .map(({ alarmType, alarmLevel, result }) => `${alarmType} ${alarmLevel} ${result}`)
      .toSorted()
  const conditions = async (): Promise<number> => (await db.raw(db.sql, 'SELECT 1 FROM fence_condition')).rows.length
  const silent = '5 1 H-lies长时间静止'
  const atOnce = ['14 2 波（H-bo）在“post”，不是本岗人员', '2 2 H-near走近“煤粉仓”20 米内', silent]
  await judge(site)
  expect(await told('active')).toEqual(atOnce)
  // Standing still, strayed, left, assembly, patrol; whoever lies there has his own.
  expect(await conditions()).toBe(5)
  // A minute ago instead of a minute of waiting.
  await db.raw(db.sql, 'UPDATE fence_condition SET since = since - 60000')
  const all = [
    '1 2 H-still在“still”静止 1 分钟',
    '1 2 “patrol”已 1 分钟无人巡检',
    '15 2 “post”在岗 0 人，应有 1 人，已 1 分钟',
    '7 2 “assembly”内有 0 人，至少 2 人',
    ...atOnce,
  ].toSorted()
  await judge(site)
  expect(await told('active')).toEqual(all)

  const guest = await site.makeUser({ name: 'guest', permissions: ['alarmRealMgmt'], scope: 'own', deptId: kiln })
  const seen = (await guest.client.ask(alarmCalls.listRealAlarmData, undefined)).list.map(({ alarmType }) => alarmType)
  expect(seen.toSorted((a, b) => a - b)).toEqual([1, 1, 5, 7])

  // Where he stood is known to whoever judges next.
  await site.report([report('still', 17)])
  const moved = () => db.raw(db.sql, `SELECT 1 FROM fence_condition WHERE subject <> '' AND alarm_type = 1 AND gone IS NOT NULL`)
  await judge(site)
  expect((await moved()).rows).toHaveLength(1)
  // What two types may raise alike ends with the one.
  const stored = whole(await admin.ask(hazardCalls.listBsDangAreaAll, {})).find(({ id }) => id === stillId)
  if (stored) await admin.ask(hazardCalls.saveBsDangArea, { ...stored, type: 'noExit' })
  expect(await told('active')).toEqual(all.filter((each) => !each.includes('still')))

  await site.report([report('anna', 500), report('bo', 1_000), report('still', 1_000), report('near', 1_500)])
  await judge(site)
  expect((await db.raw(db.sql, 'SELECT 1 FROM hazard_near WHERE gone IS NOT NULL')).rows).toHaveLength(1)
  await db.raw(db.sql, 'UPDATE hazard_near SET gone = gone - 30000')
  await judge(site)
  expect(await told('active')).toEqual([silent])
  expect(await told('returned')).toEqual(all.filter((each) => each !== silent))
})
