import { defineTexts } from '../i18n/texts.ts'

export const liveTexts = defineTexts('shared/live', {
  broken: { zh: '数据中断，已 {seconds} 秒未更新', en: 'Live data has stopped: nothing for {seconds} s' },
  reconnecting: { zh: '重连中', en: 'Reconnecting' },
  retryIn: { zh: '{seconds} 秒后重连', en: 'Next try in {seconds} s' },
  retryNow: { zh: '立即重连', en: 'Try now' },
  oldData: { zh: '画面上的位置和报警可能已经过时', en: 'Positions and alarms on this screen may be out of date' },
})
