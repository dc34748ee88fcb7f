import { defineTexts } from '../../shared/i18n/texts.ts'

export const deviceTexts = defineTexts('features/devices', {
  bindings: { zh: '佩戴历史', en: 'Who wore it' },
  onDay: { zh: '某一天是谁', en: 'Who on which day' },
  nobodyYet: { zh: '还没有人佩戴过', en: 'Nobody has worn it yet' },
  nobodyThatDay: { zh: '这一天没有人佩戴', en: 'Nobody wore it on that day' },
  stillWorn: { zh: '至今', en: 'now' },
  boundBy: { zh: '{name} 绑定', en: 'bound by {name}' },
  more: { zh: '还有 {n} 条更早的记录', en: '{n} earlier ones' },
  unknownTitle: { zh: '未登记设备', en: 'Unregistered devices' },
  unknownLead: { zh: '{n} 台设备在上报，但尚未登记', en: '{n} devices report without being registered' },
  show: { zh: '查看', en: 'Show' },
  deviceId: { zh: '设备编号', en: 'Device id' },
  lastSeen: { zh: '最近上报', en: 'Last report' },
  reports: { zh: '上报次数', en: 'Reports' },
  adopt: { zh: '登记', en: 'Register' },
  adopted: { zh: '已登记 {name}', en: '{name} is registered' },
  nameIt: { zh: '编号或车牌', en: 'Number or plate' },
  close: { zh: '关闭', en: 'Close' },
  unbind: { zh: '解除绑定', en: 'Unbind' },
})
