import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { pushChannel } from './task-type.ts'

export const pushStatus = enumeration({
  waiting: { code: 'waiting', zh: '待发', en: 'Waiting' },
  sent: { code: 'sent', zh: '成功', en: 'Sent' },
  failed: { code: 'failed', zh: '失败', en: 'Failed' },
  read: { code: 'read', zh: '已读', en: 'Read' },
})

/** One message to one person over one channel; only shown. */
export const pushRecord = noun({
  name: 'pushRecord',
  word: { zh: '推送记录', en: 'push record' },
  words: { zh: '推送记录', en: 'push records' },
  route: 'pushRecordMgmt',
  fields: {
    title: field.required({ zh: '标题', en: 'Title' }, 128),
    content: field.long({ zh: '内容', en: 'Content' }, 1_000),
    channel: field.chosen({ zh: '通道', en: 'Channel' }, pushChannel, 'inApp'),
    userId: field.ref({ zh: '接收人', en: 'Recipient' }, 'user'),
    target: field.text({ zh: '接收地址', en: 'Address' }, 128, { private: true }),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    status: field.chosen({ zh: '状态', en: 'Status' }, pushStatus, 'waiting'),
    failReason: field.text({ zh: '失败原因', en: 'Failure reason' }, 500),
    retry: field.presetNumber({ zh: '重试次数', en: 'Retries' }, { min: 0, max: 100, preset: 0 }),
  },
  shown: {
    alarmId: field.text({ zh: '报警编号', en: 'Alarm' }, 32),
    sendTime: field.time({ zh: '发送时间', en: 'Sent at' }),
    readTime: field.time({ zh: '阅读时间', en: 'Read at' }),
  },
  title: 'title',
  key: 'title',
  search: ['title', 'content', 'target'],
  filters: ['channel', 'status'],
  ranges: ['sendTime'],
  imports: false,
})
