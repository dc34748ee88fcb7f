import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

export const noticeChannel = enumeration({
  helmet: { code: 'helmet', zh: '安全帽语音', en: 'Helmet voice' },
  text: { code: 'text', zh: '文字消息', en: 'Text message' },
  speaker: { code: 'speaker', zh: '广播音柱', en: 'Speakers' },
  spoken: { code: 'spoken', zh: '口头通知', en: 'In person' },
})

/** Who was told what, and when; a deleted one is hidden and stays. */
export const noticeRecord = noun({
  name: 'noticeRecord',
  word: { zh: '通知记录', en: 'notice record' },
  words: { zh: '通知记录', en: 'notice records' },
  route: 'noticeRecordMgmt',
  fields: {
    title: field.required({ zh: '标题', en: 'Title' }, 64),
    content: field.requiredLong({ zh: '内容', en: 'Content' }, 500),
    channel: field.chosen({ zh: '通知方式', en: 'Channel' }, noticeChannel, 'helmet'),
    target: field.text({ zh: '通知对象', en: 'Recipients' }, 500),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  shown: {
    sendTime: field.time({ zh: '通知时间', en: 'Sent at' }),
    sender: field.text({ zh: '通知人', en: 'Sent by' }, 64),
  },
  title: 'title',
  key: 'title',
  imports: false,
  search: ['title', 'content', 'target'],
  filters: ['channel'],
})
