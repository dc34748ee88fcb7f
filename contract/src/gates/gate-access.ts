import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { pictureLoss } from '../pushing/entities.ts'

/** Which way somebody passed. */
export const passDirection = enumeration({
  in: { code: 1, zh: '进', en: 'In' },
  out: { code: 2, zh: '出', en: 'Out' },
  unknown: { code: 3, zh: '未知', en: 'Unknown' },
})
/** How somebody showed who he is. */
export const passType = enumeration({
  face: { code: 'face', zh: '人脸', en: 'Face' },
  card: { code: 'card', zh: '刷卡', en: 'Card' },
  qr: { code: 'qr', zh: '二维码', en: 'QR code' },
  finger: { code: 'finger', zh: '指纹', en: 'Fingerprint' },
  idCard: { code: 'idCard', zh: '身份证', en: 'Identity card' },
  remote: { code: 'remote', zh: '远程', en: 'Remote' },
  other: { code: 'other', zh: '其他', en: 'Other' },
})
export const passResult = enumeration({
  passed: { code: 'passed', zh: '通过', en: 'Passed' },
  refused: { code: 'refused', zh: '拒绝', en: 'Refused' },
})
/** Whom the site knows: none of these is somebody of whom a turnstile told and whom no record names. */
export const passerKind = enumeration({
  employee: { code: 'employee', zh: '员工', en: 'Employee' },
  contractor: { code: 'contractor', zh: '承包商', en: 'Contractor' },
  visitor: { code: 'visitor', zh: '访客', en: 'Visitor' },
})

/** Somebody at a turnstile, let through or not. It comes from the turnstile alone and is never changed. */
export const gateAccess = noun({
  name: 'gateAccess',
  word: { zh: '道闸记录', en: 'gate record' },
  words: { zh: '道闸记录', en: 'gate records' },
  route: 'personOutInMgmt',
  fields: {
    personName: field.text({ zh: '姓名', en: 'Name' }, 64),
    personNo: field.text({ zh: '工号', en: 'Work number' }, 64),
    personType: field.choice({ zh: '人员类型', en: 'Person type' }, passerKind),
    /** Of the person; of the gate where he is not known. */
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    gateName: field.text({ zh: '通道名称', en: 'Gate' }, 64),
    deviceIp: field.text({ zh: '设备IP', en: 'Device IP' }, 64, { notOnWalls: true }),
    direction: field.requiredChoice({ zh: '进出方向', en: 'Direction' }, passDirection),
    passType: field.requiredChoice({ zh: '认证方式', en: 'Method' }, passType),
    cardNo: field.text({ zh: '卡号', en: 'Card number' }, 64, { notOnWalls: true }),
    result: field.requiredChoice({ zh: '结果', en: 'Result' }, passResult),
    /** Why he was refused, in the reader's language. */
    reason: field.text({ zh: '拒绝原因', en: 'Reason' }, 200),
    snapUrl: field.picture({ zh: '抓拍图', en: 'Picture' }),
    plateNumber: field.text({ zh: '车牌', en: 'Plate' }, 16),
  },
  shown: {
    passTime: field.time({ zh: '通行时间', en: 'Time' }),
    gateId: field.text({ zh: '通道编号', en: 'Gate ID' }, 32),
    /** Empty where the picture that was sent is kept. */
    pictureLost: field.choice({ zh: '图片未保存', en: 'Picture not kept' }, pictureLoss),
    temperature: field.number({ zh: '体温', en: 'Temperature' }, { min: 0, max: 100, digits: 1, unit: '°C' }),
    /** Words of the turnstile that nobody knows here; empty where there are none. */
    unread: field.long({ zh: '未能解析的内容', en: 'Could not be read' }, 2_000),
  },
  title: 'personName',
  key: 'personName',
  search: ['personName', 'personNo', 'gateName'],
  filters: ['personType', 'direction', 'passType', 'result'],
  ranges: ['passTime'],
  imports: false,
})
