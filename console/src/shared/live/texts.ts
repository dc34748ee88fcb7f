import { defineTexts } from '../i18n/texts.ts'

export const liveTexts = defineTexts('shared/live', {
  broken: { zh: '数据中断，已 {seconds} 秒未更新', en: 'Live data has stopped: nothing for {seconds} s' },
  reconnecting: { zh: '重连中', en: 'Reconnecting' },
  retryIn: { zh: '{seconds} 秒后重连', en: 'Next try in {seconds} s' },
  retryNow: { zh: '立即重连', en: 'Try now' },
  diskLow: {
    zh: '服务器磁盘空间不足，请尽快清理',
    en: 'The disk of the server is filling up: make room soon',
  },
  diskFull: {
    zh: '服务器磁盘将满，已停止记录位置；求救仍会报警，请立即清理',
    en: 'The disk of the server is nearly full and positions are no longer stored; calls for help still alarm. Make room now',
  },
  oldData: { zh: '画面上的位置和报警可能已经过时', en: 'Positions and alarms on this screen may be out of date' },
})
