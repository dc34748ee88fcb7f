import { defineTexts } from '../i18n/texts.ts'

export const apiTexts = defineTexts('shared/api', {
  failed: { zh: '请求失败（{reason}）', en: 'The request failed ({reason})' },
})
