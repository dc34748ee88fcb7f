import { expect, type Page } from '@playwright/test'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'

/** The sign-in page. */
export const signInPage = (page: Page, origin: string) => ({
  open: (path = '/login') => page.goto(`${origin}${path}`),
  enter: async (userName: string, password: string): Promise<void> => {
    await page.getByLabel('账号', { exact: true }).fill(userName)
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByRole('button', { name: '登 录' }).click()
  },
  refusal: page.getByRole('alert'),
})

/** Signs in and waits for the shell at the address that was asked for. */
export const signIn = async (
  page: Page,
  origin: string,
  account: { userName: string; password: string },
  path = '/home',
): Promise<void> => {
  const form = signInPage(page, origin)
  await form.open(path)
  await form.enter(account.userName, account.password)
  await expect(page).toHaveURL(new RegExp(`${path.split('?')[0]}(\\?|$)`))
  await expect(page.getByRole('navigation', { name: '当前位置' })).toBeVisible()
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
