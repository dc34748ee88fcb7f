import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { handoverCalls } from '@vigil/contract/handovers/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { createTestSite } from '../../../test/site.ts'

it('hands a shift over with how it stood, to be taken once, by name, and by nobody who may not', async () => {
  const site = await createTestSite()
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  const permissions = ['shiftHandoverMgmt', 'shiftHandoverMgmt:edit', 'alarmRealMgmt', 'alarm:handle']
  const person = (name: string, deptId: string, may = permissions) =>
    site.makeUser({ name, permissions: may, scope: 'own', deptId })
  const [early, late, baker] = [await person('early', mill), await person('second', mill), await person('baker', kiln)]
  const reader = await person('reader', mill, ['shiftHandoverMgmt'])
  await site.makeHat('100', { deptId: mill })
  await site.makeHat('200', { deptId: kiln })
  const call = (deviceId: string) => ({ deviceType: 'hat', deviceId, time: new Date().toISOString(), sos: 'press' })
  await site.report([call('100'), call('200')])

  const before = await early.client.ask(handoverCalls.getShiftFacts, undefined)
  expect([before.open.total, before.open.list.map(({ who }) => who), before.shelved.total]).toEqual([1, ['H-100'], 0])
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
      facts.open.list.map(({ who: whose }) => whose),
    ])
  expect(await notes(early)).toEqual([
    ['wide', []],
    ['', []],
  ])
  expect(await notes(baker)).toEqual([])
  expect((await notes(wide))[0]).toEqual(['wide', ['H-200']])
  // Who may not see alarms is told of none by this way either.
  expect((await reader.client.ask(handoverCalls.getShiftFacts, undefined)).open).toEqual({ total: 0, list: [] })
})
