import { defineTexts } from '../../shared/i18n/texts.ts'

export const lockTexts = defineTexts('app/lock', {
  lock: { zh: '锁定屏幕', en: 'Lock the screen' },
  locked: { zh: '屏幕已锁定', en: 'The screen is locked' },
  holder: { zh: '{name}，请输入密码解锁。', en: '{name}, enter your password. ' },
  kept: { zh: '未保存的内容仍保留。', en: 'Unsaved changes are kept.' },
  wrong: { zh: '密码错误', en: 'Wrong password' },
  unlock: { zh: '解 锁', en: 'Unlock' },
  unlocking: { zh: '正在解锁…', en: 'Unlocking…' },
  calls: { zh: '{count} 条求救未处理', en: 'Calls for help waiting: {count}' },
  lastCall: { zh: '最近 {time}，请立即解锁处理', en: 'The latest at {time}. Unlock and act now' },
  alarms: { zh: '未处理报警 {count} 条', en: 'Alarms waiting: {count}' },
  loses: { zh: '切换账号后，未保存的内容会丢失。', en: 'Unsaved changes will be lost if you switch user.' },
  goOn: { zh: '仍然切换', en: 'Switch anyway' },
  stay: { zh: '返回', en: 'Back' },
})
