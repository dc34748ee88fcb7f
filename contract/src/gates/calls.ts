import type { Needs } from '../kernel/call.ts'
import { mapObjectCalls } from '../devices/map-objects.ts'
import { deptNounCalls } from '../kernel/noun.ts'
import { plannedCall } from '../kernel/shapes.ts'
import { barrierGate } from './barrier-gate.ts'

const seesGates: Needs = { anyOf: ['barrierGateMgmt', 'personOutInMgmt', 'trackRealMgmt'] }
const editsGates: Needs = { anyOf: ['barrierGateMgmt:edit'] }
const seesAccess: Needs = { anyOf: ['personOutInMgmt'] }
const seesVisits: Needs = { anyOf: ['visitRecordMgmt'] }
const editsVisits: Needs = { anyOf: ['visitRecordMgmt:edit'] }

export const gateCalls = {
  ...deptNounCalls('BsBarrierGate', '/bs/bsBarrierGate', barrierGate, { sees: seesGates, edits: editsGates }),
  ...mapObjectCalls('BsBarrierGate', '/bs/bsBarrierGate', barrierGate, seesGates),

  getZdGateAccessCount: plannedCall(
    '/zd/zdGateAccess/getZdGateAccessCount',
    { zh: '道闸通行记录数', en: 'The number of gate passes' },
    seesAccess,
  ),
  listZdGateAccess: plannedCall('/zd/zdGateAccess/listZdGateAccess', { zh: '道闸通行记录', en: 'Gate passes' }, seesAccess),

  listZdVisitRecordByDate: plannedCall(
    '/zd/zdVisitRecord/listZdVisitRecordByDate',
    { zh: '一段日期的外来访客', en: 'Outside visitors by date' },
    seesVisits,
  ),
  getZdVisitRecordByDateCount: plannedCall(
    '/zd/zdVisitRecord/getZdVisitRecordByDateCount',
    { zh: '一段日期的外来访客数', en: 'The number of outside visitors by date' },
    seesVisits,
  ),
  listVisitorStaNumber: plannedCall(
    '/zd/zdVisitRecord/listVisitorStaNumber',
    { zh: '今日访客数量', en: 'Visitor counts of today' },
    'signedIn',
  ),
  saveZdVisitRecord: plannedCall(
    '/zd/zdVisitRecord/saveZdVisitRecord',
    { zh: '新增或修改访客', en: 'Create or change a visit' },
    editsVisits,
  ),
  approveZdVisitRecord: plannedCall(
    '/zd/zdVisitRecord/approveZdVisitRecord',
    { zh: '审批访客：通过或拒绝', en: 'Approve or refuse a visit' },
    editsVisits,
  ),
  enterZdVisitRecord: plannedCall(
    '/zd/zdVisitRecord/enterZdVisitRecord',
    { zh: '访客入厂', en: 'Record that a visitor enters' },
    editsVisits,
  ),
  leaveZdVisitRecord: plannedCall(
    '/zd/zdVisitRecord/leaveZdVisitRecord',
    { zh: '访客离厂', en: 'Record that a visitor leaves' },
    editsVisits,
  ),
  deleteZdVisitRecordById: plannedCall(
    '/zd/zdVisitRecord/deleteZdVisitRecordById',
    { zh: '隐藏访客记录，记录保留', en: 'Hide a visit; the record stays' },
    editsVisits,
  ),
}
