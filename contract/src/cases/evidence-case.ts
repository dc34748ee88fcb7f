import { z } from 'zod'
import { alarmLevel, alarmType } from '../alarms/entities.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { id, time } from '../kernel/shapes.ts'
import { caseStatus, longest } from './entities.ts'

const many = { min: 0, max: 2_147_483_647 } as const

const kept = noun({
  name: 'evidenceCase',
  word: { zh: '证据档案', en: 'evidence case' },
  words: { zh: '证据档案', en: 'evidence cases' },
  route: 'evidenceCaseMgmt',
  fields: {
    title: field.required({ zh: '标题', en: 'Title' }, longest.title),
    note: field.long({ zh: '说明', en: 'Note' }, longest.note),
    status: field.requiredChoice({ zh: '状态', en: 'Status' }, caseStatus),
  },
  shown: {
    number: field.text({ zh: '编号', en: 'Number' }, 32),
    alarmType: field.requiredChoice({ zh: '报警', en: 'Alarm' }, alarmType),
    alarmLevel: field.requiredChoice({ zh: '级别', en: 'Level' }, alarmLevel),
    /** Whom or what the alarm was about. */
    subject: field.text({ zh: '对象', en: 'Subject' }, 128),
    findTime: field.time({ zh: '报警时间', en: 'Alarm time' }),
    /** As it was called when the case was made. */
    deptName: field.text({ zh: '部门', en: 'Department' }, 64),
    items: field.requiredNumber({ zh: '材料数', en: 'Items' }, many),
    createdBy: field.text({ zh: '归档人', en: 'Kept by' }, 64),
    createdAt: field.time({ zh: '归档时间', en: 'Kept at' }),
  },
  title: 'title',
  key: 'title',
  search: ['title', 'note', 'subject', 'createdBy'],
  filters: ['status'],
  ranges: ['createdAt'],
  imports: false,
})

/** What was kept of an alarm, and what was added since; made of an alarm, and never deleted. */
export const evidenceCase = {
  ...kept,
  record: kept.record
    .extend({ alarmId: id, alarmType: z.number().int(), deptId: id.nullable(), createdAt: time, findTime: time })
    .meta({ id: 'EvidenceCase' }),
  deptBy: 'deptId',
}
/** Of one who may not see cases, no more than which one it is: he learns where an alarm is kept, not what was said of it. */
export const namedCase = evidenceCase.record.partial().required({ id: true, number: true })
export type EvidenceCase = z.output<typeof evidenceCase.record>
export type NamedCase = z.output<typeof namedCase>
