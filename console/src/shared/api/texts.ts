import { defineTexts } from '../i18n/texts.ts'

export const apiTexts = defineTexts('shared/api', {
  unreachable: { zh: '无法连接服务器', en: 'the server cannot be reached' },
  noAnswer: { zh: '服务器没有及时响应', en: 'the server did not answer in time' },
  notServing: { zh: '服务器暂时不可用（{what}）', en: 'the server is not available ({what})' },
  partMissing: {
    zh: '页面的一部分没有加载成功，系统可能刚刚升级',
    en: 'part of this page could not be loaded, the system may just have been updated',
  },
  failed: { zh: '请求失败（{reason}）', en: 'The request failed ({reason})' },
})
