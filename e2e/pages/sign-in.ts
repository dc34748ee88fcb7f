import { expect, type Page } from '@playwright/test'

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
