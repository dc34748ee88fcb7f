import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Page } from '@playwright/test'
import { sayingIn } from '../support/languages.ts'

/** What stands over everything while the screen is locked. */
export const lockCover = (page: Page, language: Language = 'zh') => {
  const say = sayingIn(language)
  const cover = page.getByRole('dialog', { name: say('屏幕已锁定', 'The screen is locked') })
  const password = cover.getByLabel(say('密码', 'Password'), { exact: true })
  return {
    cover,
    password,
    button: cover.getByRole('button', { name: say('解 锁', 'Unlock') }),
    refusal: cover.getByRole('alert'),
    /** The cries for help that wait. */
    calls: cover.getByText(say('求救未处理', 'Calls for help waiting')),
    otherAccount: cover.getByRole('button', { name: say('换个账号登录', 'Sign in as somebody else') }),
    goOn: cover.getByRole('button', { name: say('仍然切换', 'Switch anyway') }),
    unlock: async (with_: string): Promise<void> => {
      await password.fill(with_)
      await password.press('Enter')
    },
  }
}
