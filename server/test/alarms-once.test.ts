import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { gateAlarmTypes } from '@vigil/contract/gates/alarm-types.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { fenceType } from '@vigil/contract/hazards/entities.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { penaltyAlarmTypes } from '@vigil/contract/penalties/alarm-types.ts'
import { createPlayers, secondsOf } from '../../simulator/src/once/play.ts'
import { alarmsOf, setUpAll, switchOn } from '../../simulator/src/once/stage.ts'
import { lengthOf, sources } from '../../simulator/src/scenarios/once.ts'
import type { Job } from '../src/kernel/jobs/job.ts'
import { at } from './places.ts'
import { createTestSite, deviceKey, isAlarm, type TestSite } from './site.ts'

const seedToken = 'cd'.repeat(32)
const minute = 60_000
/** Seconds at which it is judged what is wrong with devices: just before the silent are heard again, and when all is well. */
const healthAt = [340, 390]

/** A server that judges who is inside, who is near to whom and what is wrong with devices when the test says so. */
const judging = () => {
  const found = new Map<string, Job['run']>()
  const taken = ['who is inside', 'encounters', 'device health']
  const jobs = (all: readonly Job[]): readonly Job[] => {
    for (const { name, run } of all) if (taken.includes(name)) found.set(name, run)
    return all.filter(({ name }) => !taken.includes(name))
  }
  const judge = async (name: string): Promise<void> => {
    const run = found.get(name)
    if (!run) throw new Error(`there is no job ${name}`)
    await run()
  }
  return { company: { jobs }, judge }
}
const run = ({ db }: TestSite, statement: string) => db.raw(db.sql, statement)
const putClock = async ({ origin }: TestSite, time: number): Promise<void> => {
  const response = await fetch(`${origin}/demo/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: seedToken },
    body: JSON.stringify({ time }),
  })
  expect(await response.json()).toEqual({ status: 'put' })
}
/** What is written of devices follows what they report. */
const untilWritten = async (site: TestSite): Promise<void> => {
  const behind = `SELECT 1 FROM device_state AS state WHERE fix_time < (SELECT max(fix_time) FROM position WHERE position.device_id = state.device_id)`
  await expect.poll(async () => (await run(site, behind)).rows.length, { interval: 20 }).toBe(0)
}

it('no type of alarm and no type of fence is left out', () => {
  // What a visit or a bar raises comes of its record: `modules/gates/visits.test.ts` and `modules/penalties/penalties.test.ts` play them.
  const ofRecords: readonly number[] = Object.values({ ...gateAlarmTypes, ...penaltyAlarmTypes }).map(({ code }) => code)
  const raisedTypes = Object.values(alarmTypes).flatMap(({ code, result }) =>
    result === null || ofRecords.includes(code) ? [] : code,
  )
  expect(new Set(sources.map(({ alarmType }) => alarmType))).toEqual(new Set(raisedTypes))
  expect(new Set(sources.flatMap(({ fence }) => fence?.type ?? []))).toEqual(
    new Set(fenceType.options('en').map(({ value }) => value)),
  )
  for (const { courses } of sources) expect(courses.slice(0, 2).map(({ alarms }) => alarms)).toEqual(['one', 'none'])
})

it('each source of alarms raises exactly one, which ends, and a near miss none', async () => {
  const { company, judge } = judging()
  const site = await createTestSite({ demo: true, seedToken }, undefined, company)
  const { admin } = site
  const last = Math.max(...sources.flatMap(({ courses }) => courses.map(lengthOf)))
  const start = Math.floor((Date.now() - last * 1000) / minute) * minute - minute
  await putClock(site, start)
  const console = await site.live(site.adminToken, null, ['alarms'])
  await switchOn(admin.ask, sources)
  const stages = await setUpAll({ ask: admin.ask, timeZone: 'Asia/Shanghai', run: '1000' }, sources)
  for (const stage of stages) await stage.draw(start)

  await site.makeHat('hurry')
  /** What may have to raise something is stored at once, and with it all that waits for company. */
  const hurry = (time: number) =>
    site.report([time, time - 1_000].map((each) => ({ deviceType: 'hat', deviceId: 'hurry', time: new Date(each), ...at(0, 0) })))

  const problems: string[] = []
  const players = createPlayers(stages, {
    origin: site.origin,
    deviceKey,
    onProblem: (problem) => problems.push(problem),
    every: 1,
  })
  const seconds = new Set([...secondsOf(stages, last), ...healthAt])
  for (const second of [...seconds].toSorted((a, b) => a - b)) {
    const now = start + second * 1000
    await putClock(site, now)
    players.play(second, start)
    while (players.unanswered > 0 && problems.length === 0) await hurry(now)
    expect(problems).toEqual([])
    await run(site, `UPDATE fence_judged SET judged_at = '-infinity'`)
    await judge('who is inside')
    await judge('encounters')
    if (!healthAt.includes(second)) continue
    await untilWritten(site)
    await run(site, `UPDATE device_fault_judged SET judged_at = now() - interval '20 s', settled_at = '-infinity'`)
    await judge('device health')
  }
  await players.stop()

  const { list } = await admin.ask(alarmCalls.listRealAlarmData, undefined)
  const raised = stages.map((stage) => {
    const { source, course } = stage
    const told = alarmsOf(stage, list).map(({ alarmType, condition, count }) => `${alarmType} ${condition} ${count}`)
    return { course: `${source.name}: ${course.told.en}`, told: course.alarms === 'atMostOne' ? told.slice(1) : told }
  })
  expect(raised).toEqual(
    stages.map(({ source, course }) => ({
      course: `${source.name}: ${course.told.en}`,
      told: course.alarms === 'one' ? [`${source.alarmType} ${source.returns ? 'returned' : 'active'} 1`] : [],
    })),
  )
  expect(list.length).toBe(stages.flatMap((stage) => alarmsOf(stage, list)).length)
  // What consoles are told, and sounds, is as many.
  await expect.poll(() => console.messages.filter(isAlarm('alarmRaised')).length).toBe(list.length)
  // A push does not last: it ends with whoever handles it.
  for (const { id, version, condition } of list)
    if (condition === 'active') await admin.ask(alarmCalls.updateZdAlarm, { id, version, status: 2, reasonCode: 'test' })
  const left = (await admin.ask(alarmCalls.listRealAlarmData, undefined)).list
  expect(left.map(({ condition }) => condition)).toEqual(left.map(() => 'returned'))

  await Promise.all(stages.map(({ strike }) => strike()))
  expect(whole(await admin.ask(hazardCalls.listBsDangAreaAll, {}))).toEqual([])
  expect(whole(await admin.ask(hazardCalls.listBsHazardPointAll, {}))).toEqual([])
  expect(whole(await admin.ask(deviceCalls.listBsHatAll, {})).map(({ imei }) => imei)).toEqual(['hurry'])
})
