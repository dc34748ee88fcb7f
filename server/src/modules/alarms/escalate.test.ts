import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { escalatedAtMost } from '@vigil/contract/alarms/entities.ts'
import { endOfShift } from '@vigil/contract/alarms/statistics.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { byHand } from '../../../test/jobs.ts'
import { lifeOf, millWith, open, stepTo } from '../../../test/mill.ts'
import { isAlarm, isType, neighbourOf, type TestSite } from '../../../test/site.ts'

/** A mill whose server calls the next on duty when a test says so. */
const steered = async () => {
  const { company, run } = byHand('alarm escalation')
  return { ...(await millWith({}, company)), escalate: run }
}
const rosterOf = async ({ admin }: TestSite, dutyRoster: string[]) =>
  admin.ask(siteCalls.saveSite, { ...(await admin.ask(siteCalls.getSite, undefined)), dutyRoster })
/** It has waited for as long as its level may. */
const wait = (site: TestSite, id: string) =>
  site.db.raw(site.db.sql, `UPDATE alarm SET waiting_since = now() - interval '2 minutes' WHERE id = $1`, [id])
const escalations = async (site: TestSite, id: string) => (await lifeOf(site, id)).filter((line) => line.startsWith('escalated'))

it('go to the next on duty where nobody takes them up, once each time whichever server does, and the servers that are left go on', async () => {
  const { site, id, zhou, wu, guard, burner, escalate } = await steered()
  const hand = byHand('alarm escalation')
  const other = await neighbourOf(site, undefined, hand.company)
  // Who may not handle it is passed over.
  await rosterOf(site, [burner.id, zhou.id, guard.id, wu.id])
  const console = await site.live(wu.token)
  await console.until(isType('welcome'))
  const steps = ['zhou', 'wu', 'zhou', 'wu', 'zhou'].map((name, at) => `escalated to ${name} ${at + 1}×`)
  for (const at of steps.keys()) {
    if (at === 2) await other.stop()
    await wait(site, id)
    await Promise.all([escalate(), ...(at < 2 ? [hand.run()] : [])])
    expect((await open(site))[0]?.escalation).toBe(at + 1)
    expect(await escalations(site, id)).toEqual(steps.slice(0, at + 1))
    expect(await open(site)).toMatchObject([{ status: 0, assignee: at % 2 === 0 ? 'zhou' : 'wu' }])
  }
  await console.until(isAlarm('alarmChanged'))
  // Five times, and no more: what comes later goes on, this one stays.
  await wait(site, id)
  await site.makeHat('101')
  await site.report([stepTo('101', 0, 0)])
  const [later] = (await open(site)).filter((alarm) => alarm.id !== id)
  await wait(site, later?.id ?? '')
  await escalate()
  expect((await open(site)).find((alarm) => alarm.id === later?.id)?.escalation).toBe(1)
  // It is of no department, so that each of them sees it.
  expect(await escalations(site, later?.id ?? '')).toEqual(['escalated to burner 1×'])
  // Since when it waits was told by a clock that was ahead and is put back since: it waits for no such time.
  await site.db.raw(site.db.sql, `UPDATE alarm SET waiting_since = now() + interval '1 day' WHERE id = $1`, [later?.id])
  await escalate()
  expect(await escalations(site, later?.id ?? '')).toEqual(['escalated to burner 1×', 'escalated to zhou 2×'])
  expect(await escalations(site, id)).toEqual(steps)
  expect(await wu.client.ask(alarmCalls.assignAlarm, { id })).toMatchObject({ status: 1, assignee: 'wu', escalation: 5 })
  expect((await lifeOf(site, id)).at(-1)).toBe('taken by wu')
})

it('go to nobody who may not, which is said all the same; what somebody has, is shelved or is over waits for nobody', async () => {
  const { site, id, zhou, burner, escalate } = await steered()
  await rosterOf(site, [burner.id])
  const deptId = (await open(site))[0]?.deptId ?? null
  for (const imei of ['taken', 'shelved', 'over']) await site.makeHat(imei, { deptId })
  for (const imei of ['taken', 'shelved', 'over']) await site.report([stepTo(imei, 0, 0)])
  const idOf = async (imei: string) => (await open(site)).find(({ deviceId }) => deviceId === imei)?.id ?? ''
  const [taken, shelved, over] = [await idOf('taken'), await idOf('shelved'), await idOf('over')]
  await zhou.client.ask(alarmCalls.assignAlarm, { id: taken })
  await zhou.client.ask(alarmCalls.shelveAlarm, { id: shelved, minutes: 60, reasonCode: 'other' })
  await site.report([stepTo('over', 500, 500)])
  for (const one of [taken, shelved, over, id]) await wait(site, one)
  await escalate()
  expect(await escalations(site, id)).toEqual(['escalated 1×'])
  expect(await open(site)).toContainEqual(expect.objectContaining({ id, status: 0, assigneeId: null, escalation: 1 }))
  for (const one of [taken, shelved, over]) expect(await escalations(site, one)).toEqual([])
})

it('go on in the roster while they go away and come back, and once everybody was called pause before they begin again', async () => {
  const { site, id, zhou, wu, escalate } = await steered()
  await rosterOf(site, [zhou.id, wu.id])
  const set = (what: string) => site.db.raw(site.db.sql, `UPDATE alarm SET ${what} WHERE id = $1`, [id])
  const leave = async () => {
    await site.report([stepTo('100', 500, 500)])
    await expect.poll(async () => (await open(site))[0]?.condition).toBe('returned')
  }
  const enter = async () => {
    await site.report([stepTo('100', 0, 0)])
    await expect.poll(async () => (await open(site))[0]?.condition).toBe('active')
  }
  // Never inside for as long as its level may wait, but nobody acts for that long.
  await set(`find_time = now() - interval '61 seconds'`)
  await leave()
  await escalate()
  expect(await escalations(site, id)).toEqual([])
  await enter()
  await escalate()
  const steps = ['zhou', 'wu', 'zhou', 'wu', 'zhou'].map((name, at) => `escalated to ${name} ${at + 1}×`)
  for (const at of steps.keys()) {
    expect(await escalations(site, id)).toEqual(steps.slice(0, at + 1))
    await leave()
    await wait(site, id)
    await enter()
    expect((await open(site))[0]?.escalation).toBe(at + 1)
    await escalate()
  }
  expect(await escalations(site, id)).toEqual(steps)
  await leave()
  await set(`waiting_since = now() - interval '601 seconds'`)
  await enter()
  expect((await open(site))[0]?.escalation).toBe(0)
  await wait(site, id)
  await escalate()
  expect(await escalations(site, id)).toEqual([...steps, 'escalated to zhou 1×'])
})

it('that came late and come again live wait from then on', async () => {
  const { site, id, zhou, escalate } = await steered()
  await rosterOf(site, [zhou.id])
  await site.report([stepTo('100', 500, 500)])
  await expect.poll(async () => (await open(site))[0]?.condition).toBe('returned')
  await site.db.raw(site.db.sql, `UPDATE alarm SET quiet = true, find_time = now() - interval '5 minutes' WHERE id = $1`, [id])
  await site.report([stepTo('100', 0, 0)])
  await expect.poll(async () => (await open(site))[0]).toMatchObject({ condition: 'active', quiet: false })
  await escalate()
  expect(await escalations(site, id)).toEqual([])
  await wait(site, id)
  await escalate()
  expect(await escalations(site, id)).toEqual(['escalated to zhou 1×'])
})

it('are called for anew when they come again after they were over, from the beginning', async () => {
  const { site, id, zhou, escalate } = await steered()
  await rosterOf(site, [zhou.id])
  await wait(site, id)
  await escalate()
  expect(await escalations(site, id)).toEqual(['escalated to zhou 1×'])
  await site.report([stepTo('100', 500, 500)])
  await expect.poll(async () => (await open(site))[0]?.condition).toBe('returned')
  // Found long ago, as one that nobody confirmed.
  await site.db.raw(
    site.db.sql,
    `UPDATE alarm SET find_time = find_time - interval '3 days', waiting_since = now() - interval '3 days', escalation = 5 WHERE id = $1`,
    [id],
  )
  await site.report([stepTo('100', 0, 0)])
  await expect.poll(async () => (await open(site))[0]).toMatchObject({ id, condition: 'active', escalation: 0 })
  await wait(site, id)
  await escalate()
  expect((await open(site))[0]?.escalation).toBe(1)
})

it('stay as they are where nobody is on duty', async () => {
  const { site, id, zhou, escalate } = await steered()
  await wait(site, id)
  await escalate()
  expect(await escalations(site, id)).toEqual([])
  await rosterOf(site, [zhou.id])
  await escalate()
  expect(await escalations(site, id)).toEqual(['escalated to zhou 1×'])
  expect(await zhou.client.ask(alarmCalls.updateZdAlarm, { id, status: 1 })).toMatchObject({ escalation: 1 })
  // Put back it waits anew, from the beginning.
  expect(await zhou.client.ask(alarmCalls.updateZdAlarm, { id, status: 0 })).toMatchObject({ escalation: 0, assigneeId: null })
})

/** The same, whose server ends what was put aside when a test says so. */
const steeredBoth = async () => {
  const [escalation, shelves] = [byHand('alarm escalation'), byHand('alarm shelves')]
  const company: typeof escalation.company = {
    jobs: (all) => [escalation, shelves].flatMap(({ company: { jobs } }) => jobs?.(all) ?? []),
  }
  const mill = await millWith({}, company)
  const { site, id } = mill
  return {
    ...mill,
    escalate: escalation.run,
    present: async () => (await open(site)).find((alarm) => alarm.id === id),
    set: (what: string) => site.db.raw(site.db.sql, `UPDATE alarm SET ${what} WHERE id = $1`, [id]),
    endShelves: async () => {
      await site.db.raw(site.db.sql, `UPDATE alarm SET shelved_until = now() - interval '1 second' WHERE id = $1`, [id])
      await shelves.run()
    },
  }
}

it('that come back from the shelf wait from then on, from the beginning, and name nobody who had them in hand', async () => {
  const { site, id, zhou, wu, escalate, present, set, endShelves } = await steeredBoth()
  await rosterOf(site, [wu.id])
  await zhou.client.ask(alarmCalls.assignAlarm, { id })
  await set(`escalation = ${escalatedAtMost}`)
  await wait(site, id)
  // No longer than it was asked for, though the shift may last.
  const shelving = { id, minutes: 1, shiftEnd: true, reasonCode: 'other' } as const
  expect(await zhou.client.ask(alarmCalls.shelveAlarm, shelving)).toMatchObject({
    status: 0,
    assigneeId: null,
    handleUser: '',
    handleTime: null,
  })
  const { at = '', until } = (await site.admin.ask(alarmCalls.listAlarmStep, { id })).at(-1) ?? {}
  const atMost = new Date(Date.parse(`${at.replace(' ', 'T')}Z`) + 60_000).toISOString().slice(0, 19).replace('T', ' ')
  expect(until).toBe([atMost, endOfShift(at)].toSorted()[0])
  await endShelves()
  expect(await present()).toMatchObject({ shelvedUntil: null, escalation: 0 })
  await escalate()
  expect(await escalations(site, id)).toEqual([])
  await wait(site, id)
  await escalate()
  expect(await escalations(site, id)).toEqual(['escalated to wu 1×'])
})

it('that came late, or that were found before the roster was of any day, call nobody', async () => {
  const { site, id, zhou, escalate, set } = await steeredBoth()
  await rosterOf(site, [zhou.id])
  await set(`quiet = true, waiting_since = now() - interval '2 minutes'`)
  await escalate()
  await set(`quiet = false, waiting_since = NULL, find_time = now() - interval '2 days'`)
  await escalate()
  expect(await escalations(site, id)).toEqual([])
  await wait(site, id)
  await escalate()
  expect(await escalations(site, id)).toEqual(['escalated to zhou 1×'])
})

it('that nobody was called for any more are called for anew by another press', async () => {
  const { site, zhou, escalate } = await steeredBoth()
  await rosterOf(site, [zhou.id])
  const press = () => site.report([{ ...stepTo('100', 0, 0), sos: 'press' }])
  const cry = async () => (await open(site)).find(({ alarmType }) => alarmType === 4)
  await press()
  const { id = '' } = (await cry()) ?? {}
  await site.db.raw(site.db.sql, 'UPDATE alarm SET escalation = $2 WHERE id = $1', [id, escalatedAtMost])
  await wait(site, id)
  await escalate()
  expect(await escalations(site, id)).toEqual([])
  await press()
  expect(await cry()).toMatchObject({ id, count: 2, escalation: 0 })
  await wait(site, id)
  await escalate()
  expect(await escalations(site, id)).toEqual(['escalated to zhou 1×'])
})

it('of presses never count as chattering, however often somebody presses', async () => {
  const { site } = await steeredBoth()
  for (let press = 0; press < 7; press += 1) {
    await site.report([{ ...stepTo('100', 0, 0), sos: 'press' }])
    await expect.poll(async () => (await open(site)).find(({ alarmType }) => alarmType === 4)?.count).toBe(press + 1)
  }
  const { rows } = await site.db.raw<{ chattered: boolean }>(site.db.sql, 'SELECT chattered FROM alarm WHERE alarm_type = 4')
  expect(rows).toEqual([{ chattered: false }])
})

it('are looked for by an index that holds as many as may still go on', async () => {
  const { site } = await steeredBoth()
  const { rows } = await site.db.raw<{ index: string }>(
    site.db.sql,
    `SELECT pg_get_indexdef('alarm_escalating'::regclass) AS index`,
  )
  expect(rows[0]?.index).toContain(`escalation < ${escalatedAtMost})`)
})
