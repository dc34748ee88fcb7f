import { alarmLevel } from '../hazards/entities.ts'
import { enabledFlag } from '../kernel/enabled.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

export const pushChannel = enumeration({
  inApp: { code: 'inApp', zh: '站内', en: 'In the console' },
  sms: { code: 'sms', zh: '短信', en: 'SMS' },
  wecom: { code: 'wecom', zh: '企业微信', en: 'WeCom' },
  dingtalk: { code: 'dingtalk', zh: '钉钉', en: 'DingTalk' },
  mail: { code: 'mail', zh: '邮件', en: 'E-mail' },
  voice: { code: 'voice', zh: '语音电话', en: 'Voice call' },
})

/** What is told to people by push, how urgent it is and over which channels. */
export const pushTaskType = noun({
  name: 'pushTaskType',
  word: { zh: '推送任务类型', en: 'push task type' },
  words: { zh: '推送任务类型', en: 'push task types' },
  route: 'pushTaskTypeMgmt',
  fields: {
    code: field.requiredPattern({ zh: '编码', en: 'Code' }, /^[A-Za-z][\w.-]{0,63}$/, 'not a code'),
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    level: field.chosen({ zh: '级别', en: 'Level' }, alarmLevel, 3),
    template: field.long({ zh: '模板', en: 'Template' }, 500),
    channels: field.choices({ zh: '通道', en: 'Channels' }, pushChannel),
    enable: field.flag({ zh: '状态', en: 'Status' }, enabledFlag, 1),
  },
  title: 'name',
  key: 'code',
  search: ['code', 'name'],
  filters: ['level', 'enable'],
  imports: false,
})
