import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { visit, visitorBan, visitStatus, type Visit } from '@vigil/contract/gates/visit.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import type { FormBlockProps } from '../../shared/spec/definitions.ts'
import type { Draft } from '../../shared/spec/record.ts'
import { HostInput } from './host-input.tsx'
import { Invitations } from './invitations.tsx'
import { StatusChoices } from './status-choices.tsx'
import { isHere } from './visit-acts.ts'
import { VisitState } from './visit-status.tsx'
import { VisitSteps } from './visit-steps.tsx'
import { useVisitView, VisitSwitch } from './view-switch.tsx'

/** Milliseconds: the live link tells of each step; this is what it missed. */
const visitsEvery = 60_000

const isStored = ({ status }: Draft): boolean => typeof status === 'string'
const wasRefused = ({ status }: Draft): boolean => status === visitStatus.code.refused
const came = ({ inTime }: Draft): boolean => typeof inTime === 'string' && inTime !== ''

/** What comes next of a visit stands before what it is. */
const Steps = ({ record }: FormBlockProps) => record && <VisitSteps visit={record as unknown as Visit} />

const VisitList = listScreen(visit, {
  calls: {
    list: gateCalls.listZdVisitRecordByDate,
    save: gateCalls.saveZdVisitRecord,
    remove: gateCalls.deleteZdVisitRecordById,
  },
  columns: [
    { field: 'visitorName', width: 112 },
    { field: 'status', width: 164, with: ['tagBack'], render: (record) => <VisitState visit={record} /> },
    { field: 'planIn', width: 128 },
    { field: 'planOut', width: 128 },
    { field: 'hostName', width: 96 },
    { field: 'company', width: 150 },
    { field: 'plateNumber', width: 104 },
    { field: 'tagNo', width: 100 },
    { field: 'inTime', width: 124 },
    { field: 'outTime', width: 124 },
    { field: 'trainingAck', width: 124 },
    { field: 'phone', width: 130 },
    { field: 'deptName', width: 120 },
    { field: 'reason', hidden: true },
    { field: 'peerCount', hidden: true },
    { field: 'goods', hidden: true },
    { field: 'approver', hidden: true },
    { field: 'gateIn', hidden: true },
    { field: 'gateOut', hidden: true },
    { field: 'bookedBy', hidden: true },
    { field: 'bookedAt', hidden: true },
  ],
  filters: ['planIn', 'status', 'inTime', 'outTime'],
  form: [
    {
      title: { zh: '办理情况', en: 'What became of it' },
      when: isStored,
      fields: [
        { block: Steps },
        'status',
        'approver',
        { field: 'refusedFor', when: wasRefused },
        'trainingAck',
        'bookedBy',
        'bookedAt',
        { field: 'inTime', when: came },
        { field: 'gateIn', when: came },
        { field: 'tagNo', when: came },
        { field: 'outTime', when: came },
        { field: 'gateOut', when: came },
        { field: 'tagBack', when: came },
      ],
    },
    {
      title: { zh: '访客', en: 'Visitor' },
      fields: ['visitorName', 'phone', 'idType', 'idNo', 'company', 'plateNumber', 'peerCount', 'goods', 'photo'],
    },
    {
      title: { zh: '来访', en: 'Visit' },
      fields: [{ field: 'hostName', editor: HostInput }, 'deptId', 'planIn', 'planOut', 'reason'],
    },
    { title: { zh: '安全', en: 'Safety' }, fields: ['allowedAreaIds', 'escortId'] },
  ],
  check: ({ planIn, planOut }): Readonly<Record<string, { zh: string; en: string }>> =>
    typeof planIn === 'string' && typeof planOut === 'string' && planIn !== '' && planOut !== '' && planOut <= planIn
      ? { planOut: { zh: '必须晚于预约入厂', en: 'must be after the planned arrival' } }
      : {},
  above: StatusChoices,
  tools: VisitSwitch,
  removable: (record) => !isHere(record),
  deleteHint: {
    zh: '从列表中隐藏，记录保留并写入系统日志',
    en: 'It is hidden from lists; the record stays, and the system log says so',
  },
  importable: false,
  invalidates: [gateCalls.getZdVisitRecordByDateCount, gateCalls.listVisitorStaNumber],
  refetchEvery: visitsEvery,
  icon: 'user',
  emptyTitle: { zh: '没有访客', en: 'No visits' },
  emptyHint: {
    zh: '点“新增”登记访客，或在“预约链接”生成二维码让访客自行预约',
    en: 'Book one with New, or make a QR code under Booking links so that visitors book themselves',
  },
})

const Bans = listScreen(visitorBan, {
  calls: {
    list: gateCalls.listZdVisitorBanAll,
    save: gateCalls.saveZdVisitorBan,
    remove: gateCalls.deleteZdVisitorBanById,
  },
  columns: ['visitorName', 'reason', 'idNo', 'phone', 'bannedBy', 'bannedAt'],
  form: [{ title: { zh: '访客', en: 'Visitor' }, fields: ['visitorName', 'idNo', 'phone', 'reason', 'bannedBy', 'bannedAt'] }],
  tools: VisitSwitch,
  importable: false,
  deleteHint: { zh: '移出黑名单后，可以再次预约和入厂', en: 'He may book and come in again' },
  icon: 'user',
  emptyTitle: { zh: '黑名单为空', en: 'The black list is empty' },
  emptyHint: {
    zh: '列入的访客按证件号码或手机号识别，不能预约和入厂',
    en: 'Who is on it, by identity number or phone, can neither book nor come in',
  },
})

const views = { visits: VisitList, bans: Bans, invitations: Invitations } as const

/** 外来访客: who comes, is let in and leaves; who may not; and the links by which visitors book themselves. */
export const Visits = () => {
  const View = views[useVisitView()]
  return <View />
}
