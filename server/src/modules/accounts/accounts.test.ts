import { describe, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { videoCalls } from '@vigil/contract/video/calls.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { theSystem } from '../../kernel/caller.ts'
import { createJournal } from '../../kernel/journal.ts'

const users = async (site: TestSite, client = site.admin) => {
  const list = await client.ask(accountCalls.listUserByDeptId, {})
  return Array.isArray(list) ? list : list.list
}

describe('departments', () => {
  it('make a tree without cycles, and are not deleted from under anybody', async () => {
    const site = await createTestSite()
    const plant = await site.makeDept('plant')
    const mill = await site.makeDept('mill', plant)
    const crew = await site.makeDept('crew', mill)
    expect(await site.admin.ask(accountCalls.listDeptNodeAll, undefined)).toMatchObject([
      { name: 'plant', children: [{ name: 'mill', children: [{ name: 'crew' }] }] },
    ])
    expect(await site.admin.send(accountCalls.saveDept, { id: plant, name: 'plant', pid: crew })).toMatchObject({
      code: 'invalidInput',
      msg: '上级部门不能移到自己或下级部门之下',
      data: { field: 'pid' },
    })
    expect(await site.admin.send(accountCalls.saveDept, { id: plant, name: 'plant', pid: plant })).toMatchObject({
      code: 'invalidInput',
    })
    expect(await site.admin.send(accountCalls.saveDept, { name: 'crew', pid: mill })).toMatchObject({ code: 'notUnique' })
    expect(await site.admin.send(accountCalls.deleteDeptById, { id: mill })).toMatchObject({
      code: 'inUse',
      msg: '部门仍被使用：1 个下级部门',
    })
    await site.makeUser({ name: 'li', deptId: crew, permissions: [] })
    expect(await site.admin.send(accountCalls.deleteDeptById, { id: crew })).toMatchObject({ code: 'inUse' })
    const gate = await site.makeDept('gate')
    await site.admin.ask(videoCalls.saveBsCamera, { name: 'C1', gbDeviceId: '34020000001320000001', deptId: gate })
    expect(await site.admin.send(accountCalls.deleteDeptById, { id: gate })).toMatchObject({
      code: 'inUse',
      msg: '部门仍被使用：摄像机',
    })
    expect(await site.admin.send(accountCalls.deleteDeptById, { id: '999' })).toMatchObject({ code: 'notFound' })
  })

  it('go with what is deleted in them but stays as a row, and not with what other domains still have there', async () => {
    const site = await createTestSite()
    const yard = await site.makeDept('yard')
    const remove = async () => {
      const { code, msg } = await site.admin.send(accountCalls.deleteDeptById, { id: yard })
      return code === 'inUse' ? msg : code
    }
    const hat = await site.makeHat('100', { deptId: yard })
    const fence = await site.makeFence({ deptId: yard })
    const title = { title: 'N', content: 'C', deptId: yard }
    const notice = await site.admin.ask(broadcastCalls.saveBsNoticeRecord, title)
    await site.report([{ deviceType: 'hat', deviceId: '100', time: new Date().toISOString(), lng: 116.4, lat: 39.9 }])
    const places = async () => (await site.db.raw(site.db.sql, 'SELECT FROM device_state')).rows.length
    expect(await places()).toBe(1)

    expect(await remove()).toBe('部门仍被使用：1 台设备')
    await site.admin.ask(deviceCalls.deleteBsHatById, { id: hat })
    expect(await places()).toBe(0)
    expect(await remove()).toBe('部门仍被使用：1 个区域或围栏')
    await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id: fence })
    expect(await remove()).toBe('部门仍被使用：通知记录')
    await site.admin.ask(broadcastCalls.deleteBsNoticeRecordById, { id: notice.id })
    expect(await remove()).toBe('200')
  })

  it('are changed below the own one alone, so that nobody moves more under himself', async () => {
    const site = await createTestSite()
    const plant = await site.makeDept('plant')
    const mill = await site.makeDept('mill', plant)
    const kiln = await site.makeDept('kiln', plant)
    const foreman = await site.makeUser({ name: 'foreman', deptId: mill, scope: 'own', permissions: ['deptMgmt:edit'] })
    const save = async (dept: { id?: string; name: string; pid: string | null }) =>
      (await foreman.client.send(accountCalls.saveDept, dept)).code
    const tree = await site.admin.ask(accountCalls.listDeptNodeAll, undefined)
    expect(await save({ id: kiln, name: 'kiln', pid: mill })).toBe('notFound')
    // At the very top it would be the whole site's.
    expect(await save({ id: mill, name: 'mill', pid: null })).toBe('forbidden')
    expect(await save({ name: 'another', pid: null })).toBe('forbidden')
    expect(await save({ name: 'another', pid: kiln })).toBe('notFound')
    expect((await foreman.client.send(accountCalls.deleteDeptById, { id: kiln })).code).toBe('notFound')
    expect(await site.admin.ask(accountCalls.listDeptNodeAll, undefined)).toEqual(tree)
    expect(await save({ id: mill, name: 'coal mill', pid: plant })).toBe('200')
    expect(await save({ name: 'crew', pid: mill })).toBe('200')
  })

  it('saved by two at once: the second is told and shown the present record', async () => {
    const site = await createTestSite()
    const id = await site.makeDept('mill')
    const clerk = await site.makeUser({ name: '李文', permissions: ['deptMgmt', 'deptMgmt:edit'] })
    await clerk.client.ask(accountCalls.saveDept, { id, version: 1, name: 'coal mill' })
    const wireTime = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string
    expect(await site.admin.send(accountCalls.saveDept, { id, version: 1, name: 'cement mill' })).toMatchObject({
      code: 'conflict',
      data: { name: 'coal mill', version: 2, changedBy: '李文', changedAt: wireTime },
    })
  })

  it('saved by two at once: who was refused meanwhile did not change it', async () => {
    const site = await createTestSite()
    const id = await site.makeDept('mill')
    const clerk = await site.makeUser({ name: '李文', permissions: ['deptMgmt', 'deptMgmt:edit'] })
    const guard = await site.makeUser({ name: '王强', permissions: ['deptMgmt'] })
    const journal = createJournal(site.db, Date.now)
    const { caller, ...asked } = theSystem(Date.now())
    // No call tells a refusal as the change that it was to be, with what it was to be; one that does is not taken for that.
    const isRefused = async (name: string, code: string) => {
      expect((await guard.client.send(accountCalls.saveDept, { id, name })).code).toBe('forbidden')
      const told = { module: 'accounts', action: 'update', objectId: id, after: { name, version: 2 } } as const
      await journal.refused({ ...asked, caller: { ...caller, userId: guard.id } }, 'dept', code, told)
    }
    await isRefused('guardhouse', 'forbidden')
    await clerk.client.ask(accountCalls.saveDept, { id, version: 1, name: 'coal mill' })
    await isRefused('lodge', 'conflict')
    expect(await site.admin.send(accountCalls.saveDept, { id, version: 1, name: 'cement mill' })).toMatchObject({
      code: 'conflict',
      data: { name: 'coal mill', version: 2, changedBy: '李文' },
    })
  })

  it('saved by two at once: nobody is told the name of whom he would not find in the log', async () => {
    const site = await createTestSite()
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    const id = await site.makeDept('crew', mill)
    const permissions = ['deptMgmt', 'deptMgmt:edit']
    const foreman = await site.makeUser({ name: 'foreman', deptId: mill, scope: 'own', permissions })
    const mate = await site.makeUser({ name: 'mate', deptId: mill, scope: 'own', permissions })
    const boss = await site.makeUser({ name: 'boss', deptId: kiln, permissions })
    let version = 1
    /** Who changed it, as the foreman hears and as somebody of the whole site does. */
    const heardAfter = async (who: Client): Promise<unknown[]> => {
      const { version: made } = await who.ask(accountCalls.saveDept, { id, version, name: `crew ${version}`, pid: mill })
      const stale = { id, version, name: 'late', pid: mill }
      version = made
      const answers = await Promise.all([foreman.client, site.admin].map((late) => late.send(accountCalls.saveDept, stale)))
      return answers.map(({ code, data }) => {
        expect({ code, data }).toMatchObject({ code: 'conflict', data: { version, changedAt: expect.any(String) } })
        return (data as unknown as { changedBy: unknown }).changedBy
      })
    }
    expect(await heardAfter(boss.client)).toEqual([null, 'boss'])
    expect(await heardAfter(mate.client)).toEqual(['mate', 'mate'])
    expect(await heardAfter(site.admin)).toEqual([null, '系统管理员'])
    expect(await heardAfter(foreman.client)).toEqual(['foreman', 'foreman'])
  })
})

describe('scope', () => {
  it('shows people and devices of the own department and below, and those of none', async () => {
    const site = await createTestSite()
    const mill = await site.makeDept('mill')
    const crew = await site.makeDept('crew', mill)
    const kiln = await site.makeDept('kiln')
    await site.makeHat('100', { deptId: crew })
    await site.makeHat('200', { deptId: kiln })
    await site.makeHat('300')
    const li = await site.makeUser({
      name: 'li',
      deptId: mill,
      scope: 'own',
      permissions: ['userMgmt', 'userMgmt:edit', 'hatMgmt', 'hatMgmt:edit', 'trackRealMgmt'],
    })
    const kilnMan = await site.makeUser({ name: 'kilnman', deptId: kiln, permissions: [] })
    const unseen = (await users(site)).find(({ id }) => id === kilnMan.id)
    if (!unseen) throw new Error('the man of the kiln is missing')
    expect((await users(site, li.client)).map(({ userName }) => userName)).toEqual(['admin', 'li'])
    const hats = await li.client.ask(deviceCalls.listBsHatAll, {})
    expect((Array.isArray(hats) ? hats : hats.list).map(({ imei }) => imei)).toEqual(['100', '300'])
    expect(await li.client.ask(positionCalls.listOnlineStaNumber, undefined)).toContainEqual(
      expect.objectContaining({ deviceType: 'hat', total: 2 }),
    )
    // What one does not see one neither changes nor deletes nor moves things to.
    expect(await li.client.send(deviceCalls.deleteBsHatById, { id: '2' })).toMatchObject({ code: 'notFound' })
    expect(await li.client.send(deviceCalls.saveBsHat, { hatNo: 'x', imei: '864901040000001', deptId: kiln })).toMatchObject({
      code: 'notFound',
    })
    expect(await li.client.send(accountCalls.deleteUserById, { id: kilnMan.id })).toMatchObject({ code: 'notFound' })
    for (const change of [{ enable: 0 as const }, { deptId: mill }, { roleIds: [] }]) {
      expect(await li.client.send(accountCalls.updateUser, { ...unseen, ...change })).toMatchObject({ code: 'notFound' })
    }
    expect(await li.client.send(accountCalls.saveUser, { ...unseen, password: 'taken-over-by-me-1' })).toMatchObject({
      code: 'notFound',
    })
    expect(
      await li.client.send(deviceCalls.saveBsHat, { hatNo: 'x', imei: '864901040000001', deptId: mill, userId: kilnMan.id }),
    ).toMatchObject({ code: 'notFound' })
    expect(await users(site)).toContainEqual(unseen)
    expect(
      await li.client.send(positionCalls.listHisGpsByDevId, {
        deviceType: 'hat',
        deviceId: '200',
        startTime: '2026-01-01 00:00:00',
        endTime: '2026-01-02 00:00:00',
      }),
    ).toMatchObject({
      code: 'notFound',
    })
  })
})

describe('roles', () => {
  it('of administrators are granted by 超级管理员 alone, and the last one stays', async () => {
    const site = await createTestSite()
    const roles = await site.admin.ask(accountCalls.getAllRoles, undefined)
    const superRole = roles.find(({ name }) => name === '超级管理员')
    const adminRole = roles.find(({ name }) => name === '管理员')
    const manager = await site.makeUser({ name: 'manager', roleIds: [adminRole?.id ?? ''] })
    const own = (await users(site)).find(({ userName }) => userName === 'admin')
    if (!own || !superRole || !adminRole) throw new Error('the first administrator is missing')
    const another = {
      userName: 'li',
      cname: 'li',
      workNum: 'L1',
      canLogin: true,
      password: 'given-at-start-1',
      roleIds: [adminRole.id],
    }
    expect(await manager.client.send(accountCalls.saveUser, another)).toMatchObject({ code: 'forbidden' })
    expect(await manager.client.send(accountCalls.saveUser, { ...own, password: 'taken-over-by-me-1' })).toMatchObject({
      code: 'forbidden',
    })
    for (const change of [{ enable: 0 as const }, { canLogin: false }, { roleIds: [] }, { userName: 'renamed' }]) {
      expect(await manager.client.send(accountCalls.updateUser, { ...own, ...change })).toMatchObject({ code: 'forbidden' })
    }
    expect(await manager.client.send(accountCalls.deleteUserById, { id: own.id })).toMatchObject({ code: 'forbidden' })
    expect(await users(site)).toContainEqual(own)
    expect(await site.admin.send(accountCalls.updateUser, { ...own, roleIds: [] })).toMatchObject({ code: 'inUse' })
    expect(await site.admin.send(accountCalls.updateUser, { ...own, enable: 0 })).toMatchObject({ code: 'inUse' })
    expect(await site.admin.send(accountCalls.saveRole, { id: superRole.id, name: 'renamed' })).toMatchObject({ code: 'inUse' })
    expect(await site.admin.send(accountCalls.deleteRoleById, { id: adminRole.id })).toMatchObject({ code: 'inUse' })
  })

  it('grant nobody what the granter does not hold', async () => {
    const site = await createTestSite()
    const li = await site.makeUser({ name: 'li', permissions: ['rolePermissionMgmt:edit', 'hatMgmt'] })
    expect(await li.client.send(accountCalls.saveRole, { name: 'more', permissions: ['hatMgmt', 'logMgmt'] })).toMatchObject({
      code: 'forbidden',
    })
    expect(await li.client.send(accountCalls.saveRole, { name: 'same', permissions: ['hatMgmt'] })).toMatchObject({ code: '200' })
    expect(await site.admin.send(accountCalls.saveRole, { name: 'strange', permissions: ['fly'] })).toMatchObject({
      code: 'invalidInput',
    })
  })
})

describe('who manages people without being an administrator', () => {
  it('gives nobody, himself included, a role or a password that opens more than he holds', async () => {
    const site = await createTestSite()
    const mill = await site.makeDept('mill')
    const kiln = await site.makeDept('kiln')
    const permissions = ['userMgmt', 'userMgmt:edit', 'rolePermissionMgmt:edit', 'hatMgmt']
    const foreman = await site.makeUser({ name: 'foreman', deptId: mill, scope: 'own', permissions })
    const { id: equal } = await site.admin.ask(accountCalls.saveRole, { name: 'equal', permissions: ['hatMgmt'] })
    const more = [
      { name: 'another right', permissions: ['logMgmt'], lacks: '系统日志' },
      { name: 'the whole site', scope: 'all' as const, permissions: ['hatMgmt'], lacks: '更大的数据范围' },
      { name: 'the kiln', scope: 'chosen' as const, deptIds: [kiln], permissions: ['hatMgmt'], lacks: '更大的数据范围' },
    ]
    const li = await site.makeUser({ name: 'li', deptId: mill, permissions: [], scope: 'own' })
    const seen = async (id: string) => {
      const found = (await users(site, foreman.client)).find((user) => user.id === id)
      if (!found) throw new Error('nobody of that number')
      return found
    }
    for (const role of more) {
      const { code, msg } = await foreman.client.send(accountCalls.saveRole, role)
      expect([code, msg]).toEqual(['forbidden', `没有权限：${role.lacks}`])
      const { id: roleId } = await site.admin.ask(accountCalls.saveRole, role)
      for (const user of [await seen(li.id), await seen(foreman.id)]) {
        const roleIds = [...user.roleIds, roleId]
        expect((await foreman.client.send(accountCalls.updateUser, { ...user, roleIds })).code, role.name).toBe('forbidden')
      }
      // Given by somebody else: its holder reaches further than the foreman, who gets no hold of him in any way.
      await site.admin.ask(accountCalls.updateUser, { ...(await seen(li.id)), roleIds: [roleId] })
      const holder = await seen(li.id)
      for (const change of [{ post: role.name }, { roleIds: [] }, { enable: 0 as const }, { password: 'taken-over-by-me-1' }])
        expect((await foreman.client.send(accountCalls.saveUser, { ...holder, ...change })).code, role.name).toBe('forbidden')
      expect((await foreman.client.send(accountCalls.deleteUserById, { id: li.id })).code, role.name).toBe('forbidden')
      expect((await foreman.client.send(sessionCalls.endSessionsOfUser, { id: li.id })).code, role.name).toBe('forbidden')
      expect((await foreman.client.send(accountCalls.saveRole, { id: roleId, name: 'less' })).code, role.name).toBe('forbidden')
      expect((await foreman.client.send(accountCalls.deleteRoleById, { id: roleId })).code, role.name).toBe('forbidden')
      expect(await seen(li.id)).toEqual(holder)
    }
    await site.admin.ask(accountCalls.updateUser, { ...(await seen(li.id)), roleIds: [] })
    await foreman.client.ask(accountCalls.saveUser, {
      ...(await seen(li.id)),
      roleIds: [equal],
      password: 'given-by-foreman-1',
    })
    expect(await seen(li.id)).toMatchObject({ roleIds: [equal] })
  })
})

describe('who sees less than the whole site', () => {
  it('changes no role and moves no department so that somebody reaches further than himself, wherever that one stands', async () => {
    const site = await createTestSite()
    const mill = await site.makeDept('mill')
    const [crewA, crewB] = [await site.makeDept('crew A', mill), await site.makeDept('crew B', mill)]
    const kiln = await site.makeDept('kiln')
    const permissions = ['rolePermissionMgmt:edit', 'deptMgmt:edit', 'userMgmt', 'hatMgmt']
    const { client } = await site.makeUser({ name: 'foreman', deptId: mill, scope: 'own', permissions })
    const role = async (name: string, deptIds: string[]) =>
      (await site.admin.ask(accountCalls.saveRole, { name, scope: 'chosen', deptIds, permissions: ['hatMgmt'] })).id
    const [guests, both] = [await role('guests', [crewB]), await role('both', [crewB, kiln])]
    for (const [workNum, roleId] of [['guest', guests] as const, ['two homes', both] as const])
      await site.admin.ask(accountCalls.saveUser, { cname: workNum, workNum, deptId: kiln, roleIds: [roleId] })
    // Where its holder stands, "own" is the kiln.
    const guest = { id: guests, name: 'guests', permissions: ['hatMgmt'] }
    expect((await client.send(accountCalls.saveRole, { ...guest, scope: 'own' })).code).toBe('forbidden')
    // Another's role reaches beyond: it is not his to empty.
    expect((await client.send(accountCalls.saveRole, { id: both, name: 'both', scope: 'chosen', deptIds: [crewB] })).code).toBe(
      'forbidden',
    )
    // Nor one within his own, where somebody holds it who stands elsewhere.
    const { id: walkers } = await site.admin.ask(accountCalls.saveRole, {
      name: 'walkers',
      scope: 'own',
      permissions: ['hatMgmt'],
    })
    await site.admin.ask(accountCalls.saveUser, { cname: 'burner', workNum: 'burner', deptId: kiln, roleIds: [walkers] })
    const before = [
      await site.admin.ask(accountCalls.getAllRoles, undefined),
      await site.admin.ask(accountCalls.listDeptNodeAll, undefined),
    ]
    const less = { id: walkers, name: 'walkers', scope: 'chosen' as const, deptIds: [crewB], permissions: ['hatMgmt'] }
    expect((await client.send(accountCalls.saveRole, less)).code).toBe('forbidden')
    // Who holds crew B and the kiln would hold crew A too.
    expect((await client.send(accountCalls.saveDept, { id: crewA, name: 'crew A', pid: crewB })).code).toBe('forbidden')
    const after = [
      await site.admin.ask(accountCalls.getAllRoles, undefined),
      await site.admin.ask(accountCalls.listDeptNodeAll, undefined),
    ]
    expect(after).toEqual(before)
    expect((await client.send(accountCalls.saveDept, { id: crewB, name: 'crew B', pid: crewA })).code).toBe('200')
    expect((await client.send(accountCalls.saveRole, { ...guest, scope: 'chosen', deptIds: [crewA] })).code).toBe('200')
  })
})

describe('authorising', () => {
  it('adds and takes roles and moves, by its own permission, and no further than one holds oneself', async () => {
    const site = await createTestSite()
    const [mill, crew] = [await site.makeDept('mill'), await site.makeDept('crew')]
    const permissions = ['authorizeMgmt', 'authorizeMgmt:edit', 'hatMgmt']
    const clerk = await site.makeUser({ name: 'clerk', permissions })
    const reader = await site.makeUser({ name: 'reader', permissions: ['authorizeMgmt'] })
    const li = await site.makeUser({ name: 'li', deptId: mill, permissions: [] })
    const role = async (name: string, granted: string[]) =>
      (await site.admin.ask(accountCalls.saveRole, { name, permissions: granted })).id
    const [hats, logs] = [await role('hats', ['hatMgmt']), await role('logs', ['logMgmt'])]
    const before = (await users(site)).find(({ id }) => id === li.id)
    const given = await clerk.client.ask(accountCalls.authorizeUser, { id: li.id, addRoleIds: [hats, hats] })
    expect(given).toEqual({
      ...before,
      roleIds: [li.roleId, hats],
      roleNames: [expect.any(String), 'hats'],
      version: given.version,
    })
    const moved = { id: li.id, removeRoleIds: [hats], deptId: crew }
    expect(await clerk.client.ask(accountCalls.authorizeUser, moved)).toMatchObject({ roleIds: [li.roleId], deptId: crew })
    const present = await users(site)
    expect((await reader.client.send(accountCalls.authorizeUser, moved)).code).toBe('forbidden')
    expect((await clerk.client.send(accountCalls.authorizeUser, { id: li.id, addRoleIds: [logs] })).code).toBe('forbidden')
    expect((await clerk.client.send(accountCalls.authorizeUser, { id: '999999', addRoleIds: [hats] })).code).toBe('notFound')
    expect((await clerk.client.send(accountCalls.authorizeUser, { id: li.id, addRoleIds: ['999999'] })).code).toBe('notFound')
    expect(await users(site)).toEqual(present)
  })
})

describe('a password', () => {
  it('that is empty is none: a form leaves the present one, and somebody new still needs one', async () => {
    const site = await createTestSite()
    const li = await site.makeUser({ name: 'li', permissions: [] })
    const present = (await users(site)).find(({ id }) => id === li.id)
    if (!present) throw new Error('nobody of that number')
    expect((await site.admin.ask(accountCalls.saveUser, { ...present, post: 'fitter', password: '' })).post).toBe('fitter')
    expect((await li.client.send(accountCalls.listDeptNodeAll, undefined)).code).toBe('200')
    const another = { userName: 'wang', cname: 'wang', workNum: 'W-9', canLogin: true, password: '' }
    expect(await site.admin.send(accountCalls.saveUser, another)).toMatchObject({
      code: 'invalidInput',
      data: { field: 'password' },
    })
  })
})

describe('bad input', () => {
  it('names the field in the language of the reader and changes nothing', async () => {
    const site = await createTestSite()
    const before = await users(site)
    const refused = await site.admin.send(accountCalls.saveUser, { cname: ' ', workNum: 'X1' })
    expect(refused).toMatchObject({ code: 'invalidInput', msg: '姓名必填', data: { field: 'cname' } })
    const response = await fetch(`${site.origin}/api/sys/sysUser/saveUser`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${site.adminToken}`, 'accept-language': 'en' },
      body: JSON.stringify({ cname: 'x', workNum: 7 }),
    })
    expect(await response.json()).toMatchObject({
      code: 'invalidInput',
      msg: 'Work number must be text',
      data: { field: 'workNum' },
    })
    expect(await users(site)).toEqual(before)
  })

  it('is answered 400, 404 and 413 where the transport is wrong, without a stack', async () => {
    const site = await createTestSite()
    const post = (path: string, body: string) =>
      fetch(`${site.origin}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const broken = await post('/api/sys/sysUser/login', '{"userName":')
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: 'malformed' }])
    const unknown = await post('/api/no/such/call', '{}')
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'unknownCall' }])
    expect((await post('/api/sys/sysUser/login', JSON.stringify('x'.repeat(9_000_000)))).status).toBe(413)
  })
})
