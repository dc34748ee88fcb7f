import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { helmetOf } from '../../../test/helmet.ts'
import { lifeOf, millWith, open, stepTo } from '../../../test/mill.ts'
import { isAlarm, isType } from '../../../test/site.ts'

it('are taken over, given to another, written about and confirmed, and each step is kept', async () => {
  const { site, alarm, id, zhou, wu } = await millWith()
  expect(alarm).toMatchObject({ assigneeId: null, assignee: '' })
  const console = await site.live(wu.token)
  await console.until(isType('welcome'))
  const taken = await zhou.client.ask(alarmCalls.assignAlarm, { id, version: alarm.version })
  expect(taken).toMatchObject({ status: 1, assigneeId: zhou.id, assignee: 'zhou', version: alarm.version + 1 })
  await console.until(isAlarm('alarmChanged', ({ status }) => status === 1))
  const given = await zhou.client.ask(alarmCalls.assignAlarm, { id, version: taken.version, userId: wu.id, note: '我下班了' })
  expect(given).toMatchObject({ status: 1, assigneeId: wu.id, assignee: 'wu', handleUser: 'zhou' })

  const isOfIt = (message: FromServer): message is FromServer & { type: 'changed' } =>
    message.type === 'changed' && 'alarm' in message.records
  expect(await zhou.client.ask(alarmCalls.noteAlarm, { id, note: ' 已到现场 ' })).toMatchObject({
    kind: 'noted',
    note: '已到现场',
  })
  await console.until(isOfIt)
  const toHelmet = (message: string) => zhou.client.ask(alarmCalls.messageAlarmSource, { id, message })
  expect(await toHelmet('请应答')).toMatchObject({ kind: 'messaged', by: 'zhou', reason: 'offline', note: '请应答' })
  const helmet = await helmetOf(site, '100')
  expect(await toHelmet(' 请撤离 ')).toMatchObject({ reason: 'sent' })
  expect(await helmet.next('server_push_message')).toMatchObject({ message: '请撤离' })
  await site.report([stepTo('100', 500, 500)])
  await site.report([stepTo('100', 0, 0)])
  // A note moves nothing: only that it went on does.
  expect(await open(site)).toMatchObject([{ version: given.version + 2, status: 1, assignee: 'wu' }])
  await zhou.client.ask(alarmCalls.updateZdAlarm, { id, status: 2, reasonCode: 'drill', handleNote: '演习' })
  expect(await lifeOf(site, id)).toEqual([
    'raised',
    'taken by zhou',
    'assigned by zhou to wu 我下班了',
    'noted by zhou 已到现场',
    'messaged by zhou offline 请应答',
    'messaged by zhou sent 请撤离',
    'returned',
    'repeated 2×',
    'confirmed by zhou to wu drill 演习',
  ])
  await site.admin.ask(alarmCalls.deleteAlarmList, { ids: [id] })
  const kept = await site.db.raw(site.db.sql, 'SELECT kind, by_name FROM alarm_step ORDER BY id DESC LIMIT 1')
  expect(kept.rows).toEqual([{ kind: 'hidden', by_name: '系统管理员' }])
  await expect(site.db.raw(site.db.sql, `UPDATE alarm_step SET note = ''`)).rejects.toThrow('never changed')
  await site.db.raw(site.db.sql, 'DELETE FROM alarm')
  expect((await site.db.raw(site.db.sql, 'SELECT 1 FROM alarm_step')).rows).toEqual([])
})

it('are taken over by calls of old consoles as well, and put back', async () => {
  const { site, id } = await millWith()
  expect(await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 1 })).toMatchObject({ status: 1, assignee: '系统管理员' })
  expect(await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 0 })).toMatchObject({ status: 0, assigneeId: null })
  const confirming = { id, status: 2, remark: 'a dog', reasonCode: 'false' } as const
  expect(await site.admin.ask(alarmCalls.updateZdAlarm, confirming)).toMatchObject({ handleUser: '系统管理员', remark: 'a dog' })
  // Once it is put back nothing of it looks confirmed; what was said stays in its life.
  expect(await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 0, remark: 'no dog' })).toMatchObject({
    status: 0,
    remark: '',
    handleNote: '',
    reasonCode: '',
    handleUser: '',
    handleTime: null,
  })
  await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 2 })
  expect(await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 1 })).toMatchObject({
    status: 1,
    remark: '',
    handleNote: '',
  })
  await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 2 })
  expect(await lifeOf(site, id)).toEqual([
    'raised',
    'taken by 系统管理员',
    'reopened by 系统管理员',
    'confirmed by 系统管理员 false a dog',
    'reopened by 系统管理员 no dog',
    'confirmed by 系统管理员',
    'taken by 系统管理员',
    'confirmed by 系统管理员',
  ])
})

it('go to whoever was first where two take one over, and the other is told who it was', async () => {
  const { site, alarm, id, zhou, wu } = await millWith()
  const both = await Promise.all(
    [zhou, wu].map(({ client }) => client.send(alarmCalls.assignAlarm, { id, version: alarm.version })),
  )
  expect(both.map(({ code }) => code).toSorted()).toEqual(['200', 'conflict'])
  const [present] = await open(site)
  const lost = both.find(({ code }) => code === 'conflict')
  expect(lost?.data).toMatchObject({ status: 1, assignee: present?.assignee, changedBy: present?.assignee })
  expect(await lifeOf(site, id)).toEqual(['raised', `taken by ${present?.assignee}`])
})

it('are given to nobody who may not, by nobody who may not, and not once they are handled; nothing changes then', async () => {
  const { site, alarm, id, zhou, wu, guard, burner } = await millWith()
  // One whose page shows no alarms, and one who may not look at any: neither would hear of it.
  const handles = { deptId: alarm.deptId, scope: 'own' } as const
  const page = await site.makeUser({ name: 'page', workNum: 'qt', permissions: ['alarmRealMgmt', 'alarm:handle'], ...handles })
  const blind = await site.makeUser({ name: 'blind', permissions: ['alarm:handle'], ...handles })
  const before = await open(site)
  expect(await zhou.client.ask(alarmCalls.listAlarmHandler, { id })).toEqual([
    { id: wu.id, name: 'wu', deptName: 'mill' },
    { id: zhou.id, name: 'zhou', deptName: 'mill' },
    // Of no department, so that everybody knows of him.
    { id: '1', name: '系统管理员', deptName: '' },
  ])
  for (const userId of [guard.id, burner.id, page.id, blind.id, '99999'])
    expect(await zhou.client.send(alarmCalls.assignAlarm, { id, userId })).toMatchObject({
      code: 'invalidInput',
      msg: expect.stringMatching(/^处理人不能处理此报警/) as string,
    })
  expect(await guard.client.send(alarmCalls.assignAlarm, { id })).toMatchObject({ code: 'forbidden' })
  expect(await guard.client.ask(alarmCalls.listAlarmStep, { id })).toHaveLength(1)
  for (const refused of [
    await burner.client.send(alarmCalls.assignAlarm, { id }),
    await burner.client.send(alarmCalls.noteAlarm, { id, note: 'x' }),
    await burner.client.send(alarmCalls.messageAlarmSource, { id, message: 'x' }),
    await burner.client.send(alarmCalls.listAlarmStep, { id }),
    await burner.client.send(alarmCalls.listAlarmHandler, { id }),
  ])
    expect(refused).toMatchObject({ code: 'notFound' })
  for (const note of ['', '  ', 'x'.repeat(501)])
    expect(await zhou.client.send(alarmCalls.noteAlarm, { id, note })).toMatchObject({ code: 'invalidInput' })
  expect(await open(site)).toEqual(before)
  expect(await lifeOf(site, id)).toEqual(['raised'])

  await wu.client.ask(alarmCalls.updateZdAlarm, { id, status: 2 })
  for (const refused of [
    await zhou.client.send(alarmCalls.assignAlarm, { id }),
    await zhou.client.send(alarmCalls.noteAlarm, { id, note: 'x' }),
    await zhou.client.send(alarmCalls.messageAlarmSource, { id, message: 'x' }),
  ])
    expect(refused).toMatchObject({ code: 'invalidInput', msg: '报警已由wu处理' })
  expect(await lifeOf(site, id)).toEqual(['raised', 'confirmed by wu'])
})

it('tell nobody beyond their scope of a step', async () => {
  const { site, id, zhou, burner } = await millWith()
  const [own, other] = [await site.live(zhou.token), await site.live(burner.token)]
  for (const console of [own, other]) await console.until(isType('welcome'))
  await zhou.client.ask(alarmCalls.assignAlarm, { id })
  await site.report([{ deviceType: 'hat', deviceId: '100', time: new Date().toISOString(), sos: 'press' }])
  await own.until(isAlarm('alarmRaised'))
  expect(other.messages.filter(({ type }) => type === 'event')).toEqual([])
})
