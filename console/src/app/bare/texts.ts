import { defineTexts } from '../../shared/i18n/texts.ts'

export const bareTexts = defineTexts('app/bare', {
  notFound: { zh: '页面不存在', en: 'Page not found' },
  notFoundHint: {
    zh: '地址有误，或您没有打开此页面的权限。',
    en: 'The address is wrong, or you do not have permission for this page.',
  },
  backHome: { zh: '返回首页', en: 'Back to home' },
  failed: { zh: '暂时打不开', en: 'This could not be opened' },
  retry: { zh: '重试', en: 'Try again' },
})
