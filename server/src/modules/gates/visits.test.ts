import { beforeAll, expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { paged, whole, type Client } from '@vigil/contract/kernel/client.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import type { Job } from '../../kernel/jobs/job.ts'
import { afterFile } from '../../../test/ends.ts'
import { createFileSite, fetchFile, png, upload } from '../../../test/files.ts'
import { at, square } from '../../../test/places.ts'
import { listeningServer } from '../../../test/several-servers.ts'
import { type TestSite } from '../../../test/site.ts'

const {
  saveZdVisitRecord,
  approveZdVisitRecord,
  ackZdVisitRecord,
  enterZdVisitRecord,
  leaveZdVisitRecord,
  deleteZdVisitRecordById,
  listZdVisitRecordByDate,
  getZdVisitRecordByDateCount,
  listVisitorStaNumber,
  saveZdVisitorBan,
  deleteZdVisitorBanById,
} = gateCalls

/** What is done again and again of visitors is done here when the test says so. */
const byHand = new Map<string, Job['run']>()
const isByHand = (name: string): boolean => name.startsWith('visitor') || name === 'gate pictures'
const jobs = (all: readonly Job[]): readonly Job[] => {
  for (const { name, run } of all) if (isByHand(name)) byHand.set(name, run)
  return all.filter(({ name }) => !isByHand(name))
}
const run = (name: string) => byHand.get(name)?.() ?? Promise.reject(new Error(`there is no job ${name}`))
const watch = () => run('visitors')

let site: TestSite
let admin: Client
let kiln: string
let mill: string
beforeAll(async () => {
  site = await createFileSite({}, afterFile, { jobs })
  admin = site.admin
  kiln = await site.makeDept('烧成车间')
  mill = await site.makeDept('包装部')
})

const hour = 3_600_000
const wire = (hours: number): string =>
  new Date(Date.now() + 8 * hour + hours * hour).toISOString().slice(0, 19).replace('T', ' ')
const guest = (name: string, more: object = {}) => ({
  visitorName: name,
  idNo: '11010519491231002X',
  phone: '13812345678',
  hostName: '李主任',
  reason: '检修',
  planIn: wire(-1),
  planOut: wire(3),
  deptId: kiln,
  ...more,
})
const book = (name: string, more: object = {}) => admin.ask(saveZdVisitRecord, guest(name, more))
const approved = async (name: string, more: object = {}) => {
  const { id } = await book(name, more)
  await admin.ask(approveZdVisitRecord, { id, result: 'approved' })
  return admin.ask(ackZdVisitRecord, { id })
}
const inside = async (name: string, tagNo = '', more: object = {}) =>
  admin.ask(enterZdVisitRecord, { id: (await approved(name, more)).id, tagNo })
const makeTag = (badgeNo: string, devEui: string) => admin.ask(deviceCalls.saveBsBadge, { badgeNo, devEui })
const openAlarms = async (name: string) =>
  (await admin.ask(alarmCalls.listRealAlarmData, undefined)).list
    .filter(({ source }) => source.kind === 'visitor' && source.label === name)
    .map(({ alarmType, condition }) => [alarmType, condition])
/** The time of a visit is moved as its clock would move it. */
const overSince = (id: string) =>
  site.db.raw(site.db.sql, `UPDATE visit SET plan_out = now() - interval '1 minute' WHERE id = ${id}`)

it('takes a visitor from his booking to the tag returned, by legal steps alone, each written down with who took it', async () => {
  await makeTag('访客1', '00000000000000a1')
  const made = await book('周到')
  expect([made.status, made.bookedBy, made.tagNo, made.deptName]).toEqual(['pending', made.bookedBy, '', '烧成车间'])
  const { id } = made
  const code = async (call: Parameters<Client['send']>[0], more: object = {}) => {
    const { code: told, msg } = await admin.send(call, { id, ...more })
    return [told, msg]
  }
  expect(await code(enterZdVisitRecord)).toEqual(['invalidInput', '访客不能入厂：尚未审批'])
  expect(await code(leaveZdVisitRecord)).toEqual(['invalidInput', '访客不能离厂：尚未审批'])
  expect((await code(approveZdVisitRecord, { result: 'refused' }))[0]).toBe('invalidInput')
  const yes = await admin.ask(approveZdVisitRecord, { id, version: made.version, result: 'approved' })
  expect([yes.status, yes.approver === '']).toEqual(['approved', false])
  expect((await code(approveZdVisitRecord, { result: 'approved' }))[0]).toBe('invalidInput')
  // Whoever read it before somebody else took the step.
  expect((await code(approveZdVisitRecord, { version: made.version, result: 'refused', reason: '改期' }))[0]).toBe('conflict')
  expect(await code(enterZdVisitRecord)).toEqual(['invalidInput', '访客不能入厂：尚未确认安全告知'])
  expect((await admin.ask(ackZdVisitRecord, { id })).trainingAck).not.toBe(null)
  expect((await code(enterZdVisitRecord, { tagNo: '没有' }))[0]).toBe('notFound')
  expect((await code(enterZdVisitRecord, { tagNo: '访客1', gateId: '999' }))[0]).toBe('notFound')
  const gate = await admin.ask(gateCalls.saveBsBarrierGate, { name: '东门', code: 'E1', kind: 'turnstile' })
  const here = await admin.ask(enterZdVisitRecord, { id, tagNo: '访客1', gateId: gate.id })
  expect([here.status, here.tagNo, here.gateIn, here.inTime === null]).toEqual(['inside', '访客1', '东门', false])
  expect((await code(enterZdVisitRecord))[0]).toBe('invalidInput')
  expect((await code(deleteZdVisitRecordById))[0]).toBe('inUse')
  const gone = await admin.ask(leaveZdVisitRecord, { id, tagBack: false })
  expect([gone.status, gone.tagBack]).toEqual(['left', false])
  expect((await code(saveZdVisitRecord, guest('周到')))[0]).toBe('invalidInput')
  // The tag that he took along is nobody else's until it is back.
  const next = await approved('吴迟')
  expect((await admin.send(enterZdVisitRecord, { id: next.id, tagNo: '访客1' })).msg).toBe('临时标签已发给另一位访客')
  expect((await admin.ask(leaveZdVisitRecord, { id })).tagBack).toBe(true)
  expect((await code(leaveZdVisitRecord))[0]).toBe('invalidInput')
  expect((await admin.ask(enterZdVisitRecord, { id: next.id, tagNo: '00000000000000a1' })).tagNo).toBe('访客1')
  await admin.ask(leaveZdVisitRecord, { id: next.id })
  expect(await code(deleteZdVisitRecordById)).toEqual(['200', 'success'])
  expect(whole(await admin.ask(listZdVisitRecordByDate, { ids: [id] }))).toEqual([])
  const kept = await site.db.raw<{ status: string }>(site.db.sql, `SELECT status FROM visit WHERE id = ${id}`)
  expect(kept.rows).toEqual([{ status: 'left' }])
  const log = paged(await admin.ask(journalCalls.listSysLogByCondition, { pageNum: 1, pageSize: 50, module: 'gates' }))
  const ofHim = log.list.filter(({ object, objectId }) => object === 'visit' && objectId === id)
  // The log is never erased, identity numbers are.
  expect(JSON.stringify(log.list)).toContain('110****002X')
  expect(JSON.stringify(log.list)).not.toContain('11010519491231002X')
  expect(made.idNo).toBe('11010519491231002X')
  expect(ofHim.map(({ action }) => action)).toEqual(['delete', ...Array<string>(5).fill('update'), 'create'])
})

it('lets nobody in before his time or after it, and takes no times that make no sense', async () => {
  const tomorrow = await approved('早到', { planIn: wire(20), planOut: wire(24) })
  expect((await admin.send(enterZdVisitRecord, { id: tomorrow.id })).msg).toBe('访客不能入厂：未到预约时间，可提前 2 小时')
  const late = await approved('迟到')
  await overSince(late.id)
  expect((await admin.send(enterZdVisitRecord, { id: late.id })).msg).toBe('访客不能入厂：预约时间已过')
  expect((await admin.send(saveZdVisitRecord, guest('倒序', { planIn: wire(3), planOut: wire(2) }))).code).toBe('invalidInput')
  expect((await admin.send(saveZdVisitRecord, guest('昨天', { planIn: wire(-30), planOut: wire(-26) }))).code).toBe(
    'invalidInput',
  )
  const years = guest('十年', { planOut: '2036-01-01 00:00:00' })
  expect((await admin.send(saveZdVisitRecord, years)).msg).toBe('预约离厂距预约入厂不能超过 366 天')
  const far = guest('远期', { planIn: '9999-01-01 00:00:00', planOut: '9999-01-02 00:00:00' })
  expect((await admin.send(saveZdVisitRecord, far)).msg).toBe('预约入厂最多提前一年')
})

it('shows and writes what is in one’s departments alone, and masks identity and phone', async () => {
  const permissions = ['visitRecordMgmt', 'visitRecordMgmt:edit']
  const guard = await site.makeUser({ name: 'guard', permissions, scope: 'own', deptId: kiln })
  const seer = await site.makeUser({ name: 'seer', permissions: [...permissions, 'private:view'], scope: 'own', deptId: kiln })
  const baker = await site.makeUser({ name: 'baker', permissions, scope: 'own', deptId: mill })
  const { id } = await book('郑密')
  const [row] = whole(await guard.client.ask(listZdVisitRecordByDate, { ids: [id] }))
  expect([row?.idNo, row?.phone]).toEqual(['110****002X', '138****5678'])
  expect(whole(await seer.client.ask(listZdVisitRecordByDate, { ids: [id] }))[0]?.idNo).toBe('11010519491231002X')
  expect(whole(await baker.client.ask(listZdVisitRecordByDate, { ids: [id] }))).toEqual([])
  expect((await baker.client.send(approveZdVisitRecord, { id, result: 'approved' })).code).toBe('notFound')
  // What was shown masked and comes back so changes nothing of it.
  if (!row) throw new Error('no visit')
  await guard.client.ask(saveZdVisitRecord, guest('郑密', { id, idNo: row.idNo, phone: row.phone, goods: '工具箱' }))
  const [saved] = whole(await seer.client.ask(listZdVisitRecordByDate, { ids: [id] }))
  expect([saved?.idNo, saved?.phone, saved?.goods]).toEqual(['11010519491231002X', '13812345678', '工具箱'])
  expect((await guard.client.send(approveZdVisitRecord, { id, result: 'approved' })).code).toBe('200')
  expect((await guard.client.send(approveZdVisitRecord, { id, result: 'refused', reason: '取消' })).code).toBe('200')
  // The whole site's visits are seen and not written.
  const shared = await book('公共', { deptId: null })
  expect((await guard.client.send(approveZdVisitRecord, { id: shared.id, result: 'approved' })).code).toBe('forbidden')
  expect(await baker.client.ask(getZdVisitRecordByDateCount, { keyword: '郑密' })).toBe(0)
  expect(await guard.client.ask(getZdVisitRecordByDateCount, { keyword: '郑密' })).toBe(1)
})

it('has no picture but an uploaded one that its saver may open', async () => {
  const permissions = ['visitRecordMgmt', 'visitRecordMgmt:edit']
  const guard = await site.makeUser({ name: 'photographer', permissions, scope: 'own', deptId: kiln })
  const own = await upload(site, png, 'own.png', { deptId: kiln })
  const others = await upload(site, png, 'others.png', { deptId: mill })
  const text = await upload(site, 'hello', 'text.txt', { deptId: kiln })
  const capture = 'c'.repeat(32)
  await site.db.raw(
    site.db.sql,
    `INSERT INTO stored_file (id, name, type, size, sha256, purpose, dept_id, created_at)
      VALUES ('${capture}', 'a.png', 'image/png', 1, repeat('c', 64), 'capture', ${kiln}, now())`,
  )
  for (const photo of [others.id, text.id, capture, 'd'.repeat(32)])
    expect(await guard.client.send(saveZdVisitRecord, guest('借图', { photo }))).toMatchObject({
      code: 'notFound',
      msg: '照片不存在或已删除',
    })
  expect(await admin.send(saveZdVisitRecord, guest('借图', { photo: capture }))).toMatchObject({ code: 'notFound' })
  expect(await admin.ask(getZdVisitRecordByDateCount, { keyword: '借图' })).toBe(0)
  const { id } = await guard.client.ask(saveZdVisitRecord, guest('有图', { photo: own.id }))
  expect((await guard.client.send(saveZdVisitRecord, guest('有图', { id, photo: capture }))).code).toBe('notFound')
  expect(whole(await admin.ask(listZdVisitRecordByDate, { ids: [id] }))[0]?.photo).toBe(own.id)
})

it('binds no tag of another department, and tells nothing of it', async () => {
  const permissions = ['visitRecordMgmt', 'visitRecordMgmt:edit']
  const guard = await site.makeUser({ name: 'tagger', permissions, scope: 'own', deptId: kiln })
  await admin.ask(deviceCalls.saveBsBadge, { badgeNo: '包装1', devEui: '00000000000000b1', deptId: mill })
  await admin.ask(deviceCalls.saveBsBadge, { badgeNo: '烧成1', devEui: '00000000000000b2', deptId: kiln })
  await makeTag('全厂1', '00000000000000b3')
  const worn = await site.makeUser({ name: 'packer', workNum: 'PACK1', deptId: mill })
  await site.makeHat('860000000000012', { userId: worn.id, deptId: mill })
  const { id } = await approved('借牌')
  for (const tagNo of ['包装1', '860000000000012', '全厂1'])
    expect(await guard.client.send(enterZdVisitRecord, { id, tagNo })).toMatchObject({
      code: 'notFound',
      msg: '临时标签不存在或已删除',
    })
  expect((await guard.client.ask(enterZdVisitRecord, { id, tagNo: '烧成1' })).tagNo).toBe('烧成1')
})

it('lets a visitor in once, whichever of two servers is asked, and gives a tag to one', async () => {
  const other = await listeningServer(site, {})
  await makeTag('访客2', '00000000000000a2')
  const { id, version } = await approved('双开')
  const answers = await Promise.all([admin, other.admin].map((client) => client.send(enterZdVisitRecord, { id, version })))
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['200', 'conflict'])
  const [one, two] = [await approved('甲'), await approved('乙')]
  const tagged = await Promise.all([
    admin.send(enterZdVisitRecord, { id: one.id, tagNo: '访客2' }),
    other.admin.send(enterZdVisitRecord, { id: two.id, tagNo: '访客2' }),
  ])
  expect(tagged.map(({ code }) => code).toSorted()).toEqual(['200', 'invalidInput'])
  const worn = await site.makeUser({ name: 'wearer', workNum: 'V1' })
  await site.makeHat('860000000000001', { userId: worn.id })
  const third = await approved('丙')
  expect((await admin.send(enterZdVisitRecord, { id: third.id, tagNo: '860000000000001' })).msg).toBe('临时标签已有人佩戴')
})

it('lets nobody in who is on the black list, however his number is written', async () => {
  const waiting = await book('坏人', { idNo: '33010219900101123x', phone: '13900000001' })
  const coming = await approved('坏人', { idNo: '33010219900101123x', phone: '13900000002' })
  expect((await admin.send(saveZdVisitorBan, { visitorName: '坏人', reason: '盗窃' })).code).toBe('invalidInput')
  const ban = await admin.ask(saveZdVisitorBan, { visitorName: '坏人', idNo: '330102 19900101 123X', reason: '盗窃' })
  expect((await admin.send(approveZdVisitRecord, { id: waiting.id, result: 'approved' })).msg).toBe(
    '访客姓名在访客黑名单中：盗窃',
  )
  expect((await admin.send(enterZdVisitRecord, { id: coming.id })).code).toBe('invalidInput')
  expect((await admin.send(saveZdVisitRecord, guest('坏人', { idNo: '33010219900101123X' }))).code).toBe('invalidInput')
  const byPhone = await admin.ask(saveZdVisitorBan, { visitorName: '电话', phone: '+86 139-0000-0009', reason: '闹事' })
  expect((await admin.send(saveZdVisitRecord, guest('换名', { phone: '13900000009' }))).code).toBe('invalidInput')
  // He may still be refused, and leave.
  expect((await admin.send(approveZdVisitRecord, { id: waiting.id, result: 'refused', reason: '黑名单' })).code).toBe('200')
  for (const { id } of [ban, byPhone]) await admin.ask(deleteZdVisitorBanById, { id })
  expect((await admin.send(enterZdVisitRecord, { id: coming.id })).code).toBe('200')
})

it('tells once of who overstays, and no more once he may stay or has left', async () => {
  const { id } = await inside('久坐')
  await watch()
  expect(await openAlarms('久坐')).toEqual([])
  await overSince(id)
  await watch()
  await watch()
  expect(await openAlarms('久坐')).toEqual([[31, 'active']])
  const [row] = whole(await admin.ask(listZdVisitRecordByDate, { ids: [id] }))
  expect(row?.status).toBe('overstayed')
  const stays = await admin.ask(saveZdVisitRecord, guest('久坐', { id, planOut: wire(5) }))
  expect(stays.status).toBe('inside')
  expect(await openAlarms('久坐')).toEqual([[31, 'returned']])
  await overSince(id)
  await watch()
  expect((await openAlarms('久坐')).map(([, condition]) => condition)).toContain('active')
  expect((await admin.ask(leaveZdVisitRecord, { id })).status).toBe('left')
  expect((await openAlarms('久坐')).map(([, condition]) => condition)).not.toContain('active')
})

/** What devices report comes in the order in which it is told here. */
let second = 0
const stand = async (deviceType: string, deviceId: string, x: number) => {
  second += 1
  await site.report([{ deviceType, deviceId, time: new Date(Date.now() + second).toISOString(), ...at(x, 0) }])
  // What is written of a device follows what it reports.
  await expect
    .poll(async () => {
      const { rows } = await site.db.raw<{ lng: number }>(
        site.db.sql,
        `SELECT lng FROM positions_heard JOIN devices_watched ON id = device_id WHERE code = '${deviceId}'`,
      )
      return Math.abs((rows[0]?.lng ?? 0) - at(x, 0).lng) < 1e-6
    })
    .toBe(true)
}
const activeAlarms = async (name: string) =>
  (await openAlarms(name)).filter(([, condition]) => condition === 'active').map(([type]) => type)

it('tells of a visitor in an area that is closed to him, and of one who lost his escort', async () => {
  await admin.ask(hazardCalls.saveBsHazardArea, { name: '煤磨', points: square(0, 0, 30) })
  await admin.ask(hazardCalls.saveBsHazardArea, { name: '篦冷机', points: square(200, 0, 30) })
  const open = await admin.ask(hazardCalls.saveBsHazardArea, { name: '展厅', points: square(500, 0, 30) })
  const escort = await site.makeUser({ name: 'escort', workNum: 'V2' })
  await site.makeHat('860000000000002', { userId: escort.id })
  await makeTag('访客3', '00000000000000a3')
  await inside('走远', '访客3', { allowedAreaIds: [open.id], escortId: escort.id })
  const round = async (x: number, escortX: number) => {
    await stand('badge', '00000000000000a3', x)
    await stand('hat', '860000000000002', escortX)
    await watch()
    return activeAlarms('走远')
  }
  expect(await round(500, 490)).toEqual([])
  expect(await round(0, 10)).toEqual([32])
  // Straight into another: the first area's is over, the other's stands.
  expect(await round(200, 210)).toEqual([32])
  const areas = (await admin.ask(alarmCalls.listRealAlarmData, undefined)).list
    .filter(({ source }) => source.label === '走远')
    .map(({ areaName, condition }) => [areaName, condition])
  expect(areas).toEqual(
    expect.arrayContaining([
      ['煤磨', 'returned'],
      ['篦冷机', 'active'],
    ]),
  )
  expect(await round(500, 490)).toEqual([])
  expect(await round(500, 900)).toEqual([33])
  expect(await round(500, 490)).toEqual([])
})

it('counts of a tag only where its present visitor was', async () => {
  await makeTag('访客4', '00000000000000a4')
  // Whoever had it before brought it back through the mill.
  await stand('badge', '00000000000000a4', 0)
  await inside('清白', '访客4')
  await watch()
  expect(await activeAlarms('清白')).toEqual([])
  await stand('badge', '00000000000000a4', 1)
  await watch()
  expect(await activeAlarms('清白')).toEqual([32])
})

it('tells of a visitor whose escort nobody has located for ten minutes, until he is', async () => {
  const escort = await site.makeUser({ name: 'silent', workNum: 'V6' })
  await makeTag('访客6', '00000000000000a6')
  const { id } = await inside('无伴', '访客6', { escortId: escort.id })
  await stand('badge', '00000000000000a6', 900)
  await watch()
  expect(await openAlarms('无伴')).toEqual([])
  // He came with somebody who carries no device at all.
  await site.db.raw(site.db.sql, `UPDATE visit SET in_time = now() - interval '11 minutes' WHERE id = ${id}`)
  await watch()
  await watch()
  const alarms = (await admin.ask(alarmCalls.listRealAlarmData, undefined)).list.filter(({ source }) => source.label === '无伴')
  expect(alarms.map(({ alarmType, count, result }) => [alarmType, count, result])).toEqual([
    [33, 1, '访客无伴的陪同人silent已 11 分钟没有定位'],
  ])
  await site.makeHat('860000000000006', { userId: escort.id })
  await stand('hat', '860000000000006', 890)
  await stand('badge', '00000000000000a6', 900)
  await watch()
  expect(await activeAlarms('无伴')).toEqual([])
})

it('raises nothing of a visitor who leaves while he is looked after', async () => {
  await makeTag('访客5', '00000000000000a5')
  const { id } = await inside('刚走', '访客5')
  await stand('badge', '00000000000000a5', 0)
  let looked: Promise<unknown> = Promise.resolve()
  await site.db.transaction(async (trx) => {
    await site.db.raw(trx, `UPDATE visit SET status = 'left', out_time = now(), tag_back = true WHERE id = ${id}`)
    looked = Promise.resolve(watch())
    // It read that he is inside, and waits to write what it found.
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(async () => (await site.db.raw(site.db.sql, waiting)).rows.length).toBe(1)
  })
  await looked
  expect(await openAlarms('刚走')).toEqual([])
})

it('counts the day’s visitors as far as somebody sees them', async () => {
  const before = await admin.ask(listVisitorStaNumber, undefined)
  await book('计数一')
  const today = wire(0).slice(0, 10)
  await approved('计数二', { planIn: `${today} 00:00:00`, planOut: wire(30) })
  // He was to come the day before: the list of those who come today has him not.
  await approved('计数昨', { planIn: wire(-26) })
  await inside('计数三')
  const { id } = await inside('计数四')
  await admin.ask(leaveZdVisitRecord, { id })
  expect(await admin.ask(listVisitorStaNumber, undefined)).toEqual({
    expected: before.expected + 1,
    inside: before.inside + 1,
    left: before.left + 1,
    overstayed: before.overstayed,
    pending: before.pending + 1,
  })
  const ofToday = { status: 'approved', planInFrom: `${today} 00:00:00`, planInTo: `${today} 23:59:59` } as const
  expect(await admin.ask(getZdVisitRecordByDateCount, ofToday)).toBe(before.expected + 1)
  const baker = await site.makeUser({ name: 'miller', scope: 'own', deptId: mill })
  expect((await baker.client.ask(listVisitorStaNumber, undefined)).inside).toBe(0)
})

it('forgets identity numbers and phones once their time is over, of nobody who is still here', async () => {
  const [gone, here] = [await inside('已走'), await inside('还在')]
  await admin.ask(leaveZdVisitRecord, { id: gone.id })
  // Who had planned to stay for long, and left or was refused, is not kept until then.
  const long = { planOut: wire(300 * 24) }
  const [early, refused, expected] = [await inside('早走', '', long), await book('不来', long), await book('要来', long)]
  await admin.ask(leaveZdVisitRecord, { id: early.id })
  await admin.ask(approveZdVisitRecord, { id: refused.id, result: 'refused', reason: '停产' })
  await site.db.raw(
    site.db.sql,
    `UPDATE visit SET booked_at = now() - interval '3 days', out_time = CASE WHEN out_time IS NULL THEN NULL ELSE now() - interval '3 days' END
     WHERE id IN (${early.id}, ${refused.id}, ${expected.id})`,
  )
  const settings = await admin.ask(siteCalls.getSite, undefined)
  await admin.ask(siteCalls.saveSite, { ...settings, visitIdDays: 1 })
  await site.db.raw(
    site.db.sql,
    `UPDATE visit SET plan_out = now() - interval '3 days', out_time = CASE WHEN out_time IS NULL THEN NULL ELSE now() - interval '3 days' END
     WHERE id IN (${gone.id}, ${here.id})`,
  )
  await run('visitor identities')
  const ids = [gone, here, early, refused, expected].map(({ id }) => id)
  const rows = whole(await admin.ask(listZdVisitRecordByDate, { ids }))
  expect(new Map(rows.map(({ visitorName, idNo, phone }) => [visitorName, [idNo, phone]]))).toEqual(
    new Map([
      ['已走', ['', '']],
      ['还在', ['11010519491231002X', '13812345678']],
      ['早走', ['', '']],
      ['不来', ['', '']],
      ['要来', ['11010519491231002X', '13812345678']],
    ]),
  )
})

it('keeps pictures of people at gates for their days alone: what a turnstile took, and photos of visits that are over', async () => {
  const took = async (name: string) => (await upload(site, png, name)).id
  const [old, again, fresh] = [await took('old.png'), await took('again.png'), await took('fresh.png')]
  const gone = await inside('旧照', '', { photo: old })
  const seen = await inside('又来', '', { photo: again })
  for (const { id } of [gone, seen]) await admin.ask(leaveZdVisitRecord, { id })
  const here = await inside('又来', '', { photo: again })
  const late = await inside('新照', '', { photo: fresh })
  await admin.ask(leaveZdVisitRecord, { id: late.id })
  await site.db.raw(
    site.db.sql,
    `UPDATE visit SET plan_out = now() - interval '3 days', out_time = now() - interval '3 days' WHERE id IN (${gone.id}, ${seen.id})`,
  )
  const captures = ['0123456789abcdef0123456789abcde0', '0123456789abcdef0123456789abcde1']
  for (const [days, capture] of captures.entries()) {
    await site.db.raw(
      site.db.sql,
      `INSERT INTO stored_file (id, name, type, size, sha256, purpose, created_at)
       VALUES ('${capture}', 'face.png', 'image/png', 1, '${capture.repeat(2)}', 'capture', now())`,
    )
    await site.db.raw(
      site.db.sql,
      `INSERT INTO gate_access (gate_id, gate_name, device_ip, person_key, person_name, person_no, person_type, card_no, direction, pass_time,
         device_time, pass_type, result, reason, reason_en, snap_url, is_replayed, received_at)
       VALUES (1, '东门', '', 'n${days}', '', '${days}', '', '', 1, now() - interval '${3 - 3 * days} days', now(), 'face', 'passed', '', '',
         '${capture}', false, now())`,
    )
  }
  const settings = await admin.ask(siteCalls.getSite, undefined)
  await admin.ask(siteCalls.saveSite, { ...settings, gatePictureDays: 1 })
  await run('gate pictures')
  const rows = whole(await admin.ask(listZdVisitRecordByDate, { ids: [gone.id, seen.id, here.id, late.id] }))
  const photos = new Map(rows.map(({ id, photo }) => [id, photo]))
  expect([gone, seen, here, late].map(({ id }) => photos.get(id))).toEqual(['', '', again, fresh])
  const statuses = await Promise.all([old, again, fresh].map((id) => fetchFile(site, { url: `/api/files/${id}` })))
  expect(statuses.map(({ status }) => status)).toEqual([404, 200, 200])
  const kept = `SELECT id FROM stored_file WHERE purpose = 'capture' AND id IN ('${captures.join("','")}')`
  expect((await site.db.raw(site.db.sql, kept)).rows).toEqual([{ id: captures[1] }])
  const passages = await site.db.raw(site.db.sql, `SELECT snap_url FROM gate_access ORDER BY person_key`)
  expect(passages.rows).toEqual([{ snap_url: '' }, { snap_url: captures[1] }])
})
