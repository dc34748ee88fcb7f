import { expect, it } from 'vitest'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { migrate } from '../../kernel/migrate.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { ended, upload } from '../../../test/transfers.ts'
import { createDeviceStore } from './store.ts'

const small = '70b3d57ed00600ab'
const large = small.toUpperCase()
const reportOf = (deviceId: string, second: number) => ({
  deviceType: 'badge',
  deviceId,
  time: new Date(Date.now() - second * 1000).toISOString(),
  ...at(0, 0),
})
const badgesOf = async (site: TestSite) => whole(await site.admin.ask(deviceCalls.listBsBadgeAll, {}))
const importOf = async (site: TestSite, noun: 'badge' | 'loraGateway' | 'user', sheet: string) =>
  ended(
    site.admin,
    await site.admin.ask(transferCalls.startImport, { noun, fileId: await upload(site, site.adminToken, 'a.csv', sheet) }),
  )

it('an EUI is one device however its letters are written: registered, reported, in a sheet, unknown and bound to a key', async () => {
  const site = await createTestSite()
  const { admin } = site
  const { key } = await admin.ask(deviceCalls.saveDeviceKey, { name: 'own', device: { deviceType: 'badge', deviceId: large } })
  await site.report([reportOf(large, 9), reportOf(small, 8)])
  const unknown = async () => whole(await admin.ask(deviceCalls.listUnknownDeviceAll, {}))
  await expect.poll(unknown).toMatchObject([{ deviceId: small, count: 2 }])
  await admin.ask(deviceCalls.adoptUnknownDevice, { deviceType: 'badge', deviceId: large, name: 'A' })
  expect(await unknown()).toEqual([])
  expect(await admin.send(deviceCalls.saveBsBadge, { badgeNo: 'B', devEui: large })).toMatchObject({
    code: 'notUnique',
    data: { field: 'devEui' },
  })
  expect(await badgesOf(site)).toMatchObject([{ badgeNo: 'A', devEui: small }])
  expect(await site.report([reportOf(large, 7), reportOf(small, 6)], key)).toMatchObject({ accepted: 2, rejected: [] })
  expect(whole(await admin.ask(deviceCalls.listDeviceKeyAll, {}))).toMatchObject([
    { name: 'own', device: { deviceId: small, name: 'A', gone: false } },
  ])
  expect(await importOf(site, 'badge', `工牌号*,devEui*\nA,${large}\nB,${large}`)).toMatchObject({
    skipped: 1,
    problems: [{ row: 3, reason: `devEui“${small}”已存在` }],
  })
  // What is no EUI has letters that mean what they are.
  await site.report([reportOf('Badge-1', 5)])
  await expect.poll(unknown).toMatchObject([{ deviceId: 'Badge-1' }])
})

it('the sheet of a gateway, and of people, means by its key what the form does', async () => {
  const site = await createTestSite()
  const { admin } = site
  const made = await admin.ask(deviceCalls.saveBsLoraGate, { name: 'G', gatewayEui: large })
  expect(made.gatewayEui).toBe(small)
  expect(await importOf(site, 'loraGateway', `名称*,网关EUI*\nH,${large}\nI,${small}`)).toMatchObject({
    updated: 1,
    problems: [{ row: 3, reason: '网关EUI与第 2 行重复' }],
  })
  expect(whole(await admin.ask(deviceCalls.listBsLoraGateByDeptId, {}))).toMatchObject([{ id: made.id, name: 'H' }])
  const beacon = { name: 'B', minor: 1, mac: 'AA:BB:CC:DD:EE:0F', uuid: 'FDA50693-A4E2-4FB1-AFCF-C6EB07647825' }
  expect(await admin.ask(deviceCalls.saveBsBeacon, beacon)).toMatchObject({
    mac: beacon.mac.toLowerCase(),
    uuid: beacon.uuid.toLowerCase(),
  })
  // Work numbers are two where the form takes them for two.
  expect(await importOf(site, 'user', '工号*,姓名*\na1,甲\nA1,乙')).toMatchObject({ created: 2, wrong: 0 })
})

it('what was registered in large letters goes over to the small ones; two badges of one EUI both stay, and are told of', async () => {
  const site = await createTestSite()
  const { admin, db } = site
  const sql = (text: string) => db.raw(db.sql, text)
  const other = '70b3d57ed00600cd'
  await sql(`INSERT INTO device (kind, code, label) VALUES ('badge', '${large}', 'odd'), ('badge', '${small}', 'usual'),
    ('badge', '${other.toUpperCase()}', 'alone'), ('badge', 'Badge-1', 'named')`)
  await sql(`INSERT INTO lora_gateway (name, gateway_eui, ip, enabled, remark) VALUES ('G', '${large}', '', true, '')`)
  await sql(`INSERT INTO device_key (name, key_hash, hint, device_kind, device_code, device_id)
    SELECT label, label::bytea, '', kind, code, id FROM device UNION ALL SELECT 'to come', 'x', '', 'badge', 'ABCDEF0123456789', NULL`)
  await sql(`INSERT INTO unknown_device (kind, code, count) VALUES
    ('badge', 'ABCDEF0123456789', 2), ('badge', 'abcdef0123456789', 3), ('badge', 'AbCDEF0123456789', 4), ('hat', 'ABCDEF0123456789', 5)`)
  await sql(`DELETE FROM kysely_migration WHERE name LIKE '%-one-case.sql'`)
  await migrate(db)
  await site.app.checkHeld()

  const badges = await badgesOf(site)
  expect(Object.fromEntries(badges.map(({ badgeNo, devEui }) => [badgeNo, devEui]))).toEqual({
    odd: large,
    usual: small,
    alone: other,
    named: 'Badge-1',
  })
  expect(whole(await admin.ask(deviceCalls.listBsLoraGateByDeptId, {}))).toMatchObject([{ gatewayEui: small }])
  const keys = whole(await admin.ask(deviceCalls.listDeviceKeyAll, {})).filter(({ device }) => device !== null)
  expect(Object.fromEntries(keys.map(({ name, device }) => [name, [device?.deviceId, device?.gone]]))).toEqual({
    odd: [large, false],
    usual: [small, false],
    alone: [other, false],
    named: ['Badge-1', false],
    'to come': ['abcdef0123456789', false],
  })
  expect(whole(await admin.ask(deviceCalls.listUnknownDeviceAll, { sort: 'count' }))).toMatchObject([
    { deviceType: 'hat', count: 5 },
    { deviceType: 'badge', deviceId: 'abcdef0123456789', count: 9 },
  ])
  const store = createDeviceStore({ db, clock: { now: Date.now } as never })
  expect(await store.twins()).toEqual([{ devEui: small, badges: ['odd', 'usual'] }])

  const seen = async () =>
    Object.fromEntries((await badgesOf(site)).map(({ badgeNo, lastOnline }) => [badgeNo, lastOnline !== null]))
  await site.report([reportOf(large, 3)])
  expect(await seen()).toEqual({ odd: true, usual: false, alone: false, named: false })
  await site.report([reportOf(small, 2), reportOf(other.toUpperCase(), 2)])
  expect(await seen()).toEqual({ odd: true, usual: true, alone: true, named: false })

  // Everything else of both can be saved; once the other is gone, the one that is left hears all, and comes into the usual form.
  const [odd, usual] = ['odd', 'usual'].map((name) => badges.find(({ badgeNo }) => badgeNo === name))
  if (!odd || !usual) throw new Error('they are not there')
  expect(await admin.ask(deviceCalls.saveBsBadge, { ...odd, remark: 'one' })).toMatchObject({ devEui: large, remark: 'one' })
  await admin.ask(deviceCalls.deleteBsBadgeById, { id: usual.id })
  expect(await site.report([reportOf(small, 1)])).toMatchObject({ accepted: 1, rejected: [] })
  // Its number is taken, though it stands in other letters.
  expect(await admin.send(deviceCalls.saveBsBadge, { badgeNo: 'again', devEui: small })).toMatchObject({
    code: 'notUnique',
    data: { field: 'devEui' },
  })
  expect(await admin.ask(deviceCalls.saveBsBadge, { ...odd, version: 2 })).toMatchObject({ devEui: small })
  // Its key goes with it, and stays its department's.
  expect(whole(await admin.ask(deviceCalls.listDeviceKeyAll, {})).find(({ name }) => name === 'odd')?.device).toMatchObject({
    deviceId: small,
    name: 'odd',
    gone: false,
  })
  expect(await site.report([reportOf(large, 0)])).toMatchObject({ accepted: 1, rejected: [] })
  expect(await store.twins()).toEqual([])
})

it('three badges of one EUI: whoever is left hears it', async () => {
  const site = await createTestSite()
  const { db } = site
  const mixed = '70B3d57ed00600ab'
  await db.raw(
    db.sql,
    `INSERT INTO device (kind, code, label) VALUES ('badge', '${large}', '1'), ('badge', '${mixed}', '2'), ('badge', '${small}', '3')`,
  )
  await site.app.checkHeld()
  for (const gone of ['3', '2']) {
    const badge = (await badgesOf(site)).find(({ badgeNo }) => badgeNo === gone)
    await site.admin.ask(deviceCalls.deleteBsBadgeById, { id: badge?.id ?? '' })
    expect(await site.report([reportOf(small, Number(gone))])).toMatchObject({ accepted: 1 })
  }
})

it('whatever a device calls itself, it is heard by that after any save of its record, and once it is adopted', async () => {
  const site = await createTestSite()
  const { admin, db } = site
  const said = (deviceId: string, second: number) => ({ ...reportOf(deviceId, second), deviceType: 'car' })
  await db.raw(db.sql, `INSERT INTO device (kind, code, label) VALUES ('car', '叉车（1）', '叉1')`)
  await site.app.checkHeld()
  expect(await site.report([said('叉车（1）', 9)])).toMatchObject({ accepted: 1 })
  const [car] = whole(await admin.ask(deviceCalls.listBsCarAll, {}))
  if (!car) throw new Error('it is not there')
  expect(await admin.ask(deviceCalls.saveBsCar, { ...car, remark: '大修' })).toMatchObject({ terminalNo: '叉车(1)' })
  expect(await site.report([said('叉车（1）', 8), said('叉车(1)', 7)])).toMatchObject({ accepted: 2 })

  await site.report([said('№１２', 6)])
  const unknown = async () => whole(await admin.ask(deviceCalls.listUnknownDeviceAll, {}))
  await expect.poll(unknown).toMatchObject([{ deviceId: 'No12' }])
  await admin.ask(deviceCalls.adoptUnknownDevice, { deviceType: 'car', deviceId: 'No12', name: '叉12' })
  expect(await unknown()).toEqual([])
  expect(await site.report([said('№１２', 5)])).toMatchObject({ accepted: 1 })
})
