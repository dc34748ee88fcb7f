import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { confirmText, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { alarmSettings } from '@vigil/contract/alarms/settings.ts'
import { alarmType, momentaryTypes } from '@vigil/contract/alarms/types.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { housekeepingOf } from '../../../test/housekeeping.ts'
import { at, square } from '../../../test/places.ts'
import { createTestSite, isAlarm, isType, type TestSite } from '../../../test/site.ts'
import { createDatabase } from '../../kernel/db.ts'
import { createJournal } from '../../kernel/journal.ts'
import { transactionsOf, type Kernel } from '../../kernel/kernel.ts'
import { createLog } from '../../kernel/log.ts'
import { createSiteClock } from '../../kernel/time.ts'
import { createSettings } from '../../kernel/settings.ts'
import type { AlarmIntent } from './intent.ts'
import { createAlarmService } from './service.ts'
import { createAlarmStore } from './store.ts'

const breach = (site: TestSite, imei: string) =>
  site.report([{ deviceType: 'hat', deviceId: imei, time: new Date(Date.now() - 5_000).toISOString(), ...at(0, 0) }])
const open = async (site: TestSite) => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list
const rows = async (site: TestSite): Promise<number> => {
  const { rows: counted } = await site.db.raw<{ count: string }>(site.db.sql, 'SELECT count(*) AS count FROM alarm')
  return Number(counted[0]?.count)
}

it('of another department are neither shown nor counted nor handled nor hidden', async () => {
  const site = await createTestSite()
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  await site.makeHat('100', { deptId: mill })
  for (const imei of ['200', '201']) await site.makeHat(imei, { deptId: kiln })
  await site.makeFence()
  for (const imei of ['100', '200', '201']) await breach(site, imei)
  const permissions = ['alarmRealMgmt', 'alarmHisMgmt', 'alarm:handle', 'alarm:delete']
  const { client } = await site.makeUser({ name: 'li', permissions, scope: 'own', deptId: mill })
  const all = await open(site)
  const idOf = (imei: string) => all.find(({ deviceId }) => deviceId === imei)?.id ?? ''
  const handled = idOf('201')
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: handled, status: 2 })
  const before = await open(site)

  const own = await client.ask(alarmCalls.listRealAlarmData, undefined)
  expect([own.list.map(({ deviceId }) => deviceId), own.total]).toEqual([['100'], 1])
  expect(await client.ask(alarmCalls.getNewestAlarm, undefined)).toMatchObject({ deviceId: '100' })
  expect(await client.ask(alarmCalls.listUnHandleCount, undefined)).toMatchObject({ total: 1 })
  expect(await client.ask(alarmCalls.listUnHandledPage, {})).toMatchObject({ list: [{ deviceId: '100' }], total: 1 })
  expect(await client.ask(alarmCalls.listHandledPage, {})).toEqual({ list: [], total: 0 })
  expect(await client.ask(alarmCalls.listHandledCount, {})).toBe(0)
  expect((await client.ask(alarmCalls.listAlarmStaNumberByArea, {})).map(({ total }) => total)).toEqual([1])
  const types = await client.ask(alarmCalls.listAlarmStaNumberByType, {})
  expect(types.reduce((sum, { total }) => sum + total, 0)).toBe(1)
  for (const refused of [
    await client.send(alarmCalls.getZdAlarmById, { id: idOf('200') }),
    await client.send(alarmCalls.updateZdAlarm, { id: idOf('200'), status: 2 }),
    await client.send(alarmCalls.updateAlarmList, [
      { id: idOf('100'), status: 2 },
      { id: idOf('200'), status: 2 },
    ]),
    await client.send(alarmCalls.deleteAlarmList, { ids: [handled] }),
  ]) {
    expect(refused).toMatchObject({ code: 'notFound' })
  }
  expect(await open(site)).toEqual(before)
  expect(await site.admin.ask(alarmCalls.listHandledPage, {})).toMatchObject({ list: [{ deviceId: '201' }] })
})

it('are hidden once handled, not before, and stay as rows', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  await site.makeFence()
  await breach(site, '100')
  const [alarm] = await open(site)
  const ids = [alarm?.id ?? '']
  for (const status of [0, 1] as const) {
    await site.admin.ask(alarmCalls.updateZdAlarm, { id: ids[0] ?? '', status })
    expect(await site.admin.send(alarmCalls.deleteAlarmList, { ids })).toMatchObject({
      code: 'invalidInput',
      msg: '报警尚未处理，不能删除',
    })
    expect(await open(site)).toHaveLength(1)
  }
  const isOfAlarms = (message: FromServer): message is FromServer & { type: 'changed' } =>
    message.type === 'changed' && 'alarm' in message.records
  // Who looks up what was handled hears of no alarm as it comes.
  const { token } = await site.makeUser({ name: 'auditor', permissions: ['alarmHisMgmt'] })
  const auditor = await site.live(token)
  await auditor.until(isType('welcome'))
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: ids[0] ?? '', status: 2 })
  await auditor.until(isOfAlarms)
  const console = await site.live(site.adminToken)
  await console.until(isType('welcome'))
  expect(await site.admin.ask(alarmCalls.deleteAlarmList, { ids })).toEqual({ hidden: 1 })
  await console.until(isOfAlarms)
  expect(await site.admin.ask(alarmCalls.listHandledPage, {})).toEqual({ list: [], total: 0 })
  expect(await rows(site)).toBe(1)
})

/** As the journal has it, which may be a second after the alarm's own. */
const aTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)

it('are confirmed as they were read: one that changed meanwhile is a conflict that changes nothing', async () => {
  const site = await createTestSite()
  for (const imei of ['100', '101']) await site.makeHat(imei)
  await site.makeFence()
  for (const imei of ['100', '101']) await breach(site, imei)
  const read = await open(site)
  const [one, other] = read.map(({ id, version }) => ({ id, version, status: 2 as const }))
  if (!one || !other) throw new Error('two alarms are missing')
  const taken = await site.admin.ask(alarmCalls.updateZdAlarm, { ...one, status: 1 })
  expect(taken).toMatchObject({ id: one.id, status: 1, version: one.version + 1 })
  const before = await open(site)

  const told = { ...taken, changedBy: '系统管理员', changedAt: aTime }
  expect(await site.admin.send(alarmCalls.updateZdAlarm, one)).toMatchObject({ code: 'conflict', data: told })
  expect(await site.admin.send(alarmCalls.updateAlarmList, [other, one])).toMatchObject({ code: 'conflict', data: told })
  expect(await open(site)).toEqual(before)
  expect(await site.admin.ask(alarmCalls.updateAlarmList, [other, { ...one, version: taken.version }])).toMatchObject([
    { id: other.id, status: 2 },
    { id: one.id, status: 2, version: taken.version + 1 },
  ])

  // What is said later of one that is handled is added to its record, and nobody writes over words that he has not read.
  const li = await site.makeUser({ name: 'li', permissions: ['alarm:handle'] })
  const add = (words: object) => li.client.send(alarmCalls.updateZdAlarm, { id: other.id, status: 2, ...words })
  const words = { reasonCode: 'false', handleNote: '误触' } as const
  const added = await add({ ...words, remark: confirmText })
  expect(added).toMatchObject({ code: '200', data: { ...words, remark: confirmText, handleUser: '系统管理员' } })
  for (const same of [{}, words, { remark: confirmText, handleNote: confirmText, reasonCode: '' }])
    expect(await add(same)).toEqual(added)
  expect(await add({ reasonCode: 'real' })).toMatchObject({ code: 'conflict', data: { ...words, changedBy: '系统管理员' } })
  expect(await site.admin.ask(alarmCalls.getZdAlarmById, { id: other.id })).toEqual(added.data)
  expect(await add({ reasonCode: 'real', version: added.data?.version })).toMatchObject({ data: { reasonCode: 'real' } })
  const steps = (await site.admin.ask(alarmCalls.listAlarmStep, { id: other.id })).slice(-3)
  expect(steps.map(({ kind, by, reason, note }) => [kind, by, reason, note])).toEqual([
    ['confirmed', '系统管理员', '', ''],
    ['amended', 'li', 'false', '误触'],
    ['amended', 'li', 'real', ''],
  ])
})

it('tell whoever confirms one second who was first, as the alarm itself does, and nobody where the alarm itself went on', async () => {
  const site = await createTestSite()
  const mill = await site.makeDept('mill')
  const ofMill = (name: string) => site.makeUser({ name, deptId: mill, scope: 'own', permissions: ['alarm:handle'] })
  const [first, second] = [await ofMill('zhou'), await ofMill('wu')]
  await site.makeHat('100', { deptId: mill })
  const press = () => site.report([{ deviceType: 'hat', deviceId: '100', time: new Date().toISOString(), sos: 'press' }])
  await press()
  const [{ id, version } = { id: '', version: 0 }] = await open(site)
  const late = (by: typeof first) => by.client.send(alarmCalls.updateZdAlarm, { id, version, status: 2 })
  await press()
  const wentOn = await late(second)
  expect(wentOn).toMatchObject({ code: 'conflict', data: { id, count: 2 } })
  expect(wentOn.data).not.toHaveProperty('changedBy')

  const confirmed = await first.client.ask(alarmCalls.updateZdAlarm, { id, status: 1 })
  const atThat = { version: confirmed.version, changedAt: aTime }
  expect(await late(second)).toMatchObject({ code: 'conflict', data: { ...atThat, changedBy: 'zhou' } })
  const again = await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 2 })
  // The administrator answers to nobody of the mill, but who handled an alarm is told to whoever sees it.
  const told = { version: again.version, changedBy: again.handleUser, handleUser: '系统管理员', changedAt: aTime }
  expect(await late(second)).toMatchObject({ code: 'conflict', data: told })
})

it('go on or are over whoever confirms them: how far they were handled is another fact', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  await site.makeFence({ minOutside: 0 })
  await breach(site, '100')
  await site.report([{ deviceType: 'hat', deviceId: '100', time: new Date().toISOString(), sos: 'press' }])
  const alarms = await open(site)
  expect(alarms).toHaveLength(2)
  for (const { id } of alarms)
    expect(await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 2 })).toMatchObject({
      status: 2,
      condition: 'active',
      endTime: null,
    })
  await site.report([{ deviceType: 'hat', deviceId: '100', time: new Date().toISOString(), ...at(500, 500) }])
  const { list } = await site.admin.ask(alarmCalls.listHandledPage, {})
  expect(list.map(({ alarmType: type, status, condition }) => `${type} ${status} ${condition}`).toSorted()).toEqual([
    '1 2 returned',
    '4 2 active',
  ])
})

/** The service as rules of a domain know it. */
const serviceOf = (site: TestSite) => {
  const clock = createSiteClock('Asia/Shanghai')
  const kernel = {
    db: site.db,
    clock,
    journal: createJournal(site.db, clock.now),
    settings: createSettings(site.db),
    transaction: transactionsOf(site.db, createLog('silent')),
  } as unknown as Kernel
  return { kernel, service: createAlarmService(kernel, createAlarmStore(kernel)) }
}

/** A helmet with a wearer, a badge, and a step of each into a fence and a cry for help of each, with and without a place. */
const cries = async (site: TestSite): Promise<void> => {
  const { id: userId } = await site.makeUser({ name: '陈国强' })
  await site.makeHat('100', { userId })
  await site.makeHat('101')
  await site.makeFence({ name: '煤磨“禁入”区' })
  await site.admin.ask(hazardCalls.saveBsHazardArea, { name: '煤磨 MM', points: square(1_000, 0, 50) })
  const hat = (imei: string, second: number, more: Record<string, unknown>) => ({
    deviceType: 'hat',
    deviceId: imei,
    time: new Date(Date.now() - 60_000 + second * 1_000).toISOString(),
    ...more,
  })
  await site.report([hat('101', 1, { sos: 'press' })])
  await site.report([hat('100', 2, { ...at(0, 0), accuracy: 3 }), hat('101', 2, at(0, 0))])
  await site.report([hat('100', 3, { sos: 'press' }), hat('101', 3, { sos: 'silent', ...at(1_000, 0) })])
  await site.report([hat('100', 4, at(1_000, 0))])
  await site.report([hat('100', 5, { sos: 'silent' })])
}
const resultsOf = (alarms: readonly Alarm[]) => alarms.map(({ result }) => result).toSorted()

it('are told of in the language of whoever asks, and in events in Chinese', async () => {
  const site = await createTestSite()
  const console = await site.live(site.adminToken)
  await cries(site)
  const chinese = [
    'H-101发出求救，无定位',
    'H-101进入“煤磨“禁入”区”',
    'H-101长时间静止，位于煤磨 MM',
    '陈国强（H-100）发出求救，本次无定位，显示最后位置',
    '陈国强（H-100）进入“煤磨“禁入”区”，精度 ±3.0 m',
    '陈国强（H-100）长时间静止，本次无定位，最后位于煤磨 MM',
  ].toSorted()
  expect(resultsOf(await open(site))).toEqual(chinese)
  const english = createClient({ origin: site.origin, token: () => site.adminToken, language: () => 'en' })
  const { list } = await english.ask(alarmCalls.listRealAlarmData, undefined)
  expect(resultsOf(list)).toEqual([
    'H-101 breached the fence “煤磨“禁入”区”',
    'H-101 has not moved for a long time, in 煤磨 MM',
    'H-101 pressed SOS, no position',
    '陈国强 breached the fence “煤磨“禁入”区”, ±3.0 m',
    '陈国强 has not moved for a long time, no position, last seen in 煤磨 MM',
    '陈国强 pressed SOS, no position, shown at its last position',
  ])
  const [one, other] = list
  if (!one || !other) throw new Error('alarms are missing')
  const { result, version } = one
  expect(await english.ask(alarmCalls.getZdAlarmById, { id: one.id })).toMatchObject({ result })
  expect((await english.ask(alarmCalls.listUnHandledPage, { pageSize: 50 })).list.map((row) => row.result)).toContain(result)
  expect(await english.send(alarmCalls.updateZdAlarm, { id: one.id, version: 9, status: 1 })).toMatchObject({
    code: 'conflict',
    data: { result },
  })
  expect(await english.ask(alarmCalls.updateZdAlarm, { id: one.id, version, status: 1 })).toMatchObject({ result })
  const changed = await console.until(isAlarm('alarmChanged', ({ status }) => status === 1))
  expect(chinese).toContain(changed.event.data.result)
})

it('that were stored as text are taken apart into facts, each as it read; what cannot be stays a text', async () => {
  const site = await createTestSite()
  await cries(site)
  await breach(site, '100')
  const run = (statement: string, values: unknown[] = []) => site.db.raw(site.db.sql, statement, values)
  const step = await readFile(new URL('20261122181709-alarm-facts.sql', import.meta.url), 'utf8')
  const odd = (await open(site)).find(({ alarmType: type }) => type === alarmType.code.fence)?.id
  // Those that came later never were a text alone.
  for (const type of momentaryTypes.filter((code) => code <= alarmType.code.fall)) {
    await run('UPDATE alarm SET alarm_type = $1 WHERE rule_id IS NULL', [type])
    const before = await open(site)
    for (const { id, result } of before) await run('UPDATE alarm SET result = $2 WHERE id = $1', [id, result])
    await run('ALTER TABLE alarm DROP COLUMN facts')
    await run(`UPDATE alarm SET result = '有人进入了' WHERE id = $1`, [odd])
    await run('ALTER TABLE alarm ALTER COLUMN result SET NOT NULL')
    await run(step)
    const whole = before.map((alarm) => (alarm.id === odd ? { ...alarm, result: '有人进入了', facts: null } : alarm))
    expect(await open(site)).toEqual(whole)
  }
})

const noon = Date.now() - 3_600_000
const silence = (gateway: string, minutes: number): AlarmIntent => ({
  kind: 'raise',
  alarm: {
    conditionKey: `10/gateway/${gateway}`,
    source: { kind: 'gateway', id: gateway, label: `LoRa ${gateway}` },
    device: null,
    alarmType: alarmType.code.offline,
    alarmLevel: 3,
    alarmName: '离线',
    facts: {},
    findTime: new Date(noon + minutes * 60_000),
    startTime: new Date(noon + minutes * 60_000),
    deviceTime: null,
    areaId: null,
    areaName: null,
    ruleId: null,
    deptId: null,
    deptName: null,
    userName: '',
    plateNumber: '',
    lng: null,
    lat: null,
    floor: null,
    quiet: false,
  },
})
const well = (gateway: string, minutes: number): AlarmIntent => ({
  kind: 'return',
  conditionKey: `10/gateway/${gateway}`,
  end: new Date(noon + minutes * 60_000),
})

it('come from anything, and are one as long as their rule says so', async () => {
  const site = await createTestSite()
  const { kernel, service } = serviceOf(site)
  const apply = (...intents: AlarmIntent[]) => kernel.transaction((trx) => service.apply(trx, intents))
  const standing = async () =>
    (await open(site)).map(({ source, count, condition }) => `${source.kind} ${source.id} ${count} ${condition}`).toSorted()

  await apply(silence('A', 0), silence('B', 0), silence('A', 1))
  expect(await standing()).toEqual(['gateway A 2 active', 'gateway B 1 active'])
  await apply(well('A', 2), silence('B', 3))
  expect(await standing()).toEqual(['gateway A 2 returned', 'gateway B 2 active'])
  expect(await open(site)).toContainEqual(
    expect.objectContaining({
      source: { kind: 'gateway', id: 'A', label: 'LoRa A' },
      deviceType: 'gateway',
      deviceId: 'A',
      deviceName: 'LoRa A',
      objectId: null,
      result: '离线',
    }),
  )
})

/** Comes and goes every twenty seconds within these minutes. */
const chatter = (gateway: string, from: number, to: number): AlarmIntent[] =>
  Array.from({ length: 3 * (to - from) }, (_, at) => from + at / 3).flatMap((minutes) => [
    silence(gateway, minutes),
    well(gateway, minutes + 1 / 6),
  ])

it('come again and again and are announced every ten minutes while nobody takes them up', async () => {
  const site = await createTestSite()
  const { kernel, service } = serviceOf(site)
  const apply = (intents: readonly AlarmIntent[]) => kernel.transaction((trx) => service.apply(trx, intents))
  const announced = async (intents: readonly AlarmIntent[]) =>
    (await apply(intents)).filter(({ event }) => event.name === 'alarmRaised').length
  expect(await announced(chatter('A', 0, 25))).toBe(3)
  const [{ id, count } = { id: '', count: 0 }] = await open(site)
  expect(count).toBe(75)
  await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 1 })
  expect(await announced(chatter('A', 25, 40))).toBe(0)
  expect(await announced([silence('A', 55)])).toBe(1)
})

it('chatter where six changes come within five minutes, whatever the rest of their life, and whoever handles them meanwhile', async () => {
  const site = await createTestSite()
  const { kernel, service } = serviceOf(site)
  const apply = (...intents: AlarmIntent[]) => kernel.transaction((trx) => service.apply(trx, intents))
  /** Comes and goes by turns at these minutes. */
  const changing = (gateway: string, minutes: readonly number[]) =>
    minutes.map((at, turn) => (turn % 2 === 0 ? silence(gateway, at) : well(gateway, at)))
  const flicker = (gateway: string, from: number, to: number): AlarmIntent => {
    const raised = silence(gateway, from) as AlarmIntent & { kind: 'raise' }
    return { kind: 'stayed', alarm: raised.alarm, end: new Date(noon + to * 60_000), joins: false }
  }
  await apply(
    ...changing('six', [0, 1, 2, 3, 4, 5]),
    ...changing('five', [0, 0.1, 0.2, 0.3, 0.4, 40]),
    ...changing(
      'slow',
      Array.from({ length: 20 }, (_, at) => at * 1.01),
    ),
    ...changing('late', [0, 1, 30, 30.1, 30.2, 30.3, 30.4, 30.5]),
    ...[0, 1, 2].map((at) => flicker('known late', at, at + 0.2)),
  )
  for (const at of [0, 1, 2]) {
    await apply(...changing('handled', [at, at + 0.5]))
    for (const { id, source } of await open(site))
      if (source.id === 'handled') await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 2 })
  }
  const wire = (minutes: number) => kernel.clock.toWire(noon + minutes * 60_000)
  const counted = { figure: 'chattering', startTime: wire(-1), endTime: wire(59) } as const
  const chattering = async () =>
    (await site.admin.ask(alarmCalls.listHandledPage, { pageNum: 1, anyStatus: true, counted })).list
      .map(({ source }) => source.id)
      .toSorted()
  expect(await chattering()).toEqual(['handled', 'known late', 'late', 'six'])
  // As on a site that had them before: what their steps tell.
  await site.db.raw(
    site.db.sql,
    'ALTER TABLE alarm DROP COLUMN changes, DROP COLUMN chattered; DROP FUNCTION alarm_changes, alarm_chatters',
  )
  await site.db.raw(site.db.sql, await readFile(new URL('20261125182000-changes.sql', import.meta.url), 'utf8'))
  expect(await chattering()).toEqual(['late', 'six'])
})

it('that sound go on to, though a report that came late says them again, and one that is handled counts no stay that is told later', async () => {
  const site = await createTestSite()
  const { kernel, service } = serviceOf(site)
  const apply = (...intents: AlarmIntent[]) => kernel.transaction((trx) => service.apply(trx, intents))
  const raised = (minutes: number) => (silence('A', minutes) as AlarmIntent & { kind: 'raise' }).alarm
  await apply(silence('A', 0))
  await apply({ kind: 'raise', alarm: { ...raised(1), quiet: true } })
  const [{ id, ...first } = { id: '' }] = await open(site)
  expect(first).toMatchObject({ count: 2, quiet: false })
  await apply(well('A', 2))
  await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 2 })
  const stayed = (from: number, to: number, joins = false) =>
    apply({ kind: 'stayed', alarm: raised(from), end: new Date(noon + to * 60_000), joins })
  // A piece of what is handled is no news, and what only belongs to something that stood is nothing by itself.
  await stayed(1.5, 2.5)
  await stayed(3, 4, true)
  expect(await open(site)).toEqual([])
  await stayed(3, 4)
  const [later, ...others] = await open(site)
  expect(others).toEqual([])
  expect(later).toMatchObject({ status: 0, count: 1, condition: 'returned' })
  expect(later?.id).not.toBe(id)
})

it('of conditions that are raised together are locked in one order, whatever that of their rules is', async () => {
  const site = await createTestSite()
  const { kernel, service } = serviceOf(site)
  const apply = (...intents: AlarmIntent[]) => kernel.transaction((trx) => service.apply(trx, intents))
  await apply(silence('A', 0))
  await apply(silence('B', 0))
  const idOf = async (gateway: string) => (await open(site)).find(({ source }) => source.id === gateway)?.id
  const [first, second] = [await idOf('A'), await idOf('B')]
  const elsewhere = createDatabase(site.databaseUrl, createLog('silent'), { max: 2 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: holds } = Promise.withResolvers<void>()
  const holding = elsewhere.transaction(async (trx) => {
    await elsewhere.raw(trx, 'SELECT FROM alarm WHERE id = $1 FOR UPDATE', [first])
    holds()
    await released
  })
  onTestFinished(async () => {
    release()
    await holding
    await elsewhere.close()
  })
  await held
  const applied = apply(silence('B', 1), silence('A', 1))
  const waits = async () =>
    (
      await elsewhere.raw(
        elsewhere.sql,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).rows.length
  await expect.poll(waits).toBe(1)
  // Whoever waits for the first holds none after it.
  await elsewhere.transaction((trx) => elsewhere.raw(trx, 'SELECT FROM alarm WHERE id = $1 FOR UPDATE NOWAIT', [second]))
  release()
  await applied
  expect((await open(site)).map(({ count }) => count)).toEqual([2, 2])
})

it('that are handled are put back where their condition goes on in no other, one by one and in a list', async () => {
  const site = await createTestSite()
  const { admin } = site
  await site.makeHat('100')
  const press = () => site.report([{ deviceType: 'hat', deviceId: '100', time: new Date().toISOString(), sos: 'press' }])
  const put = (id: string, status: 0 | 1 | 2) => admin.send(alarmCalls.updateZdAlarm, { id, status })
  await press()
  const [{ id } = { id: '' }] = await open(site)
  await put(id, 2)
  await press()
  const [{ id: newer } = { id: '' }, ...others] = await open(site)
  expect([others, newer === id]).toEqual([[], false])
  const refused = { code: 'invalidInput', msg: '报警不能重新打开：此情况已有未处理完的报警', data: { field: 'id' } }
  const before = [await open(site), await admin.ask(alarmCalls.getZdAlarmById, { id })]
  for (const status of [0, 1] as const) {
    expect(await put(id, status)).toMatchObject(refused)
    const both = [newer, id].map((one) => ({ id: one, status }))
    expect(await admin.send(alarmCalls.updateAlarmList, both)).toMatchObject(refused)
  }
  expect([await open(site), await admin.ask(alarmCalls.getZdAlarmById, { id })]).toEqual(before)
  // What the site did not want to hear of likewise, where it wants to by now.
  await site.db.raw(site.db.sql, `UPDATE alarm SET suppressed = 'typeOff' WHERE id = $1`, [id])
  expect(await put(id, 0)).toMatchObject(refused)
  await put(newer, 2)

  // Somebody presses in the moment in which it is put back.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: holds } = Promise.withResolvers<void>()
  const pressing = site.db.transaction(async (trx) => {
    await site.db.raw(trx, 'UPDATE alarm SET status = 0 WHERE id = $1', [newer])
    holds()
    await released
  })
  await held
  const raced = put(id, 0)
  await expect
    .poll(
      async () =>
        (
          await site.db.raw(
            site.db.sql,
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).rows.length,
    )
    .toBe(1)
  release()
  await pressing
  expect(await raced).toMatchObject({ code: 'conflict', data: { id, status: 2 } })
  await put(newer, 2)
  expect(await put(id, 0)).toMatchObject({ code: '200', data: { id, status: 0 } })
  await press()
  expect(await open(site)).toMatchObject([{ id, count: 2 }])
})

it('that nobody wants to hear of are kept in silence, however often they come, by few steps', async () => {
  const site = await createTestSite()
  const { kernel, service } = serviceOf(site)
  const settings = {
    ...kernel.settings,
    get: (setting: never) => (setting === alarmSettings.offlineRaised ? 'nowhere' : kernel.settings.get(setting)),
  } as Kernel['settings']
  const deaf = createAlarmService({ ...kernel, settings }, createAlarmStore(kernel))
  const apply = (of: typeof service, ...intents: AlarmIntent[]) => kernel.transaction((trx) => of.apply(trx, intents))
  const lifeOf = async (id: string) =>
    (await site.admin.ask(alarmCalls.listAlarmStep, { id })).map(({ kind, count, reason }) =>
      [kind, reason, count ?? ''].join(' ').trim(),
    )
  expect(await apply(deaf, silence('A', 0))).toEqual([])
  // Judged once more, after a crash: it is what was kept already.
  expect(await apply(deaf, silence('A', 0))).toEqual([])
  expect(await apply(deaf, well('A', 0.1), ...chatter('A', 1, 25))).toEqual([])
  const [kept, more] = (await site.admin.ask(alarmCalls.listHandledPage, { pageNum: 1 })).list
  expect([kept?.count, kept?.suppressed, kept?.condition, more]).toEqual([73, 'typeOff', 'returned', undefined])
  expect(await lifeOf(kept?.id ?? '')).toEqual([
    'raised',
    'suppressed typeOff',
    'returned',
    'suppressed typeOff 29',
    'returned',
    'suppressed typeOff 59',
    'returned',
  ])

  // One that is open is drawn, so that consoles hear that it was counted.
  await apply(service, silence('B', 0))
  const events = await apply(deaf, well('B', 0.1), ...chatter('B', 1, 25))
  expect(new Set(events.map(({ event }) => event.name))).toEqual(new Set(['alarmChanged']))
  const [stands] = await open(site)
  expect(stands).toMatchObject({ count: 73, suppressed: null })
  expect(await lifeOf(stands?.id ?? '')).toEqual([
    'raised',
    'returned',
    'suppressed typeOff 29',
    'returned',
    'suppressed typeOff 59',
    'returned',
  ])
})

it('return many at once by the statements of one, each when it was over, and in the order in which it was said', async () => {
  const site = await createTestSite()
  const { kernel, service } = serviceOf(site)
  let asked = 0
  const raw: Kernel['db']['raw'] = (...of) => {
    asked += 1
    return kernel.db.raw(...of)
  }
  const counted = { ...kernel, db: { ...kernel.db, raw } }
  const returning = createAlarmService(counted, createAlarmStore(counted))
  const many = Array.from({ length: 40 }, (_, at) => String(at))
  const apply = (of: typeof service, intents: readonly AlarmIntent[]) => kernel.transaction((trx) => of.apply(trx, intents))
  await apply(
    service,
    [...many, 'one', 'again'].map((gateway) => silence(gateway, 0)),
  )
  await apply(returning, [well('one', 1)])
  const ofOne = asked
  await apply(
    returning,
    many.map((gateway, at) => well(gateway, at + 1)),
  )
  expect(asked - ofOne).toBe(ofOne)
  await apply(service, [well('again', 1), silence('again', 2), well('again', 3), silence('again', 4)])
  const stored = await site.db.raw<{ at: string; minutes: number | null; count: number }>(
    site.db.sql,
    `SELECT source_id AS at, count, round(extract(epoch FROM end_time - start_time) / 60)::int AS minutes FROM alarm`,
  )
  const ends = Object.fromEntries(stored.rows.map(({ at, minutes, count }) => [at, [count, minutes]]))
  expect(ends).toEqual({ ...Object.fromEntries(many.map((at) => [at, [1, Number(at) + 1]])), one: [1, 1], again: [3, null] })
})

it('that were stored before anything but a device raised one go on as they stood', async () => {
  const site = await createTestSite()
  await cries(site)
  const before = await open(site)
  expect(
    before.map(({ source, objectId, deviceName }) => [source, { kind: 'device', id: String(objectId), label: deviceName }]),
  ).toEqual(before.map(({ source }) => [source, source]))
  const run = (statement: string) => site.db.raw(site.db.sql, statement)
  const keys = async () => (await run('SELECT id, condition_key FROM alarm ORDER BY id')).rows
  const known = await keys()
  for (const column of ['source_kind', 'source_id', 'source_label', 'condition_key'])
    await run(`ALTER TABLE alarm DROP COLUMN ${column}`)
  await run(
    `CREATE UNIQUE INDEX alarm_one_a_condition ON alarm (device_id, alarm_type, coalesce(rule_id, 0)) WHERE condition = 'active' AND status < 2`,
  )
  await run(await readFile(new URL('20261122182624-alarm-source.sql', import.meta.url), 'utf8'))
  expect(await keys()).toEqual(known)
  expect(await open(site)).toEqual(before)
})

it('stay when the positions and events that they came with are dropped', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  await site.makeFence()
  await breach(site, '100')
  const before = await open(site)
  await housekeepingOf(site.db, { now: () => Date.now() + 400 * 86_400_000 }).run()
  expect(await site.db.raw(site.db.sql, 'SELECT 1 FROM position UNION ALL SELECT 1 FROM live_event')).toMatchObject({ rows: [] })
  expect(await open(site)).toEqual(before)
})

it('are dropped after retention once handled and over, with a row of the journal that says so', async () => {
  const site = await createTestSite()
  const imeis = ['100', '101', '102', '103', '104', '105', '106']
  for (const imei of imeis) await site.makeHat(imei)
  await site.makeFence()
  for (const imei of imeis) await breach(site, imei)
  const age = (imei: string, set: string) => site.db.raw(site.db.sql, `UPDATE alarm SET ${set} WHERE device_code = $1`, [imei])
  const ago = (days: number) => `now() - interval '${days} days'`
  const handled = (found: number, days: number, condition = 'returned') =>
    `status = 2, condition = '${condition}', find_time = ${ago(found)}, handle_time = ${ago(days)}`
  await age('100', handled(500, 400))
  await age('101', handled(390, 370))
  await age('102', handled(500, 360))
  await age('103', `status = 1, condition = 'returned', find_time = ${ago(500)}, handle_time = ${ago(400)}`)
  await age('104', handled(500, 400, 'active'))
  await age('105', handled(30, 20))
  // A press lasts no longer than it takes.
  await age('106', `${handled(500, 400, 'active')}, alarm_type = 4, rule_id = NULL`)
  const { service } = serviceOf(site)
  const told = async () =>
    (
      await site.db.raw<Record<string, unknown>>(
        site.db.sql,
        `SELECT action, object, cname, person_id, before FROM journal WHERE module = 'alarms' ORDER BY id`,
      )
    ).rows

  await service.keepHouse(730)
  expect([await rows(site), await told()]).toEqual([7, []])
  await service.keepHouse(365)
  const left = await site.db.raw<{ code: string }>(site.db.sql, 'SELECT device_code AS code FROM alarm ORDER BY 1')
  expect(left.rows.map(({ code }) => code)).toEqual(['102', '103', '104', '105'])
  expect(await told()).toMatchObject([
    { action: 'delete', object: 'alarm', cname: '系统', person_id: null, before: { alarms: 3 } },
  ])
  await service.keepHouse(365)
  expect(await told()).toHaveLength(1)
})
