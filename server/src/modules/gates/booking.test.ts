import { beforeAll, expect, it } from 'vitest'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { whole, type Client } from '@vigil/contract/kernel/client.ts'
import { afterFile } from '../../../test/ends.ts'
import { everySecond } from '../../../test/jobs.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { askedAtMost } from './booking.ts'

const { createVisitInvitation, listVisitInvitationAll, revokeVisitInvitation } = gateCalls
const { getVisitBooking, bookVisit, getOwnVisit, ackVisitBriefing } = gateCalls
const { approveZdVisitRecord, listZdVisitRecordByDate, saveZdVisitorBan } = gateCalls

let site: TestSite
let admin: Client
let visitor: Client
let kiln: string
beforeAll(async () => {
  site = await createTestSite({}, afterFile, { jobs: everySecond })
  admin = site.admin
  visitor = site.clientOf(null)
  kiln = await site.makeDept('烧成车间')
})

const hour = 3_600_000
const wire = (hours: number): string => new Date(Date.now() + (8 + hours) * hour).toISOString().slice(0, 19).replace('T', ' ')
const booking = (token: string, more: object = {}) => ({
  token,
  visitorName: '赵访',
  phone: '13812345678',
  idNo: '11010519491231002X',
  reason: '送样品',
  planIn: wire(1),
  planOut: wire(4),
  ...more,
})
const invite = (more: object = {}) => admin.ask(createVisitInvitation, { hostName: '李主任', deptId: kiln, hours: 24, ...more })

it('lets a visitor book himself by a link, see what becomes of it, and acknowledge the briefing', async () => {
  const { token, path, invitation } = await invite()
  expect([path, invitation.deptName, invitation.uses]).toEqual([`/visit/${token}`, '烧成车间', 0])
  expect(await visitor.ask(getVisitBooking, { token })).toMatchObject({ hostName: '李主任', deptName: '烧成车间' })
  // Whose guest he is the link says, whatever he writes.
  const booked = await visitor.ask(bookVisit, booking(token, { hostName: '厂长' }))
  expect(booked.visit).toMatchObject({ status: 'pending', hostName: '李主任', trainingAck: null })
  const [row] = whole(await admin.ask(listZdVisitRecordByDate, { keyword: '赵访' }))
  expect(row).toMatchObject({ deptId: kiln, bookedBy: '', idNo: '11010519491231002X', status: 'pending' })
  await admin.ask(approveZdVisitRecord, { id: row?.id ?? '', result: 'approved' })
  const own = await visitor.ask(getOwnVisit, { token: booked.token })
  expect([own.status, own.briefing.length > 20]).toEqual(['approved', true])
  const done = await visitor.ask(ackVisitBriefing, { token: booked.token })
  expect(done.trainingAck).not.toBe(null)
  expect((await visitor.ask(ackVisitBriefing, { token: booked.token })).trainingAck).toBe(done.trainingAck)
  // Neither token does what the other does.
  expect((await visitor.send(getOwnVisit, { token })).code).toBe('invalidInput')
  expect((await visitor.send(bookVisit, booking(booked.token))).code).toBe('invalidInput')
  expect((await admin.ask(listVisitInvitationAll, undefined)).find(({ id }) => id === invitation.id)?.uses).toBe(1)
  const stored = await site.db.raw(
    site.db.sql,
    `SELECT 1 FROM visit_invitation WHERE token_hash = convert_to('${token}', 'UTF8')`,
  )
  expect(stored.rows).toEqual([])
})

it('takes nothing by a link that has ended, was revoked, is used up or is nobody’s', async () => {
  const refusal = async (token: string) => {
    const { code, msg } = await visitor.send(bookVisit, booking(token))
    return [code, msg]
  }
  const ended = ['invalidInput', '预约链接无效或已过期，请向被访人或门卫索取新的']
  const old = await invite()
  await site.db.raw(
    site.db.sql,
    `UPDATE visit_invitation SET expires_at = now() - interval '1 second' WHERE id = ${old.invitation.id}`,
  )
  expect(await refusal(old.token)).toEqual(ended)
  const gone = await invite()
  await admin.ask(revokeVisitInvitation, { id: gone.invitation.id })
  expect(await refusal(gone.token)).toEqual(ended)
  expect((await admin.send(revokeVisitInvitation, { id: gone.invitation.id })).code).toBe('notFound')
  expect(await refusal('x'.repeat(43))).toEqual(ended)
  const once = await invite({ mostUses: 1 })
  // Of two at once one.
  const codes = await Promise.all([refusal(once.token), refusal(once.token)])
  expect(codes.map(([code]) => String(code)).toSorted()).toEqual(['200', 'invalidInput'])
  const poster = await invite({ hostName: '' })
  expect((await visitor.send(bookVisit, booking(poster.token))).code).toBe('invalidInput')
  expect((await visitor.send(bookVisit, booking(poster.token, { hostName: '王工' }))).code).toBe('200')
})

it('tells nobody of whom the site keeps out, and invites for one’s own departments alone', async () => {
  await admin.ask(saveZdVisitorBan, { visitorName: '坏人', phone: '13900000000', reason: '盗窃' })
  const { token } = await invite()
  const months = await visitor.send(bookVisit, booking(token, { planOut: wire(60 * 24) }))
  expect([months.code, months.msg]).toEqual(['invalidInput', '预约离厂距预约入厂不能超过 31 天'])
  const { code, msg } = await visitor.send(bookVisit, booking(token, { phone: '139 0000 0000' }))
  expect([code, msg]).toEqual(['invalidInput', '访客姓名不能预约，请联系被访人'])
  expect((await admin.ask(listVisitInvitationAll, undefined)).find(({ hostName }) => hostName === '坏人')).toBe(undefined)
  const permissions = ['visitRecordMgmt', 'visitRecordMgmt:edit']
  const baker = await site.makeUser({ name: 'baker', permissions, scope: 'own', deptId: await site.makeDept('包装部') })
  expect(await baker.client.ask(listVisitInvitationAll, undefined)).toEqual([])
  const body = { hostName: '张工', hours: 1 }
  expect((await baker.client.send(createVisitInvitation, { ...body, deptId: kiln })).code).toBe('notFound')
  expect((await baker.client.send(createVisitInvitation, body)).code).toBe('forbidden')
})

it('takes so many bookings of an address within an hour, counting what is stored, and wrong links apart', async () => {
  const crowded = await createTestSite({}, undefined, { jobs: everySecond })
  const stranger = crowded.clientOf(null)
  const { token } = await crowded.admin.ask(createVisitInvitation, { hostName: '李主任', hours: 24 })
  const counted = async (what: string) =>
    (await crowded.db.raw(crowded.db.sql, `SELECT FROM visit_ask WHERE what = '${what}'`)).rows.length
  const more = (what: string, to: number) =>
    crowded.db.raw(
      crowded.db.sql,
      `INSERT INTO visit_ask (what, key, at) SELECT what, key, now() - interval '50 minutes' FROM
        (SELECT what, key FROM visit_ask WHERE what = '${what}' LIMIT 1) AS one, generate_series(2, ${to})`,
    )
  expect((await stranger.send(bookVisit, booking('y'.repeat(43)))).code).toBe('invalidInput')
  await more('wrong', askedAtMost.wrong)
  await expect(stranger.send(bookVisit, booking('y'.repeat(43)))).rejects.toThrow()
  expect((await stranger.send(bookVisit, booking(token, { planOut: wire(0) }))).code).toBe('invalidInput')
  expect([await counted('wrong'), await counted('book')]).toEqual([askedAtMost.wrong, 0])
  expect((await stranger.send(bookVisit, booking(token))).code).toBe('200')
  await more('book', askedAtMost.book)
  const answer = await fetch(`${crowded.origin}/api${bookVisit.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(booking(token)),
  })
  const wait = Number(answer.headers.get('retry-after'))
  expect([answer.status, wait > 300, wait <= 600]).toEqual([429, true, true])
  await crowded.db.raw(crowded.db.sql, `UPDATE visit_ask SET at = at - interval '61 minutes'`)
  expect((await stranger.send(bookVisit, booking(token))).code).toBe('200')
})

it('keeps nobody who was given a link waiting for those who guess behind the same address', async () => {
  const crowded = await createTestSite()
  const stranger = crowded.clientOf(null)
  const guess = 'z'.repeat(43)
  expect((await stranger.send(getVisitBooking, { token: guess })).code).toBe('invalidInput')
  await crowded.db.raw(
    crowded.db.sql,
    `INSERT INTO visit_ask (what, key, at) SELECT what, key, at FROM visit_ask, generate_series(2, ${askedAtMost.look}) WHERE what = 'look'`,
  )
  await expect(stranger.send(getVisitBooking, { token: guess })).rejects.toThrow()
  await expect(stranger.send(getOwnVisit, { token: guess })).rejects.toThrow()
  const { token } = await crowded.admin.ask(createVisitInvitation, { hostName: '李主任', hours: 24 })
  expect(await stranger.ask(getVisitBooking, { token })).toMatchObject({ hostName: '李主任' })
  const { token: own } = await stranger.ask(bookVisit, booking(token))
  // His phone asks first whether it is a link to book by.
  expect((await stranger.send(getVisitBooking, { token: own })).code).toBe('invalidInput')
  expect(await stranger.ask(getOwnVisit, { token: own })).toMatchObject({ status: 'pending' })
  expect((await stranger.ask(ackVisitBriefing, { token: own })).trainingAck).not.toBe(null)
})
