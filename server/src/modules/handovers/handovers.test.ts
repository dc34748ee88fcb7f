import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { handoverCalls } from '@vigil/contract/handovers/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { createTestSite } from '../../../test/site.ts'
import { givenRule } from './store.ts'

it('hands a shift over with how it stood, to be taken once, by name, and by nobody who may not', async () => {
  const site = await createTestSite()
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  const permissions = ['shiftHandoverMgmt', 'shiftHandoverMgmt:edit', 'alarmRealMgmt', 'alarm:handle', 'deviceHealthMgmt']
  const person = (name: string, deptId: string, may = permissions) =>
    site.makeUser({ name, permissions: may, scope: 'own', deptId })
  const [early, late, baker] = [await person('early', mill), await person('second', mill), await person('baker', kiln)]
  const reader = await person('reader', mill, ['shiftHandoverMgmt'])
  await site.makeHat('100', { deptId: mill })
  await site.makeHat('200', { deptId: kiln })
  const call = (deviceId: string) => ({ deviceType: 'hat', deviceId, time: new Date().toISOString(), sos: 'press' })
  await site.report([call('100'), call('200')])

  // Nobody judges them meanwhile.
  await site.db.raw(site.db.sql, `UPDATE device_fault_judged SET judged_at = now() + interval '1 day'`)
  await site.db.raw(
    site.db.sql,
    `INSERT INTO device_fault (device_id, kind, since, seen_at) SELECT id, 'lowBattery', now(), now() FROM device`,
  )

  const before = await early.client.ask(handoverCalls.getShiftFacts, undefined)
  expect([before.open?.total, before.open?.list.map(({ who }) => who), before.shelved?.total]).toEqual([1, ['H-100'], 0])
  expect([before.faults?.total, before.faults?.list.map(({ deviceName, kind, owner }) => [deviceName, kind, owner])]).toEqual([
    1,
    [['H-100', 'lowBattery', '']],
  ])
  const given = await early.client.ask(handoverCalls.giveZdHandover, { note: '看好 2 号磨' })
  expect([given.givenBy, given.note, given.mine, given.takenAt, given.facts]).toEqual([
    'early',
    '看好 2 号磨',
    false,
    null,
    before,
  ])
  // One at a time, and not by oneself.
  expect((await early.client.send(handoverCalls.giveZdHandover, { note: '' })).code).toBe('invalidInput')
  const take = (who: typeof early, version = given.version) =>
    who.client.send(handoverCalls.takeZdHandover, { id: given.id, version })
  expect((await take(early)).code).toBe('invalidInput')
  // What is another department's is not there; who may only read takes nothing.
  expect((await take(baker)).code).toBe('notFound')
  expect((await take(reader)).code).toBe('forbidden')
  const listed = async (who: typeof early) =>
    (await who.client.ask(handoverCalls.listZdHandoverPage, {})).list.map(({ id, mine }) => [id, mine])
  expect([await listed(late), await listed(early), await listed(baker)]).toEqual([[[given.id, true]], [[given.id, false]], []])

  // What happens later changes nothing of what was handed over.
  const [open] = (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.filter(({ deviceId }) => deviceId === '100')
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: open?.id ?? '', status: 2 })
  const answers = await Promise.all([take(late), take(await person('third', mill))])
  expect(answers.map(({ code }) => code).sort()).toEqual(['200', 'conflict'])
  const [record] = (await site.admin.ask(handoverCalls.listZdHandoverPage, { isTaken: true })).list
  expect([record?.id, record?.facts, record?.takenAt === null]).toEqual([given.id, before, false])
  const log = await site.admin.ask(journalCalls.listSysLogByCondition, { pageNum: 1, pageSize: 9, module: 'handovers' })
  expect(
    paged(log)
      .list.filter(({ result }) => result === 'success')
      .map(({ action, object }) => [action, object]),
  ).toEqual([
    ['update', 'shiftHandover'],
    ['create', 'shiftHandover'],
  ])

  // Somebody who is named is the only one who takes it; who may not is not named.
  const naming = (toUserId: string) => late.client.send(handoverCalls.giveZdHandover, { note: '', toUserId })
  const codes = []
  for (const { id } of [reader, baker, late]) codes.push((await naming(id)).code)
  expect(codes).toEqual(['invalidInput', 'invalidInput', 'invalidInput'])
  expect((await naming(early.id)).code).toBe('200')
  expect(await listed(early)).toEqual([
    [expect.any(String), true],
    [given.id, false],
  ])

  // Who gave it may have seen more than who reads it.
  await site.admin.ask(handoverCalls.giveZdHandover, { note: 'whole site' })
  const wide = await site.makeUser({ name: 'wide', permissions, scope: 'all', deptId: mill })
  await wide.client.ask(handoverCalls.giveZdHandover, { note: 'wide' })
  await site.report([call('100')])
  const notes = async (who: typeof early) =>
    (await who.client.ask(handoverCalls.listZdHandoverPage, { isTaken: false })).list.map(({ note, facts }) => [
      note,
      facts.open?.list.map(({ who: whose }) => whose),
    ])
  expect(await notes(early)).toEqual([
    ['wide', []],
    ['', []],
  ])
  expect(await notes(baker)).toEqual([])
  expect((await notes(wide))[0]).toEqual(['wide', ['H-200']])
  const [ofWide] = (await early.client.ask(handoverCalls.listZdHandoverPage, {})).list
  expect(ofWide?.facts.faults?.list.map(({ deviceName }) => deviceName)).toEqual(['H-100'])
  // Who may not see alarms, or what is wrong with devices, is told nothing of them by this way either, and not that there are none.
  const unknown = { open: null, shelved: null, fencesOff: null, faults: null }
  expect(await reader.client.ask(handoverCalls.getShiftFacts, undefined)).toEqual(unknown)
  expect((await reader.client.ask(handoverCalls.listZdHandoverPage, {})).list.map(({ facts }) => facts)).toContainEqual(unknown)
})

it('what was handed over is withdrawn by whoever gave it unless somebody took it, whichever of both comes first', async () => {
  const site = await createTestSite()
  const mill = await site.makeDept('mill')
  const permissions = ['shiftHandoverMgmt', 'shiftHandoverMgmt:edit']
  const person = (name: string, may = permissions) => site.makeUser({ name, permissions: may, scope: 'own', deptId: mill })
  const [giver, taker, reader] = [await person('giver'), await person('taker'), await person('reader', permissions.slice(0, 1))]
  const { giveZdHandover, takeZdHandover, withdrawZdHandover, listZdHandoverPage } = handoverCalls
  const give = (note: string) => giver.client.ask(giveZdHandover, { note })
  const listed = async (body: object) => (await giver.client.ask(listZdHandoverPage, body)).list.map(({ note }) => note)

  // How many there are is told however many are named: what is put aside is rarely among the first of very many.
  await site.db.raw(
    site.db.sql,
    `INSERT INTO alarm (device_type, device_code, device_name, source_kind, source_id, source_label, condition_key, alarm_type, alarm_level,
       alarm_name, find_time, start_time, last_time, status, dept_id, shelved_until, shelved_by, shelve_reason)
     SELECT 'hat', n, 'H-' || n, 'device', n, n, n, 1, 1 + n % 2, '禁入', now(), now(), now(), 0, $1::bigint,
       CASE WHEN n % 10 = 1 THEN now() + interval '1 hour' END, 'wu', 'chatter' FROM generate_series(1, 2300) n`,
    [mill],
  )
  const chief = await person('chief', [...permissions, 'alarmRealMgmt'])
  for (const { client } of [chief, { client: site.admin }]) {
    const { open, shelved } = await client.ask(handoverCalls.getShiftFacts, undefined)
    expect([open?.total, open?.list.length, shelved?.total, shelved?.list.length]).toEqual([2070, 100, 230, 100])
  }

  const first = await give('first')
  const withdraw = (who: typeof giver) => who.client.send(withdrawZdHandover, { id: first.id, version: first.version })
  expect([(await withdraw(taker)).code, (await withdraw(reader)).code]).toEqual(['invalidInput', 'forbidden'])
  expect((await giver.client.send(withdrawZdHandover, { id: first.id, version: 9 })).code).toBe('conflict')
  expect(await withdraw(giver)).toMatchObject({ code: '200', data: { takenBy: '', mine: false, own: true } })
  expect(await withdraw(giver)).toMatchObject({ code: 'invalidInput', msg: '交接班已经撤回' })
  expect((await taker.client.send(takeZdHandover, { id: first.id })).code).toBe('conflict')

  // Both at once, each as the first of them: they wait for one row, in their order.
  const waiting = async (): Promise<number> =>
    (
      await site.db.raw(
        site.db.sql,
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
    ).rows.length
  const race = async (note: string, order: 'take' | 'withdraw') => {
    const { id, version } = await give(note)
    const both = {
      take: () => taker.client.send(takeZdHandover, { id, version }),
      withdraw: () => giver.client.send(withdrawZdHandover, { id, version }),
    }
    const [one, other] = order === 'take' ? [both.take, both.withdraw] : [both.withdraw, both.take]
    const answers = await site.db.sql.transaction().execute(async (trx) => {
      await site.db.raw(trx, `SELECT 1 FROM shift_handover WHERE id = ${id} FOR UPDATE`)
      const earlier = one()
      await expect.poll(waiting).toBe(1)
      const later = other()
      await expect.poll(waiting).toBe(2)
      return { earlier, later }
    })
    return Promise.all([answers.earlier, answers.later])
  }
  const [taken, late] = await race('second', 'take')
  expect([taken, late]).toMatchObject([
    { code: '200', data: { takenBy: 'taker', withdrawnAt: null } },
    { code: 'conflict', data: { takenBy: 'taker', changedBy: 'taker' } },
  ])
  const [withdrawn, early] = await race('third', 'withdraw')
  expect([withdrawn, early]).toMatchObject([
    { code: '200', data: { takenBy: '', takenAt: null } },
    { code: 'conflict', data: { takenBy: '', changedBy: 'giver', withdrawnAt: withdrawn.data?.withdrawnAt } },
  ])
  const log = await site.admin.ask(journalCalls.listSysLogByCondition, { pageNum: 1, pageSize: 9, module: 'handovers' })
  expect(paged(log).list.filter(({ action, result }) => action === 'update' && result === 'success')).toHaveLength(3)

  // Page by page; what was withdrawn neither waits nor was taken.
  await give('fourth')
  expect([await listed({ pageSize: 2 }), await listed({ pageNum: 2, pageSize: 2 })]).toEqual([
    ['fourth', 'third'],
    ['second', 'first'],
  ])
  expect([await listed({ isTaken: false }), await listed({ isTaken: true }), await listed({ isOwn: false })]).toEqual([
    ['fourth'],
    ['second'],
    [],
  ])
})

it('is handed over so often within an hour by one person, and what may not be is not looked up', async () => {
  const site = await createTestSite()
  const { giveZdHandover, withdrawZdHandover } = handoverCalls
  const person = (name: string) => site.makeUser({ name, permissions: ['shiftHandoverMgmt', 'shiftHandoverMgmt:edit'] })
  const [giver, other] = [await person('giver'), await person('other')]
  const post = ({ token }: typeof giver) =>
    fetch(`${site.origin}/api${giveZdHandover.path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ note: '' }),
    })
  const rows = async () =>
    (await site.db.raw<{ given: number }>(site.db.sql, 'SELECT count(*)::int AS given FROM shift_handover')).rows[0]?.given
  // Many at once are one.
  const many = await Promise.all(Array.from({ length: 5 }, () => giver.client.send(giveZdHandover, { note: '' })))
  expect(many.map(({ code }) => code).toSorted()).toEqual(['200', ...Array.from({ length: 4 }, () => 'invalidInput')])
  for (let given = 1; given < givenRule.most; given += 1) {
    const { rows: waiting } = await site.db.raw<{ id: string }>(
      site.db.sql,
      'SELECT id FROM shift_handover WHERE withdrawn_at IS NULL',
    )
    await giver.client.ask(withdrawZdHandover, { id: waiting[0]?.id ?? '' })
    await giver.client.ask(giveZdHandover, { note: '' })
  }
  const { rows: last } = await site.db.raw<{ id: string }>(
    site.db.sql,
    'SELECT id FROM shift_handover WHERE withdrawn_at IS NULL',
  )
  await giver.client.ask(withdrawZdHandover, { id: last[0]?.id ?? '' })
  const refused = await post(giver)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 3_000, await rows()]).toEqual([429, true, givenRule.most])
  expect((await post(other)).status).toBe(200)
  await site.db.raw(site.db.sql, `UPDATE shift_handover SET given_at = given_at - interval '1 hour'`)
  expect((await post(giver)).status).toBe(200)
})
