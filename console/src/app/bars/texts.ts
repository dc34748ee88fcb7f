import { defineTexts } from '../../shared/i18n/texts.ts'

export const barTexts = defineTexts('app/bars', {
  soundLocked: {
    zh: '声音未开启，报警时听不到提示音。',
    en: 'Sound is off. Alarms cannot be heard.',
  },
  turnOnSound: { zh: '点击开启', en: 'Turn on' },
  broken: { zh: '数据中断，已 {seconds} 秒未更新', en: 'Live data lost: no update for {seconds} s' },
  oldData: { zh: '画面上的位置和报警可能已经过时', en: 'Positions and alarms on this screen may be out of date' },
  reconnecting: { zh: '重连中', en: 'Reconnecting' },
  retryIn: { zh: '{seconds} 秒后重连', en: 'Next try in {seconds} s' },
  retryNow: { zh: '立即重连', en: 'Try now' },
  diskLow: { zh: '服务器磁盘空间不足，请尽快清理', en: 'The server is low on disk space. Free up space soon' },
  diskLowTell: { zh: '服务器磁盘空间不足，请通知系统管理员', en: 'The server is low on disk space. Tell an administrator' },
  diskFull: {
    zh: '磁盘已满：位置已停止更新，围栏不再判断；求救仍会报警',
    en: 'The disk is full: positions are no longer updated and fences no longer checked; calls for help still raise alarms',
  },
})
