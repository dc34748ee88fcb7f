import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { tabsBar } from '../pages/tabs.ts'
import { openAs, signIn, signInPage } from '../pages/sign-in.ts'
import { adminPassword, expect, test } from '../support/site.ts'
import { unique } from '../support/unique.ts'

test('signs in and lands at the address that was asked for', async ({ page, site }) => {
  const user = await site.makeUser(['trackRealMgmt', 'userMgmt'])
  const form = signInPage(page, site.origin)
  await form.open('/systemMgmt/userMgmt')
  await expect(page).toHaveURL(/\/login/)
  await form.enter(user.userName, user.password)
  await expect(page).toHaveURL(/\/systemMgmt\/userMgmt$/)
  await page.goto(`${site.origin}/login`)
  await expect(page).toHaveURL(/\/home$/)
})

test('a wrong password is told beside the form and keeps what was typed', async ({ page, site }) => {
  const user = await site.makeUser([])
  const form = signInPage(page, site.origin)
  await form.open()
  await form.enter(user.userName, 'not-the-password')
  await expect(form.refusal).toContainText('账号或密码错误')
  await expect(page.getByLabel('账号', { exact: true })).toHaveValue(user.userName)
  await expect(page).toHaveURL(/\/login/)
})

test('the form is there and taken at its word before what sends it came', async ({ page, site }) => {
  const user = await site.makeUser([])
  const form = signInPage(page, site.origin)
  let letGo = (): void => undefined
  const held = new Promise<void>((go) => {
    letGo = go
  })
  await page.route('**/assets/first-calls-*.js', async (route) => {
    await held
    await route.continue()
  })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await form.open()
  await form.enter(user.userName, user.password)
  await expect(page.getByRole('button', { name: '正在登录…' })).toBeVisible()
  expect(sent.filter((url) => url.includes('/api/'))).toEqual([])
  // What describes calls and checks them is none of the form's first files.
  const linked = await (await page.request.get(`${site.origin}/login`)).text()
  expect(linked).toMatch(/modulepreload[^>]*base-/)
  expect(linked).not.toContain('/zod-')
  letGo()
  await expect(page).toHaveURL(/\/home$/)
})

test('that what sends the form did not come is told like a call that failed, and the next try fetches it anew', async ({
  page,
  site,
}) => {
  const user = await site.makeUser([])
  const form = signInPage(page, site.origin)
  const chunk = '**/assets/first-calls-*.js'
  await page.route(chunk, (route) => route.abort())
  await form.open()
  await form.enter(user.userName, user.password)
  await expect(page.locator('form').getByRole('alert')).toContainText('没有加载成功')
  await page.unroute(chunk)
  await form.enter(user.userName, user.password)
  await expect(page).toHaveURL(/\/home$/)
})

test('five failures lock the account for this address, and the page says for how long', async ({ page, site }) => {
  const user = await site.makeUser([])
  const form = signInPage(page, site.origin)
  await form.open()
  for (let failure = 0; failure < 4; failure += 1) {
    await createClient({ origin: site.origin }).send(sessionCalls.login, { userName: user.userName, password: 'wrong' })
  }
  await form.enter(user.userName, 'wrong-for-the-fifth-time')
  await expect(form.refusal).toContainText('已锁定，请 5 分钟后再试')
  await form.enter(user.userName, user.password)
  await expect(form.refusal).toContainText('已锁定')
})

test('a first password has to be changed before anything else', async ({ page, site }) => {
  const user = await site.makeUser(['trackRealMgmt'], { fresh: true })
  const form = signInPage(page, site.origin)
  await form.open()
  await form.enter(user.userName, user.password)
  await expect(page.getByRole('heading', { name: '修改初始密码' })).toBeVisible()
  await page.getByLabel('新密码', { exact: true }).fill('password123')
  await page.getByLabel('再次输入', { exact: true }).fill('password123')
  await page.getByRole('button', { name: '保存并进入' }).click()
  await expect(page.getByText('密码过于常见')).toBeVisible()
  await page.getByLabel('新密码', { exact: true }).fill(adminPassword)
  await page.getByLabel('再次输入', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: '保存并进入' }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('an expired session is told for three seconds with a close button, and closing it leads to the sign-in page', async ({
  page,
  site,
}) => {
  const user = await site.makeUser(['trackRealMgmt'])
  await signIn(page, site.origin, user)
  await site.admin.ask(sessionCalls.endSessionsOfUser, { id: user.id })
  const told = page.getByRole('alert').filter({ hasText: /^登录已失效，请重新登录/ })
  await expect(told).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => sessionStorage.getItem('login_token'))).toBeNull()
})

test('a session that expired leaves its tabs and its address to who comes back, and to nobody else', async ({ page, site }) => {
  const [first, second] = [await site.makeUser(['hatMgmt']), await site.makeUser(['hatMgmt'])]
  const whom = unique('要找的人')
  const tabs = tabsBar(page)
  const form = signInPage(page, site.origin)
  const wherever = new RegExp(`hatMgmt\\?.*keyword=${encodeURIComponent(whom)}`)
  const kept = () => page.evaluate(() => decodeURIComponent(Object.values(sessionStorage).join()))
  const expire = async (id: string): Promise<void> => {
    await site.admin.ask(sessionCalls.endSessionsOfUser, { id })
    await expect(page).toHaveURL(/\/login/)
  }
  await signIn(page, site.origin, first, `/baseMgmt/hatMgmt?keyword=${whom}`)
  await expect(tabs.tab('智能安全帽')).toBeVisible()
  expect(await kept()).toContain(whom)

  await expire(first.id)
  await form.enter(first.userName, first.password)
  await expect(page).toHaveURL(wherever)
  await expect(tabs.tab('智能安全帽')).toBeVisible()

  await expire(first.id)
  await form.enter(second.userName, second.password)
  await expect(page).toHaveURL(/\/home$/)
  await expect(tabs.tab('首页')).toBeVisible()
  await expect(tabs.tab('智能安全帽')).toHaveCount(0)
  expect(await kept()).not.toContain(whom)

  // What is the second one's now is kept for him alike.
  await page.goto(`${site.origin}/baseMgmt/hatMgmt`)
  await expect(tabs.tab('智能安全帽')).toBeVisible()
  await expire(second.id)
  await form.enter(second.userName, second.password)
  await expect(page).toHaveURL(/hatMgmt$/)
})

test('who signs out leaves an empty tab of the browser, in which a link leads whoever opens it', async ({ page, site }) => {
  const [first, second] = [await site.makeUser(['hatMgmt']), await site.makeUser(['hatMgmt'])]
  const tabs = tabsBar(page)
  await signIn(page, site.origin, first, '/baseMgmt/hatMgmt')
  await page.evaluate(() => Object.assign(globalThis, { firstPage: true }))
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await tabs.entry('退出登录').click()
  await expect(page.getByLabel('账号', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  // Its modules went with the page, and with them what they held.
  expect(await page.evaluate(() => 'firstPage' in globalThis)).toBe(false)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await signIn(page, site.origin, second, '/baseMgmt/hatMgmt?page=1')
  await expect(tabs.tab('智能安全帽')).toBeVisible()
})

test('a page is told why its large body was refused, though nobody read it', async ({ page, site }) => {
  const user = await site.makeUser([])
  await signIn(page, site.origin, user)
  const told = (path: string, token: string | null) =>
    page.evaluate(
      async ([address, authorization]) => {
        const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) }
        const response = await fetch(address, { method: 'POST', headers, body: 'a'.repeat(8 * 1024 * 1024) })
        return ((await response.json()) as { code: string }).code
      },
      [`/api${path}`, token] as const,
    )
  const own = await page.evaluate(() => sessionStorage.getItem('login_token'))
  expect(await told(siteCalls.saveBasemap.path, null)).toBe('10002')
  expect(await told(siteCalls.saveBasemap.path, own)).toBe('forbidden')
  expect(await told(sessionCalls.updatePassword.path, own)).toBe('tooLarge')
})

test('a limited user sees only its menu, and what it may not open is not there', async ({ page, site }) => {
  const user = await site.makeUser(['trackRealMgmt', 'hatMgmt'])
  await signIn(page, site.origin, user)
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await expect(menu.getByText('人员安全')).toBeVisible()
  await expect(menu.getByText('基础设置')).toBeVisible()
  await expect(menu.getByText('系统管理')).toHaveCount(0)
  await expect(menu.getByText('视频监控')).toHaveCount(0)
  await page.goto(`${site.origin}/systemMgmt/userMgmt`)
  await expect(page.getByText('404')).toBeVisible()
  // Hiding is never the protection: the call itself is refused.
  const token = await page.evaluate(() => sessionStorage.getItem('login_token'))
  const refused = await createClient({ origin: site.origin, token: () => token }).send(accountCalls.saveDept, {
    name: '不该有的部门',
  })
  expect(refused).toMatchObject({ code: 'forbidden', data: null })
})

test('Ctrl+K finds things that somebody may see, and screens', async ({ page, site }) => {
  const label = unique('寻找帽')
  await site.makeHelmet(label)
  await openAs(page, site.origin, await site.makeUser(['trackRealMgmt', 'hatMgmt']), '/baseMgmt/hatMgmt')
  const search = page.getByRole('combobox', { name: '搜索' })
  const found = page.getByRole('option')
  await page.keyboard.press('Control+k')
  await search.fill('实时')
  await expect(found.filter({ hasText: '实时位置' })).toBeVisible()
  await search.fill(label)
  await expect(found.filter({ hasText: label })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/trackRealMgmt\?object=/)
})

test('the whole shell is English when asked for', async ({ page, site }) => {
  const user = await site.makeUser(['trackRealMgmt', 'hatMgmt', 'logMgmt'])
  await signIn(page, site.origin, user)
  await page.getByRole('button', { name: '语言' }).click()
  await expect(page.getByRole('navigation', { name: 'You are here' })).toBeVisible()
  await expect(page.getByText('Personnel safety').first()).toBeVisible()
  await expect(page.locator('body')).not.toContainText('人员安全')
})
