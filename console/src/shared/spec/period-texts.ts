import { defineTexts } from '../i18n/texts.ts'

export const periodTexts = defineTexts('shared/spec/periods', {
  always: { zh: '始终生效', en: 'Always' },
  alwaysHint: { zh: '未设时段，始终生效', en: 'No periods set: always in force' },
  addPeriod: { zh: '增加时段', en: 'Add a period' },
  removePeriod: { zh: '删除第 {n} 个时段', en: 'Remove period {n}' },
  everyDay: { zh: '每天', en: 'Every day' },
  workdays: { zh: '工作日', en: 'Workdays' },
  weekend: { zh: '周末', en: 'Weekend' },
  from: { zh: '开始', en: 'From' },
  to: { zh: '结束', en: 'To' },
  nextDay: { zh: '次日', en: 'next day' },
  wholeDay: { zh: '24 小时', en: '24 hours' },
})
