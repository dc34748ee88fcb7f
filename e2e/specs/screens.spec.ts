import type { Browser, Page } from '@playwright/test'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { menu } from '@vigil/contract/menu/routes.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { drawMapsCoarsely } from '../support/coarse-maps.ts'
import { inLanguages } from '../support/languages.ts'
import { startProduct } from '../support/product.ts'
import { adminPassword, claimSite, expect, firstPassword, test } from '../support/site.ts'

/** Screens that a later release brings. */
const later = new Set<string>(['pushRecordMgmt', 'pushTaskTypeMgmt', 'pushUserConfigMgmt'])
const groups = menu
  .filter(({ path }) => path === '/baseMgmt' || path === '/systemMgmt')
  .map((group) => ({ ...group, children: group.children.filter(({ name }) => !later.has(name)) }))

/** A console signed in by its token, in a language. */
const consoleOf = async (browser: Browser, token: string, language: 'zh' | 'en'): Promise<{ page: Page; faults: string[] }> => {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await drawMapsCoarsely(context)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await page.addInitScript(
    ([key, chosen]) => {
      sessionStorage.setItem('login_token', key)
      localStorage.setItem('vigil.language', chosen)
      // Each language in a theme of its own, so that both are looked at.
      localStorage.setItem('vigil.theme', chosen === 'zh' ? 'light' : 'dark')
    },
    [token, language] as const,
  )
  return { page, faults }
}

/** Opens every screen by the menu: it shows itself whole, without a fault, a failed load or anything beside the window, and passes `look`. */
const openAll = async (
  browser: Browser,
  origin: string,
  token: string,
  language: 'zh' | 'en',
  look?: (page: Page, name: string) => Promise<void>,
): Promise<void> => {
  const { page, faults } = await consoleOf(browser, token, language)
  const sidebar = page.getByRole('navigation', { name: /主菜单|Main menu/ })
  // Of the last group, so that each is unfolded in turn.
  await page.goto(`${origin}/systemMgmt/aboutMgmt`)
  for (const group of groups) {
    await sidebar.getByRole('button', { name: group.title[language] }).click()
    for (const { name, title } of group.children) {
      await test.step(`${name} ${language}`, async () => {
        await sidebar.getByRole('link', { name: title[language], exact: true }).click()
        await expect.soft(page.getByRole('navigation', { name: /当前位置|You are here/ })).toContainText(title[language])
        // Of the screen in front: those behind have stopped asking.
        await expect.soft(page.locator('main [aria-busy="true"]').filter({ visible: true })).toHaveCount(0)
        await expect.soft(page.locator('main .ant-skeleton').filter({ visible: true })).toHaveCount(0)
        await expect(
          page.getByText(/此页面尚未开放|This screen is not available yet|数据加载失败|The data could not be loaded/),
        ).toHaveCount(0)
        expect
          .soft(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'))
          .toBeLessThanOrEqual(0)
        // What stands beside it is in sight as far as it reaches: it ends where its frame does.
        const beyond = await page.evaluate<number>(
          '(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector("main"))',
        )
        expect.soft(beyond, name).toBeLessThanOrEqual(0)
        await look?.(page, name)
        expect.soft(faults.splice(0), name).toEqual([])
      })
    }
  }
  await page.context().close()
}

for (const language of inLanguages('zh')) {
  test(`every screen of administration opens on the demo’s site (${language})`, async ({ browser, site }) => {
    const token = await createClient({ origin: site.origin }).ask(sessionCalls.login, {
      userName: 'admin',
      password: adminPassword,
    })
    await openAll(browser, site.origin, token, language, (page, name) => expectAccessible(page, name, language))
  })
}

test('every screen of administration opens on an empty site', async ({ browser }) => {
  const { origin, end } = await startProduct({ VIGIL_ADMIN_PASSWORD: firstPassword })
  try {
    const token = await claimSite(origin)
    // In the language, and the theme, that the demo's site is gone through in a longer run alone.
    await openAll(browser, origin, token, 'en', (page, name) => expectAccessible(page, name, 'en'))
  } finally {
    await end()
  }
})
