import { defineTexts } from '../i18n/texts.ts'

export const liveTexts = defineTexts('shared/live', {
  recordAlarmLabel: { zh: '此记录的报警', en: 'Alarm of this record' },
  recordAlarm: { zh: '此{what}正在报警：{name}，已持续 {time}', en: 'This {what} is in alarm: {name}, for {time}' },
  recordAlarmReturned: {
    zh: '此{what}有报警待确认：{name}，已恢复，{time} 前开始',
    en: 'This {what} has an alarm to be confirmed: {name}, back to normal, started {time} ago',
  },
  locate: { zh: '定位', en: 'Locate' },
  confirm: { zh: '确认', en: 'Confirm' },
})
