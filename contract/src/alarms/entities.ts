import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { id, recordFields, text, time } from '../kernel/shapes.ts'
import { receipt } from '../devices/command.ts'
import { alarmLevel } from '../hazards/entities.ts'
import { alarmFacts } from './result.ts'
import { alarmSourceKind } from './sources.ts'

export { alarmLevel } from '../hazards/entities.ts'
export { alarmSourceKind } from './sources.ts'
export { alarmType } from './types.ts'

export const handlingStatus = enumeration({
  unhandled: { code: 0, zh: '未处理', en: 'Unhandled' },
  inProgress: { code: 1, zh: '处理中', en: 'In progress' },
  handled: { code: 2, zh: '已处理', en: 'Handled' },
})
/** Whether what raised the alarm still lasts: a fact apart from how far it was handled. */
export const alarmCondition = enumeration({
  active: { code: 'active', zh: '持续中', en: 'Active' },
  returned: { code: 'returned', zh: '已恢复', en: 'Back to normal' },
})
/** Which of its kind by its id, of a device as in `objectId`, and what people call it. */
const alarmSource = z.object({ kind: alarmSourceKind.schema, id: z.string(), label: z.string() })
export type AlarmSource = z.output<typeof alarmSource>
export const alarmReason = enumeration({
  real: { code: 'real', zh: '真实', en: 'Real alarm' },
  false: { code: 'false', zh: '误报', en: 'False alarm' },
  drill: { code: 'drill', zh: '演练', en: 'Drill' },
  fault: { code: 'fault', zh: '设备故障', en: 'Device fault' },
  test: { code: 'test', zh: '测试', en: 'Test' },
})
/** What became of an alarm, step by step: what happened to it by itself, and what somebody did. */
export const alarmStepKind = enumeration({
  raised: { code: 'raised', zh: '发生', en: 'Raised' },
  repeated: { code: 'repeated', zh: '再次发生', en: 'Raised again' },
  returned: { code: 'returned', zh: '恢复', en: 'Back to normal' },
  taken: { code: 'taken', zh: '接手', en: 'Taken over' },
  assigned: { code: 'assigned', zh: '转派', en: 'Assigned' },
  shelved: { code: 'shelved', zh: '搁置', en: 'Shelved' },
  unshelved: { code: 'unshelved', zh: '搁置结束', en: 'Shelving ended' },
  /** Nobody heard of it by itself: it came again while it was shelved, or in a flood while another of its cause stood. */
  suppressed: { code: 'suppressed', zh: '未单独提示', en: 'Not announced by itself' },
  escalated: { code: 'escalated', zh: '升级', en: 'Escalated' },
  noted: { code: 'noted', zh: '备注', en: 'Note' },
  messaged: { code: 'messaged', zh: '发消息', en: 'Message sent' },
  /** Somebody made an evidence case of it; its note is the number of the case. */
  evidence: { code: 'evidence', zh: '建证据档案', en: 'Evidence case made' },
  reopened: { code: 'reopened', zh: '退回未处理', en: 'Put back' },
  confirmed: { code: 'confirmed', zh: '确认', en: 'Confirmed' },
  /** Somebody said more of one that is handled. */
  amended: { code: 'amended', zh: '补充', en: 'Added to' },
  hidden: { code: 'hidden', zh: '隐藏', en: 'Hidden' },
})
/** Why an alarm is put aside for a while. */
export const shelveReason = enumeration({
  maintenance: { code: 'maintenance', zh: '检修', en: 'Maintenance' },
  chatter: { code: 'chatter', zh: '反复触发', en: 'Comes again and again' },
  attended: { code: 'attended', zh: '现场有人', en: 'Somebody is there' },
  planned: { code: 'planned', zh: '计划作业', en: 'Planned work' },
  other: { code: 'other', zh: '其他', en: 'Other' },
})
/** Why an alarm that nobody put aside is not announced by itself. */
export const suppressReason = enumeration({
  flood: { code: 'flood', zh: '报警洪泛', en: 'Alarm flood' },
  typeOff: { code: 'typeOff', zh: '站点已关闭此类报警', en: 'This type of alarm is off for the site' },
  otherArea: { code: 'otherArea', zh: '不在站点为此类报警所选的区域', en: 'Outside the areas that the site chose for this type' },
})
/** Those of a site that does not want to be alarmed of something; nobody has to do anything about what it does not want. */
export const unwantedBy = [suppressReason.code.typeOff, suppressReason.code.otherArea] as const
export type Unwanted = (typeof unwantedBy)[number]
/** Minutes for which an alarm may be put aside at most, of level one and of the others: nothing is for good. */
export const shelvedAtMost = { levelOne: 60, others: 720 } as const
/** How often an alarm that nobody takes up goes on to the next on duty. */
export const escalatedAtMost = 5
/** What the numbers of a statistics screen are gathered by. */
export const statisticsInterval = enumeration(
  {
    realTime: { code: 0, zh: '实时', en: 'Real time' },
    day: { code: 1, zh: '按日', en: 'By day' },
    week: { code: 2, zh: '按周', en: 'By week' },
  },
  { zh: '按月', en: 'By month' },
)
/** Whether the console of somebody with this number shows alarms and sounds: that of the helmet-broadcast page does not. */
export const isShownAlarms = (workNum: string): boolean => workNum !== 'qt'

/** What confirming writes to `remark` and `handleNote`. */
export const confirmText = '确认并关闭'
/** @public What acknowledging a helmet broadcast writes. */
export const broadcastText = '已发起广播'

export const alarm = z
  .object({
    ...recordFields,
    source: alarmSource,
    /** These three say of a source that is no device its kind, its id and its label. */
    deviceType: z.string(),
    alarmType: z.number().int(),
    alarmLevel: alarmLevel.schema,
    alarmName: z.string(),
    /** Alarm info text: to whoever asks in his language, in events in Chinese. */
    result: z.string(),
    /** What `result` is written from in any language; null of an old alarm of which only the text is known. */
    facts: alarmFacts.nullable(),
    findTime: time,
    deviceId: z.string(),
    deviceName: z.string(),
    status: handlingStatus.schema,
    remark: z.string(),
    handleNote: z.string(),
    handleUser: z.string(),
    handleTime: time.nullable(),
    reasonCode: z.union([z.literal(''), alarmReason.schema]),
    /** Whose it is to handle, or to whom it was escalated while it is unhandled; null while it is nobody's. */
    assigneeId: z.string().nullable(),
    assignee: z.string(),
    /** Until when it is put aside, in silence and out of sight; null where it is not. */
    shelvedUntil: time.nullable(),
    shelvedBy: z.string(),
    shelveReason: z.union([z.literal(''), shelveReason.schema]),
    /** Why the site did not want to be alarmed of it, null where it did: it stands among what is handled, and nobody handled it. */
    suppressed: suppressReason.schema.nullable(),
    /** How often it went on to the next on duty since it waits. */
    escalation: z.number().int(),
    condition: alarmCondition.schema,
    startTime: time,
    endTime: time.nullable(),
    /** How often the condition came again while this alarm stood. */
    count: z.number().int(),
    lastTime: time,
    areaId: z.string().nullable(),
    areaName: z.string().nullable(),
    ruleId: z.string().nullable(),
    /** The moving object, as in position frames; null where the device is gone, and of another source. */
    objectId: z.number().int().nullable(),
    deptId: z.string().nullable(),
    deptName: z.string().nullable(),
    userName: z.string(),
    plateNumber: z.string(),
    lng: z.number().nullable(),
    lat: z.number().nullable(),
    floor: z.number().nullable(),
    /** True for what came too late to sound. */
    quiet: z.boolean(),
    /** What the device says of the time of its call for help, where that is not believed; then `startTime` is the receipt. */
    deviceTime: time.nullable(),
  })
  .meta({ id: 'Alarm' })
export type Alarm = z.output<typeof alarm>

/** The form that confirms or acknowledges an alarm; who handled it is taken from the session. */
export const alarmForm = z
  .object({
    id,
    version: z.number().int().min(1).optional(),
    status: handlingStatus.schema,
    remark: text(500).optional(),
    handleNote: text(500).optional(),
    reasonCode: z.union([z.literal(''), alarmReason.schema]).optional(),
  })
  .meta({ id: 'AlarmForm' })

/** One step in the life of an alarm; what is not said of it is empty or null. */
export const alarmStep = z
  .object({
    at: time,
    kind: alarmStepKind.schema,
    /** Who did it; empty where nobody did. */
    by: z.string(),
    /** Who had it or gets it. */
    to: z.string(),
    /** Of a confirmation or what was added to it, of what put it aside, of what kept it silent, or what became of a message at first. */
    reason: z.union([z.literal(''), alarmReason.schema, shelveReason.schema, suppressReason.schema, receipt.schema]),
    /** Of what put it aside, its end. */
    until: time.nullable(),
    note: z.string(),
    /** How often it had come by then. */
    count: z.number().int().nullable(),
  })
  .meta({ id: 'AlarmStep' })
export type AlarmStep = z.output<typeof alarmStep>

/** Whether more alarms come than anybody can look at one by one (`floodBounds`). */
export const alarmFlood = z
  .object({
    /** Since when it lasts; null while there is none. */
    since: time.nullable(),
    /** Alarms of the site within ten minutes, when they were last counted; 0 where nobody had to. */
    count: z.number().int(),
  })
  .meta({ id: 'AlarmFlood' })
export type AlarmFlood = z.output<typeof alarmFlood>

/** Somebody who may handle an alarm. */
export const alarmHandler = z.object({ id: z.string(), name: z.string(), deptName: z.string() }).meta({ id: 'AlarmHandler' })
