import { beforeAll, describe, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import type { LogRow } from '@vigil/contract/journal/entities.ts'
import type { SentBodyOf } from '@vigil/contract/kernel/call.ts'
import { createClient, paged, whole, type Client } from '@vigil/contract/kernel/client.ts'
import type { Permission } from '@vigil/contract/menu/routes.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { afterFile } from '../../../test/ends.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { stranger, type Asked } from '../../kernel/caller.ts'
import { createJournal, type Entry } from '../../kernel/journal.ts'

type Filter = NonNullable<SentBodyOf<typeof journalCalls.listSysLogByCondition>>

const rowsOf = async (client: Client, filter: Filter = {}): Promise<LogRow[]> =>
  whole(await client.ask(journalCalls.listSysLogByCondition, filter))
const objectIds = async (client: Client, filter: Filter): Promise<string[]> =>
  (await rowsOf(client, filter)).map(({ objectId }) => objectId)

/** Writes a row at a time of the site, in Shanghai. */
const writeAt = (site: TestSite, time: string, who: { id: string; cname: string; ip?: string }, entry: Entry) => {
  const instant = Date.parse(`${time.replace(' ', 'T')}+08:00`)
  const asked: Asked = {
    caller: { ...stranger, userId: who.id, cname: who.cname, deptName: '磨机班' },
    language: 'zh',
    ip: who.ip ?? '10.0.0.1',
    userAgent: 'a test',
    since: instant - 12,
    token: '',
    setCookie: () => undefined,
  }
  return site.db.transaction((trx) => createJournal(site.db, () => instant).write(trx, asked, entry))
}

describe('the list of the journal', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await createTestSite({}, afterFile)
    await site.db.raw(site.db.sql, `TRUNCATE journal; UPDATE journal_head SET id = 0, hash = '\\x00'`)
    const [li, wang] = [
      { id: '101', cname: '李雷' },
      { id: '102', cname: '王_梅', ip: '10.0.0.22' },
    ]
    const entry = (objectId: string, more: Partial<Entry> = {}): Entry => ({
      module: 'devices',
      action: 'create',
      object: 'hat',
      objectId,
      ...more,
    })
    await writeAt(site, '2026-03-01 00:00:00', li, entry('1'))
    await writeAt(site, '2026-03-01 23:59:59', wang, entry('12', { action: 'update', before: { a: 1 }, after: { a: 2 } }))
    await writeAt(site, '2026-03-02 00:00:00', li, entry('13', { module: 'alarms', action: 'handle', object: 'alarm' }))
    await writeAt(site, '2026-03-02 12:00:00', wang, entry('hat:2', { module: 'positions', action: 'look', object: 'track' }))
    await writeAt(
      site,
      '2026-03-02 12:00:00',
      { id: '', cname: '系统' },
      entry('5', { module: 'journal', action: 'seal', object: 'journal' }),
    )
    await writeAt(site, '2026-03-03 08:00:00', wang, {
      module: 'session',
      action: 'refused',
      object: '/sys/sysDept/saveDept',
      result: 'forbidden',
    })
  })

  it('has the newest first, each row whole', async () => {
    const rows = await rowsOf(site.admin, { to: '2026-03-31 23:59:59' })
    expect(rows.map(({ objectId }) => objectId)).toEqual(['', '5', 'hat:2', '13', '12', '1'])
    expect(rows[4]).toEqual({
      id: '2',
      time: '2026-03-01 23:59:59',
      userId: '102',
      userName: '王_梅',
      deptName: '磨机班',
      module: 'devices',
      action: 'update',
      object: 'hat',
      objectId: '12',
      objectName: '',
      objectOpens: false,
      before: { a: 1 },
      after: { a: 2 },
      ip: '10.0.0.22',
      userAgent: 'a test',
      result: 'success',
      repeated: 1,
      costMs: 12,
    })
    expect(rows[1]?.userId).toBeNull()
    expect(rows[0]?.result).toBe('forbidden')
  })

  it.each<[string, Filter, string[]]>([
    ['a person', { userId: '101' }, ['13', '1']],
    ['a module', { module: 'devices' }, ['12', '1']],
    ['an action', { action: 'look' }, ['hat:2']],
    ['success', { result: 'success' }, ['5', 'hat:2', '13', '12', '1']],
    ['refusal', { result: 'refused' }, ['']],
    ['a day, its last second included', { from: '2026-03-01 00:00:00', to: '2026-03-01 23:59:59' }, ['12', '1']],
    ['a second', { from: '2026-03-02 00:00:00', to: '2026-03-02 00:00:00' }, ['13']],
    ['several at once', { module: 'devices', userId: '102', from: '2026-03-01 00:00:00' }, ['12']],
    ['part of a name', { keyword: '雷' }, ['13', '1']],
    ['a name with a sign that patterns know', { keyword: '_' }, ['', 'hat:2', '12']],
    ['part of an object', { keyword: 'LARM' }, ['13']],
    ['a path', { keyword: 'saveDept' }, ['']],
    ['what people call an object', { keyword: '安全帽' }, ['12', '1']],
    ['what a call does that was refused', { keyword: '新增或修改部门' }, ['']],
    ['the beginning of an identifier', { keyword: '1' }, ['', '5', 'hat:2', '13', '12', '1']],
    ['a beginning that is in an object too', { keyword: 'hat' }, ['hat:2', '12', '1']],
    ['the beginning of an address', { keyword: '10.0.0.2' }, ['', 'hat:2', '12']],
    ['a word that is nowhere', { keyword: '%' }, []],
    ['words and a kind', { keyword: '王', action: 'look' }, ['hat:2']],
  ])('is filtered by %s, and its number too', async (_, filter, expected) => {
    const within: Filter = { to: '2026-03-31 23:59:59', ...filter }
    expect(await objectIds(site.admin, within)).toEqual(expected)
    expect(await site.admin.ask(journalCalls.listSysLogCountByCondition, within)).toBe(expected.length)
    const { list, total } = paged(await site.admin.ask(journalCalls.listSysLogByCondition, { ...within, pageSize: 2 }))
    expect([list.map(({ objectId }) => objectId), total]).toEqual([expected.slice(0, 2), expected.length])
  })

  it('comes in pages that do not overlap, in both orders of time and no other', async () => {
    const within = { to: '2026-03-31 23:59:59', pageSize: 4 }
    const page = async (more: Filter) => objectIds(site.admin, { ...within, ...more })
    expect([...(await page({ pageNum: 1 })), ...(await page({ pageNum: 2 }))]).toEqual(['', '5', 'hat:2', '13', '12', '1'])
    expect(await page({ sort: '-time' })).toEqual(['', '5', 'hat:2', '13'])
    expect([...(await page({ sort: 'time' })), ...(await page({ sort: 'time', pageNum: 2 }))]).toEqual([
      '1',
      '12',
      '13',
      'hat:2',
      '5',
      '',
    ])
    expect(await site.admin.send(journalCalls.listSysLogByCondition, { sort: 'userName' })).toMatchObject({
      code: 'invalidInput',
      msg: '排序不能按此字段',
      data: { field: 'sort' },
    })
  })

  it('counts everything as many as there are', async () => {
    const { rows } = await site.db.raw<{ count: string }>(site.db.sql, 'SELECT count(*) AS count FROM journal')
    expect(await site.admin.ask(journalCalls.listSysLogCountByCondition, {})).toBe(Number(rows[0]?.count))
  })

  it('refuses a kind that there is not', async () => {
    for (const filter of [
      { part: 'nothing' },
      { module: 'nothing' },
      { action: 'nothing' },
      { result: 'forbidden' },
      { from: 'yesterday' },
    ]) {
      expect(await site.admin.send(journalCalls.listSysLogByCondition, filter as Filter)).toMatchObject({ code: 'invalidInput' })
    }
  })

  it('tells how many there are where they are too many for one answer', async () => {
    const own = await createTestSite()
    await own.db.raw(
      own.db.sql,
      `INSERT INTO journal SELECT head.id + n, at, person_id, cname, dept_name, module, action, object, object_id, before, after, ip, user_agent,
         result, repeated, cost_ms, journal.hash FROM (SELECT * FROM journal ORDER BY id LIMIT 1) journal, journal_head head, generate_series(1, 20001) n`,
    )
    await own.db.raw(own.db.sql, 'UPDATE journal_head SET id = id + 20001')
    const total = await own.admin.ask(journalCalls.listSysLogCountByCondition, {})
    expect(await own.admin.send(journalCalls.listSysLogByCondition, {})).toMatchObject({
      code: 'tooManyRows',
      msg: expect.stringContaining(String(total)),
    })
  })
})

describe('a part of the journal', () => {
  it('holds what was changed, who came and went, or what was refused, and no row is in two of them', async () => {
    const site = await createTestSite()
    const clerk = await site.makeUser({ name: 'clerk', permissions: ['loraGateMgmt', 'loraGateMgmt:edit'] })
    const made = await clerk.client.ask(deviceCalls.saveBsLoraGate, { name: '窑头', gatewayEui: 'AB12AB12AB12AB12' })
    await clerk.client.ask(deviceCalls.saveBsLoraGate, { ...made, remark: 'a' })
    expect(await clerk.client.send(accountCalls.saveDept, { name: 'mill' })).toMatchObject({ code: 'forbidden' })
    await clerk.client.ask(deviceCalls.deleteBsLoraGateById, { id: made.id })
    const wrong = { userName: 'clerk', password: 'not-Mine-2026' }
    expect(await site.clientOf(null).send(sessionCalls.login, wrong)).toMatchObject({ code: 'wrongCredentials' })
    await clerk.client.ask(sessionCalls.logout, undefined)
    const told = async (filter: Filter) =>
      (await rowsOf(site.admin, { userId: clerk.id, ...filter })).map(({ action, object }) => `${action} ${object}`)
    const changes = ['delete loraGateway', 'update loraGateway', 'create loraGateway']
    const refusals = ['refused /sys/sysDept/saveDept']
    expect(await told({ part: 'changes' })).toEqual(changes)
    expect(await told({ part: 'refusals' })).toEqual(refusals)
    // Nobody knows who tried a wrong password; who reads English is told so in English, and looks for it so.
    const reader = createClient({ origin: site.origin, token: () => site.adminToken, language: () => 'en' })
    const byNobody = await rowsOf(reader, { part: 'refusals', keyword: 'not signed' })
    expect(byNobody.map(({ userName, objectName }) => [userName, objectName])).toEqual([['Not signed in', 'clerk']])
    expect((await rowsOf(site.admin, { keyword: '未登录' })).map(({ userName }) => userName)).toEqual(['未登录'])
    const everybodys = (await rowsOf(site.admin, { part: 'refusals' })).map(({ objectName, result }) => [objectName, result])
    expect(everybodys).toEqual([
      ['clerk', 'wrongCredentials'],
      ['', 'forbidden'],
    ])
    const signIns = await told({ part: 'signIns' })
    // The first password was changed at the first sign-in.
    expect(signIns).toEqual(['signOut session', 'update ownPassword', 'signIn session'])
    expect((await told({})).toSorted()).toEqual([...changes, ...refusals, ...signIns].toSorted())
    expect(await told({ part: 'changes', action: 'update' })).toEqual(['update loraGateway'])
    expect(await told({ part: 'changes', result: 'refused' })).toEqual([])

    const counts = await Promise.all(
      (['changes', 'signIns', 'refusals'] as const).map((part) =>
        site.admin.ask(journalCalls.listSysLogCountByCondition, { part, userId: clerk.id }),
      ),
    )
    expect(counts).toEqual([3, 3, 1])
    const page = paged(
      await site.admin.ask(journalCalls.listSysLogByCondition, { part: 'changes', userId: clerk.id, pageSize: 2 }),
    )
    expect([page.list.length, page.total]).toEqual([2, 3])
  })
})

const userOf = async (site: TestSite, keyword: string) => {
  const [user] = whole(await site.admin.ask(accountCalls.listUserByDeptId, { keyword }))
  if (!user) throw new Error(`${keyword} is missing`)
  return user
}

describe('a row of the journal', () => {
  const named = async (client: Client, filter: Filter) =>
    (await rowsOf(client, filter)).map(({ action, objectName, objectOpens }) => [action, objectName, objectOpens])

  it('calls its record by the name of that time, which opens while it is there', async () => {
    const site = await createTestSite()
    const { id, ...gate } = await site.admin.ask(deviceCalls.saveBsLoraGate, { name: '窑头', gatewayEui: 'AB12AB12AB12AB12' })
    await site.admin.ask(deviceCalls.saveBsLoraGate, { id, ...gate, name: '窑尾' })
    const filter: Filter = { module: 'devices', part: 'changes' }
    expect(await named(site.admin, filter)).toEqual([
      ['update', '窑尾', true],
      ['create', '窑头', true],
    ])
    await site.admin.ask(deviceCalls.deleteBsLoraGateById, { id })
    expect(await named(site.admin, filter)).toEqual([
      ['delete', '窑尾', false],
      ['update', '窑尾', false],
      ['create', '窑头', false],
    ])
  })

  it('opens for whoever sees the record and has its screen alone', async () => {
    const site = await createTestSite()
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    const own = await site.makeUser({
      name: 'own',
      scope: 'own',
      deptId: mill,
      permissions: ['logMgmt', 'loraGateMgmt', 'loraGateMgmt:edit'],
    })
    const blind = await site.makeUser({ name: 'blind', permissions: ['logMgmt'] })
    const gate = await own.client.ask(deviceCalls.saveBsLoraGate, { name: '磨机', gatewayEui: 'AB12AB12AB12AB12', deptId: mill })
    const filter: Filter = { module: 'devices' }
    expect(await named(own.client, filter)).toEqual([['create', '磨机', true]])
    expect(await named(blind.client, filter)).toEqual([['create', '磨机', false]])
    await site.admin.ask(deviceCalls.saveBsLoraGate, { ...gate, deptId: kiln })
    expect(await named(own.client, filter)).toEqual([['create', '磨机', false]])
    expect(await named(site.admin, { ...filter, action: 'create' })).toEqual([['create', '磨机', true]])
  })

  it('names people, roles, keys, and whoever’s account it was about', async () => {
    const site = await createTestSite()
    const li = await site.makeUser({ name: '李雷', permissions: ['logMgmt'] })
    await site.admin.ask(accountCalls.saveRole, { name: '班长' })
    const key = await site.admin.ask(deviceCalls.saveDeviceKey, { name: '东门' })
    await site.admin.ask(deviceCalls.revokeDeviceKeyById, { id: key.id })
    await site.admin.ask(sessionCalls.endSessionsOfUser, { id: li.id })
    const rows = await rowsOf(site.admin)
    const namesOf = (kind: string, action: LogRow['action']): string[] =>
      rows.filter((row) => row.object === kind && row.action === action).map(({ objectName }) => objectName)
    expect(namesOf('user', 'create')).toContain('李雷')
    expect(namesOf('role', 'create')).toContain('班长')
    expect(namesOf('deviceKey', 'delete')).toEqual(['东门'])
    expect(namesOf('ownPassword', 'update')).toContain('李雷')
    expect(rows.find(({ object }) => object === 'sessionsOfUser')).toMatchObject({
      action: 'endSession',
      objectName: '李雷',
      objectOpens: true,
    })
    expect(rows.find(({ object, objectName }) => object === 'role' && objectName === '班长')).toMatchObject({ objectOpens: true })
  })

  it('opens the alarm that was handled for whoever sees it and has the map, until it is hidden', async () => {
    const site = await createTestSite()
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    await site.makeHat('100', { deptId: mill })
    await site.report([{ deviceType: 'hat', deviceId: '100', time: new Date().toISOString(), sos: 'press' }])
    const [alarm] = (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list
    if (!alarm) throw new Error('no alarm was raised')
    const reads = (name: string, permissions: readonly Permission[], deptId: string) =>
      site.makeUser({ name, deptId, scope: 'own', permissions: ['logMgmt', 'alarm:handle', ...permissions] })
    const miller = await reads('miller', ['trackRealMgmt', 'alarmRealMgmt'], mill)
    const mapless = await reads('mapless', ['alarmRealMgmt'], mill)
    const blind = await reads('blind', ['trackRealMgmt'], mill)
    const burner = await reads('burner', ['trackRealMgmt', 'alarmRealMgmt'], kiln)
    await miller.client.ask(alarmCalls.updateZdAlarm, { id: alarm.id, status: 2 })
    // Each reads the rows of his own department; what opens is decided by what he himself may see.
    const opens = (client: Client) => named(client, { module: 'alarms', action: 'handle' })
    expect(await opens(site.admin)).toEqual([['handle', alarm.deviceName, true]])
    expect(await opens(miller.client)).toEqual([['handle', alarm.deviceName, true]])
    expect(await opens(mapless.client)).toEqual([['handle', alarm.deviceName, false]])
    expect(await opens(blind.client)).toEqual([['handle', alarm.deviceName, false]])
    await site.admin.ask(accountCalls.updateUser, { ...(await userOf(site, 'miller')), deptId: kiln })
    expect(await opens(burner.client)).toEqual([['handle', alarm.deviceName, false]])
    await site.admin.ask(alarmCalls.deleteAlarmList, { ids: [alarm.id] })
    expect(await opens(site.admin)).toEqual([['handle', alarm.deviceName, false]])
  })
})

describe('of the journal', () => {
  const permissions = ['logMgmt']

  it('one sees the rows of people in one’s scope and one’s own', async () => {
    const site = await createTestSite()
    const plant = await site.makeDept('plant')
    const [mill, kiln] = [await site.makeDept('mill', plant), await site.makeDept('kiln', plant)]
    const miller = await site.makeUser({ name: 'miller', deptId: mill, permissions: [] })
    const burner = await site.makeUser({ name: 'burner', deptId: kiln, permissions: [] })
    const nobody = await site.makeUser({ name: 'nobody', permissions: [] })
    const foreman = await site.makeUser({ name: 'foreman', deptId: mill, scope: 'own', permissions })
    const stray = await site.makeUser({ name: 'stray', scope: 'own', permissions })
    const auditor = await site.makeUser({ name: 'auditor', permissions })
    await writeAt(
      site,
      '2026-03-01 00:00:00',
      { id: '', cname: '系统' },
      { module: 'journal', action: 'seal', object: 'journal' },
    )
    const who = async (client: Client, filter: Filter = {}) => {
      const rows = await rowsOf(client, filter)
      expect(await client.ask(journalCalls.listSysLogCountByCondition, filter)).toBe(rows.length)
      return [...new Set(rows.map(({ userName }) => userName))].toSorted()
    }
    const everybody = ['auditor', 'burner', 'foreman', 'miller', 'nobody', 'stray', '系统', '系统管理员']
    expect(await who(site.admin)).toEqual(everybody)
    expect(await who(auditor.client)).toEqual(everybody)
    expect(await who(foreman.client)).toEqual(['foreman', 'miller'])
    expect(await who(stray.client)).toEqual(['stray'])

    expect(await who(site.admin, { deptId: plant })).toEqual(['burner', 'foreman', 'miller'])
    expect(await who(site.admin, { deptId: plant, recursive: false })).toEqual([])
    expect(await who(site.admin, { deptId: kiln })).toEqual(['burner'])
    expect(await who(foreman.client, { deptId: plant })).toEqual(['foreman', 'miller'])
    expect(await who(foreman.client, { deptId: kiln })).toEqual([])
    expect(await who(foreman.client, { userId: burner.id })).toEqual([])
    expect(await who(foreman.client, { userId: miller.id })).toEqual(['miller'])
    expect(await who(foreman.client, { keyword: 'burner' })).toEqual([])
    expect(await who(stray.client, { userId: nobody.id })).toEqual([])

    // What counts is where somebody belongs now.
    await site.admin.ask(accountCalls.updateUser, { ...(await userOf(site, 'burner')), deptId: mill })
    expect(await who(foreman.client)).toEqual(['burner', 'foreman', 'miller'])
  })

  it('phone numbers are shown to those who may see private data alone', async () => {
    const site = await createTestSite()
    await site.admin.ask(accountCalls.saveUser, {
      cname: '韩',
      workNum: 'H1',
      mobile: '13812345678',
      deptId: await site.makeDept('mill'),
    })
    const guard = await site.makeUser({ name: 'guard', permissions })
    const office = await site.makeUser({ name: 'office', permissions: [...permissions, 'private:view'] })
    const mobiles = async (client: Client) =>
      (await rowsOf(client, { keyword: 'user', action: 'create' })).flatMap(({ after }) => {
        const { mobile } = after as { mobile: string }
        return mobile === '' ? [] : mobile
      })
    expect(await mobiles(guard.client)).toEqual(['138****5678'])
    expect(await mobiles(office.client)).toEqual(['13812345678'])
  })

  it('nothing is shown to those without the permission', async () => {
    const site = await createTestSite()
    const { client } = await site.makeUser({ name: 'li', permissions: ['userMgmt'] })
    for (const call of Object.values(journalCalls)) expect(await client.send(call, {})).toMatchObject({ code: 'forbidden' })
  })
})
