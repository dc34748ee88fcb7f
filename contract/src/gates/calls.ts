import { z } from 'zod'
import { mapObjectCalls } from '../devices/map-objects.ts'
import { call, noData, nothing, strangersBody, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { deptNounCalls, nounCalls, saving } from '../kernel/noun.ts'
import {
  byDepartment,
  codeText,
  countCall,
  deleteCall,
  id,
  listCall,
  optionalBody,
  recordFields,
  requiredText,
  saveCall,
  text,
} from '../kernel/shapes.ts'
import { barrierGate } from './barrier-gate.ts'
import { longestInvitation, mostBookings, ownVisit, visitInvitation, visitToken } from './booking.ts'
import { gateAccess } from './gate-access.ts'
import { insideEntry, nowInside } from './inside.ts'
import { visit, visitorBan } from './visit.ts'

const seesGates: Needs = { anyOf: ['barrierGateMgmt', 'personOutInMgmt', 'guardDeskMgmt', 'trackRealMgmt'] }
const editsGates: Needs = { anyOf: ['barrierGateMgmt:edit'] }
const seesAccess: Needs = { anyOf: ['personOutInMgmt', 'guardDeskMgmt'] }
const correctsInside: Needs = { anyOf: ['personOutInMgmt:edit', 'guardDeskMgmt:edit'] }
const seesVisits: Needs = { anyOf: ['visitRecordMgmt', 'guardDeskMgmt'] }
const managesVisits: Needs = { anyOf: ['visitRecordMgmt'] }
/** Steps are taken at the gate as well; who comes when is written by those who have visitors. */
const stepsVisits: Needs = { anyOf: ['visitRecordMgmt:edit', 'guardDeskMgmt:edit'] }
const editsVisits: Needs = { anyOf: ['visitRecordMgmt:edit'] }

/** Of one gate alone. */
const passed = { ...byDepartment, ...gateAccess.filter, gateId: id.optional() }
const visited = { ...byDepartment, ...visit.filter }
/** Which record, as it was read: an older version gets `conflict` with the present one. */
const step = { id, version: recordFields.version.optional() }

/** A step of a visit; whatever step the visit is not at is refused. */
const visitStep = <S extends z.ZodRawShape>(name: string, describe: { zh: string; en: string }, more: S) =>
  call({
    path: `/zd/zdVisitRecord/${name}`,
    describe,
    needs: stepsVisits,
    body: z.object({ ...step, ...more }),
    data: visit.record,
    codes: ['notFound', 'conflict'],
  })

const { visitorName, idType, idNo, phone, company, plateNumber, hostName, peerCount, planIn, planOut, goods } = visit.saved

export const gateCalls = {
  ...deptNounCalls('BsBarrierGate', '/bs/bsBarrierGate', barrierGate, { sees: seesGates, edits: editsGates }),
  ...mapObjectCalls('BsBarrierGate', '/bs/bsBarrierGate', barrierGate, seesGates),

  getZdGateAccessCount: listing(
    [gateAccess.name],
    countCall({
      path: '/zd/zdGateAccess/getZdGateAccessCount',
      describe: { zh: '道闸通行记录数', en: 'The number of gate passes' },
      needs: seesAccess,
      filter: passed,
    }),
  ),
  listZdGateAccess: listCall({
    path: '/zd/zdGateAccess/listZdGateAccess',
    describe: { zh: '道闸通行记录，新的在前', en: 'Gate passes, newest first' },
    needs: seesAccess,
    filter: passed,
    item: gateAccess.record,
  }),
  listNowInside: listing(
    [gateAccess.name, visit.name],
    call({
      path: '/zd/zdGateAccess/listNowInside',
      describe: {
        zh: '现在在厂的人员、访客和车辆，每人一条，含不一致之处',
        en: 'Who is inside now, people, visitors and vehicles, each once, with what does not fit together',
      },
      needs: seesAccess,
      reads: true,
      body: optionalBody({ ...byDepartment, keyword: text(64).optional() }),
      data: nowInside,
    }),
  ),
  correctInside: call({
    path: '/zd/zdGateAccess/correctInside',
    describe: {
      zh: '更正某人或某车是否在厂，须写原因，到其下次通行前有效；isInside 为 null 时撤销更正',
      en: 'Say whether somebody or a vehicle is inside, with a reason; it counts until the next pass. `isInside` null takes that back',
    },
    needs: correctsInside,
    body: z.object({
      key: z.string().min(1).max(80),
      version: z.number().int().min(0).max(2_147_483_647).optional(),
      isInside: z.boolean().nullable(),
      reason: text(200).default(''),
    }),
    data: insideEntry.nullable(),
    codes: ['notFound', 'conflict'],
  }),

  listZdVisitRecordByDate: listCall({
    path: '/zd/zdVisitRecord/listZdVisitRecordByDate',
    describe: { zh: '一段日期的外来访客，预约入厂晚的在前', en: 'Outside visitors by date, those who come last first' },
    needs: seesVisits,
    filter: visited,
    item: visit.record,
  }),
  getZdVisitRecordByDateCount: listing(
    [visit.name],
    countCall({
      path: '/zd/zdVisitRecord/getZdVisitRecordByDateCount',
      describe: { zh: '一段日期的外来访客数', en: 'The number of outside visitors by date' },
      needs: seesVisits,
      filter: visited,
    }),
  ),
  listVisitorStaNumber: listing(
    [visit.name],
    call({
      path: '/zd/zdVisitRecord/listVisitorStaNumber',
      describe: { zh: '今日访客数量', en: 'Visitor counts of today' },
      needs: 'signedIn',
      reads: true,
      body: nothing,
      data: z.object({
        /** Who is to come today, is approved and is not here yet: those that the list of today's arrivals has with that status. */
        expected: z.number().int(),
        /** Those who overstayed among them. */
        inside: z.number().int(),
        /** Today. */
        left: z.number().int(),
        overstayed: z.number().int(),
        pending: z.number().int(),
      }),
    }),
  ),
  saveZdVisitRecord: saving(
    visit,
    saveCall({
      path: '/zd/zdVisitRecord/saveZdVisitRecord',
      describe: {
        zh: '新增或修改访客；新增的待审批，已离厂或已拒绝的不能修改',
        en: 'Create or change a visit; a new one waits for approval, one that is over or refused stays as it is',
      },
      needs: editsVisits,
      fields: visit.saved,
      record: visit.record,
    }),
  ),
  approveZdVisitRecord: visitStep(
    'approveZdVisitRecord',
    { zh: '审批访客：通过或拒绝，拒绝须写原因', en: 'Approve or refuse a visit; a refusal needs its reason' },
    { result: z.literal(['approved', 'refused']), reason: text(200).default('') },
  ),
  ackZdVisitRecord: visitStep(
    'ackZdVisitRecord',
    {
      zh: '门卫登记访客已确认安全告知',
      en: 'Record at the gate that a visitor acknowledged the safety briefing',
    },
    {},
  ),
  enterZdVisitRecord: visitStep(
    'enterZdVisitRecord',
    { zh: '访客入厂，绑定临时标签', en: 'Record that a visitor enters, with his temporary tag' },
    { tagNo: codeText(64).default(''), gateId: id.optional() },
  ),
  leaveZdVisitRecord: visitStep(
    'leaveZdVisitRecord',
    {
      zh: '访客离厂；标签未归还的，归还时再调用一次',
      en: 'Record that a visitor leaves; where the tag was not returned, once more when it is',
    },
    { gateId: id.optional(), tagBack: z.boolean().default(true) },
  ),
  deleteZdVisitRecordById: deleteCall(
    '/zd/zdVisitRecord/deleteZdVisitRecordById',
    { zh: '隐藏访客记录，记录保留；在厂的不能隐藏', en: 'Hide a visit; the record stays. One who is inside cannot be hidden' },
    editsVisits,
    ['inUse'],
  ),

  ...nounCalls('ZdVisitorBan', '/zd/zdVisitorBan', visitorBan, { sees: managesVisits, edits: editsVisits }),

  listVisitInvitationAll: listing(
    ['visitInvitation'],
    call({
      path: '/zd/zdVisitRecord/listVisitInvitationAll',
      describe: { zh: '有效的访客预约链接', en: 'The booking links that are valid' },
      needs: managesVisits,
      reads: 'privately',
      body: nothing,
      data: z.array(visitInvitation),
    }),
  ),
  createVisitInvitation: call({
    path: '/zd/zdVisitRecord/createVisitInvitation',
    describe: {
      zh: '生成访客预约链接，用于二维码；令牌只在此返回一次',
      en: 'Make a booking link for a QR code; its token is told here and never again',
    },
    needs: editsVisits,
    body: z.object({
      hostName: text(64).default(''),
      deptId: id.nullable().default(null),
      note: text(200).default(''),
      hours: z.number().int().min(1).max(longestInvitation),
      mostUses: z.number().int().min(1).max(mostBookings).default(50),
    }),
    data: z.object({ invitation: visitInvitation, token: visitToken, path: z.string() }),
    codes: ['notFound'],
  }),
  revokeVisitInvitation: call({
    path: '/zd/zdVisitRecord/revokeVisitInvitation',
    describe: { zh: '作废访客预约链接', en: 'End a booking link' },
    needs: editsVisits,
    body: z.object({ id }),
    data: noData,
    codes: ['notFound'],
  }),

  getVisitBooking: call({
    path: '/visit/getVisitBooking',
    describe: { zh: '访客打开预约链接', en: 'A visitor opens a booking link' },
    needs: 'public',
    reads: true,
    bodyLimit: strangersBody,
    body: z.object({ token: visitToken }),
    data: z.object({
      siteName: z.string(),
      hostName: z.string(),
      deptName: z.string(),
      expiresAt: visitInvitation.shape.expiresAt,
    }),
  }),
  bookVisit: call({
    path: '/visit/bookVisit',
    describe: {
      zh: '访客自行预约；返回的令牌用于查看审批结果和确认安全告知',
      en: 'A visitor books himself; by the token of the answer he sees what became of it and acknowledges the safety briefing',
    },
    needs: 'public',
    bodyLimit: strangersBody,
    body: z.object({
      token: visitToken,
      visitorName,
      idType,
      idNo,
      phone,
      company,
      plateNumber,
      /** Whom he visits, where the link does not say it. */
      hostName: hostName.or(z.literal('')).default(''),
      reason: requiredText(200),
      peerCount,
      planIn,
      planOut,
      goods,
    }),
    data: z.object({ token: visitToken, visit: ownVisit }),
  }),
  getOwnVisit: call({
    path: '/visit/getOwnVisit',
    describe: { zh: '访客查看自己的预约', en: 'A visitor looks at his own booking' },
    needs: 'public',
    reads: true,
    bodyLimit: strangersBody,
    body: z.object({ token: visitToken }),
    data: ownVisit,
  }),
  ackVisitBriefing: call({
    path: '/visit/ackVisitBriefing',
    describe: { zh: '访客确认安全告知', en: 'A visitor acknowledges the safety briefing' },
    needs: 'public',
    bodyLimit: strangersBody,
    body: z.object({ token: visitToken }),
    data: ownVisit,
  }),
}
