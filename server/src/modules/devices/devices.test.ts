import { describe, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { whole, type Client } from '@vigil/contract/kernel/client.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createLog } from '../../kernel/log.ts'
import { createBus } from '../../kernel/bus/bus.ts'
import { createSiteClock } from '../../kernel/time.ts'
import { createDeviceService, createDeviceStore } from './index.ts'

describe('who wears a device', () => {
  it('is seen by the department that the device stands in, its wearer’s where it has none, in lists as on the map', async () => {
    const site = await createTestSite()
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    const permissions = ['hatMgmt', 'badgeMgmt', 'trackRealMgmt']
    const miller = await site.makeUser({ name: 'miller', deptId: mill, scope: 'own', permissions })
    const burner = await site.makeUser({ name: 'burner', deptId: kiln, scope: 'own', permissions })
    await site.makeHat('worn', { userId: burner.id })
    await site.makeHat('free')
    const badge = { badgeNo: 'B-1', devEui: '00000000000000b1', userId: burner.id }
    await site.admin.ask(deviceCalls.saveBsBadge, badge)
    const seenBy = async ({ client }: { client: Client }) => ({
      hats: whole(await client.ask(deviceCalls.listBsHatAll, {})).map(({ imei }) => imei),
      badges: whole(await client.ask(deviceCalls.listBsBadgeAll, {})).map(({ devEui }) => devEui),
      worn: whole(await client.ask(deviceCalls.listBindingByCondition, {})).map(({ deviceName }) => deviceName),
      map: whole(await client.ask(deviceCalls.listBsHatObjectAll, {})).map(({ deviceId }) => deviceId),
    })
    expect(await seenBy(miller)).toEqual({ hats: ['free'], badges: [], worn: [], map: ['free'] })
    expect(await seenBy(burner)).toEqual({
      hats: ['free', 'worn'],
      badges: [badge.devEui],
      worn: ['B-1', 'H-worn'],
      map: ['free', 'worn'],
    })
  })

  it('shows to nobody else when the device and its department are gone', async () => {
    const site = await createTestSite()
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    const shift = await site.makeDept('shift', kiln)
    const miller = await site.makeUser({ name: 'miller', deptId: mill, scope: 'own', permissions: ['hatMgmt'] })
    const burner = await site.makeUser({ name: 'burner', deptId: shift, scope: 'own', permissions: ['hatMgmt'] })
    const guest = await site.makeUser({ name: 'guest', deptId: shift, permissions: [] })
    for (const [imei, userId] of [
      ['1', burner.id],
      ['2', guest.id],
    ] as const)
      await site.admin.ask(deviceCalls.deleteBsHatById, { id: await site.makeHat(imei, { deptId: shift, userId }) })
    const [user] = whole(await site.admin.ask(accountCalls.listUserByDeptId, { keyword: 'burner' }))
    if (!user) throw new Error('the burner is missing')
    await site.admin.ask(accountCalls.updateUser, { ...user, deptId: kiln })
    await site.admin.ask(accountCalls.deleteUserById, { id: guest.id })
    await site.admin.ask(accountCalls.deleteDeptById, { id: shift })
    const seenBy = async (client: Client) =>
      whole(await client.ask(deviceCalls.listBindingByCondition, {})).map(({ userName }) => userName)
    expect(await seenBy(miller.client)).toEqual([])
    expect(await seenBy(burner.client)).toEqual(['burner'])
    expect(await seenBy(site.admin)).toEqual(['guest', 'burner'])
  })
})

describe('device keys', () => {
  it('are listed in pages and sorted as asked, without the keys themselves', async () => {
    const site = await createTestSite()
    const made = []
    for (const name of ['gate', 'helmets', 'badges']) made.push(await site.admin.ask(deviceCalls.saveDeviceKey, { name }))
    const whole = await site.admin.ask(deviceCalls.listDeviceKeyAll, {})
    expect(whole).toMatchObject([{ name: 'gate' }, { name: 'helmets' }, { name: 'badges' }])
    for (const { key } of made) expect(JSON.stringify(whole)).not.toContain(key)
    expect(await site.admin.ask(deviceCalls.listDeviceKeyAll, { pageNum: 2, pageSize: 2 })).toMatchObject({
      list: [{ name: 'badges' }],
      total: 3,
    })
    expect(await site.admin.ask(deviceCalls.listDeviceKeyAll, { sort: '-name', pageSize: 1 })).toMatchObject({
      list: [{ name: 'helmets' }],
      total: 3,
    })
    expect(await site.admin.send(deviceCalls.listDeviceKeyAll, { sort: 'hash' })).toMatchObject({ code: 'invalidInput' })
  })

  /** Whether reports with a key are taken. */
  const holds = (site: TestSite, key: string): Promise<boolean> =>
    site.report([], key).then(
      () => true,
      (error: Error) => {
        if (!error.message.includes('deviceKeyInvalid')) throw error
        return false
      },
    )
  const endAt = (site: TestSite, id: string, when: string) =>
    site.db.raw(site.db.sql, `UPDATE device_key SET revoked_at = now() + $2::interval WHERE id = $1`, [id, when])

  it('are replaced under their name: the old one ends at once, one that is in use included', async () => {
    const site = await createTestSite()
    const old = await site.admin.ask(deviceCalls.saveDeviceKey, { name: 'gate' })
    expect(await holds(site, old.key)).toBe(true)
    const fresh = await site.admin.ask(deviceCalls.rotateDeviceKeyById, { id: old.id })
    expect(await holds(site, old.key)).toBe(false)
    expect(await holds(site, fresh.key)).toBe(true)
    expect(await site.admin.ask(deviceCalls.listDeviceKeyAll, {})).toMatchObject([
      { id: old.id, name: 'gate', revokedAt: expect.any(String) },
      { id: fresh.id, name: 'gate', revokedAt: null },
    ])
    const [told] = whole(await site.admin.ask(journalCalls.listSysLogByCondition, { module: 'devices', action: 'update' }))
    expect(told).toMatchObject({
      object: 'deviceKey',
      objectId: old.id,
      before: { name: 'gate', replacedBy: null },
      after: { name: 'gate', replacedBy: fresh.id },
    })
    expect(JSON.stringify(told)).not.toContain(fresh.key)
    expect(await site.admin.send(deviceCalls.rotateDeviceKeyById, { id: old.id })).toMatchObject({ code: 'notFound' })
    expect(await site.admin.send(deviceCalls.rotateDeviceKeyById, { id: fresh.id, minutes: 5 as 0 })).toMatchObject({
      code: 'invalidInput',
      data: { field: 'minutes' },
    })
  })

  it('may hold for a while after they were replaced, then end by themselves or by hand', async () => {
    const site = await createTestSite()
    const [first, second, third] = [
      await site.admin.ask(deviceCalls.saveDeviceKey, { name: 'one' }),
      await site.admin.ask(deviceCalls.saveDeviceKey, { name: 'two' }),
      await site.admin.ask(deviceCalls.saveDeviceKey, { name: 'three' }),
    ]
    for (const { id } of [first, second, third]) await site.admin.ask(deviceCalls.rotateDeviceKeyById, { id, minutes: 60 })

    // It is being replaced already: another one in its place would leave two.
    expect(await site.admin.send(deviceCalls.rotateDeviceKeyById, { id: first.id })).toMatchObject({ code: 'notFound' })
    expect(await holds(site, first.key)).toBe(true)
    await site.admin.ask(deviceCalls.revokeDeviceKeyById, { id: first.id })
    expect(await holds(site, first.key)).toBe(false)

    // A change that nobody told of is found at the next comparison.
    await endAt(site, second.id, '-1 second')
    await site.app.checkHeld()
    expect(await holds(site, second.key)).toBe(false)

    // Found good shortly before its end, it is not taken as good beyond it.
    let now = Date.now()
    const clock = createSiteClock('Asia/Shanghai', () => now)
    const bus = createBus(site.network.connect(), createLog('silent'))
    const kernel = { bus, db: site.db, clock, config: { deviceKey: null } } as unknown as Kernel
    const { keys } = createDeviceService(kernel, createDeviceStore(kernel))
    await site.db.raw(site.db.sql, `UPDATE device_key SET revoked_at = $2 WHERE id = $1`, [third.id, new Date(now + 1_000)])
    await keys.reload()
    expect(keys.find(third.key)).toBe(third.id)
    now += 999
    expect(keys.find(third.key)).toBe(third.id)
    now += 1
    expect(keys.find(third.key)).toBeNull()
  })
})
