import { describe, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { erasedName } from '@vigil/contract/accounts/person-data.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { fileUrl } from '@vigil/contract/files/entities.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { paged, type Client } from '@vigil/contract/kernel/client.ts'
import { pushCalls } from '@vigil/contract/push/calls.ts'

import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { administratorRole } from '@vigil/contract/menu/routes.ts'
import { createFileSite } from '../../../test/files.ts'
import { housekeepingOf, placesOf } from '../../../test/housekeeping.ts'
import { createTestSite, password, type TestSite } from '../../../test/site.ts'

const rights = ['userMgmt', 'userMgmt:edit', 'private:view']
const personOf = async (client: Client, id: string) => {
  const found = paged(await client.ask(accountCalls.listUserByDeptId, { ids: [id] })).list[0]
  if (!found) throw new Error('nobody of that number')
  return found
}
const alarms = async (site: TestSite) => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list
const stored = async (site: TestSite, id: string) =>
  (
    await site.db.raw(
      site.db.sql,
      `SELECT user_name, password_hash, mobile, avatar, (SELECT count(*)::int FROM session WHERE person_id = person.id) AS sessions,
         (SELECT count(*)::int FROM sign_in_address WHERE person_id = person.id) AS addresses,
         (SELECT count(*)::int FROM old_password WHERE person_id = person.id) AS old_passwords,
         (SELECT count(*)::int FROM person_role WHERE person_id = person.id) AS roles FROM person WHERE id = $1`,
      [id],
    )
  ).rows[0]
/** Li wears a helmet whose cry for help names him, and signed in. */
const withLi = async (site: TestSite, deptId: string | null = null) => {
  const li = await site.makeUser({ name: 'lisi', deptId, permissions: ['trackRealMgmt'], workNum: 'L-0001' })
  await site.admin.ask(accountCalls.updateUser, { ...(await personOf(site.admin, li.id)), mobile: '13812345678', post: '巡检' })
  await site.makeHat('100', { userId: li.id, deptId })
  const time = new Date().toISOString()
  await site.report([{ deviceType: 'hat', deviceId: '100', time, lng: 116.4, lat: 39.9, sos: 'press' }])
  return li
}

describe('what the site keeps of a person', () => {
  it('is written for who asked alone, without what opens a session, and journalled', async () => {
    const site = await createFileSite()
    const li = await withLi(site)
    const clerk = await site.makeUser({ name: 'clerk', permissions: rights })
    const { fileId } = await clerk.client.ask(accountCalls.exportPersonData, { id: li.id })
    const fetched = (token: string) => fetch(`${site.origin}${fileUrl(fileId)}`, { headers: { authorization: token } })
    const text = await (await fetched(clerk.token)).text()
    const told = JSON.parse(text) as Record<string, unknown>
    expect(Object.keys(told)).toEqual([
      'exportedAt',
      'person',
      'roles',
      'pushSettings',
      'sessions',
      'signInAddresses',
      'bindings',
      'positions',
      'alarms',
      'journal',
    ])
    expect(told).toMatchObject({
      person: { cname: 'lisi', workNum: 'L-0001', mobile: '13812345678', post: '巡检' },
      roles: [{ id: li.roleId }],
      bindings: [{ deviceCode: '100', userName: 'lisi', workNum: 'L-0001', until: null }],
      positions: [{ deviceCode: '100', kind: 4, lng: 116.4, lat: 39.9 }],
      alarms: [{ as: 'wearer', userName: 'lisi', result: 'lisi（H-100）发出求救' }],
    })
    expect(told['journal']).toContainEqual(expect.objectContaining({ action: 'signIn', object: 'session' }))
    expect(told['sessions']).toHaveLength(1)
    expect(told['signInAddresses']).toEqual([{ address: '127.0.0.1', lastAt: expect.any(String) }])
    for (const secret of [li.token, 'token', 'hash', 'argon2']) expect(text).not.toContain(secret)
    for (const token of [li.token, site.adminToken]) expect((await fetched(token)).status).toBe(404)
    const rows = paged(await site.admin.ask(journalCalls.listSysLogByCondition, { action: 'export', userId: clerk.id })).list
    expect(rows).toMatchObject([{ object: 'personData', objectId: li.id }])
  })

  it('has every position of what he wore, and none of who wore it before or after', async () => {
    const site = await createFileSite()
    const [before, li] = [
      await site.makeUser({ name: 'before', permissions: [] }),
      await site.makeUser({ name: 'li', permissions: [] }),
    ]
    const hat = await site.makeHat('100', { userId: before.id })
    const start = Date.now() - 3_600_000
    const at = (seconds: number): string => new Date(start + seconds * 1000).toISOString()
    // More than one look at the table takes.
    const worn = Array.from({ length: 2_100 }, (_, second) => second)
    const reports = worn.map((second) => ({ deviceType: 'hat', deviceId: '100', time: at(second), lng: 116.4, lat: 39.9 }))
    for (const part of [reports.slice(0, 2_000), reports.slice(2_000)]) await site.report(part)
    const bound = (id: string, from: string, until: string | null) =>
      site.db.raw(
        site.db.sql,
        `INSERT INTO device_binding (device_id, person_id, person_name, work_num, from_time, until_time, bound_by)
           VALUES ($1, $2, '', '', $3, $4, '')`,
        [hat, id, from, until],
      )
    await site.db.raw(site.db.sql, 'DELETE FROM device_binding', [])
    await bound(before.id, at(-60), at(10))
    await bound(li.id, at(10), at(2_090))
    await bound(before.id, at(2_090), null)

    const exported = async () => {
      const { fileId } = await site.admin.ask(accountCalls.exportPersonData, { id: li.id })
      const file = await fetch(`${site.origin}${fileUrl(fileId)}`, { headers: { authorization: site.adminToken } })
      return ((await file.json()) as { positions: { time: string }[] }).positions
    }
    const positions = await exported()
    const times = positions.map(({ time }) => time)
    expect(times).toHaveLength(2_080)
    expect(new Set(times).size).toBe(2_080)
    expect(times).toEqual(times.toSorted())

    await housekeepingOf(site.db, { now: () => Date.now() + 5 * 3_600_000 }).run()
    expect(await placesOf(site.db)).toMatchObject({ raw: 0, packed: 2_100 })
    expect(await exported()).toEqual(positions)
  })

  it('is given to nobody without the right to private data, nor beyond his scope', async () => {
    const site = await createFileSite()
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    const li = await withLi(site, mill)
    const blind = await site.makeUser({ name: 'blind', permissions: ['userMgmt', 'userMgmt:edit'] })
    const other = await site.makeUser({ name: 'other', deptId: kiln, scope: 'own', permissions: rights })
    const erase = { id: li.id, confirm: 'L-0001' }
    for (const [{ client }, code] of [
      [blind, 'forbidden'],
      [other, 'notFound'],
    ] as const) {
      expect((await client.send(accountCalls.exportPersonData, { id: li.id })).code).toBe(code)
      expect((await client.send(accountCalls.erasePersonData, erase)).code).toBe(code)
    }
    expect(await personOf(site.admin, li.id)).toMatchObject({ cname: 'lisi', mobile: '13812345678' })
  })
})

describe('erasing a person', () => {
  it('leaves a number and the evidence, and ends what he could do', async () => {
    const site = await createTestSite()
    const li = await withLi(site)
    const clerk = await site.makeUser({ name: 'clerk', permissions: rights })
    await clerk.client.ask(accountCalls.erasePersonData, { id: li.id, confirm: 'L-0001' })

    const person = await personOf(site.admin, li.id)
    expect(person).toMatchObject({
      cname: '已注销人员',
      mobile: '',
      post: '',
      userName: null,
      roleIds: [],
      canLogin: false,
      enable: 0,
      lastLoginAt: null,
      workNum: expect.stringMatching(/^X[0-9a-f]{16}$/),
    })
    expect(await stored(site, li.id)).toEqual({
      user_name: null,
      password_hash: null,
      mobile: '',
      avatar: '',
      sessions: 0,
      addresses: 0,
      old_passwords: 0,
      roles: 0,
    })
    const bindings = paged(await site.admin.ask(deviceCalls.listBindingByCondition, { userId: li.id })).list
    expect(bindings).toMatchObject([{ userName: '已注销人员', workNum: person.workNum, until: expect.any(String) }])
    expect(paged(await site.admin.ask(deviceCalls.listBsHatAll, {})).list).toMatchObject([{ imei: '100', userId: null }])
    expect(paged(await site.admin.ask(pushCalls.listPushUserConfigByDeptId, {})).list).toContainEqual(
      expect.objectContaining({ userId: li.id, enable: 0, taskTypeIds: [], areaIds: [] }),
    )
    // The token was believed for at most two seconds; the service forgot it at once.
    expect((await li.client.send(accountCalls.listDeptNodeAll, undefined)).code).toBe('10002')
    expect((await site.clientOf(null).send(sessionCalls.login, { userName: 'lisi', password: 'later-Pass-7731' })).code).toBe(
      'wrongCredentials',
    )

    expect(await alarms(site)).toMatchObject([{ userName: 'lisi' }])
    const journal = paged(await site.admin.ask(journalCalls.listSysLogByCondition, { userId: li.id })).list
    expect(journal.map(({ action }) => action)).toContain('signIn')
    const [told, ...more] = paged(
      await site.admin.ask(journalCalls.listSysLogByCondition, { action: 'delete', userId: clerk.id }),
    ).list
    expect(more).toEqual([])
    expect(told).toMatchObject({ object: 'personData', objectId: li.id })
    expect(JSON.stringify(told)).not.toMatch(/13812345678|L-0001|lisi/)
  })

  it('is who changed what somebody was editing meanwhile, under the name that he has now', async () => {
    const site = await createTestSite()
    const li = await withLi(site)
    const clerk = await site.makeUser({ name: 'clerk', permissions: rights })
    const zhao = await site.makeUser({ name: 'zhao', permissions: ['deptMgmt', 'deptMgmt:edit'], workNum: 'Z-0001' })
    const mill = await site.makeDept('mill')
    await zhao.client.ask(accountCalls.saveDept, { id: mill, version: 1, name: 'coal mill' })
    const person = await personOf(site.admin, li.id)
    const [hat] = paged(await site.admin.ask(deviceCalls.listBsHatAll, {})).list
    if (!hat) throw new Error('the helmet is missing')

    const whoChangedLi = async (version: number) =>
      await site.admin.send(accountCalls.updateUser, { ...person, post: '班长', version })
    await li.client.ask(sessionCalls.updatePassword, { oldPassword: password, newPassword: 'another-Pass-55' })
    // A password is told of the same person, and makes no other version of him.
    expect(await whoChangedLi(person.version - 1)).toMatchObject({ code: 'conflict', data: { changedBy: '系统管理员' } })
    await clerk.client.ask(accountCalls.erasePersonData, { id: li.id, confirm: 'L-0001' })
    expect(await whoChangedLi(person.version)).toMatchObject({
      code: 'conflict',
      data: { cname: erasedName, changedBy: 'clerk' },
    })
    expect(await site.admin.send(deviceCalls.saveBsHat, { ...hat, model: 'X2' })).toMatchObject({
      code: 'conflict',
      data: { userId: null, changedBy: 'clerk' },
    })
    const [released] = paged(
      await site.admin.ask(journalCalls.listSysLogByCondition, { module: 'devices', userId: clerk.id }),
    ).list
    expect(released).toMatchObject({
      action: 'update',
      object: 'hat',
      objectId: hat.id,
      objectName: hat.hatNo,
      objectOpens: true,
    })

    const whoChangedMill = async () => await site.admin.send(accountCalls.saveDept, { id: mill, version: 1, name: 'cement mill' })
    expect(await whoChangedMill()).toMatchObject({ code: 'conflict', data: { changedBy: 'zhao' } })
    await clerk.client.ask(accountCalls.erasePersonData, { id: zhao.id, confirm: 'Z-0001' })
    expect(await whoChangedMill()).toMatchObject({ code: 'conflict', data: { changedBy: erasedName } })
    await site.admin.ask(accountCalls.deleteUserById, { id: zhao.id })
    expect(await whoChangedMill()).toMatchObject({ code: 'conflict', data: { changedBy: null, changedAt: expect.any(String) } })
  })

  it('wants the work number, spares oneself and administrators, and changes nothing when refused', async () => {
    const site = await createTestSite()
    const li = await withLi(site)
    const clerk = await site.makeUser({ name: 'clerk', permissions: rights, workNum: 'C-1' })
    const administrator = (await site.admin.ask(accountCalls.getAllRoles, undefined)).find(
      ({ name }) => name === administratorRole,
    )
    const boss = await site.makeUser({ name: 'boss', roleIds: [administrator?.id ?? ''], workNum: 'B-1' })
    const everybody = () => site.admin.ask(accountCalls.listUserByDeptId, {})
    const before = await everybody()
    const own = paged(before).list.find(({ userName }) => userName === 'admin')
    const tries = [
      [clerk.client, li.id, 'L-0002', 'invalidInput'],
      [clerk.client, clerk.id, 'C-1', 'inUse'],
      [clerk.client, boss.id, 'B-1', 'forbidden'],
      [site.admin, own?.id ?? '', own?.workNum ?? '', 'inUse'],
      [site.admin, '999999', 'L-0001', 'notFound'],
    ] as const
    for (const [client, id, confirm, code] of tries)
      expect((await client.send(accountCalls.erasePersonData, { id, confirm })).code, confirm).toBe(code)
    expect(await everybody()).toEqual(before)
    expect((await site.admin.send(accountCalls.erasePersonData, { id: boss.id, confirm: 'B-1' })).code).toBe('200')
  })
})
