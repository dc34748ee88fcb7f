import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { judgedByHand } from '../../../test/jobs.ts'
import { at, square } from '../../../test/places.ts'
import { createTestSite, isAlarm } from '../../../test/site.ts'

it('raises a type where the site wants it: the rest is kept with the rule that says so, and an SOS is always raised', async () => {
  const site = await createTestSite()
  const { admin } = site
  for (const imei of ['1', '2', '3']) await site.makeHat(imei)
  const area = { name: '氨水罐区', code: 'A', points: square(500, 0, 50) }
  const { id: areaId } = await admin.ask(hazardCalls.saveBsHazardArea, area)
  // Who sets up the site chooses among them.
  const keeper = await site.makeUser({ name: 'keeper', permissions: ['siteMgmt'] })
  expect(await keeper.client.ask(hazardCalls.listBsHazardAreaAll, {})).toMatchObject([{ id: areaId }])
  await site.makeFence({ name: '煤磨', minInside: 0 })
  await site.makeFence({ name: '罐区', minInside: 0, points: square(500, 0, 20) })
  const choose = async (chosen: object) =>
    admin.ask(siteCalls.saveSite, { ...(await admin.ask(siteCalls.getSite, undefined)), ...chosen })
  await choose({ fenceRaised: 'areas', fenceAreas: [areaId], silentRaised: 'nowhere' })
  const console = await site.live(site.adminToken, null, ['alarms'])
  const report = (deviceId: string, east: number, more: object = {}) =>
    site.report([{ deviceType: 'hat', deviceId, time: new Date().toISOString(), ...at(east, 0), ...more }])
  const open = async () => (await admin.ask(alarmCalls.listRealAlarmData, undefined)).list.map(({ alarmName }) => alarmName)
  const kept = async () => {
    const { list } = await admin.ask(alarmCalls.listHandledPage, { pageNum: 1, pageSize: 10 })
    return Promise.all(
      list.map(async ({ id, alarmType, deviceId, count }) => {
        const steps = await admin.ask(alarmCalls.listAlarmStep, { id })
        return `${alarmType} ${deviceId} ${count} ${steps.map(({ kind, reason }) => `${kind} ${reason}`.trim()).join(', ')}`
      }),
    )
  }

  await report('1', 0)
  for (let press = 0; press < 2; press += 1) await report('1', 0, { sos: 'silent' })
  expect(await open()).toEqual([])
  expect((await kept()).toSorted()).toEqual(['1 1 1 raised, suppressed otherArea', '5 1 2 raised, suppressed typeOff'])
  // Nobody handled it, and it counts in no number but those of its list.
  const { list: unraised, total } = await admin.ask(alarmCalls.listHandledPage, { pageNum: 1, pageSize: 10 })
  expect(unraised.map(({ suppressed, handleTime }) => [suppressed, handleTime])).toEqual([
    ['typeOff', null],
    ['otherArea', null],
  ])
  expect([total, await admin.ask(alarmCalls.listHandledCount, {})]).toEqual([2, 2])
  expect((await admin.ask(alarmCalls.getAlarmStatistics, { interval: 0 })).total).toBe(0)
  expect(await admin.ask(alarmCalls.listHandledCount, { wanted: true })).toBe(0)
  const ofAreas = async () =>
    (await admin.ask(alarmCalls.listAlarmStaNumberByArea, {})).reduce((sum, area) => sum + area.total, 0)
  expect(await ofAreas()).toBe(0)
  await report('2', 500)
  await report('1', 0, { sos: 'press' })
  expect((await open()).toSorted()).toEqual(['SOS 求救', '罐区'])
  await expect.poll(() => console.messages.filter(isAlarm('alarmRaised')).length).toBe(2)
  expect(console.messages.filter(isAlarm('alarmChanged'))).toEqual([])

  // Who takes one up makes it an alarm.
  expect(await ofAreas()).toBe(2)
  const taken = await admin.ask(alarmCalls.updateZdAlarm, { id: unraised[0]?.id ?? '', status: 2, handleNote: '' })
  expect(taken.suppressed).toBe('typeOff')
  expect(await admin.ask(alarmCalls.updateZdAlarm, { id: taken.id, status: 0 })).toMatchObject({ suppressed: null, status: 0 })
  expect(await ofAreas()).toBe(3)

  // What began outside goes on inside: raised as it comes there, and no second time.
  const { id: shore } = await admin.ask(hazardCalls.saveBsHazardArea, { name: '码头', code: 'B', points: square(2_050, 0, 20) })
  await site.makeFence({ name: '大区', minInside: 0, points: square(2_000, 0, 100) })
  await choose({ fenceAreas: [areaId, shore] })
  await site.makeHat('4')
  await report('4', 1_950)
  expect(await open()).not.toContain('大区')
  const before = console.messages.filter(isAlarm('alarmRaised')).length
  await expect.poll(async () => (await report('4', 2_050), await open())).toContain('大区')
  await expect.poll(() => console.messages.filter(isAlarm('alarmRaised')).length).toBe(before + 1)
  for (const east of [1_950, 2_050, 1_950]) await report('4', east)
  const bigOne = (await admin.ask(alarmCalls.listRealAlarmData, undefined)).list.filter(({ alarmName }) => alarmName === '大区')
  expect(bigOne.map(({ status, suppressed, count }) => [status, suppressed, count])).toEqual([[0, null, 1]])
  const lived = await admin.ask(alarmCalls.listAlarmStep, { id: bigOne[0]?.id ?? '' })
  expect(lived.map(({ kind }) => kind)).toEqual(['raised', 'suppressed', 'repeated'])
  // One that its rule has raised already is raised no second time, and keeps nobody else's back.
  await site.db.raw(
    site.db.sql,
    `INSERT INTO alarm (condition_key, source_kind, source_id, source_label, device_id, device_type, device_code, device_name,
       alarm_type, alarm_level, alarm_name, find_time, start_time, last_time, condition, status, suppressed)
     SELECT condition_key, source_kind, source_id, source_label, device_id, device_type, device_code, device_name,
       alarm_type, alarm_level, alarm_name, find_time, start_time, last_time, 'active', 2, 'otherArea'
     FROM alarm AS known WHERE id = $1`,
    [bigOne[0]?.id],
  )
  await report('4', 2_050)
  await site.makeHat('5')
  await report('5', 1_950)
  const big = async () => (await open()).filter((name) => name === '大区').length
  await expect.poll(async () => (await report('5', 2_050), await big())).toBe(2)
  await site.db.raw(site.db.sql, `DELETE FROM alarm WHERE suppressed = 'otherArea' AND device_code = '4'`)
  await choose({ fenceAreas: [areaId] })
  expect(await admin.send(hazardCalls.deleteBsHazardAreaById, { id: shore })).toMatchObject({ code: '200' })

  // Whoever has one department says nothing of where the site is alarmed.
  const permissions = ['hazardAreaMgmt', 'hazardAreaMgmt:edit']
  const deptId = await site.makeDept('ammonia')
  const chosen = await admin.ask(hazardCalls.saveBsHazardArea, { ...area, id: areaId, version: 1, deptId })
  const ammonia = await site.makeUser({ name: 'ammonia', permissions, scope: 'own', deptId })
  const moved = { ...area, id: areaId, version: chosen.version, deptId, points: square(900, 0, 5) }
  expect(await ammonia.client.send(hazardCalls.saveBsHazardArea, moved)).toMatchObject({ code: 'invalidInput' })
  expect(await admin.send(hazardCalls.deleteBsHazardAreaById, { id: areaId })).toMatchObject({ code: 'inUse' })
  // Areas that are gone leave none out, whatever others are chosen.
  await choose({ fenceAreas: [areaId, '999999'] })
  await expect.poll(async () => (await report('3', 100), await report('3', 0), await open())).toContain('煤磨')
})

it('raises whoever calls silently within chosen areas, or from nobody knows where; from elsewhere never, wherever he goes then', async () => {
  const { company, judge } = judgedByHand()
  const site = await createTestSite({}, undefined, company)
  const { admin } = site
  for (const imei of ['lost', 'calls']) await site.makeHat(imei)
  const { id } = await admin.ask(hazardCalls.saveBsHazardArea, { name: '码头', code: 'B', points: square(50, 0, 20) })
  await site.makeFence({ name: '大区', minInside: 0, points: square(0, 0, 100) })
  const chosen: object = { silentRaised: 'areas', silentAreas: [id], fenceRaised: 'areas', fenceAreas: [id] }
  await admin.ask(siteCalls.saveSite, { ...(await admin.ask(siteCalls.getSite, undefined)), ...chosen })
  const open = async () => (await admin.ask(alarmCalls.listRealAlarmData, undefined)).list
  const report = (deviceId: string, more: object) =>
    site.report([{ deviceType: 'hat', deviceId, time: new Date().toISOString(), ...more }])
  await report('lost', { sos: 'silent' })
  await report('calls', { ...at(-50, 0), sos: 'silent' })
  await report('calls', at(-50, 0))
  expect(await open()).toMatchObject([{ deviceId: 'lost', alarmType: 5, suppressed: null }])
  await report('calls', at(50, 0))
  // What holds comes inside with him; a call holds nothing.
  await judge(site)
  expect((await open()).map(({ deviceId, alarmName, alarmType }) => `${deviceId} ${alarmType} ${alarmName}`).toSorted()).toEqual([
    'calls 1 大区',
    expect.stringMatching(/^lost 5 /),
  ])
})
