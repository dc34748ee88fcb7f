import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { domains } from '@vigil/contract/index.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { permissions } from '@vigil/contract/menu/routes.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { createBus } from '../../kernel/bus/bus.ts'
import { createInMemoryNetwork } from '../../kernel/bus/in-memory.ts'
import { createLog } from '../../kernel/log.ts'
import { afterFile } from '../../../test/ends.ts'
import { createTestSite, isAlarm, isType, neighbourOf, openConsole, password, type TestSite } from '../../../test/site.ts'
import { createCallers, hashOf } from './callers.ts'
import { wallRule } from './rules.ts'
import { createSessionStore } from './store.ts'

const { openWall, getInfo, listOwnSessions, endOwnSession, updatePassword } = sessionCalls
const calls: readonly Call[] = Object.values(domains).flatMap((domain) => Object.values<Call>(domain))

const codeOf = async ({ origin }: TestSite, { method, path }: Call, token: string): Promise<string> => {
  const headers = { authorization: token, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) }
  // A body that no call with fields accepts: whatever comes past the door changes nothing.
  const response = await fetch(`${origin}/api${path}`, { method, headers, ...(method === 'POST' ? { body: '"nothing"' } : {}) })
  return ((await response.json()) as { code: string }).code
}
const isLive = async (site: TestSite, token: string): Promise<boolean> =>
  (await site.clientOf(token).send(getInfo, undefined)).code === '200'

describe('of all calls, a wall display of an administrator', () => {
  let site: TestSite
  let wall: string
  beforeAll(async () => {
    site = await createTestSite({}, afterFile)
    wall = await site.admin.ask(openWall, undefined)
  })
  const refused = async (list: readonly Call[]): Promise<string[]> => {
    const codes = await Promise.all(list.map(async (call) => [call.path, await codeOf(site, call, wall)] as const))
    return codes.flatMap(([path, code]) => (code === 'forbidden' ? path : []))
  }
  const pathsOf = (list: readonly Call[]): string[] => list.map(({ path }) => path)
  const closed = calls.filter(({ needs }) => needs !== 'public')

  it('is refused every one that changes something or tells what is private, and every one that says neither', async () => {
    const beyond = closed.filter(({ reads }) => reads !== true)
    expect(beyond.length).toBeGreaterThan(100)
    expect(await refused(beyond)).toEqual(pathsOf(beyond))
  })

  it('makes those that only look, but for those that take a right to act', async () => {
    const looks = closed.filter(({ reads }) => reads === true)
    const acts = looks.filter(({ needs }) => typeof needs === 'object' && needs.anyOf.every((one) => one.includes(':')))
    expect(await refused(looks)).toEqual(pathsOf(acts))
  })

  it.each([
    ['zh', '没有权限：大屏会话只能查看'],
    ['en', 'You do not have the permission: a wall display can only look'],
  ] as const)('is told why (%s), and opens no other', async (language, said) => {
    const client = createClient({ origin: site.origin, token: () => wall, language: () => language })
    expect(await client.send(openWall, undefined)).toMatchObject({ code: 'forbidden', msg: said })
  })

  it('is told by no call where a device is reached, nor who signs in by what name and when', async () => {
    const ip = '10.11.12.13'
    const gate = { name: 'A', code: 'A', ip }
    const { hazards: _, ...all } = domains
    await site.admin.ask(all.gates.saveBsBarrierGate, gate)
    await site.admin.ask(all.traffic.saveBsSpeedOver, { name: 'A', ip: `${ip}0`, place: 'A', limit: 20 })
    await site.admin.ask(all.devices.saveBsLoraGate, { name: 'A', gatewayEui: 'A'.repeat(16), ip })
    await site.admin.ask(all.video.saveBsCamera, { name: 'A', gbDeviceId: '1'.repeat(20), ipAddress: ip, port: 5_061 })
    await site.makeUser({ name: 'somebody-who-signs-in', permissions: [] })
    const telling = /^(ip|.*Ip|ip[A-Z].*|.*[hH]ost.*|port|.*[pP]ass(word)?|pwd|.*[lL]ogin.*At|.*[sS]ecret|.*[tT]oken|userName)$/
    const found: string[] = []
    const look = (path: string, value: unknown): void => {
      if (typeof value === 'string' && value.includes(ip)) found.push(`${path} ${value}`)
      if (typeof value !== 'object' || value === null) return
      for (const [name, one] of Object.entries(value)) {
        if (telling.test(name) && one !== null && one !== '' && typeof one !== 'boolean' && !Array.isArray(one))
          found.push(`${path}.${name} ${String(one)}`)
        look(`${path}.${name}`, one)
      }
    }
    const answered: string[] = []
    for (const call of calls.filter(({ reads }) => reads === true)) {
      const answer = await site.clientOf(wall).send(call, call.method === 'GET' ? undefined : {})
      if (answer.code === '200') answered.push(call.path)
      look(call.path, answer.data)
    }
    // Whose wall it is; the other call means what people are called.
    expect(found.filter((one) => !/login[/]getInfo|listPushUserConfigByDeptId/.test(one))).toEqual([])
    expect(answered.length).toBeGreaterThan(60)
  })

  it('sees screens alone, and nothing of people that is masked for others', async () => {
    const info = await site.clientOf(wall).ask(getInfo, undefined)
    expect(info).toMatchObject({ userName: 'admin', scopeDeptIds: null })
    expect(info.permissions).toEqual(permissions.filter((permission) => !permission.includes(':')))
  })

  it.each(['/api/openapi.json', '/api/files/0123456789', '/api/zd/zdCase/download?id=1'])(
    'downloads nothing: %s',
    async (path) => {
      expect((await fetch(`${site.origin}${path}`, { headers: { authorization: wall } })).status).toBe(401)
    },
  )
})

it('tells a call that looks from one that changes something by its verb, and each says it', () => {
  const looking = /^(list|count|get|map)[A-Z]/
  const names = Object.values(domains).flatMap((domain) => Object.entries<Call>(domain))
  // What it found is written down: who looked back at whom.
  const noted = ['listHisRewind']
  const wrong = names.filter(
    ([name, { reads, planned }]) => (reads !== undefined) !== (looking.test(name) && !planned && !noted.includes(name)),
  )
  expect(wrong.map(([name]) => name)).toEqual([])
})

describe('a session of a wall display', () => {
  it('hears what its account may see, and says nothing', async () => {
    const site = await createTestSite()
    await site.makeHat('1')
    const console = await site.live(await site.admin.ask(openWall, undefined))
    expect(await console.until(isType('welcome'))).toMatchObject({ topics: expect.arrayContaining(['alarms', 'positions']) })
    await site.report([{ deviceType: 'hat', deviceId: '1', time: new Date().toISOString(), lng: 116.4, lat: 39.9, sos: 'press' }])
    await console.until(isAlarm('alarmRaised'))
  })

  it('is nobody who sees an alarm: it goes beyond the scopes of others as if the wall were not there', async () => {
    const site = await createTestSite()
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    await site.makeHat('1', { deptId: kiln })
    const li = await site.makeUser({ name: 'li', permissions: ['alarmRealMgmt'], scope: 'own', deptId: mill })
    const wang = await site.makeUser({ name: 'wang', permissions: ['alarmRealMgmt'], scope: 'own', deptId: mill })
    const walls = [site.adminToken, wang.token].map(async (token) => {
      const wall = await site.live(await site.clientOf(token).ask(openWall, undefined))
      await wall.until(isType('welcome'))
      return wall
    })
    const [everything, ofMill] = await Promise.all(walls)
    const other = await neighbourOf(site)
    const topics = ['alarms'] as const
    const [near, far] = [await site.live(li.token), await openConsole(other.origin, li.token, null, topics)]
    await Promise.all([near, far].map((console) => console.until(isType('welcome'))))
    await site.report([{ deviceType: 'hat', deviceId: '1', time: new Date().toISOString(), lng: 116.4, lat: 39.9, sos: 'press' }])
    await Promise.all([near, far].map((console) => console.until(isAlarm('alarmRaised'))))
    await everything?.until(isAlarm('alarmRaised'))
    await ofMill?.until(isType('tick'))
    expect(ofMill?.messages.filter(isAlarm('alarmRaised'))).toEqual([])
  })

  it('lasts thirty days, used or not, and is put out by no signing in', async () => {
    const site = await createTestSite()
    const wall = await site.admin.ask(openWall, undefined)
    await site.admin.ask(siteCalls.saveSite, {
      ...(await site.admin.ask(siteCalls.getSite, undefined)),
      sessionsPerAccount: 1,
    })
    await site.db.raw(site.db.sql, `UPDATE session SET last_seen_at = now() - interval '3 days' WHERE wall`)
    const newest = await site.signIn('admin')
    expect(await isLive(site, site.adminToken)).toBe(false)
    expect(await isLive(site, wall)).toBe(true)
    const { rows } = await site.db.raw<{ days: number; seen: boolean }>(
      site.db.sql,
      `SELECT round(extract(epoch FROM expires_at - created_at) / 86400)::int AS days, last_seen_at > now() - interval '1 hour' AS seen
       FROM session WHERE wall`,
    )
    expect(rows).toEqual([{ days: 30, seen: true }])
    const second = await site.clientOf(newest).ask(openWall, undefined)
    expect([await isLive(site, newest), await isLive(site, wall), await isLive(site, second)]).toEqual([true, false, true])
  })

  it('is opened many at once: each that is one too many ends one other, once; and not without end', async () => {
    const site = await createTestSite()
    const most = { ...(await site.admin.ask(siteCalls.getSite, undefined)), sessionsPerAccount: 2 }
    await site.admin.ask(siteCalls.saveSite, most)
    const li = await site.makeUser({ name: 'li', permissions: [] })
    const wall = () => fetch(`${site.origin}/api${openWall.path}`, { method: 'POST', headers: { authorization: li.token } })
    const answers = await Promise.all(Array.from({ length: wallRule.most + 4 }, wall))
    const refused = answers.filter(({ status }) => status === 429)
    expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([wallRule.most, 4])
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3_000)
    const { rows } = await site.db.raw<{ live: number; ended: number; journalled: number }>(
      site.db.sql,
      `SELECT (SELECT count(*) FROM session WHERE wall AND ended_at IS NULL)::int AS live,
         (SELECT count(*) FROM session WHERE wall AND ended_at IS NOT NULL)::int AS ended,
         (SELECT count(*) FROM journal WHERE object = 'wallSession' AND action = 'endSession')::int AS journalled`,
    )
    expect(rows).toEqual([{ live: 2, ended: wallRule.most - 2, journalled: wallRule.most - 2 }])
    await site.admin.ask(openWall, undefined)
    await site.db.raw(site.db.sql, `UPDATE session SET created_at = created_at - interval '1 hour' WHERE wall`)
    expect((await wall()).status).toBe(200)
  })

  it('that ends is asked for anew, and nobody else', async () => {
    const site = await createTestSite()
    const bus = createBus(createInMemoryNetwork().connect(), createLog('silent'))
    onTestFinished(() => bus.close())
    const store = createSessionStore(site.db)
    const asked: string[] = []
    const byTokenHash: typeof store.byTokenHash = (hash) => {
      asked.push(hash.toString('hex'))
      return store.byTokenHash(hash)
    }
    const callers = createCallers({ bus }, { ...store, byTokenHash })
    const tokens = [site.adminToken, await site.admin.ask(openWall, undefined)]
    const [, wall] = await Promise.all(tokens.map(callers.load))
    await callers.forgetSessions([wall?.caller.sessionId ?? ''])
    await Promise.all(tokens.map(callers.load))
    const [other, ended] = tokens.map((token) => asked.filter((hash) => hash === hashOf(token).toString('hex')).length)
    expect([other, ended]).toEqual([1, 2])
  })

  it('stands among the sessions of its account, is journalled, and ends there', async () => {
    const site = await createTestSite()
    const wall = await site.admin.ask(openWall, undefined)
    const console = await site.live(wall)
    await console.until(isType('welcome'))
    const own = await site.admin.ask(listOwnSessions, undefined)
    expect(own.map(({ current, wall }) => ({ current, wall }))).toEqual(
      expect.arrayContaining([
        { current: true, wall: false },
        { current: false, wall: true },
      ]),
    )
    await site.admin.ask(endOwnSession, { id: own.find((one) => one.wall)?.id ?? '' })
    await console.until(isType('ended'))
    expect(await isLive(site, wall)).toBe(false)
    expect(await isLive(site, site.adminToken)).toBe(true)
    const { rows } = await site.db.raw<{ action: string }>(site.db.sql, `SELECT action FROM journal WHERE object = 'wallSession'`)
    expect(rows).toEqual([{ action: 'signIn' }])
  })

  it.each([
    [
      'its password is changed',
      ({ li }: Ending) => li.client.ask(updatePassword, { oldPassword: password, newPassword: 'another-Pass-55' }),
    ],
    ['somebody signs its holder out', ({ site, li }: Ending) => site.admin.ask(sessionCalls.endSessionsOfUser, { id: li.id })],
    [
      'its account is disabled',
      async ({ site, li }: Ending) => {
        const users = await site.admin.ask(accountCalls.listUserByDeptId, { keyword: 'li' })
        const user = (Array.isArray(users) ? users : users.list).find(({ id }) => id === li.id)
        if (!user) throw new Error('li is missing')
        await site.admin.ask(accountCalls.updateUser, { ...user, enable: 0 })
      },
    ],
  ])('ends when %s', async (_, end) => {
    const site = await createTestSite()
    const li = await site.makeUser({ name: 'li', permissions: ['alarmRealMgmt'] })
    const wall = await li.client.ask(openWall, undefined)
    const console = await site.live(wall)
    await console.until(isType('welcome'))
    await end({ site, li })
    await console.until(isType('ended'))
    expect(await isLive(site, wall)).toBe(false)
  })

  it('shows no more than its account may by now', async () => {
    const site = await createTestSite()
    const li = await site.makeUser({ name: 'li', permissions: ['alarmRealMgmt'] })
    const wall = site.clientOf(await li.client.ask(openWall, undefined))
    const look = async () => (await wall.send(alarmCalls.listRealAlarmData, undefined)).code
    expect(await look()).toBe('200')
    const [role] = (await site.admin.ask(accountCalls.getAllRoles, undefined)).filter(({ id }) => id === li.roleId)
    if (!role) throw new Error('the role is missing')
    await site.admin.ask(accountCalls.saveRole, { ...role, permissions: [] })
    expect(await look()).toBe('forbidden')
  })
})

interface Ending {
  readonly site: TestSite
  readonly li: Awaited<ReturnType<TestSite['makeUser']>>
}
