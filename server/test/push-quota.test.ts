import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { fileUrl } from '@vigil/contract/files/entities.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { createClient, whole } from '@vigil/contract/kernel/client.ts'
import { pushingCalls } from '@vigil/contract/pushing/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { afterFile } from './ends.ts'
import { createFileSite, filesIn, type FileSite } from './files.ts'
import { neighbourOf } from './site.ts'

/** What a device may push of pictures on one day, counted over all servers of the site. */

let site: FileSite
let camera: string
let gate: string
const choose = async (pushPictureMb: number) =>
  site.admin.ask(siteCalls.saveSite, { ...(await site.admin.ask(siteCalls.getSite, undefined)), pushPictureMb })
beforeAll(async () => {
  site = await createFileSite({}, afterFile)
  await choose(1)
  const place = { name: '北段', place: '主干道', limit: 30 }
  camera = (await site.admin.ask(trafficCalls.saveBsSpeedOver, { ...place, ip: '127.0.0.1' })).id
  gate = (await site.admin.ask(gateCalls.saveBsBarrierGate, { name: '东门', code: 'E1', kind: 'turnstile', ip: '10.0.0.9' })).id
})

/** Bytes of a JPEG, each time others. */
const jpeg = (bytes: number): string =>
  Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), randomBytes(bytes - 10)]).toString('base64')
const push = async (plateNumber: string, bytes: number, { origin }: { readonly origin: string } = site, more: object = {}) => {
  const { status } = await fetch(`${origin}/ingest/anpr`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ plateNumber, time: new Date().toISOString(), pictures: { whole: jpeg(bytes) }, ...more }),
  })
  expect(status).toBe(200)
}
const passOf = async (plateNumber: string) => {
  const [pass, ...others] = whole(await site.admin.ask(trafficCalls.listZdTraffic, { plateNumber }))
  expect(others).toEqual([])
  return pass
}
const quota = () => site.admin.ask(pushingCalls.getBsSpeedOverPushQuota, { id: camera })
const today = async (sql: string) => void (await site.db.raw(site.db.sql, sql))
const captures = async (): Promise<number> => (await filesIn(site)).filter((name) => /^files\/[0-9a-f]{2}\//.test(name)).length

it('two servers count together; beyond it a pass is stored without its pictures and says so, until the next day', async () => {
  const other = await neighbourOf(site, undefined, {}, { dataDir: site.dataDir })
  await push('皖A00001', 400_000)
  await push('皖A00002', 400_000, other)
  expect([(await passOf('皖A00001'))?.pictureLost, (await passOf('皖A00002'))?.pictureLost]).toEqual(['', ''])
  expect(await quota()).toEqual({ bytes: 800_000, most: 1 << 20, fullSince: null, leftOut: 0, unread: null })
  const kept = await captures()
  expect(kept).toBe(2)

  // What would not fit on this server does not on the other one; a smaller one neither, so that it is full from then on.
  for (const [plate, bytes] of [
    ['皖A00003', 400_000],
    ['皖A00004', 1_000],
  ] as const) {
    await push(plate, bytes, other, { speed: 52 })
    expect(await passOf(plate)).toMatchObject({ bigImage: '', plateImage: '', pictureLost: 'quota', illegal: 1 })
  }
  expect(whole(await site.admin.ask(trafficCalls.listZdTrafficOver, { plateNumber: '皖A00003' }))).toMatchObject([
    { bigImage: '', pictureLost: 'quota' },
  ])
  expect(whole(await site.admin.ask(trafficCalls.listZdTrafficStop, { plateNumber: '皖A00003' }))).toMatchObject([
    { bigImage: '', pictureLost: 'quota' },
  ])
  expect(await captures()).toBe(kept)
  const full = await quota()
  expect(full).toMatchObject({ bytes: 800_000, leftOut: 2 })
  expect(full.fullSince).not.toBeNull()
  // What has no picture lacks none.
  await push('皖A00005', 400_000, site, { pictures: {} })
  expect(await passOf('皖A00005')).toMatchObject({ pictureLost: '' })

  await today('UPDATE push_day SET day = day - 1')
  await push('皖A00006', 400_000)
  const pass = await passOf('皖A00006')
  expect(pass).toMatchObject({ pictureLost: '' })
  const { status } = await fetch(site.origin + fileUrl(pass?.bigImage ?? ''), {
    headers: { cookie: `vigil_session=${site.adminToken}` },
  })
  expect(status).toBe(200)
  expect(await quota()).toMatchObject({ bytes: 400_000, fullSince: null, leftOut: 0 })
})

it('what comes at one time to several servers is never more than it may be', async () => {
  await today('DELETE FROM push_day')
  const other = await neighbourOf(site, undefined, {}, { dataDir: site.dataDir })
  const before = await captures()
  const plates = Array.from({ length: 8 }, (_, at) => `皖B0000${at}`)
  await Promise.all(plates.map((plate, at) => push(plate, 300_000, at % 2 === 0 ? site : other)))
  const lost = await Promise.all(plates.map(async (plate) => (await passOf(plate))?.pictureLost))
  expect(lost.filter((one) => one === '')).toHaveLength(3)
  expect(lost.filter((one) => one === 'quota')).toHaveLength(5)
  expect(await captures()).toBe(before + 3)
  expect(await quota()).toMatchObject({ bytes: 900_000, leftOut: 5 })
})

it('is another one once the site allows more, and none where it is 0', async () => {
  await choose(2)
  await push('皖C00001', 300_000)
  expect(await passOf('皖C00001')).toMatchObject({ pictureLost: '' })
  expect(await quota()).toMatchObject({ most: 2 << 20, fullSince: null })
  await choose(0)
  for (const plate of ['皖C00002', '皖C00003']) await push(plate, 1_500_000)
  expect(await passOf('皖C00003')).toMatchObject({ pictureLost: '' })
  expect(await quota()).toMatchObject({ most: 0, fullSince: null })
  await choose(1)
})

it('a turnstile’s passage says so as well, and each device has its own', async () => {
  const { userName, password } = await site.admin.ask(pushingCalls.renewBsBarrierGatePushLogin, { id: gate })
  const pass = async (personName: string, bytes: number) => {
    const { status } = await fetch(`${site.origin}/ingest/gate`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`,
      },
      body: JSON.stringify({ result: 'passed', personName, time: new Date().toISOString(), picture: jpeg(bytes) }),
    })
    expect(status).toBe(200)
    return whole(await site.admin.ask(gateCalls.listZdGateAccess, { keyword: personName }))
  }
  expect(await pass('甲', 700_000)).toMatchObject([{ pictureLost: '', snapUrl: expect.stringMatching(/^[0-9a-f]{32}$/) }])
  expect(await pass('乙', 700_000)).toMatchObject([{ pictureLost: 'quota', snapUrl: '' }])
  expect(await site.admin.ask(pushingCalls.getBsBarrierGatePushQuota, { id: gate })).toMatchObject({ leftOut: 1 })
})

it('is seen by who sees the device', async () => {
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  const of = async (name: string, deptId: string, permissions: string[]) =>
    (await site.makeUser({ name, deptId, scope: 'own', permissions })).client
  const { id } = await site.admin.ask(trafficCalls.saveBsSpeedOver, {
    name: '南段',
    ip: '10.0.0.7',
    place: '南段',
    limit: 30,
    deptId: mill,
  })
  const [sees, stranger, other] = [
    await of('sees', mill, ['speedOverMgmt']),
    await of('stranger', kiln, ['speedOverMgmt']),
    await of('other', mill, ['barrierGateMgmt']),
  ]
  expect(await sees.ask(pushingCalls.getBsSpeedOverPushQuota, { id })).toMatchObject({ bytes: 0 })
  expect(await stranger.send(pushingCalls.getBsSpeedOverPushQuota, { id })).toMatchObject({ code: 'notFound' })
  expect(await other.send(pushingCalls.getBsSpeedOverPushQuota, { id })).toMatchObject({ code: 'forbidden' })
})

it('says of a device what it pushed that nobody can read, and why, for a week', async () => {
  const unread = async (client = site.admin) => (await client.ask(pushingCalls.getBsSpeedOverPushQuota, { id: camera })).unread
  expect(await unread()).toBeNull()
  for (const body of ['{"plateNumber":"皖D1","time":"noon"}', '<EventNotificationAlert><eventType>ANPR']) {
    const { status } = await fetch(`${site.origin}/ingest/anpr`, { method: 'POST', body })
    expect(status).toBe(400)
  }
  expect(await unread()).toMatchObject({
    count: 2,
    reason: expect.stringMatching(/^推送内容.*XML/),
    said: '<EventNotificationAlert><eventType>ANPR',
  })
  expect(
    (await unread(createClient({ origin: site.origin, token: () => site.adminToken, language: () => 'en' })))?.reason,
  ).toMatch(/^The push .*XML/)
  // Another day's are counted anew.
  await today(`UPDATE push_unread SET last_seen = last_seen - interval '25 hours'`)
  await fetch(`${site.origin}/ingest/anpr`, { method: 'POST', body: '?' })
  expect(await unread()).toMatchObject({ count: 1, said: '?' })
  await today(`UPDATE push_unread SET last_seen = last_seen - interval '8 days'`)
  expect(await unread()).toBeNull()
})
