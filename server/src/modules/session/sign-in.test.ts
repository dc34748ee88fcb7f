import { describe, expect, it, onTestFinished } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { paged, type Client } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { administratorRole } from '@vigil/contract/menu/routes.ts'
import { fullHashCost } from '../../kernel/config.ts'
import { hashesMade } from '../../kernel/passwords.ts'
import { createTestSite, password, secondServer, type TestSite } from '../../../test/site.ts'
import { typedName } from './rules.ts'
import { createSessionStore } from './store.ts'
import { beginToHold } from '../../../test/hold.ts'

const behindProxy = { trustProxy: 'loopback' } as const
/** Where many guess at once, each takes as long as it does on a site. */
const atFullCost = { ...behindProxy, hashCost: fullHashCost } as const
const elsewhere = '203.0.113.7'

interface Told {
  readonly status: number
  readonly code: string
  readonly retryAfter: string | null
}
/** Somebody signs in from an address, as the proxy tells of it. */
const signIn = async (origin: string, from: string, userName: string, with_: string): Promise<Told> => {
  const response = await fetch(`${origin}/api${sessionCalls.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ userName, password: with_ }),
  })
  const { code } = (await response.json()) as { code: string }
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') }
}
const rowsOf = async <Row extends Record<string, unknown>>(site: TestSite, text: string, values: unknown[] = []) =>
  (await site.db.raw<Row>(site.db.sql, text, values)).rows
const failuresOf = async (site: TestSite): Promise<number> =>
  (await rowsOf<{ count: number }>(site, 'SELECT count(*)::int AS count FROM login_failure'))[0]?.count ?? 0
/** Of those behind the proxy. */
const signInsOf = (site: TestSite) =>
  rowsOf(
    site,
    `SELECT cname, object, object_id, result, repeated, ip FROM journal WHERE action = 'signIn' AND result <> 'success' AND ip <> '127.0.0.1' ORDER BY id`,
  )
const unheard: Told = { status: 0, code: 'unheard', retryAfter: null }
/** Somebody waits for a row that another transaction holds. */
const waitingForPerson = (site: TestSite) =>
  expect
    .poll(() => rowsOf(site, `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`), {
      timeout: 60_000,
    })
    .toHaveLength(1)
const times = <T>(count: number, work: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => work(at))
const countBy = (told: readonly Told[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { code } of told) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

describe('guesses at a password', () => {
  it('are looked at five times, however many come at once to however many processes', async () => {
    const site = await createTestSite(atFullCost)
    const others = await Promise.all(
      times(2, async () => {
        const app = await secondServer(site, atFullCost)
        onTestFinished(app.close)
        return app.fastify.listen({ port: 0, host: '127.0.0.1' })
      }),
    )
    const origins = [site.origin, ...others]
    const before = hashesMade()
    const told = await Promise.all(times(600, (at) => signIn(origins[at % 3] ?? '', elsewhere, 'admin', `wrong-guess-${at}`)))
    const { wrongCredentials = 0, accountLocked = 0, tooManyRequests = 0, ...rest } = countBy(told)
    expect(rest).toEqual({})
    expect(hashesMade() - before).toBe(5)
    expect(await failuresOf(site)).toBe(5)
    expect(wrongCredentials).toBe(4)
    expect(accountLocked + tooManyRequests).toBe(596)
    for (const { status, retryAfter } of told.filter(({ code }) => code === 'tooManyRequests')) {
      expect([status, Number(retryAfter)]).toEqual([429, expect.any(Number)])
      expect(Number(retryAfter)).toBeGreaterThan(0)
    }
    for (const origin of origins) expect((await signIn(origin, elsewhere, 'admin', password)).code).toBe('accountLocked')
  })

  it('reach an account under one name alone, which is the one that they are counted under', async () => {
    const site = await createTestSite(behindProxy)
    await site.makeUser({ name: 'iivisi', permissions: [] })
    // PostgreSQL takes both for what it calls the small letter.
    const others = ['i\u0130visi', '\u0130ivisi', 'iivis\u0130']
    for (const name of others) expect((await signIn(site.origin, elsewhere, name, password)).code, name).toBe('wrongCredentials')
    for (let at = 0; at < 5; at += 1) await signIn(site.origin, elsewhere, 'IIVISI', `wrong-guess-${at}`)
    const named = await rowsOf(site, `SELECT count(*)::int AS count FROM login_failure WHERE user_name = 'iivisi'`)
    expect(named).toEqual([{ count: 5 }])
    expect((await signIn(site.origin, elsewhere, 'iivisi', password)).code).toBe('accountLocked')
    for (const name of others) expect((await signIn(site.origin, elsewhere, name, password)).code, name).toBe('wrongCredentials')
  })

  it('at one’s own, old password are looked at five times as well', async () => {
    const site = await createTestSite(atFullCost)
    const { client } = await site.makeUser({ name: 'li', permissions: [] })
    const before = hashesMade()
    const change = (oldPassword: string) =>
      client.send(sessionCalls.updatePassword, { oldPassword, newPassword: 'another-Pass-55' })
    const told = await Promise.allSettled(times(60, (at) => change(`wrong-guess-${at}`)))
    const codes = told.map((one) => (one.status === 'fulfilled' ? one.value.code : 'tooManyRequests'))
    // All but four are sent away while these wait; what is left of the five is looked at when it comes one after the other.
    for (let at = 0; codes.at(-1) !== 'accountLocked' && at < 10; at += 1) codes.push((await change(`late-guess-${at}`)).code)
    expect(hashesMade() - before).toBe(5)
    expect(codes.filter((code) => code === 'wrongCredentials')).toHaveLength(5)
    expect((await change(password)).code).toBe('accountLocked')
  })

  it('that are longer than a password cost nothing', async () => {
    const site = await createTestSite()
    const before = hashesMade()
    expect((await signIn(site.origin, elsewhere, 'admin', 'a'.repeat(3_000))).code).toBe('invalidInput')
    expect((await signIn(site.origin, elsewhere, 'admin', 'a'.repeat(30_000))).code).toBe('tooLarge')
    expect([hashesMade() - before, await failuresOf(site)]).toEqual([0, 0])
  })

  it('with many names from one address have to wait, unless an account is at home there', async () => {
    const site = await createTestSite(behindProxy)
    expect((await signIn(site.origin, elsewhere, 'admin', password)).code).toBe('200')
    const sprayed = []
    for (let at = 0; at < 12; at += 1) sprayed.push(await signIn(site.origin, elsewhere, `name${at}`, 'Password-2026'))
    expect(sprayed.map(({ code }) => code)).toEqual([
      ...times(10, () => 'wrongCredentials'),
      'tooManyRequests',
      'tooManyRequests',
    ])
    const waits = Number(sprayed.at(-1)?.retryAfter)
    expect(waits).toBeGreaterThan(60)
    expect(waits).toBeLessThanOrEqual(15 * 60)
    // A name that was mistyped there may be tried again, and other addresses are not concerned.
    expect((await signIn(site.origin, elsewhere, 'name0', 'Password-2026')).code).toBe('wrongCredentials')
    expect((await signIn(site.origin, '203.0.113.8', 'name11', 'Password-2026')).code).toBe('wrongCredentials')
    expect((await signIn(site.origin, elsewhere, 'admin', password)).code).toBe('200')
  })

  it('from all over the world do not keep the control room out, but a stranger', async () => {
    const site = await createTestSite(atFullCost)
    const controlRoom = '198.51.100.1'
    expect((await signIn(site.origin, controlRoom, 'admin', password)).code).toBe('200')
    // As a new process: where an account is at home is not forgotten with one.
    const app = await secondServer(site, atFullCost)
    onTestFinished(app.close)
    const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
    let flooding = true
    onTestFinished(() => {
      flooding = false
    })
    const answers: Told[] = []
    const bots = times(60, async (bot) => {
      for (let guess = 0; flooding; guess += 1)
        answers.push(await signIn(origin, `192.0.2.${bot}`, 'admin', `wrong-guess-${guess}`).catch(() => unheard))
    })
    await expect.poll(() => countBy(answers)['tooManyRequests'] ?? 0).toBeGreaterThan(100)
    for (let sign = 0; sign < 3; sign += 1) expect((await signIn(origin, controlRoom, 'admin', password)).code).toBe('200')
    await expect.poll(() => failuresOf(site)).toBeGreaterThanOrEqual(30)
    flooding = false
    await Promise.all(bots)
    // So many were wrong that no stranger's guess at this account is looked at for a while.
    expect(await failuresOf(site)).toBe(30)
    expect((await signIn(origin, '203.0.113.99', 'admin', password)).code).toBe('tooManyRequests')
    expect((await signIn(origin, '203.0.113.99', 'nobody', password)).code).toBe('wrongCredentials')
    expect((await signIn(origin, controlRoom, 'admin', password)).code).toBe('200')
  })

  it('stand in the journal with the name that was typed, counted, and without the password', async () => {
    const site = await createTestSite(behindProxy)
    const userName = `\u202Eadmin\t${'长'.repeat(70)}`.slice(0, 64)
    for (let at = 0; at < 7; at += 1) await signIn(site.origin, elsewhere, userName, `wrong-guess-${at}`)
    for (let at = 0; at < 2; at += 1) await signIn(site.origin, '203.0.113.8', 'admin', `wrong-guess-${at}`)
    const told = { cname: '未登录', object: 'session', object_id: typedName(userName), ip: elsewhere, repeated: 1 }
    expect(await signInsOf(site)).toEqual([
      { ...told, result: 'wrongCredentials' },
      { ...told, result: 'accountLocked' },
      { ...told, result: 'wrongCredentials', object_id: 'admin', ip: '203.0.113.8' },
    ])
    await site.app.close()
    expect((await signInsOf(site)).slice(3)).toEqual([
      { ...told, result: 'wrongCredentials', repeated: 3 },
      { ...told, result: 'accountLocked', repeated: 2 },
      { ...told, result: 'wrongCredentials', object_id: 'admin', ip: '203.0.113.8' },
    ])
    const [whole] = await rowsOf<{ text: string }>(site, `SELECT string_agg(journal::text, ' ') AS text FROM journal`)
    expect(whole?.text).not.toContain('wrong-guess')
    expect(typedName(userName)).toBe(`admin${'长'.repeat(57)}`)
  })

  it('of too many strangers to tell apart are one count, so that nobody fills the journal', async () => {
    const site = await createTestSite(behindProxy)
    for (let at = 0; at < 130; at += 1) await signIn(site.origin, `192.0.2.${at}`, `name${at}`, 'Password-2026')
    await site.app.close()
    const rows = await signInsOf(site)
    // Counts are written down every few seconds: how many rows that makes depends on when, what they come to does not.
    expect(rows.reduce((sum, { repeated }) => sum + Number(repeated), 0)).toBe(130)
    expect(rows.length).toBeLessThan(130)
  })
})

describe('a locked account', () => {
  const lock = async (site: TestSite, userName: string): Promise<void> => {
    for (let at = 0; at < 5; at += 1) await signIn(site.origin, elsewhere, userName, 'wrong-password')
    expect((await signIn(site.origin, elsewhere, userName, password)).code).toBe('accountLocked')
  }
  const unlocks = (site: TestSite) => rowsOf(site, `SELECT cname, object_id FROM journal WHERE object = 'signInLock' ORDER BY id`)

  it('is unlocked by who manages people, which stands in the journal', async () => {
    const site = await createTestSite(behindProxy)
    const li = await site.makeUser({ name: 'Li', permissions: [] })
    await lock(site, 'Li')
    expect(await site.admin.ask(sessionCalls.unlockUser, { id: li.id })).toEqual({ forgotten: 5 })
    expect((await signIn(site.origin, elsewhere, 'li', password)).code).toBe('200')
    expect(await site.admin.ask(sessionCalls.unlockUser, { id: li.id })).toEqual({ forgotten: 0 })
    expect(await unlocks(site)).toEqual([{ cname: '系统管理员', object_id: li.id }])
  })

  it('of an administrator is unlocked by 超级管理员 alone, and nobody’s beyond one’s scope', async () => {
    const site = await createTestSite(behindProxy)
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    const foreman = await site.makeUser({ name: 'foreman', deptId: mill, scope: 'own', permissions: ['userMgmt:edit'] })
    const burner = await site.makeUser({ name: 'burner', deptId: kiln, permissions: [] })
    const roles = await site.admin.ask(accountCalls.getAllRoles, undefined)
    const roleIds = roles.filter(({ name }) => name === administratorRole).map(({ id }) => id)
    const manager = await site.makeUser({ name: 'manager', deptId: mill, roleIds })
    for (const name of ['burner', 'manager']) await lock(site, name)
    const codeOf = async (client: Client, id: string) => (await client.send(sessionCalls.unlockUser, { id })).code
    expect(await codeOf(foreman.client, burner.id)).toBe('notFound')
    expect(await codeOf(foreman.client, manager.id)).toBe('forbidden')
    expect(await codeOf(manager.client, '999999')).toBe('notFound')
    for (const name of ['burner', 'manager'])
      expect((await signIn(site.origin, elsewhere, name, password)).code).toBe('accountLocked')
    expect(await codeOf(manager.client, burner.id)).toBe('200')
    expect(await codeOf(site.admin, manager.id)).toBe('200')
    for (const name of ['burner', 'manager']) expect((await signIn(site.origin, elsewhere, name, password)).code).toBe('200')
  })
})

describe('whoever may unlock', () => {
  const lockOut = async (site: TestSite, userName: string): Promise<void> => {
    for (let at = 0; at < 5; at += 1) await signIn(site.origin, elsewhere, userName, 'wrong-password')
  }

  it('unlocks and signs out nobody who reaches further, however wide his own scope is', async () => {
    const site = await createTestSite(behindProxy)
    const clerk = await site.makeUser({ name: 'clerk', permissions: ['userMgmt', 'userMgmt:edit'] })
    const wide = await site.makeUser({ name: 'wide', permissions: ['userMgmt', 'userMgmt:edit', 'private:view'] })
    const { id } = await site.makeUser({ name: 'equal', permissions: ['userMgmt'] })
    for (const name of ['wide', 'equal']) await lockOut(site, name)
    const codeOf = async (of: string) => (await clerk.client.send(sessionCalls.unlockUser, { id: of })).code
    expect([await codeOf(wide.id), await codeOf(id)]).toEqual(['forbidden', '200'])
    expect((await clerk.client.send(sessionCalls.endSessionsOfUser, { id: wide.id })).code).toBe('forbidden')
    expect((await signIn(site.origin, elsewhere, 'wide', password)).code).toBe('accountLocked')
  })

  it('unlocks an account five times an hour, whoever else unlocked it', async () => {
    const site = await createTestSite(behindProxy)
    const { id } = await site.makeUser({ name: 'li', permissions: [] })
    const clerk = await site.makeUser({ name: 'clerk', permissions: ['userMgmt', 'userMgmt:edit'] })
    const unlock = async (token: string) => {
      const response = await fetch(`${site.origin}/api${sessionCalls.unlockUser.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ id }),
      })
      return [response.status, Number(response.headers.get('retry-after'))] as const
    }
    for (let at = 0; at < 5; at += 1) {
      await signIn(site.origin, elsewhere, 'li', 'wrong-password')
      expect(await unlock(at % 2 === 0 ? site.adminToken : clerk.token)).toEqual([200, 0])
      // What lifts nothing is not counted.
      expect(await unlock(site.adminToken)).toEqual([200, 0])
    }
    await lockOut(site, 'li')
    const [status, seconds] = await unlock(site.adminToken)
    expect([status, seconds > 0 && seconds <= 3_600]).toEqual([429, true])
    expect((await signIn(site.origin, elsewhere, 'li', password)).code).toBe('accountLocked')
    await rowsOf(site, `UPDATE sign_in_unlock SET at = at - interval '61 minutes' WHERE person_id = $1`, [id])
    expect(await unlock(clerk.token)).toEqual([200, 0])
    expect((await signIn(site.origin, elsewhere, 'li', password)).code).toBe('200')
  })
})

it('an account is signed in at ten places: the one that was not used for longest ends', async () => {
  const site = await createTestSite()
  const li = await site.makeUser({ name: 'li', permissions: [] })
  const tokens = [li.token]
  for (let more = 0; more < 9; more += 1) tokens.push(await site.signIn('li'))
  const alive = async () => {
    const codes = await Promise.all(
      tokens.map(async (token) => (await site.clientOf(token).send(sessionCalls.getInfo, undefined)).code),
    )
    return codes.map((code) => code === '200')
  }
  expect(await alive()).toEqual(times(10, () => true))
  await rowsOf(
    site,
    `UPDATE session SET last_seen_at = last_seen_at - interval '1 hour' WHERE id = (
    SELECT id FROM session WHERE person_id = $1 ORDER BY id OFFSET 1 LIMIT 1)`,
    [li.id],
  )
  tokens.push(await site.signIn('li'))
  expect(await alive()).toEqual(times(11, (at) => at !== 1))
  expect(await rowsOf(site, `SELECT cname, action FROM journal WHERE object = 'session' AND action = 'endSession'`)).toEqual([
    { cname: 'li', action: 'endSession' },
  ])
  const settings = await site.admin.ask(siteCalls.getSite, undefined)
  expect(settings.sessionsPerAccount).toBe(10)
  await site.admin.ask(siteCalls.saveSite, { ...settings, sessionsPerAccount: 1 })
  tokens.push(await site.signIn('li'))
  expect(await alive()).toEqual(times(12, (at) => at === 11))
})

it('nobody waits at the door while his record is being written', async () => {
  const site = await createTestSite()
  const { id } = await site.makeUser({ name: 'li', permissions: [] })
  const lastSignIn = async () =>
    (await rowsOf<{ at: Date }>(site, 'SELECT last_login_at AS at FROM person WHERE id = $1', [id]))[0]?.at
  const before = await lastSignIn()
  const order: string[] = []
  const writing = await beginToHold(site.db)
  await site.db.raw(writing, 'SELECT FROM person WHERE id = $1 FOR NO KEY UPDATE', [id])
  const signedIn = site.signIn('li').then(() => order.push('signed in'))
  const written = Promise.race([signedIn, waitingForPerson(site)]).then(async () => {
    order.push('written')
    await writing.commit().execute()
  })
  await Promise.all([signedIn, written])
  expect(order).toEqual(['signed in', 'written'])
  expect(await lastSignIn()).toEqual(before)
  await site.signIn('li')
  expect((await lastSignIn())?.getTime()).toBeGreaterThan(before?.getTime() ?? Infinity)
})

describe('a new password', () => {
  const codeOf = async (client: Client, oldPassword: string, newPassword: string) =>
    (await client.send(sessionCalls.updatePassword, { oldPassword, newPassword })).code

  it('is set once, however many are asked for at once with the same old one', async () => {
    const site = await createTestSite(atFullCost)
    const { client } = await site.makeUser({ name: 'li', permissions: [] })
    const codes = await Promise.all([1, 2, 3, 4].map((each) => codeOf(client, password, `number-${each}-Quite-Long`)))
    expect(codes.filter((code) => code === '200')).toHaveLength(1)
  })

  it('is none of the last five, among them those that others gave', async () => {
    const site = await createTestSite()
    const { id, client } = await site.makeUser({ name: 'li', permissions: [] })
    // The first one came from the administrator; `password` is the second.
    let present = password
    const change = async (next: string): Promise<string> => {
      const code = await codeOf(client, present, next)
      if (code === '200') present = next
      return code
    }
    expect(await change('first-Pass-9182')).toBe('weakPassword')
    for (let next = 1; next <= 4; next += 1) expect(await change(`number-${next}-Quite-Long`)).toBe('200')
    expect(await change('first-Pass-9182')).toBe('weakPassword')
    expect(await change(password)).toBe('weakPassword')
    expect(await change('number-5-Quite-Long')).toBe('200')
    // Five have come since the first one, and four since the second.
    expect(await change(password)).toBe('weakPassword')
    expect(await change('first-Pass-9182')).toBe('200')
    expect(await change(password)).toBe('200')
    const [user] = paged(await site.admin.ask(accountCalls.listUserByDeptId, { keyword: 'li' })).list
    if (!user) throw new Error('li is missing')
    await site.admin.ask(accountCalls.saveUser, { ...user, password: 'given-by-Office-1' })
    const again = site.clientOf(
      await site.clientOf(null).ask(sessionCalls.login, { userName: 'li', password: 'given-by-Office-1' }),
    )
    expect(await codeOf(again, 'given-by-Office-1', password)).toBe('weakPassword')
    expect(await rowsOf(site, 'SELECT count(*)::int AS kept FROM old_password WHERE person_id = $1', [id])).toEqual([{ kept: 5 }])
  })

  it('is more than the name of the product or the site', async () => {
    const site = await createTestSite()
    const { client } = await site.makeUser({ name: 'li', permissions: [] })
    const settings = await site.admin.ask(siteCalls.getSite, undefined)
    await site.admin.ask(siteCalls.saveSite, { ...settings, name: 'Wanjiang Cement 皖江' })
    const names = [
      'Vigil@2026!',
      'Vigil-vigil-Vigil',
      'SHOUWANG-1314520',
      '守望守望守望123456',
      'wanjiangcement皖江2026',
      'Wanjiang Cement 皖江 1!',
    ]
    for (const name of names) expect(await codeOf(client, password, name), name).toBe('weakPassword')
    expect(await codeOf(client, password, 'we keep a vigil by the kiln')).toBe('200')
  })
})

it('what no decision needs any more is swept away', async () => {
  const site = await createTestSite()
  const li = await site.makeUser({ name: 'li', permissions: [] })
  await rowsOf(
    site,
    `INSERT INTO login_failure VALUES ('li', '192.0.2.1', now() - interval '20 minutes'), ('li', '192.0.2.1', now())`,
  )
  await rowsOf(
    site,
    `INSERT INTO sign_in_address SELECT $1, '192.0.2.' || n, now() - n * interval '2 days' FROM generate_series(1, 25) n`,
    [li.id],
  )
  await rowsOf(site, `INSERT INTO sign_in_unlock VALUES ($1, now() - interval '61 minutes'), ($1, now())`, [li.id])
  await rowsOf(
    site,
    `INSERT INTO session (token_hash, person_id, expires_at, ip)
     SELECT convert_to(n::text, 'UTF8'), $1, now() - interval '7 days' + n * interval '1 minute', n::text FROM unnest('{-10,10}'::int[]) n`,
    [li.id],
  )
  const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)
  const store = createSessionStore(site.db)
  await store.sweep({ failures: ago(15), unlocks: ago(60), addresses: ago(30 * 24 * 60) }, 5)
  expect(await failuresOf(site)).toBe(1)
  expect(await rowsOf(site, 'SELECT count(*)::int AS kept FROM sign_in_unlock')).toEqual([{ kept: 1 }])
  expect(await rowsOf(site, 'SELECT ip FROM session WHERE expires_at < now()')).toEqual([{ ip: '10' }])
  const left = await rowsOf(site, 'SELECT address FROM sign_in_address WHERE person_id = $1 ORDER BY last_at DESC', [li.id])
  expect(left.map(({ address }) => address)).toEqual(['127.0.0.1', ...times(4, (at) => `192.0.2.${at + 1}`)])
})
