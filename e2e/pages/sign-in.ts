import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Page } from '@playwright/test'
import { expect } from '../support/expect.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'

const words = {
  zh: { account: '账号', password: '密码', enter: '登 录', whereabouts: '当前位置' },
  en: { account: 'User name', password: 'Password', enter: 'Sign in', whereabouts: 'You are here' },
} as const

/** The sign-in page. */
export const signInPage = (page: Page, origin: string, language: Language = 'zh') => ({
  open: (path = '/login') => page.goto(`${origin}${path}`),
  enter: async (userName: string, password: string): Promise<void> => {
    await page.getByLabel(words[language].account, { exact: true }).fill(userName)
    await page.getByLabel(words[language].password, { exact: true }).fill(password)
    await page.getByRole('button', { name: words[language].enter }).click()
  },
  refusal: page.getByRole('alert'),
})

/** Signs in and waits for the shell at the address that was asked for. */
export const signIn = async (
  page: Page,
  origin: string,
  account: { userName: string; password: string },
  path = '/home',
  language: Language = 'zh',
): Promise<void> => {
  if (language !== 'zh') await page.addInitScript((chosen) => localStorage.setItem('vigil.language', chosen), language)
  const form = signInPage(page, origin, language)
  await form.open(path)
  await form.enter(account.userName, account.password)
  await expect(page).toHaveURL(new RegExp(`${path.split('?')[0]}(\\?|$)`))
  await expect(page.getByRole('navigation', { name: words[language].whereabouts })).toBeVisible()
}

/** Opens a screen for somebody who is signed in already, in a language; no form is filled in. */
export const openAs = async (
  page: Page,
  origin: string,
  account: { userName: string; password: string },
  path: string,
  language: Language = 'zh',
): Promise<void> => {
  const { userName, password } = account
  // The browser's own request, so that it gets the cookie for downloads too.
  const answer = await page.request.post(`${origin}/api${sessionCalls.login.path}`, { data: { userName, password } })
  const { data: token } = (await answer.json()) as { data: string }
  await page.addInitScript(
    ([key, chosen]) => {
      sessionStorage.setItem('login_token', key)
      localStorage.setItem('vigil.language', chosen)
    },
    [token, language] as const,
  )
  await page.goto(`${origin}${path}`)
  await expect(page.getByRole('navigation', { name: /^(当前位置|You are here)$/ })).toBeVisible()
}
