import { beforeAll, beforeEach, expect, it } from 'vitest'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { createClient, paged, whole, type Client } from '@vigil/contract/kernel/client.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { wholeListLimit } from '@vigil/contract/kernel/shapes.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { transactionsOf } from '../../kernel/kernel.ts'
import { createLog } from '../../kernel/log.ts'
import { NotReady } from '../../kernel/refusal.ts'
import { everything } from '../../kernel/scope.ts'
import { createSiteClock } from '../../kernel/time.ts'
import { afterFile } from '../../../test/ends.ts'
import { doorsOf } from '../../../test/doors.ts'
import { everySecond } from '../../../test/jobs.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { createAccessStore } from './access.store.ts'
import { createAccess } from './access.ts'
import type { Passage } from './passage.ts'
import { createPasserStore } from './passers.store.ts'

const { listZdGateAccess, getZdGateAccessCount, listNowInside, correctInside } = gateCalls
const minute = 60_000

let site: TestSite
let admin: Client
let kiln: string
let mill: string
let east: Passage['gate']
let west: Passage['gate']
/** Of pictures that gates pushed, whose they are. */
const captured: (string | null)[] = []
let isDiskFull = false
/** What other servers are told. */
const published: unknown[] = []
let pass: (passage: Partial<Passage>) => Promise<'stored' | 'duplicate'>
let heard: (gateId: string) => Promise<void>
let store: ReturnType<typeof createAccessStore>

beforeAll(async () => {
  site = await createTestSite({}, afterFile, { jobs: everySecond })
  admin = site.admin
  kiln = await site.makeDept('烧成车间')
  mill = await site.makeDept('包装部')
  const { id } = await admin.ask(gateCalls.saveBsBarrierGate, {
    name: '东门',
    code: 'E1',
    kind: 'turnstile',
    direction: 3,
    ip: '10.0.0.9',
    deptId: kiln,
  })
  await admin.ask(gateCalls.saveBsBarrierGate, {
    name: '西门',
    code: 'W1',
    kind: 'turnstile',
    direction: 1,
    ip: '10.0.0.8',
    deptId: kiln,
  })
  const clock = createSiteClock('Asia/Shanghai')
  store = createAccessStore({ db: site.db, clock })
  const place = (await store.gatesAt('10.0.0.9'))[0]?.place
  if (place?.id !== id) throw new Error('the gate is not found by its address')
  east = place
  const oneWay = (await store.gatesAt('10.0.0.8'))[0]?.place
  if (!oneWay) throw new Error('the other gate is not found by its address')
  west = oneWay
  // A server of its own, which the other one hears of by what is stored.
  const { doors } = await doorsOf(site, afterFile)
  const access = createAccess(
    {
      clock,
      log: createLog('silent'),
      transaction: transactionsOf(site.db, createLog('silent')),
      live: { publish: () => undefined },
      bus: { publish: (_, message) => Promise.resolve(void published.push(message)) },
    },
    store,
    createPasserStore(site),
    {
      takePictures: doors.pushing.takePictures,
      pictures: {
        capture: (_, deptId) => {
          if (isDiskFull) return Promise.reject(new NotReady(new Error('no room')))
          captured.push(deptId)
          return Promise.resolve('picture0123456789')
        },
        dropCaptures: () => Promise.resolve(),
      },
    },
  )
  heard = access.heard
  pass = (passage) =>
    access.pass({
      gate: east,
      eventKey: null,
      personNo: '',
      personName: '',
      cardNo: '',
      direction: 'in',
      passTime: Date.now(),
      passType: 'face',
      isLetThrough: true,
      refusedFor: null,
      temperature: null,
      isReplayed: false,
      picture: null,
      unread: null,
      ...passage,
    })
})
beforeEach(() => {
  captured.length = 0
  isDiskFull = false
})

const person = (name: string, workNum: string, deptId = kiln) => site.makeUser({ name, workNum, deptId })
const listed = async (client: Client, keyword: string) => whole(await client.ask(listZdGateAccess, { keyword }))
const inside = async (keyword: string, client = admin) =>
  (await client.ask(listNowInside, { keyword })).list.map(({ kind, isInside, mismatches }) => [kind, isInside, mismatches])
const entryOf = async (keyword: string) => {
  const [entry] = (await admin.ask(listNowInside, { keyword })).list
  if (!entry) throw new Error(`${keyword} is not listed`)
  return entry
}
type Heard = Extract<FromServer, { type: 'event' }>
/** Whether a console is told of a passage; of which it was is noted. */
const told =
  (id: string, ids: string[]) =>
  (message: FromServer): message is Heard => {
    if (message.type !== 'event' || message.event.name !== 'gatePassed') return false
    ids.push(message.event.data.id)
    return message.event.data.id === id
  }
const ago = (minutes: number) => Date.now() - minutes * minute

it('stores a passage once, with whose it is, its direction and its picture', async () => {
  await person('pass1', 'P1', mill)
  const picture = { type: 'image/jpeg', bytes: Buffer.from('picture') } as const
  // Of a single door the same is told of whoever comes in and whoever goes out: which way it lets through, its record says.
  const passage = { gate: west, eventKey: 'e1', personNo: 'P1', direction: 'out', picture, temperature: 36.5 } as const
  expect(await Promise.all([pass(passage), pass(passage)])).toEqual(expect.arrayContaining(['stored', 'duplicate']))
  captured.length = 0
  expect(await pass({ ...passage, passTime: ago(5) })).toBe('duplicate')
  expect(captured).toEqual([])
  // Without a name of its own: the same gate, person and time.
  const unnamed = { gate: west, personNo: 'P1', passTime: ago(3), picture } as const
  expect([await pass(unnamed), await pass(unnamed), await pass({ ...unnamed, passTime: ago(2) })]).toEqual([
    'stored',
    'duplicate',
    'stored',
  ])
  expect(captured).toEqual([mill, mill])
  const rows = await listed(admin, 'P1')
  expect(rows).toHaveLength(3)
  // The gate lets in alone, the person is of another department than the gate.
  expect(rows[0]).toMatchObject({
    personName: 'pass1',
    personNo: 'P1',
    personType: 'employee',
    deptName: '包装部',
    gateName: '西门',
    deviceIp: '10.0.0.8',
    direction: 1,
    passType: 'face',
    result: 'passed',
    snapUrl: 'picture0123456789',
    temperature: 36.5,
  })
  expect(await admin.ask(getZdGateAccessCount, { keyword: 'P1', gateId: west.id })).toBe(3)
  expect(await admin.ask(getZdGateAccessCount, { gateId: '999' })).toBe(0)
})

it('has a gate on line on the map while it is heard of', async () => {
  const onMap = async () => {
    const object = whole(await admin.ask(gateCalls.listBsBarrierGateObjectAll, {})).find(({ id }) => id === west.id)
    return [object?.online, object?.time === null]
  }
  expect(await onMap()).toEqual([false, true])
  published.length = 0
  await heard(west.id)
  expect(await onMap()).toEqual([true, false])
  await heard(west.id)
  expect(published).toEqual([[{ kind: 'barrierGate', id: west.id, deptIds: null }]])
  await site.db.raw(site.db.sql, `UPDATE barrier_gate SET last_seen = now() - interval '11 minutes' WHERE id = ${west.id}`)
  expect(await onMap()).toEqual([false, false])
  await heard(west.id)
  expect([await onMap(), published.length]).toEqual([[true, false], 2])
})

it('stores a passage without its picture where that cannot be kept', async () => {
  await person('full', 'P8')
  isDiskFull = true
  expect(await pass({ personNo: 'P8', picture: { type: 'image/jpeg', bytes: Buffer.from('picture') } })).toBe('stored')
  expect((await listed(admin, 'P8')).map(({ snapUrl }) => snapUrl)).toEqual([''])
  expect((await entryOf('P8')).isInside).toBe(true)
})

it('knows somebody by his card, a visitor by his tag, and nobody where there is none', async () => {
  const { id } = await person('card1', 'P2')
  await admin.ask(deviceCalls.saveBsBadge, { badgeNo: 'B1', devEui: '00000000000000b1', userId: id })
  await pass({ cardNo: '00000000000000b1', passType: 'card' })
  expect((await listed(admin, 'card1')).map(({ personNo, cardNo }) => [personNo, cardNo])).toEqual([['P2', '00000000000000b1']])
  await pass({ personNo: 'X9', personName: '外来的' })
  expect((await listed(admin, '外来的')).map(({ personType, deptName }) => [personType, deptName])).toEqual([['', '烧成车间']])
})

it('says why somebody was refused in the reader’s language, and counts him nowhere as inside', async () => {
  await person('stopped', 'P3')
  await pass({ personNo: 'P3', isLetThrough: false, refusedFor: { zh: '不在有效期', en: 'not valid now' } })
  const english = createClient({ origin: site.origin, token: () => site.adminToken, language: () => 'en' })
  const reasons = async (client: Client) => (await listed(client, 'P3')).map(({ result, reason }) => [result, reason])
  expect([await reasons(admin), await reasons(english)]).toEqual([[['refused', '不在有效期']], [['refused', 'not valid now']]])
  expect(await inside('P3')).toEqual([])
})

it('goes by when it heard of a passage where the turnstile’s clock is off by years', async () => {
  await person('clock1', 'P4')
  const began = Math.floor(Date.now() / 1000) * 1000
  for (const passTime of [Date.UTC(1970, 0), Date.UTC(2060, 0), Number.MAX_VALUE])
    expect(await pass({ personNo: 'P4', passTime })).toBe('stored')
  const rows = await listed(admin, 'P4')
  expect(rows.map(({ passTime }) => Date.parse(`${passTime?.replace(' ', 'T')}+08:00`) >= began)).toEqual([true, true, true])
  // What it kept while nobody heard it is believed; told again it is the same.
  expect(await pass({ personNo: 'P4', passTime: ago(60 * 24 * 3), isReplayed: true })).toBe('stored')
  expect(await pass({ personNo: 'P4', passTime: Date.UTC(1970, 0) })).toBe('duplicate')
})

it('has nobody stand by a clock that is not believed, nor inside beyond a clock that is fast', async () => {
  await person('clock2', 'P7')
  expect(await pass({ personNo: 'P7', passTime: Date.UTC(2060, 0) })).toBe('stored')
  expect(await pass({ personNo: 'P7', passTime: Date.UTC(1970, 0), isReplayed: true })).toBe('stored')
  expect(await inside('P7')).toEqual([])
  // Four minutes fast he comes in; the other side, whose clock is right, lets him out after that.
  expect(await pass({ personNo: 'P7', passTime: Date.now() + 4 * minute })).toBe('stored')
  expect(await inside('P7')).toEqual([['person', true, []]])

  expect(await pass({ personNo: 'P7', direction: 'out' })).toBe('stored')
  expect(await inside('P7')).toEqual([])
})

it('tells refused strangers of one second apart by card and direction', async () => {
  const stranger = { passTime: ago(6), isLetThrough: false, personName: '同一秒' }
  const told = [stranger, { ...stranger, direction: 'out' }, { ...stranger, isLetThrough: true }] as const
  for (const one of told) expect([await pass(one), await pass(one)]).toEqual(['stored', 'duplicate'])
  expect(await listed(admin, '同一秒')).toHaveLength(3)
})

it('shows passages and who is inside in one’s departments alone, and tells consoles of them at once', async () => {
  const permissions = ['personOutInMgmt', 'personOutInMgmt:edit']
  const guard = await site.makeUser({ name: 'guard', permissions, scope: 'own', deptId: kiln })
  const baker = await site.makeUser({ name: 'baker', permissions, scope: 'own', deptId: mill })
  await person('scoped', 'P5')
  const console = await site.live(guard.token, null, ['gates'])
  const deaf = await site.live(baker.token, null, ['gates'])
  await pass({ personNo: 'P5' })
  const [mine] = await listed(admin, 'P5')
  if (!mine) throw new Error('no passage')
  const { event } = await console.until(told(mine.id, []))
  expect(event.data).toEqual({ id: mine.id, gateId: east.id, direction: 1, result: 'passed' })
  await person('scoped2', 'P6', mill)
  await pass({ personNo: 'P6' })
  const [other] = await listed(admin, 'P6')
  const ids: string[] = []
  await deaf.until(told(other?.id ?? '', ids))
  expect(ids).not.toContain(mine.id)
  const seen = async (client: Client) => [
    (await listed(client, 'scoped')).map(({ personNo }) => personNo),
    (await client.ask(listNowInside, { keyword: 'scoped' })).list.map(({ number }) => number),
  ]
  expect(await seen(guard.client)).toEqual([['P5'], ['P5']])
  expect(await seen(baker.client)).toEqual([['P6'], ['P6']])
  const { key } = await entryOf('P5')
  expect((await baker.client.send(correctInside, { key, isInside: false, reason: '不归我管' })).code).toBe('notFound')
  const pictures = await store.pictures(['picture0123456789'], { all: false, deptIds: new Set([kiln]) })
  expect([pictures, await store.pictures(['picture0123456789'], everything)]).toEqual([[], ['picture0123456789']])
})

it('has each person inside once, by gate or tag, with what does not fit', async () => {
  // Entered a while ago, and no tag is heard of him.
  await person('bare', 'I1')
  await pass({ personNo: 'I1', passTime: ago(20) })
  expect(await inside('I1')).toEqual([['person', true, ['noTag']]])
  await pass({ personNo: 'I1', direction: 'out', passTime: ago(1) })
  expect(await inside('I1')).toEqual([])

  const tagged = await person('tagged', 'I2')
  const helmet = await site.makeHat('860000000000003', { userId: tagged.id })
  expect(helmet).toBeDefined()
  await site.report([{ deviceType: 'hat', deviceId: '860000000000003', time: new Date().toISOString(), lng: 118.36, lat: 31.17 }])
  await expect.poll(() => inside('I2')).toEqual([['person', true, ['noEntry']]])
  await pass({ personNo: 'I2', passTime: ago(20) })
  expect(await inside('I2')).toEqual([['person', true, []]])
  await pass({ personNo: 'I2', passTime: ago(15) })
  expect(await inside('I2')).toEqual([['person', true, ['twiceIn']]])
  // Another turnstile tells late that he left in between; of one before both that says nothing.
  await pass({ personNo: 'I2', direction: 'out', passTime: ago(24), isReplayed: true })
  expect(await inside('I2')).toEqual([['person', true, ['twiceIn']]])
  await pass({ personNo: 'I2', direction: 'out', passTime: ago(17), isReplayed: true })
  expect(await inside('I2')).toEqual([['person', true, []]])
  // Who went out is still heard for a moment; after that his tag came back without him.
  await pass({ personNo: 'I2', direction: 'out', passTime: ago(2) })
  expect(await inside('I2')).toEqual([])

  await person('wanderer', 'I3')
  await pass({ personNo: 'I3', direction: 'out', passTime: ago(4) })
  expect(await inside('I3')).toEqual([['person', false, ['outWithoutIn']]])
  // What was told late moves nobody: he is not inside by it. It says where he came in, so that his leaving fits.
  await pass({ personNo: 'I3', direction: 'in', passTime: ago(30) })
  expect(await inside('I3')).toEqual([])

  // Somebody who swipes again at once passed once.
  await person('twice', 'I4')
  await pass({ personNo: 'I4', passTime: ago(5) })
  await pass({ personNo: 'I4', passTime: ago(4) })
  expect(await inside('I4')).toEqual([['person', true, []]])

  // He was counted by what the turnstile calls him before the site had a record of him.
  await pass({ personNo: 'I5', personName: '新来的', passTime: ago(5) })
  await person('newcomer', 'I5')
  expect(await inside('I5')).toEqual([['person', true, []]])
  await pass({ personNo: 'I5', direction: 'out', passTime: ago(1) })
  expect(await inside('I5')).toEqual([])
})

it('holds nobody of whom the site has no record, and no vehicle, beyond the days of the site, unless somebody said so', async () => {
  await person('recorded', 'O1')
  await pass({ personNo: 'O1', passTime: ago(5) })
  for (const personNo of ['O2', 'O3']) await pass({ personNo, passTime: ago(5) })
  await admin.ask(correctInside, { key: 'nO3', isInside: true, reason: '看见他了' })
  await site.db.raw(site.db.sql, `UPDATE gate_presence SET since = now() - interval '4 days' WHERE number IN ('O1', 'O2', 'O3')`)
  await site.db.raw(
    site.db.sql,
    `INSERT INTO vehicle_at_gate (plate_number, direction, pass_time, place, owner, odd)
      VALUES ('皖O1', 'in', now() - interval '4 days', '东门', '', ''), ('皖O2', 'in', now() - interval '2 days', '东门', '', '')`,
  )
  expect([await inside('O1'), await inside('O2'), await inside('O3')].map(([first]) => first?.[0])).toEqual([
    'person',
    'vehicle',
    'person',
  ])
  expect(await inside('皖O1')).toEqual([])
})

it('is cut where strangers are too many, with a count, and never refused', async () => {
  await person('counted', 'M1')
  await pass({ personNo: 'M1', passTime: ago(5) })
  await site.db.raw(
    site.db.sql,
    `INSERT INTO gate_presence (key, number, name, direction, since)
      SELECT 'nmany' || n, 'many' || n, '', 1, now() FROM generate_series(1, ${wholeListLimit + 5}) AS n`,
  )
  const { list, more, people } = await admin.ask(listNowInside, undefined)
  expect([list.length, more >= 6, people <= wholeListLimit]).toEqual([wholeListLimit, true, true])
  expect(list.map(({ number }) => number)).toContain('M1')
  await site.db.raw(site.db.sql, `DELETE FROM gate_presence WHERE key LIKE 'nmany%'`)
  expect((await admin.ask(listNowInside, undefined)).more).toBe(0)
})

it('counts somebody as somebody says, with a reason, until he passes again', async () => {
  await person('forgot', 'C1')
  await pass({ personNo: 'C1', passTime: ago(9) })
  const { key, version } = await entryOf('C1')
  expect((await admin.send(correctInside, { key, isInside: false })).code).toBe('invalidInput')
  expect((await admin.send(correctInside, { key: 'p999999', isInside: false, reason: '没有此人' })).code).toBe('notFound')
  expect((await admin.send(correctInside, { key: 'v1', isInside: false, reason: '访客' })).code).toBe('invalidInput')
  const said = await admin.ask(correctInside, { key, version, isInside: false, reason: '翻墙走了' })
  expect([said?.isInside, said?.correction?.reason]).toEqual([false, '翻墙走了'])
  expect((await admin.send(correctInside, { key, version, isInside: true, reason: '看错了' })).code).toBe('conflict')
  expect((await admin.ask(listNowInside, { keyword: 'C1' })).people).toBe(0)
  const back = await admin.ask(correctInside, { key, isInside: null })
  expect([back?.isInside, back?.correction]).toEqual([true, null])
  await admin.ask(correctInside, { key, isInside: false, reason: '翻墙走了' })
  // Told late, of before somebody said so.
  await pass({ personNo: 'C1', passTime: ago(5) })
  expect((await entryOf('C1')).isInside).toBe(false)
  await pass({ personNo: 'C1', passTime: Date.now() + minute })
  expect([(await entryOf('C1')).isInside, (await entryOf('C1')).correction]).toEqual([true, null])
  const log = paged(await admin.ask(journalCalls.listSysLogByCondition, { pageNum: 1, pageSize: 50, module: 'gates' }))
  expect(log.list.filter(({ object, objectId }) => object === 'insideCorrection' && objectId === key)).toHaveLength(3)
  // Nobody saw him pass at all.
  const { id } = await person('guest', 'C2')
  const there = await admin.ask(correctInside, { key: `p${id}`, isInside: true, reason: '跟车进厂' })
  expect(there?.isInside).toBe(true)
  expect(await inside('C2')).toEqual([['person', true, []]])
})

it('counts visitors with those who came with them, and none of them as a person as well', async () => {
  await admin.ask(deviceCalls.saveBsBadge, { badgeNo: 'V1', devEui: '00000000000000c1' })
  const wire = (hours: number) => new Date(Date.now() + (8 + hours) * 60 * minute).toISOString().slice(0, 19).replace('T', ' ')
  const { id } = await admin.ask(gateCalls.saveZdVisitRecord, {
    visitorName: '团队访客',
    phone: '13800000000',
    hostName: '李主任',
    peerCount: 4,
    planIn: wire(-1),
    planOut: wire(2),
  })
  await admin.ask(gateCalls.approveZdVisitRecord, { id, result: 'approved' })
  await admin.ask(gateCalls.ackZdVisitRecord, { id })
  await admin.ask(gateCalls.enterZdVisitRecord, { id, tagNo: 'V1' })
  await pass({ cardNo: 'V1', passType: 'card' })
  expect((await listed(admin, '团队访客')).map(({ personType }) => personType)).toEqual(['visitor'])
  const found = await admin.ask(listNowInside, { keyword: '团队访客' })
  expect([found.list.length, found.visitors, found.people]).toEqual([1, 5, 0])
  await admin.ask(gateCalls.leaveZdVisitRecord, { id })
  expect(await inside('团队访客')).toEqual([])
})

it('counts a vehicle as somebody says, with a reason, until it passes a barrier again', async () => {
  const permissions = ['personOutInMgmt', 'personOutInMgmt:edit']
  const guard = await site.makeUser({ name: 'carguard', permissions, scope: 'own', deptId: kiln })
  const baker = await site.makeUser({ name: 'carbaker', permissions, scope: 'own', deptId: mill })
  const { rows } = await site.db.raw<{ at: Date }>(
    site.db.sql,
    `INSERT INTO vehicle_at_gate (plate_number, direction, pass_time, place, dept_id, owner, odd)
     VALUES ('皖C77777', 'in', now() - interval '9 minutes', '东门', ${kiln}, '张运', 'twiceIn') RETURNING pass_time AS at`,
  )
  expect(rows).toHaveLength(1)
  const { key, version } = await entryOf('皖C77777')
  expect((await admin.send(correctInside, { key, isInside: false })).code).toBe('invalidInput')
  expect((await admin.send(correctInside, { key: 'm皖C00000', isInside: false, reason: '没有此车' })).msg).toMatch(/车辆/)
  expect((await baker.client.send(correctInside, { key, isInside: false, reason: '不归我管' })).code).toBe('notFound')
  const said = await guard.client.ask(correctInside, { key, version, isInside: false, reason: '出厂道闸断电' })
  expect([said?.isInside, said?.mismatches, said?.correction?.reason, said?.correction?.by]).toEqual([
    false,
    [],
    '出厂道闸断电',
    'carguard',
  ])
  const counted = async () => (await admin.ask(listNowInside, { keyword: '皖C77777' })).vehicles
  expect(await counted()).toBe(0)
  expect((await admin.send(correctInside, { key, version, isInside: true, reason: '看错了' })).code).toBe('conflict')
  expect((await admin.ask(correctInside, { key, isInside: null }))?.mismatches).toEqual(['twiceIn'])
  await admin.ask(correctInside, { key, isInside: false, reason: '出厂道闸断电' })
  const log = async (client: Client) =>
    paged(await client.ask(journalCalls.listSysLogByCondition, { pageNum: 1, pageSize: 50, module: 'gates' })).list.filter(
      ({ object, objectId }) => object === 'insideCorrection' && objectId === key,
    )
  expect(await log(admin)).toHaveLength(3)
  // It passed after somebody said so.
  await site.db.raw(
    site.db.sql,
    `UPDATE vehicle_at_gate SET pass_time = now() + interval '1 minute' WHERE plate_number = '皖C77777'`,
  )
  const back = await entryOf('皖C77777')
  expect([back.isInside, back.correction, back.version, await counted()]).toEqual([true, null, 3, 1])
})
