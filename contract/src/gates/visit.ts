import type { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { field, type Field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { time } from '../kernel/shapes.ts'
import type { Text } from '../kernel/text.ts'
import { phoneCode } from '../kernel/written-codes.ts'
import { yesNo } from '../kernel/yes-no.ts'

export const visitStatus = enumeration({
  pending: { code: 'pending', zh: '待审批', en: 'Waiting for approval' },
  approved: { code: 'approved', zh: '已通过', en: 'Approved' },
  refused: { code: 'refused', zh: '已拒绝', en: 'Refused' },
  inside: { code: 'inside', zh: '在厂', en: 'Inside' },
  left: { code: 'left', zh: '已离厂', en: 'Left' },
  overstayed: { code: 'overstayed', zh: '超时未离', en: 'Overstayed' },
})
export type VisitStatus = (typeof visitStatus.codes)[number]
export const idType = enumeration({
  idCard: { code: 'idCard', zh: '身份证', en: 'Identity card' },
  passport: { code: 'passport', zh: '护照', en: 'Passport' },
  licence: { code: 'licence', zh: '驾驶证', en: 'Driving licence' },
  other: { code: 'other', zh: '其他', en: 'Other' },
})

/** A moment that somebody plans. */
const planned = (label: Text): Field<typeof time, z.ZodNullable<typeof time>> => ({
  label,
  as: { kind: 'time' },
  sent: time,
  kept: time.nullable(),
})

/** Somebody from outside who comes, is let in and leaves. A deleted one is hidden and stays. */
export const visit = noun({
  name: 'visit',
  word: { zh: '访客', en: 'visit' },
  words: { zh: '访客', en: 'visits' },
  route: 'visitRecordMgmt',
  fields: {
    visitorName: field.name({ zh: '访客姓名', en: 'Visitor' }, 64),
    idType: field.chosen({ zh: '证件类型', en: 'Kind of identity document' }, idType, 'idCard'),
    idNo: field.code({ zh: '证件号码', en: 'Identity number' }, 32, { private: true }),
    phone: field.requiredCode({ zh: '手机号', en: 'Phone' }, 20, { private: true, code: phoneCode }),
    company: field.text({ zh: '来访单位', en: 'Company' }, 128),
    plateNumber: field.code({ zh: '车牌', en: 'Plate' }, 16),
    hostName: field.required({ zh: '被访人', en: 'Host' }, 64),
    deptId: field.ref({ zh: '被访部门', en: 'Department visited' }, 'dept'),
    reason: field.text({ zh: '来访事由', en: 'Purpose' }, 200),
    peerCount: field.presetNumber({ zh: '随行人数', en: 'Companions' }, { min: 0, max: 500, preset: 0 }),
    planIn: planned({ zh: '预约入厂', en: 'Planned arrival' }),
    planOut: planned({ zh: '预约离厂', en: 'Planned departure' }),
    allowedAreaIds: field.refs({ zh: '允许区域', en: 'Areas allowed' }, 'hazardArea', 200, {
      hint: {
        zh: '可以进入的危险区域；其他危险区域一律不可进入',
        en: 'Hazard areas that he may enter; all others are closed to him',
      },
    }),
    escortId: field.ref({ zh: '陪同人', en: 'Escort' }, 'user', {
      hint: {
        zh: '填写后访客须与陪同人同行，走散或陪同人 10 分钟没有定位即报警；留空表示不需陪同',
        en: 'The visitor has to stay with him, else an alarm is raised, as where the escort is not located for 10 min; empty where no escort is needed',
      },
    }),
    goods: field.text({ zh: '携带物品', en: 'Goods' }, 200),
    photo: field.picture({ zh: '照片', en: 'Photo' }),
  },
  shown: {
    status: field.requiredChoice({ zh: '状态', en: 'Status' }, visitStatus),
    approver: field.text({ zh: '审批人', en: 'Approved or refused by' }, 64),
    refusedFor: field.text({ zh: '拒绝原因', en: 'Refused because' }, 200),
    /** When he acknowledged the safety briefing; null where he did not. */
    trainingAck: field.time({ zh: '安全告知', en: 'Safety briefing acknowledged' }),
    tagNo: field.text({ zh: '临时标签', en: 'Temporary tag' }, 64),
    /** Of who left: whether the tag is back; true where there was none. */
    tagBack: field.switch({ zh: '标签已归还', en: 'Tag returned' }, yesNo, false),
    inTime: field.time({ zh: '入厂时间', en: 'Entered' }),
    outTime: field.time({ zh: '离厂时间', en: 'Left at' }),
    gateIn: field.text({ zh: '入厂通道', en: 'Gate in' }, 64),
    gateOut: field.text({ zh: '离厂通道', en: 'Gate out' }, 64),
    /** Whoever made the record; empty where the visitor booked himself. */
    bookedBy: field.text({ zh: '登记人', en: 'Booked by' }, 64),
    bookedAt: field.time({ zh: '登记时间', en: 'Booked at' }),
  },
  title: 'visitorName',
  key: 'visitorName',
  search: ['visitorName', 'company', 'plateNumber', 'hostName', 'phone', 'tagNo'],
  filters: ['status'],
  ranges: ['planIn', 'planOut', 'inTime', 'outTime'],
  imports: false,
})
export type Visit = z.output<(typeof visit)['record']>

/** A visitor whom the site lets in no more, by his identity number or his phone. */
export const visitorBan = noun({
  name: 'visitorBan',
  word: { zh: '访客黑名单', en: 'banned visitor' },
  words: { zh: '访客黑名单', en: 'banned visitors' },
  route: 'visitRecordMgmt',
  fields: {
    visitorName: field.name({ zh: '姓名', en: 'Name' }, 64),
    idNo: field.code({ zh: '证件号码', en: 'Identity number' }, 32, { private: true }),
    phone: field.code({ zh: '手机号', en: 'Phone' }, 20, { private: true, code: phoneCode }),
    reason: field.required({ zh: '原因', en: 'Reason' }, 200),
  },
  shown: {
    bannedBy: field.text({ zh: '登记人', en: 'Entered by' }, 64),
    bannedAt: field.time({ zh: '登记时间', en: 'Entered at' }),
  },
  title: 'visitorName',
  key: 'visitorName',
  search: ['visitorName', 'reason', 'phone'],
  imports: false,
})
