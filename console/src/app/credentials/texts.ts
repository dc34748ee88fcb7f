import { defineTexts } from '../../shared/i18n/texts.ts'

export const credentialsTexts = defineTexts('app/credentials', {
  password: { zh: '密码', en: 'Password' },
  passwordMissing: { zh: '请输入密码', en: 'Enter your password' },
  showPassword: { zh: '显示密码', en: 'Show password' },
  hidePassword: { zh: '隐藏密码', en: 'Hide password' },
  failed: { zh: '登录失败，请稍后再试（{reason}）', en: 'Sign-in failed, please try again later ({reason})' },
  otherAccount: { zh: '换个账号登录', en: 'Sign in as somebody else' },
})
