import { defineTexts } from '../../shared/i18n/texts.ts'

export const helmetTexts = defineTexts('features/helmet-service', {
  // The specification's, letter for letter.
  started: { zh: '已发起广播：{name}', en: 'Broadcast started: {name}' },
  notStarted: { zh: '播报未送达，报警仍未处理：{name}', en: 'The broadcast did not arrive and the alarm stays open: {name}' },
  calls: { zh: '求救', en: 'Calls for help' },
  into: { zh: '正在呼叫值班台', en: 'Calls the control room' },
  dept: { zh: '部门', en: 'Department' },
  device: { zh: '设备编号', en: 'Device' },
  lasting: { zh: '已持续', en: 'For' },
  unknown: { zh: '报警尚未收到，或不在您的权限内', en: 'No alarm has come of it yet, or it is not yours to see' },
  answer: { zh: '应答', en: 'Answer' },
  call: { zh: '呼叫', en: 'Call' },
  locate: { zh: '定位', en: 'Locate' },
  putAway: { zh: '收起', en: 'Put away' },
  mayNotCall: { zh: '没有通话权限', en: 'You may not place calls' },
  noNumber: { zh: '这台安全帽没有SIP号', en: 'This helmet has no SIP number' },
})
