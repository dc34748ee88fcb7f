import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { administratorRole, permissions, superAdministratorRole } from '@vigil/contract/menu/routes.ts'
import { fullHashCost } from '../../kernel/config.ts'
import { createTestSite, isType, password } from '../../../test/site.ts'
import { lockedFor } from './rules.ts'

describe('signing in', () => {
  it('answers a token of 256 bits of which only the hash is stored', async () => {
    const site = await createTestSite()
    expect(site.adminToken).toMatch(/^[0-9a-f]{64}$/)
    const { rows } = await site.db.raw<{ stored: string }>(
      site.db.sql,
      'SELECT string_agg(session::text, $1) AS stored FROM session',
      [' '],
    )
    expect(rows[0]?.stored).not.toContain(site.adminToken)
    const person = await site.db.raw<{ hash: string }>(
      site.db.sql,
      `SELECT password_hash AS hash FROM person WHERE user_name = 'admin'`,
    )
    expect(person.rows[0]?.hash).toMatch(/^\$argon2id\$/)
  })

  it('keeps every password at the cost that is configured, and knows those of another cost', async () => {
    // The administrator's is from before, at another cost; the other one was given, offered and changed at this one.
    const site = await createTestSite({ hashCost: fullHashCost })
    await site.makeUser({ name: 'li', permissions: [] })
    const { rows } = await site.db.raw<{ cost: string }>(
      site.db.sql,
      `SELECT split_part(hash, '$', 4) AS cost FROM (
         SELECT password_hash AS hash, user_name FROM person UNION ALL
         SELECT hash, user_name FROM old_password JOIN person ON person.id = person_id) AS kept
       ORDER BY user_name = 'li', cost`,
    )
    const of = (cost: string) => ({ cost })
    expect(rows).toEqual([of('m=8,t=1,p=1'), of('m=8,t=1,p=1'), of('m=19456,t=2,p=1'), of('m=19456,t=2,p=1')])
  })

  it('tells who is signed in, with every permission by name for an administrator', async () => {
    const site = await createTestSite()
    const info = await site.admin.ask(sessionCalls.getInfo, undefined)
    expect(info).toMatchObject({ cname: '系统管理员', workNum: 'admin', mustChangePassword: false })
    expect(info.userRoles.map(({ name }) => name)).toEqual([superAdministratorRole])
    expect(info.permissions).toEqual(permissions)
  })

  it('refuses a wrong password and an unknown account alike', async () => {
    const site = await createTestSite()
    const wrong = await site.clientOf(null).send(sessionCalls.login, { userName: 'admin', password: 'wrong-password' })
    const nobody = await site.clientOf(null).send(sessionCalls.login, { userName: 'nobody', password: 'wrong-password' })
    expect(wrong).toMatchObject({ code: 'wrongCredentials', data: null })
    expect(nobody).toEqual(wrong)
  })

  it('tells whether an account exists or is disabled to nobody without its password, not even by locking it', async () => {
    const site = await createTestSite()
    const li = await site.makeUser({ name: 'li', permissions: [] })
    const [user] = (await listUsers(site.admin, 'li')).filter(({ id }) => id === li.id)
    if (!user) throw new Error('li is missing')
    await site.admin.ask(accountCalls.updateUser, { ...user, enable: 0 })
    const answers = async (userName: string) => {
      const told = []
      for (let failure = 1; failure <= 6; failure += 1) {
        told.push(await site.clientOf(null).send(sessionCalls.login, { userName, password: 'wrong-password' }))
      }
      return told
    }
    const known = await answers('admin')
    expect(known.map(({ code }) => code)).toEqual([
      ...Array<string>(4).fill('wrongCredentials'),
      'accountLocked',
      'accountLocked',
    ])
    expect(await answers('nobody')).toEqual(known)
    expect(await answers('li')).toEqual(known)
  })

  it('locks one address alone: who guesses from another locks nobody out', async () => {
    const site = await createTestSite({ trustProxy: '127.0.0.1' })
    const attempt = async (from: string, with_: string) => {
      const response = await fetch(`${site.origin}/api/sys/sysUser/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ userName: 'admin', password: with_ }),
      })
      return ((await response.json()) as { code: string }).code
    }
    for (let failure = 1; failure <= 5; failure += 1) await attempt('203.0.113.7', 'wrong-password')
    expect(await attempt('203.0.113.7', password)).toBe('accountLocked')
    expect(await attempt('203.0.113.8', password)).toBe('200')
  })

  it('locks guesses of the old password by whoever took over a session', async () => {
    const site = await createTestSite()
    const { client } = await site.makeUser({ name: 'li', permissions: [] })
    const change = async (oldPassword: string) =>
      (await client.send(sessionCalls.updatePassword, { oldPassword, newPassword: 'another-Pass-55' })).code
    for (let failure = 1; failure <= 5; failure += 1) expect(await change('wrong-password')).toBe('wrongCredentials')
    expect(await change(password)).toBe('accountLocked')
  })

  it('locks the pair of account and address after five failures, also for the right password', async () => {
    const site = await createTestSite()
    await site.makeUser({ name: 'li', permissions: [] })
    const attempt = (with_: string, userName = 'li') =>
      site.clientOf(null).send(sessionCalls.login, { userName, password: with_ })
    for (let failure = 1; failure <= 4; failure += 1) expect((await attempt('wrong')).code).toBe('wrongCredentials')
    expect((await attempt('wrong')).code).toBe('accountLocked')
    expect(await attempt(password)).toMatchObject({ code: 'accountLocked', msg: expect.stringContaining('5 分钟') })
    expect((await attempt(password, 'admin')).code).toBe('200')
    await site.db.raw(site.db.sql, `UPDATE login_failure SET at = at - interval '6 minutes'`)
    expect((await attempt(password)).code).toBe('200')
  })

  it('counts a lock from the newest failure', () => {
    const now = Date.now()
    const failures = (newest: number): Date[] => [0, 1, 2, 3, 4].map((index) => new Date(now - newest - index * 1000))
    expect(lockedFor(failures(0), now)).toBe(5)
    expect(lockedFor(failures(4 * 60_000 + 30_000), now)).toBe(1)
    expect(lockedFor(failures(5 * 60_000), now)).toBe(0)
    expect(lockedFor(failures(0).slice(1), now)).toBe(0)
  })

  it('answers nothing but the change of the first password until it is changed', async () => {
    const site = await createTestSite()
    await site.admin.ask(accountCalls.saveUser, {
      userName: 'new',
      cname: '新人',
      workNum: 'N1',
      canLogin: true,
      password: 'given-at-start-1',
    })
    const token = await site.clientOf(null).ask(sessionCalls.login, { userName: 'new', password: 'given-at-start-1' })
    const fresh = site.clientOf(token)
    expect(await fresh.ask(sessionCalls.getInfo, undefined)).toMatchObject({ mustChangePassword: true })
    expect((await fresh.send(accountCalls.listDeptNodeAll, undefined)).code).toBe('passwordMustChange')
    const live = await site.live(token)
    expect(await live.until(isType('ended'))).toMatchObject({ code: '10002' })
    expect(await live.closed).toBe(4001)
    expect(live.messages).toHaveLength(1)
    const document = await fetch(`${site.origin}/api/openapi.json`, { headers: { authorization: token } })
    expect(document.status).toBe(401)
    for (const newPassword of ['short', 'given-at-start-1', 'password123', 'new-and-long-enough', 'aaaaaaaaaaaa']) {
      expect((await fresh.send(sessionCalls.updatePassword, { oldPassword: 'given-at-start-1', newPassword })).code).toBe(
        'weakPassword',
      )
    }
    expect((await fresh.send(sessionCalls.updatePassword, { oldPassword: 'wrong', newPassword: 'Quite-Long-4711' })).code).toBe(
      'wrongCredentials',
    )
    await fresh.ask(sessionCalls.updatePassword, { oldPassword: 'given-at-start-1', newPassword: 'Quite-Long-4711' })
    expect((await fresh.send(accountCalls.listDeptNodeAll, undefined)).code).toBe('200')
  })
})

describe('a session', () => {
  it('ends with logout at once, on calls and on the live hub', async () => {
    const site = await createTestSite()
    const { token, client } = await site.makeUser({ name: 'li', permissions: ['trackRealMgmt'] })
    const live = await site.live(token)
    await live.until(isType('welcome'))
    await client.ask(sessionCalls.logout, undefined)
    expect((await client.send(sessionCalls.getInfo, undefined)).code).toBe('10002')
    expect(await live.until(isType('ended'))).toMatchObject({ code: '10002' })
    await live.closed
  })

  it('is listed to its owner, who ends another of his own but none of others', async () => {
    const site = await createTestSite()
    const { client } = await site.makeUser({ name: 'li', permissions: [] })
    const second = await site.signIn('li')
    const sessions = await client.ask(sessionCalls.listOwnSessions, undefined)
    expect(sessions).toHaveLength(2)
    const other = sessions.find(({ current }) => !current)
    const foreign = (await site.admin.ask(sessionCalls.listOwnSessions, undefined))[0]
    expect((await client.send(sessionCalls.endOwnSession, { id: foreign?.id ?? '' })).code).toBe('notFound')
    await client.ask(sessionCalls.endOwnSession, { id: other?.id ?? '' })
    expect((await site.clientOf(second).send(sessionCalls.getInfo, undefined)).code).toBe('10002')
    expect((await client.send(sessionCalls.getInfo, undefined)).code).toBe('200')
  })

  it('ends when an administrator forces its holder out, and by disabling him', async () => {
    const site = await createTestSite()
    const { id, client, token } = await site.makeUser({ name: 'li', permissions: ['trackRealMgmt'] })
    const live = await site.live(token)
    expect(await site.admin.ask(sessionCalls.endSessionsOfUser, { id })).toEqual({ ended: 1 })
    expect((await client.send(sessionCalls.getInfo, undefined)).code).toBe('10002')
    await live.closed
    const again = site.clientOf(await site.signIn('li'))
    const user = (await listUsers(site.admin, 'li'))[0]
    if (!user) throw new Error('li is missing')
    await site.admin.ask(accountCalls.updateUser, { ...user, enable: 0 })
    expect((await again.send(sessionCalls.getInfo, undefined)).code).toBe('10002')
    expect((await site.clientOf(null).send(sessionCalls.login, { userName: 'li', password })).code).toBe('accountDisabled')
    // Ended, not only hidden: they do not come back with the account.
    const [disabled] = await listUsers(site.admin, 'li')
    if (!disabled) throw new Error('li is missing')
    await site.admin.ask(accountCalls.updateUser, { ...disabled, enable: 1 })
    expect((await again.send(sessionCalls.getInfo, undefined)).code).toBe('10002')
  })

  it('ends when a new password is set for its holder, who has to change that one', async () => {
    const site = await createTestSite()
    const { id, client, token } = await site.makeUser({ name: 'li', permissions: ['trackRealMgmt'] })
    const live = await site.live(token)
    await live.until(isType('welcome'))
    const user = (await listUsers(site.admin, 'li')).find((one) => one.id === id)
    if (!user) throw new Error('li is missing')
    await site.admin.ask(accountCalls.saveUser, { ...user, password: 'set-by-office-1' })
    expect((await client.send(sessionCalls.getInfo, undefined)).code).toBe('10002')
    expect(await live.until(isType('ended'))).toMatchObject({ code: '10002' })
    const again = site.clientOf(
      await site.clientOf(null).ask(sessionCalls.login, { userName: 'li', password: 'set-by-office-1' }),
    )
    expect((await again.send(accountCalls.listDeptNodeAll, undefined)).code).toBe('passwordMustChange')
  })

  it('of an administrator is ended by 超级管理员 alone, or by its holder', async () => {
    const site = await createTestSite()
    const roles = await site.admin.ask(accountCalls.getAllRoles, undefined)
    const idOf = (name: string) => roles.find((role) => role.name === name)?.id ?? ''
    const manager = await site.makeUser({ name: 'manager', roleIds: [idOf(administratorRole)] })
    const other = await site.makeUser({ name: 'other', roleIds: [idOf(administratorRole)] })
    const [first] = await listUsers(site.admin, 'admin')
    for (const id of [first?.id ?? '', other.id]) {
      expect(await manager.client.send(sessionCalls.endSessionsOfUser, { id })).toMatchObject({ code: 'forbidden' })
    }
    for (const client of [site.admin, other.client]) {
      expect(await client.send(sessionCalls.getInfo, undefined)).toMatchObject({ code: '200' })
    }
    expect(await other.client.ask(sessionCalls.endSessionsOfUser, { id: other.id })).toEqual({ ended: 1 })
    expect(await site.admin.ask(sessionCalls.endSessionsOfUser, { id: manager.id })).toEqual({ ended: 1 })
    expect(await manager.client.send(sessionCalls.getInfo, undefined)).toMatchObject({ code: '10002' })
  })

  it('of somebody whom one does not see is not ended', async () => {
    const site = await createTestSite()
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    const foreman = await site.makeUser({ name: 'foreman', deptId: mill, scope: 'own', permissions: ['userMgmt:edit'] })
    const miller = await site.makeUser({ name: 'li', deptId: mill, scope: 'own', permissions: [] })
    const director = await site.makeUser({ name: 'zhao', deptId: mill, permissions: [] })
    const burner = await site.makeUser({ name: 'wang', deptId: kiln, permissions: [] })
    for (const id of [burner.id, '999999']) {
      expect(await foreman.client.send(sessionCalls.endSessionsOfUser, { id })).toMatchObject({ code: 'notFound' })
    }
    expect(await burner.client.send(sessionCalls.getInfo, undefined)).toMatchObject({ code: '200' })
    // Nor of somebody who reaches further.
    expect(await foreman.client.send(sessionCalls.endSessionsOfUser, { id: director.id })).toMatchObject({ code: 'forbidden' })
    expect(await director.client.send(sessionCalls.getInfo, undefined)).toMatchObject({ code: '200' })
    expect(await foreman.client.ask(sessionCalls.endSessionsOfUser, { id: miller.id })).toEqual({ ended: 1 })
  })

  it('tells whose records its holder may write', async () => {
    const site = await createTestSite()
    const mill = await site.makeDept('mill')
    const crew = await site.makeDept('crew', mill)
    const li = await site.makeUser({ name: 'li', deptId: mill, scope: 'own', permissions: [] })
    const { scopeDeptIds } = await li.client.ask(sessionCalls.getInfo, undefined)
    expect(scopeDeptIds?.toSorted()).toEqual([mill, crew].toSorted())
    expect(await site.admin.ask(sessionCalls.getInfo, undefined)).toMatchObject({ scopeDeptIds: null })
  })

  it('loses a right as soon as its role does', async () => {
    const site = await createTestSite()
    const { client, roleId } = await site.makeUser({ name: 'li', permissions: ['userMgmt'] })
    expect((await client.send(accountCalls.listUserByDeptId, {})).code).toBe('200')
    await site.admin.ask(accountCalls.saveRole, { id: roleId ?? '', name: 'less', scope: 'all', permissions: ['hatMgmt'] })
    expect((await client.send(accountCalls.listUserByDeptId, {})).code).toBe('forbidden')
  })

  it('is invalid without, with a wrong and with an expired token', async () => {
    const site = await createTestSite()
    for (const token of [null, 'ff'.repeat(32)]) {
      expect((await site.clientOf(token).send(sessionCalls.getInfo, undefined)).code).toBe('10002')
    }
    const { token } = await site.makeUser({ name: 'li', permissions: [] })
    await site.db.raw(site.db.sql, `UPDATE session SET expires_at = now() - interval '1 second' WHERE person_id <> 1`)
    // Rights are believed for two seconds at most: the expiry is seen once that is over.
    await expect.poll(async () => (await site.clientOf(token).send(sessionCalls.getInfo, undefined)).code).toBe('10002')
  })

  it('lasts sixteen hours from its last use, and seven days at most', async () => {
    const site = await createTestSite()
    const { id, client } = await site.makeUser({ name: 'li', permissions: [] })
    const began = (ago: string) =>
      site.db.raw(
        site.db.sql,
        `UPDATE session SET created_at = now() - $2::interval, last_seen_at = now() - interval '2 minutes',
           expires_at = now() + interval '1 minute' WHERE person_id = $1`,
        [id, ago],
      )
    /** Whole minutes for which it goes on once it was used. */
    const minutesLeft = async () => {
      await client.ask(sessionCalls.getInfo, undefined)
      const { rows } = await site.db.raw<{ left: number }>(
        site.db.sql,
        `SELECT round(extract(epoch FROM expires_at - last_seen_at) / 60)::int AS left FROM session WHERE person_id = $1 AND ended_at IS NULL`,
        [id],
      )
      return rows.map(({ left }) => left)
    }
    for (const [ago, left] of [
      ['3 days', 16 * 60],
      ['6 days 20 hours', 4 * 60],
    ] as const) {
      await began(ago)
      // Who he is was believed until now; nothing is written down meanwhile.
      await expect.poll(minutesLeft).toEqual([left])
    }
  })

  it('that expires ends on the live hub too', async () => {
    const site = await createTestSite()
    const { token } = await site.makeUser({ name: 'li', permissions: [] })
    const live = await site.live(token)
    await live.until(isType('welcome'))
    await site.db.raw(site.db.sql, `UPDATE session SET expires_at = now() - interval '1 second' WHERE person_id <> 1`)
    expect(await live.until(isType('ended'))).toMatchObject({ code: '10002' })
    expect(await live.closed).toBe(4001)
  })

  it('changing the password ends the other sessions of its owner', async () => {
    const site = await createTestSite()
    const { client } = await site.makeUser({ name: 'li', permissions: [] })
    const other = site.clientOf(await site.signIn('li'))
    await client.ask(sessionCalls.updatePassword, { oldPassword: password, newPassword: 'another-Pass-55' })
    expect((await other.send(sessionCalls.getInfo, undefined)).code).toBe('10002')
    expect((await client.send(sessionCalls.getInfo, undefined)).code).toBe('200')
  })
})

describe('a locked screen', () => {
  it('opens with the password of its holder, which is counted and limited as at signing in', async () => {
    const site = await createTestSite()
    const { client, id } = await site.makeUser({ name: 'li', permissions: [] })
    const unlock = async (with_: string) => (await client.send(sessionCalls.unlockScreen, { password: with_ })).code
    expect(await unlock('wrong-password')).toBe('wrongCredentials')
    expect(await unlock(password)).toBe('200')
    // The right one took the failure back.
    for (let failure = 1; failure <= 4; failure += 1) expect(await unlock('wrong-password')).toBe('wrongCredentials')
    expect(await unlock('wrong-password')).toBe('accountLocked')
    expect(await unlock(password)).toBe('accountLocked')
    expect((await site.clientOf(null).send(sessionCalls.login, { userName: 'li', password })).code).toBe('accountLocked')
    const { rows } = await site.db.raw<{ result: string; count: number }>(
      site.db.sql,
      `SELECT result, sum(repeated)::int AS count FROM journal WHERE action = 'signIn' AND object = 'lockedScreen' AND object_id = $1 GROUP BY 1`,
      [id],
    )
    expect(Object.fromEntries(rows.map(({ result, count }) => [result, count]))).toMatchObject({ success: 1 })
    expect(rows.map(({ result }) => result).toSorted()).toEqual(['accountLocked', 'success', 'wrongCredentials'])
    // The session goes on: the lock is the screen's.
    expect((await client.send(sessionCalls.getInfo, undefined)).code).toBe('200')
  })

  it('is nothing that a stranger can open', async () => {
    const site = await createTestSite()
    expect((await site.clientOf(null).send(sessionCalls.unlockScreen, { password })).code).toBe('10002')
  })

  it('does not come by itself where the account is a wall display', async () => {
    const site = await createTestSite()
    const { id, client } = await site.makeUser({ name: 'li', permissions: [] })
    expect(await client.ask(sessionCalls.getInfo, undefined)).toMatchObject({ wallDisplay: false })
    expect(await client.ask(siteCalls.getSite, undefined)).toMatchObject({ lockMinutes: 15 })
    const [user] = (await listUsers(site.admin, 'li')).filter((one) => one.id === id)
    if (!user) throw new Error('li is missing')
    await site.admin.ask(accountCalls.updateUser, { ...user, wallDisplay: true })
    expect(await client.ask(sessionCalls.getInfo, undefined)).toMatchObject({ wallDisplay: true })
  })
})

it('a demo is seeded to its end, whatever becomes of the administrator’s own sessions meanwhile', async () => {
  const seedToken = 'ab'.repeat(32)
  // The first password is changed while the site is made.
  const site = await createTestSite({ demo: true, seedToken })
  const seeding = site.clientOf(seedToken)
  const goesOn = async () =>
    expect(await seeding.send(accountCalls.saveDept, { name: randomUUID(), pid: null })).toMatchObject({ code: '200' })
  await goesOn()
  const [admin] = await listUsers(site.admin, 'admin')
  if (!admin) throw new Error('admin is missing')
  expect(await site.admin.ask(sessionCalls.listOwnSessions, undefined)).toHaveLength(1)
  await site.admin.ask(accountCalls.saveUser, { ...admin, password: 'set-by-office-1' })
  expect(await site.admin.send(sessionCalls.getInfo, undefined)).toMatchObject({ code: '10002' })
  await goesOn()
  await seeding.ask(sessionCalls.logout, undefined)
  expect(await seeding.send(sessionCalls.getInfo, undefined)).toMatchObject({ code: '10002' })
})

const listUsers = async (admin: Awaited<ReturnType<typeof createTestSite>>['admin'], keyword: string) => {
  const users = await admin.ask(accountCalls.listUserByDeptId, { keyword })
  return Array.isArray(users) ? users : users.list
}
