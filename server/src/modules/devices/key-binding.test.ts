import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import type { SentBodyOf } from '@vigil/contract/kernel/call.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { permissions } from '@vigil/contract/menu/routes.ts'
import { afterFile } from '../../../test/ends.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, reportTo, secondServer, type TestSite } from '../../../test/site.ts'

type Binding = Omit<SentBodyOf<typeof deviceCalls.saveDeviceKey>, 'name'> & { readonly name?: string }

let seconds = 0
/** A new report each time. */
const from = (deviceType: 'hat' | 'badge' | 'car', deviceId: string, more: Record<string, unknown> = {}) => {
  seconds += 1
  return { deviceType, deviceId, time: new Date(1_795_000_000_000 + seconds * 1_000).toISOString(), ...at(1, 1), ...more }
}
const accepted = { accepted: 1, duplicate: 0, rejected: [] }
const forbidden = { accepted: 0, duplicate: 0, rejected: [{ index: 0, reason: 'forbidden' }] }

describe('a device key', () => {
  let site: TestSite
  let depts: Readonly<Record<'works' | 'mill' | 'packing', string>>
  let miller: Awaited<ReturnType<TestSite['makeUser']>>
  beforeAll(async () => {
    site = await createTestSite({}, afterFile)
    const works = await site.makeDept('works')
    depts = { works, mill: await site.makeDept('mill', works), packing: await site.makeDept('packing', works) }
    miller = await site.makeUser({ name: 'miller', scope: 'own', deptId: depts.mill, permissions: [...permissions] })
    const badge = { badgeNo: 'B-mill', devEui: '00000000000000b1', deptId: depts.mill }
    await Promise.all([
      site.makeHat('mill', { deptId: depts.mill }),
      site.makeHat('packing', { deptId: depts.packing }),
      site.makeHat('nowhere'),
      site.admin.ask(deviceCalls.saveBsBadge, badge),
    ])
  })
  const keyFor = async (binding: Binding, client = site.admin) =>
    client.ask(deviceCalls.saveDeviceKey, { name: 'bound', ...binding })
  const keyOf = async (binding: Binding): Promise<string> => (await keyFor(binding)).key
  const lineOf = async (id: string) =>
    whole(await site.admin.ask(deviceCalls.listDeviceKeyAll, {})).find((line) => line.id === id)

  it('without a binding holds for every device of the site', async () => {
    const key = await keyOf({})
    const reports = [from('hat', 'mill'), from('hat', 'nowhere'), from('badge', '00000000000000b1')]
    expect(await site.report(reports, key)).toMatchObject({ accepted: 3, rejected: [] })
  })

  it('for kinds holds for those, and the rest of a post is taken', async () => {
    const key = await keyOf({ deviceTypes: ['badge'] })
    const reports = [from('hat', 'mill'), from('badge', '00000000000000b1'), from('hat', 'packing')]
    expect(await site.report(reports, key)).toEqual({
      accepted: 1,
      duplicate: 0,
      rejected: [
        { index: 0, reason: 'forbidden' },
        { index: 2, reason: 'forbidden' },
      ],
    })
  })

  it('for a department holds for what stands there or below it, its wearer’s department included', async () => {
    const key = await keyOf({ deptIds: [depts.works] })
    const [mill, other] = [await keyOf({ deptIds: [depts.mill] }), from('hat', 'packing')]
    expect(await site.report([from('hat', 'mill'), from('hat', 'packing')], key)).toMatchObject({ accepted: 2 })
    expect(await site.report([from('hat', 'nowhere')], key)).toEqual(forbidden)
    expect(await site.report([from('hat', 'mill')], mill)).toEqual(accepted)
    expect(await site.report([other], mill)).toEqual(forbidden)
    const wearer = await site.makeUser({ name: 'wang', deptId: depts.mill })
    await site.makeHat('worn', { userId: wearer.id })
    expect(await site.report([from('hat', 'worn')], mill)).toEqual(accepted)
  })

  it('for a gateway holds for badges, while the gateway is there and enabled', async () => {
    const gateway = { name: 'gate', gatewayEui: '00000000000000aa' }
    const { id, version } = await site.admin.ask(deviceCalls.saveBsLoraGate, gateway)
    const key = await keyOf({ gatewayId: id })
    const badge = (): unknown => from('badge', '00000000000000b1')
    expect(await site.report([badge()], key)).toEqual(accepted)
    expect(await site.report([from('hat', 'mill')], key)).toEqual(forbidden)
    const off = await site.admin.ask(deviceCalls.saveBsLoraGate, { ...gateway, id, version, enable: 0 })
    expect(await site.report([badge()], key)).toEqual(forbidden)
    await site.admin.ask(deviceCalls.saveBsLoraGate, { ...gateway, id, version: off.version, enable: 1 })
    expect(await site.report([badge()], key)).toEqual(accepted)
    await site.admin.ask(deviceCalls.deleteBsLoraGateById, { id })
    expect(await site.report([badge()], key)).toEqual(forbidden)
  })

  it('that was bound to a department holds for nothing once that is gone, rather than for everything', async () => {
    const closed = await site.makeDept('closed')
    const key = await keyOf({ deptIds: [closed] })
    await site.admin.ask(accountCalls.deleteDeptById, { id: closed })
    await site.app.checkHeld()
    expect(await site.report([from('hat', 'nowhere'), from('hat', 'mill')], key)).toMatchObject({ accepted: 0 })
  })

  it('for one device holds for that alone, and lists it while it is unknown; what it cannot hold for is never listed', async () => {
    const one = await keyOf({ device: { deviceType: 'hat', deviceId: 'new-hat' } })
    const mill = await keyOf({ deptIds: [depts.mill] })
    expect((await site.report([from('hat', 'new-hat')], one)).rejected).toEqual([{ index: 0, reason: 'unknownDevice' }])
    for (const key of [one, mill]) expect(await site.report([from('hat', 'stray')], key)).toEqual(forbidden)
    expect(await site.report([from('badge', 'new-hat')], one)).toEqual(forbidden)
    const unknown = async () => whole(await site.admin.ask(deviceCalls.listUnknownDeviceAll, {})).map(({ deviceId }) => deviceId)
    await expect.poll(unknown).toEqual(['new-hat'])
  })

  it('for one device holds for that one, and for none that takes its number after it was deleted', async () => {
    const asMill = await site.makeUser({ name: 'foreman', scope: 'own', deptId: depts.mill, permissions: [...permissions] })
    const device = { deviceType: 'hat' as const, deviceId: 'reborn' }
    const first = await site.makeHat('reborn', { deptId: depts.mill })
    const { id, key } = await keyFor({ device }, asMill.client)
    const seen = async () => whole(await asMill.client.ask(deviceCalls.listDeviceKeyAll, {})).find((line) => line.id === id)
    expect(await site.report([from('hat', 'reborn')], key)).toEqual(accepted)
    expect(await seen()).toMatchObject({ device: { ...device, name: 'H-reborn', gone: false } })
    await asMill.client.ask(deviceCalls.deleteBsHatById, { id: first })
    expect(await site.report([from('hat', 'reborn')], key)).toEqual(forbidden)
    await site.makeHat('reborn', { deptId: depts.packing })
    expect(await site.report([from('hat', 'reborn', { sos: 'press' })], key)).toEqual(forbidden)
    expect(await lineOf(id)).toMatchObject({ device: { ...device, name: null, gone: true } })
    // It is the whole site's now: nobody widens it, or has it replaced by one that holds, within his own departments.
    expect((await asMill.client.send(deviceCalls.rotateDeviceKeyById, { id })).code).toBe('forbidden')
    const fresh = await site.admin.ask(deviceCalls.rotateDeviceKeyById, { id })
    expect(await site.report([from('hat', 'reborn')], fresh.key)).toEqual(forbidden)
    await site.app.checkHeld()
    expect(await site.report([from('hat', 'reborn')], fresh.key)).toEqual(forbidden)
    await site.admin.ask(deviceCalls.bindDeviceKeyById, { id: fresh.id, device })
    expect(await site.report([from('hat', 'reborn')], fresh.key)).toEqual(accepted)
  })

  it('for a device that is to come holds for the first that is registered so, however it came to its number', async () => {
    const device = { deviceType: 'hat' as const, deviceId: '864901040000002' }
    const { id, key } = await keyFor({ device })
    expect((await lineOf(id))?.device).toEqual({ ...device, name: null, gone: false })
    const hat = { hatNo: 'H-renamed', imei: '864901040000001', deptId: depts.mill }
    const other = await site.admin.ask(deviceCalls.saveBsHat, hat)
    const named = await site.admin.ask(deviceCalls.saveBsHat, {
      ...hat,
      id: other.id,
      version: other.version,
      imei: '864901040000002',
    })
    expect(await site.report([from('hat', '864901040000002')], key)).toEqual(accepted)
    expect((await lineOf(id))?.device).toEqual({ ...device, name: 'H-renamed', gone: false })
    await site.admin.ask(deviceCalls.saveBsHat, { ...hat, id: other.id, version: named.version })
    expect(await site.report([from('hat', 'another')], key)).toEqual(forbidden)
    await site.makeHat('864901040000002', { deptId: depts.packing })
    expect(await site.report([from('hat', '864901040000002')], key)).toEqual(forbidden)
  })

  it('from before means the device that had its number first since the key was made', async () => {
    const device = (deviceId: string) => ({ device: { deviceType: 'hat' as const, deviceId } })
    await site.admin.ask(deviceCalls.deleteBsHatById, { id: await site.makeHat('old-4') })
    const keys = [
      await keyFor(device('old-1')),
      await keyFor(device('old-2')),
      await keyFor(device('old-3')),
      await keyFor(device('old-4')),
    ]
    await site.makeHat('old-1')
    await site.admin.ask(deviceCalls.deleteBsHatById, { id: await site.makeHat('old-2') })
    await site.makeHat('old-2')
    const step = await readFile(new URL('0033-key-of-a-device.sql', import.meta.url), 'utf8')
    await site.db.raw(site.db.sql, 'ALTER TABLE device_key DROP COLUMN device_id')
    await sql.raw(step).execute(site.db.sql)
    await site.app.checkHeld()
    const gone = []
    for (const { id } of keys) gone.push((await lineOf(id))?.device?.gone)
    expect(gone).toEqual([false, true, false, false])
    const answers = []
    for (const [at, { key }] of keys.entries()) answers.push((await site.report([from('hat', `old-${at + 1}`)], key)).accepted)
    expect(answers).toEqual([1, 0, 0, 0])
  })

  it('does not call for help in the name of a device that it does not hold for, which is counted and journalled', async () => {
    const { id, key } = await keyFor({ deptIds: [depts.packing], name: 'packing gate' })
    expect(await site.report([from('hat', 'mill', { sos: 'press' }), from('hat', 'mill')], key)).toMatchObject({
      accepted: 0,
      rejected: [{ reason: 'forbidden' }, { reason: 'forbidden' }],
    })
    expect((await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list).toEqual([])
    expect(await lineOf(id)).toMatchObject({ refused: 2, lastRefused: { deviceType: 'hat', deviceId: 'mill' } })
    const told = async () =>
      whole(await site.admin.ask(journalCalls.listSysLogByCondition, { module: 'devices', action: 'refused' }))
        .filter(({ objectId }) => objectId === id)
        .map(({ object, userName, after, result }) => ({ object, userName, after, result }))
    const after = { deviceType: 'hat', deviceId: 'mill' }
    const row = { userName: '设备密钥“packing gate”', after, result: 'forbidden' }
    await expect
      .poll(async () => (await told()).toSorted((a, b) => a.object.localeCompare(b.object)))
      .toEqual([
        { object: 'deviceKey', ...row },
        { object: 'helpCall', ...row },
      ])
  })

  it('takes another binding at once, keeps it when it is replaced, and tells it', async () => {
    const { id, key } = await keyFor({ name: 'narrowed' })
    expect(await site.report([from('hat', 'mill')], key)).toEqual(accepted)
    const binding = { deviceTypes: ['hat' as const], deptIds: [depts.packing] }
    await site.admin.ask(deviceCalls.bindDeviceKeyById, { id, ...binding })
    expect(await site.report([from('hat', 'mill')], key)).toEqual(forbidden)
    expect(await site.report([from('hat', 'packing')], key)).toEqual(accepted)
    const fresh = await site.admin.ask(deviceCalls.rotateDeviceKeyById, { id })
    expect(await site.report([from('hat', 'mill')], fresh.key)).toEqual(forbidden)
    const told = { deviceTypes: ['hat'], depts: [{ id: depts.packing, name: 'packing' }], gateway: null, device: null }
    expect(await lineOf(fresh.id)).toMatchObject(told)
  })

  it('of which a server was not told is found by comparing with what is stored', async () => {
    const { id, key } = await keyFor({})
    const other = await secondServer(site)
    const origin = await other.fastify.listen({ port: 0, host: '127.0.0.1' })
    try {
      await site.admin.ask(deviceCalls.bindDeviceKeyById, { id, deviceTypes: ['car'] })
      await other.checkHeld()
      expect(await reportTo(origin, [from('hat', 'mill')], key)).toEqual(forbidden)
    } finally {
      await other.close()
    }
  })

  it('is bound to one thing that makes sense, and to what there is', async () => {
    const device = { deviceType: 'hat' as const, deviceId: 'mill' }
    const gateway = await site.admin.ask(deviceCalls.saveBsLoraGate, { name: 'g2', gatewayEui: '00000000000000ab' })
    const wrong: readonly (readonly [Binding, string, string])[] = [
      [{ device, deviceTypes: ['hat'] }, 'invalidInput', 'device'],
      [{ gatewayId: gateway.id, deviceTypes: ['hat'] }, 'invalidInput', 'deviceTypes'],
      [{ deptIds: ['999999'] }, 'notFound', 'deptIds'],
      [{ gatewayId: '999999' }, 'notFound', 'gatewayId'],
    ]
    for (const [binding, code, field] of wrong)
      expect(await site.admin.send(deviceCalls.saveDeviceKey, { name: 'x', ...binding })).toMatchObject({
        code,
        data: { field },
      })
  })

  it('is made, bound anew, replaced and revoked only within one’s departments', async () => {
    const make = async (binding: Binding): Promise<string> =>
      (await miller.client.send(deviceCalls.saveDeviceKey, { name: 'mine', ...binding })).code
    const gateway = { name: 'g3', gatewayEui: '00000000000000ac', deptId: depts.mill }
    const { id: gatewayId } = await site.admin.ask(deviceCalls.saveBsLoraGate, gateway)
    expect(await make({})).toBe('forbidden')
    expect(await make({ deviceTypes: ['hat'] })).toBe('forbidden')
    expect(await make({ gatewayId })).toBe('forbidden')
    expect(await make({ deptIds: [depts.packing] })).toBe('notFound')
    expect(await make({ deptIds: [depts.mill, depts.packing] })).toBe('notFound')
    expect(await make({ device: { deviceType: 'hat', deviceId: 'packing' } })).toBe('notFound')
    expect(await make({ device: { deviceType: 'hat', deviceId: 'unregistered' } })).toBe('notFound')
    expect(await make({ device: { deviceType: 'hat', deviceId: 'nowhere' } })).toBe('forbidden')
    expect(await make({ device: { deviceType: 'hat', deviceId: 'mill' } })).toBe('200')
    expect(await make({ gatewayId, deptIds: [depts.mill] })).toBe('200')

    const own = await keyFor({ deptIds: [depts.mill] }, miller.client)
    const widened = await miller.client.send(deviceCalls.bindDeviceKeyById, { id: own.id })
    expect(widened.code).toBe('forbidden')
    const others = [await keyFor({}), await keyFor({ deptIds: [depts.packing] }), await keyFor({ deptIds: [depts.works] })]
    for (const [index, { id }] of others.entries()) {
      const answers = [
        await miller.client.send(deviceCalls.bindDeviceKeyById, { id, deptIds: [depts.mill] }),
        await miller.client.send(deviceCalls.rotateDeviceKeyById, { id }),
        await miller.client.send(deviceCalls.revokeDeviceKeyById, { id }),
      ].map(({ code }) => code)
      expect(answers, String(index)).toEqual(Array(3).fill(index === 0 ? 'forbidden' : 'notFound'))
    }
    const seen = whole(await miller.client.ask(deviceCalls.listDeviceKeyAll, {})).map(({ id }) => id)
    expect(others.map(({ id }) => seen.includes(id))).toEqual([true, false, false])
    expect((await miller.client.send(deviceCalls.revokeDeviceKeyById, { id: own.id })).code).toBe('200')
  })
})
