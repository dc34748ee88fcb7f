import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { createClient, type Client } from '@vigil/contract/kernel/client.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { afterFile } from '../../../test/ends.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { ended } from '../../../test/transfers.ts'

let site: TestSite
let depts: { readonly plant: string; readonly mill: string; readonly kiln: string }
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-alarms-'))
  site = await createTestSite({ dataDir: folder }, afterFile)
  const plant = await site.makeDept('水泥厂')
  depts = { plant, mill: await site.makeDept('煤磨工段', plant), kiln: await site.makeDept('烧成工段', plant) }
  await site.makeHat('100', { deptId: depts.mill })
  await site.makeHat('200', { deptId: depts.kiln })
  await site.makeHat('300', { deptId: plant })
  for (const [deviceId, sos] of [
    ['100', 'press'],
    ['200', 'silent'],
    ['300', 'press'],
  ] as const)
    await site.report([{ deviceType: 'hat', deviceId, time: new Date().toISOString(), lng: 118.362, lat: 31.178, sos }])
  return () => rm(folder, { recursive: true, force: true })
})

const codesIn = ({ list }: { readonly list: readonly { readonly deviceId: string }[] }): string[] =>
  list.map(({ deviceId }) => deviceId).toSorted()
type Filter = Parameters<typeof waiting>[1]
const waiting = async (client: Client, filter: Readonly<Record<string, unknown>> = {}) =>
  codesIn(await client.ask(alarmCalls.listUnHandledPage, filter))
const handled = async (filter: Filter = {}) => codesIn(await site.admin.ask(alarmCalls.listHandledPage, filter))

it('what waits is found by department with those below it, by how far it is handled and by its number', async () => {
  expect(await waiting(site.admin)).toEqual(['100', '200', '300'])
  expect(await waiting(site.admin, { deptId: depts.plant })).toEqual(['100', '200', '300'])
  expect(await waiting(site.admin, { deptId: depts.plant, recursive: false })).toEqual(['300'])
  expect(await waiting(site.admin, { deptId: depts.mill })).toEqual(['100'])
  expect(await waiting(site.admin, { condition: 'returned' })).toEqual([])

  const { list } = await site.admin.ask(alarmCalls.listUnHandledPage, { deptId: depts.kiln })
  const [alarm] = list
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: alarm?.id ?? '', status: 1 })
  expect(await waiting(site.admin, { status: 0 })).toEqual(['100', '300'])
  expect(await waiting(site.admin, { status: 1 })).toEqual(['200'])
  expect(await waiting(site.admin, { ids: [alarm?.id], pageSize: 1 })).toEqual(['200'])
  for (const wrong of [{ status: 2 }, { condition: 'gone' }, { reasonCode: 'bored' }, { ids: ['x'] }])
    expect(
      await site.admin.send(alarmCalls[`list${'reasonCode' in wrong ? 'Handled' : 'UnHandled'}Page`], wrong as never),
    ).toMatchObject({
      code: 'invalidInput',
    })
  const { client } = await site.makeUser({ name: 'miller', scope: 'own', deptId: depts.mill, permissions: ['alarmRealMgmt'] })
  expect(await waiting(client, { deptId: depts.plant })).toEqual(['100'])
  expect(await waiting(client, { ids: [alarm?.id] })).toEqual([])
})

it('what was handled is found by its reason, and goes into a sheet as its list has it, in the words of the reader', async () => {
  const [first] = (await site.admin.ask(alarmCalls.listUnHandledPage, { deptId: depts.mill })).list
  const note = '误触，已当面核实'
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: first?.id ?? '', status: 2, reasonCode: 'false', handleNote: note })
  expect(await handled({ reasonCode: 'false' })).toEqual(['100'])
  expect(await handled({ reasonCode: 'real' })).toEqual([])
  expect(await site.admin.ask(alarmCalls.listHandledCount, { reasonCode: 'false' })).toBe(1)

  const exported = async (client: Client, token: string, filter: Readonly<Record<string, unknown>>): Promise<string[]> => {
    const fields = ['deviceName', 'alarmType', 'alarmLevel', 'deptName', 'handleUser', 'reasonCode', 'handleNote']
    const begun = await client.ask(transferCalls.startExport, { noun: 'alarm', format: 'csv', filter, fields })
    const { fileId, state } = await ended(client, begun)
    expect(state).toBe('done')
    const response = await fetch(`${site.origin}/api/files/${fileId}`, { headers: { authorization: token } })
    return (await response.text()).replace('\ufeff', '').trimEnd().split('\r\n')
  }
  const english = createClient({ origin: site.origin, token: () => site.adminToken, language: () => 'en' })
  expect(await exported(site.admin, site.adminToken, { deptId: depts.plant })).toEqual([
    '对象,类型,级别,部门,处理人,原因,处理说明',
    `${first?.deviceName},SOS,一级,煤磨工段,系统管理员,误报,${note}`,
  ])
  expect((await exported(english, site.adminToken, { reasonCode: 'false' }))[1]).toBe(
    `${first?.deviceName},SOS,Level one,煤磨工段,系统管理员,False alarm,${note}`,
  )
  // In the order of the list.
  const [last] = (await site.admin.ask(alarmCalls.listUnHandledPage, { deptId: depts.plant, recursive: false })).list
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: last?.id ?? '', status: 2, reasonCode: 'real', handleNote: '' })
  const sorted = async (sort: string) =>
    (await exported(site.admin, site.adminToken, { sort })).slice(1).map((line) => line.split(',')[0])
  expect(await sorted('handleTime')).toEqual([first?.deviceName, last?.deviceName])
  expect(await sorted('-handleTime')).toEqual([last?.deviceName, first?.deviceName])
  const permissions = ['alarmHisMgmt'] as const
  const other = await site.makeUser({ name: 'burner', scope: 'own', deptId: depts.kiln, permissions: [...permissions] })
  expect(await exported(other.client, other.token, {})).toHaveLength(1)
  const stranger = await site.makeUser({ name: 'gate', permissions: ['hatMgmt'] })
  expect(
    await stranger.client.send(transferCalls.startExport, { noun: 'alarm', format: 'csv', filter: {}, fields: ['deviceName'] }),
  ).toMatchObject({ code: 'forbidden' })
})

it('what stood is told of some moving objects alone where they are named, and of nothing that the site did not want', async () => {
  const { list } = await site.admin.ask(alarmCalls.listHandledPage, { anyStatus: true, pageSize: 50 })
  const idOf = (code: string) => list.find(({ deviceId }) => deviceId === code)?.objectId ?? -1
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const period = { startTime: `${today} 00:00:00`, endTime: `${today} 23:59:59`, by: 'fix' } as const
  const of = async (...objectIds: number[]) =>
    (await site.admin.ask(alarmCalls.listAlarmStood, { ...period, objectIds })).list.map(({ alarm }) => alarm.deviceId).toSorted()
  expect([await of(idOf('100')), await of(idOf('100'), idOf('200'), 2_147_483_647)]).toEqual([['100'], ['100', '200']])
  await site.db.raw(site.db.sql, `UPDATE alarm SET suppressed = 'typeOff' WHERE device_code = '100'`)
  expect(await of(idOf('100'), idOf('200'))).toEqual(['200'])
  // Whoever deletes one takes it out of the lists of today, and nothing of what was.
  await site.db.raw(site.db.sql, `UPDATE alarm SET status = 2, handle_time = now(), hidden_at = now() WHERE device_code = '200'`)
  expect((await site.admin.ask(alarmCalls.listHandledPage, { pageSize: 50 })).list.map(({ deviceId }) => deviceId)).not.toContain(
    '200',
  )
  expect(await of(idOf('100'), idOf('200'))).toEqual(['200'])
  for (const objectIds of [[], [-1], [2_147_483_648], [0.5], Array.from({ length: 201 }, (_, at) => at)])
    expect(await site.admin.send(alarmCalls.listAlarmStood, { ...period, objectIds })).toMatchObject({
      code: 'invalidInput',
    })
})
