import { beforeAll, expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { fileUrl } from '@vigil/contract/files/entities.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { pushingCalls } from '@vigil/contract/pushing/calls.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { afterFile } from './ends.ts'
import { everySecond } from './jobs.ts'
import { createFileSite, png, type FileSite } from './files.ts'

/** What devices push, through the whole server: from the address that receives it to who may look at its picture. */

let site: FileSite
let depts: { mill: string; kiln: string }
beforeAll(async () => {
  site = await createFileSite({}, afterFile, { jobs: everySecond })
  depts = { mill: await site.makeDept('mill'), kiln: await site.makeDept('kiln') }
})

const push = (way: 'anpr' | 'gate', body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${site.origin}/ingest/${way}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const open = async (id: string, token: string): Promise<number> => {
  const { status, body } = await fetch(site.origin + fileUrl(id), { headers: { cookie: `vigil_session=${token}` } })
  await body?.cancel()
  return status
}
const picture = png.toString('base64')

it('a truck that is too fast becomes a pass, a record and an alarm, whose pictures open for who may see them', async () => {
  await site.admin.ask(trafficCalls.saveBsSpeedOver, {
    name: '北段',
    ip: '127.0.0.1',
    place: '主干道',
    limit: 30,
    deptId: depts.mill,
  })
  const sees = async (name: string, deptId: string, permissions: string[]) =>
    site.makeUser({ name, deptId, scope: 'own', permissions })
  const guard = await sees('guard', depts.mill, ['trafficEventMgmt', 'trafficOverMgmt'])
  const stranger = await sees('stranger', depts.kiln, ['trafficEventMgmt', 'trafficOverMgmt'])
  const clerk = await sees('clerk', depts.mill, ['hatMgmt'])
  const wall = await site.admin.ask(sessionCalls.openWall, undefined)
  const screen = await site.live(wall, null, ['traffic'])
  const said = {
    id: 'event-1',
    plateNumber: '皖C88888',
    time: new Date().toISOString(),
    speed: 47,
    direction: 'in',
    pictures: { whole: picture, plate: picture },
  }
  expect([(await push('anpr', said)).status, (await push('anpr', said)).status]).toEqual([200, 200])

  const [pass, ...others] = whole(await guard.client.ask(trafficCalls.listZdTraffic, {}))
  expect(others).toEqual([])
  expect(pass).toMatchObject({ plateNumber: '皖C88888', speed: 47, illegal: 1, place: '主干道' })
  expect(whole(await guard.client.ask(trafficCalls.listZdTrafficOver, {}))).toMatchObject([
    { nSpeed: 47, nUpperSpeedLimit: 30, status: 0 },
  ])
  const { list } = await site.admin.ask(alarmCalls.listRealAlarmData, undefined)
  expect(list).toMatchObject([{ alarmType: 3, plateNumber: '皖C88888', deptId: depts.mill }])
  // A wall display is not told where the camera is reached.
  const { event } = await screen.until(
    (message): message is Extract<FromServer, { type: 'event' }> =>
      message.type === 'event' && message.event.name === 'speedingFound',
  )
  expect(event.data).toMatchObject({ plateNumber: '皖C88888', ip: '' })
  const ips = async (token: string): Promise<string[]> => {
    const { ask } = site.clientOf(token)
    const lists = [
      whole(await ask(trafficCalls.listZdTraffic, {})),
      whole(await ask(trafficCalls.listZdTrafficOver, {})),
      whole(await ask(trafficCalls.listZdTrafficStop, {})),
    ]
    return lists.flatMap((list) => list.map(({ ip }) => ip))
  }
  const own = await ips(site.adminToken)
  expect([new Set(own), await ips(wall)]).toEqual([new Set(['127.0.0.1']), own.map(() => '')])
  for (const id of [pass?.bigImage ?? '', pass?.plateImage ?? ''])
    expect([await open(id, guard.token), await open(id, stranger.token), await open(id, clerk.token)]).toEqual([200, 404, 404])
})

it('an address is one place’s: no other takes over what is pushed from it', async () => {
  const edits = ['speedOverMgmt', 'speedOverMgmt:edit', 'barrierGateMgmt', 'barrierGateMgmt:edit']
  const { client } = await site.makeUser({ name: 'greedy', deptId: depts.kiln, scope: 'own', permissions: edits })
  const camera = { name: '南段', ip: '10.7.0.1', place: '南门', limit: 30, deptId: depts.kiln }
  const gate = { name: '南门', code: 'south', ip: '10.7.0.1', deptId: depts.mill }
  const { id } = await site.admin.ask(gateCalls.saveBsBarrierGate, gate)
  const refused = { code: 'invalidInput', msg: expect.stringContaining('推送账号') as string }
  expect(await client.send(trafficCalls.saveBsSpeedOver, camera)).toMatchObject(refused)
  expect(await client.send(gateCalls.saveBsBarrierGate, { ...gate, code: 's2', deptId: depts.kiln })).toMatchObject(refused)
  expect(
    await client.send(gateCalls.saveBsBarrierGate, { ...gate, code: 's3', ip: '127.0.0.1', deptId: depts.kiln }),
  ).toMatchObject(refused)
  // One that is switched off pushes nothing; switched on it is one too many.
  const off = await client.ask(trafficCalls.saveBsSpeedOver, { ...camera, enable: 0 })
  expect(await client.send(trafficCalls.saveBsSpeedOver, { ...camera, id: off.id })).toMatchObject(refused)
  expect((await site.admin.send(gateCalls.saveBsBarrierGate, { ...gate, id, remark: '同一地址' })).code).toBe('200')
  const both = await Promise.all([
    site.admin.send(gateCalls.saveBsBarrierGate, { ...gate, code: 's4', ip: '10.7.0.2' }),
    site.admin.send(trafficCalls.saveBsSpeedOver, { ...camera, ip: '10.7.0.2' }),
  ])
  expect(both.map(({ code }) => code).toSorted()).toEqual(['200', 'invalidInput'])
})

it('who is inside follows what turnstiles and barriers push, by a login of their own', async () => {
  const gate = await site.admin.ask(gateCalls.saveBsBarrierGate, { name: '东门', code: 'east', kind: 'turnstile', direction: 3 })
  const login = await site.admin.ask(pushingCalls.renewBsBarrierGatePushLogin, { id: gate.id })
  const authorization = (password: string) => ({
    authorization: `Basic ${Buffer.from(`${login.userName}:${password}`).toString('base64')}`,
  })
  await site.makeUser({ name: 'zhang', workNum: '7001' })
  const passes = (direction: 'in' | 'out', id: string) => ({
    id,
    personNo: '7001',
    time: new Date().toISOString(),
    direction,
    passType: 'face',
    result: 'passed',
    picture,
  })
  expect((await push('gate', passes('in', 'a'), authorization('wrong'))).status).toBe(401)
  expect(whole(await site.admin.ask(gateCalls.listZdGateAccess, {}))).toEqual([])
  expect((await push('gate', passes('in', 'b'), authorization(login.password))).status).toBe(200)
  const drive = (direction: 'in' | 'out', id: string) =>
    push('anpr', { id, plateNumber: '皖C66666', time: new Date().toISOString(), direction }, authorization(login.password))
  expect((await drive('in', 'c')).status).toBe(200)

  const inside = async () => {
    const { list, ...counts } = await site.admin.ask(gateCalls.listNowInside, undefined)
    return [counts, ...list.map(({ kind, number, gateName, isInside }) => [kind, number, gateName, isInside])]
  }
  expect(await inside()).toEqual([
    { people: 1, visitors: 0, vehicles: 1, mismatches: 0, more: 0 },
    ['person', '7001', '东门', true],
    ['vehicle', '皖C66666', '东门', true],
  ])
  const [access] = whole(await site.admin.ask(gateCalls.listZdGateAccess, {}))
  expect(access).toMatchObject({ personName: 'zhang', direction: 1, passType: 'face', result: 'passed' })
  expect(await open(access?.snapUrl ?? '', site.adminToken)).toBe(200)

  await push('gate', passes('out', 'd'), authorization(login.password))
  await drive('out', 'e')
  expect(await inside()).toEqual([{ people: 0, visitors: 0, vehicles: 0, mismatches: 0, more: 0 }])
  // Gone without having come, as far as the barriers saw.
  await push(
    'anpr',
    { id: 'f', plateNumber: '皖C55555', time: new Date().toISOString(), direction: 'out' },
    authorization(login.password),
  )
  expect((await site.admin.ask(gateCalls.listNowInside, undefined)).list).toMatchObject([
    { kind: 'vehicle', number: '皖C55555', isInside: false, mismatches: ['outWithoutIn'] },
  ])
})
