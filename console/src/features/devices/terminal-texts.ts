import { defineTexts } from '../../shared/i18n/texts.ts'

export const terminalTexts = defineTexts('features/devices/terminal', {
  title: { zh: '终端参数：{plate}', en: 'Terminal parameters: {plate}' },
  reading: { zh: '正在读取，最多十秒', en: 'Reading, up to ten seconds' },
  readAgain: { zh: '重新读取', en: 'Read again' },
  set: { zh: '下发 {n} 项', en: 'Set {n}' },
  setNone: { zh: '下发', en: 'Set' },
  notRead: { zh: '未能读取：{became}', en: 'Not read: {became}' },
  becameSet: { zh: '下发：{became}', en: 'Setting: {became}' },
  withFault: { zh: '{receipt}，{fault}', en: '{receipt}. {fault}' },
  nothing: { zh: '终端没有报出任何参数', en: 'The terminal told no parameters' },
  parameter: { zh: '参数', en: 'Parameter' },
  value: { zh: '值', en: 'Value' },
  unknown: { zh: '未知参数', en: 'Unknown parameter' },
  secret: { zh: '不显示', en: 'Not shown' },
  empty: { zh: '空', en: 'Empty' },
  range: { zh: '{min}～{max}', en: '{min}–{max}' },
  longest: { zh: '最多 {n} 个字', en: 'At most {n, character|characters}' },
  close: { zh: '关闭', en: 'Close' },
})
