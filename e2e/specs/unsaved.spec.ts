import type { Page } from '@playwright/test'
import { fencesPage } from '../pages/fences.ts'
import { signIn } from '../pages/sign-in.ts'
import { tabsBar, unsavedQuestion } from '../pages/tabs.ts'
import { expect, test, type Site } from '../support/site.ts'

const title = '电子围栏'
const typed = '还没有保存的围栏'

/** Opens the fences beside the home screen and begins a new one. */
const beginFence = async (page: Page, site: Site) => {
  const user = await site.makeUser(['dangAreaDrawMgmt', 'dangAreaDrawMgmt:edit', 'hazardAreaMgmt'])
  await signIn(page, site.origin, user, '/home')
  await page.getByRole('button', { name: '基础设置' }).click()
  await page.getByRole('link', { name: title }).click()
  const fences = fencesPage(page)
  await fences.newFence.click()
  await fences.name.fill(typed)
  await expect(fences.name).toHaveValue(typed)
  return { fences, tabs: tabsBar(page), question: unsavedQuestion(page) }
}

test('a tab with unsaved changes is closed when the operator lets them go, and stays otherwise', async ({ page, site }) => {
  const { fences, tabs, question } = await beginFence(page, site)
  await tabs.close(title).click()
  await expect(question.text).toBeVisible()
  await question.stay.click()
  await expect(question.text).toBeHidden()
  await expect(tabs.tab(title)).toBeVisible()
  await expect(fences.name).toHaveValue(typed)

  await page.keyboard.press('Alt+w')
  await question.leave.click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(tabs.tab(title)).toHaveCount(0)

  // What was let go no longer asks.
  await page.getByRole('link', { name: title }).click()
  await expect(tabs.tab(title)).toBeVisible()
  await tabs.close(title).click()
  await expect(tabs.tab(title)).toHaveCount(0)
  await expect(page).toHaveURL(/\/home$/)
})

test('refreshing a tab and signing out ask before unsaved changes go', async ({ page, site }) => {
  const { fences, tabs, question } = await beginFence(page, site)
  await page.keyboard.press('Alt+r')
  await question.stay.click()
  await expect(question.text).toBeHidden()
  await expect(fences.name).toHaveValue(typed)

  await tabs.tab(title).click({ button: 'right' })
  await tabs.entry('刷新').click()
  await question.stay.click()
  await expect(question.text).toBeHidden()
  await expect(fences.name).toHaveValue(typed)

  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await tabs.entry('退出登录').click()
  await question.stay.click()
  await expect(question.text).toBeHidden()
  await expect(fences.name).toHaveValue(typed)

  await page.keyboard.press('Alt+r')
  await question.leave.click()
  await expect(fences.name).toHaveValue('')
  await expect(tabs.tab(title)).toBeVisible()
})

test('closing the window with unsaved changes is asked about by the browser', async ({ page, site }) => {
  const { fences } = await beginFence(page, site)
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(fences.name).toHaveValue(typed)
})
