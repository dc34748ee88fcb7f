import type { Page } from '@playwright/test'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { menu, type RouteName } from '@vigil/contract/menu/routes.ts'
import { listPage } from '../pages/list.ts'
import { shell } from '../pages/shell.ts'
import { openAs, signIn, signInPage } from '../pages/sign-in.ts'
import { tabsBar, unsavedQuestion } from '../pages/tabs.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique, uniqueNumber } from '../support/unique.ts'

const gateways = 'LoRa网关'
const helmets = '智能安全帽'
/** Lists of the base settings; the first is where tests begin. */
const lists = [
  ['loraGateMgmt', gateways],
  ['hatMgmt', helmets],
  ['badgeMgmt', '智能工牌'],
  ['beaconMgmt', '蓝牙信标'],
  ['hazardPointMgmt', '危险源'],
  ['cameraMgmt', '摄像机'],
  ['broadcastMgmt', '播报内容'],
  ['barrierGateMgmt', '道闸管理'],
  ['carMgmt', '车辆管理'],
  ['speedOverMgmt', '测速点管理'],
  ['dictMgmt', '数据字典'],
] as const satisfies readonly (readonly [RouteName, string])[]
const screen = '/baseMgmt/loraGateMgmt'

const makeGateways = (site: Site, name: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_none, index) =>
      site.admin.ask(deviceCalls.saveBsLoraGate, {
        name: `${name} ${String(index + 1).padStart(2, '0')}`,
        gatewayEui: uniqueNumber().toString(16).toUpperCase().padStart(16, 'B'),
      }),
    ),
  )

/** What a table in front is scrolled by. */
const scrolled = (page: Page): Promise<number> =>
  page.evaluate<number>(`[...document.querySelectorAll('main table')].find((one) => one.offsetParent).parentElement.scrollTop`)

const open = async (page: Page, site: Site, query: string) => {
  const user = await site.makeUser(['loraGateMgmt:edit', ...lists.map(([name]) => name)])
  await openAs(page, site.origin, user, `${screen}?${query}`)
  const { menu } = shell(page)
  return {
    list: listPage(page),
    tabs: tabsBar(page),
    /** Opens a list by the menu and waits until it is in front. */
    visit: async (title: string): Promise<void> => {
      await menu.getByRole('link', { name: title, exact: true }).click()
      await expect(page.getByRole('navigation', { name: '当前位置' })).toContainText(title)
    },
  }
}

/** As much of an element as says where it stands. */
interface Placed {
  readonly getBoundingClientRect: () => { readonly right: number }
}

test('a screen comes back as it was left: filter, page, scroll and selection; each keeps an address of its own', async ({
  page,
  site,
}) => {
  const name = unique('留住网关')
  const [hat, other] = [unique('留住帽'), unique('改名')]
  const made = await makeGateways(site, name, 30)
  await site.makeHelmet(hat)
  const { list, tabs, visit } = await open(page, site, 'size=30')
  await list.keyword.fill(name)
  await expect(list.total(30)).toBeVisible()
  await list.row(`${name} 02`).getByRole('checkbox').check()
  await list.rows.nth(29).scrollIntoViewIfNeeded()
  const place = await scrolled(page)
  expect(place).toBeGreaterThan(0)
  const address = page.url()

  await visit(helmets)
  await list.keyword.fill(hat)
  await expect(list.total(1)).toBeVisible()
  await expect(page).toHaveURL(/hatMgmt\?keyword=/)
  await expect(list.bulk).toHaveCount(0)
  // The one behind holds what was typed there, and reads nothing of this address.
  expect(
    await page.evaluate<string[]>(
      `[...document.querySelectorAll('form[role=search] [data-main] input')].map(({ value }) => value)`,
    ),
  ).toEqual([hat, name])
  // What was changed meanwhile is there when one comes back.
  const last = made[29]
  if (last) await site.admin.ask(deviceCalls.saveBsLoraGate, { ...last, ip: '10.9.8.7', remark: other })

  await tabs.tab(gateways).click()
  await expect(list.rows.nth(29)).toContainText('10.9.8.7')
  await expect(page).toHaveURL(address)
  await expect(list.keyword).toHaveValue(name)
  await expect(list.bulk).toBeVisible()
  expect(await scrolled(page)).toBe(place)

  // By the menu as well; the entry of the screen in front begins anew.
  await visit(helmets)
  await expect(list.keyword).toHaveValue(hat)
  await visit(helmets)
  await expect(page).toHaveURL(/hatMgmt$/)
  await expect(list.keyword).toHaveValue('')
  await visit(gateways)
  await expect(page).toHaveURL(address)
})

test('what is typed and not yet looked for is looked for when one comes back', async ({ page, site }) => {
  const name = unique('急走网关')
  await makeGateways(site, name, 2)
  const { list, tabs, visit } = await open(page, site, `keyword=${name}`)
  await expect(list.total(2)).toBeVisible()
  await visit(helmets)
  await tabs.tab(gateways).click()
  await expect(list.keyword).toHaveValue(name)
  // In one go: the keyword waits for less than a browser on a busy machine takes to a click.
  await page.evaluate(`{
    const field = [...document.querySelectorAll('form[role=search] [data-main] input')].find((one) => one.offsetParent)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${name} 02')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    ;[...document.querySelectorAll('nav a')].find(({ textContent }) => textContent === '${helmets}').click()
  }`)
  await expect(page).toHaveURL(/hatMgmt$/)
  await tabs.tab(gateways).click()
  await expect(list.keyword).toHaveValue(`${name} 02`)
  await expect(list.total(1)).toBeVisible()
})

test('an open record is hidden with its screen, hears no keys there, and comes back with it', async ({ page, site }) => {
  const name = unique('开着网关')
  await makeGateways(site, name, 1)
  const { list, tabs, visit } = await open(page, site, `keyword=${name}`)
  await list.title(`${name} 01`).click()
  await expect(list.field('名称')).toHaveValue(`${name} 01`)
  await visit(helmets)
  await expect(list.drawer).toHaveCount(0)
  await expect(page.locator('.ant-drawer:visible')).toHaveCount(0)
  // Only what is in front has shortcuts.
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: '快捷键' })
  await expect(sheet.getByText('关闭当前页面')).toBeVisible()
  await expect(sheet).not.toContainText('保存')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await tabs.tab(gateways).click()
  await expect(list.field('名称')).toHaveValue(`${name} 01`)
})

test('home stands where it was scrolled to, another screen begins at its top', async ({ page, site }) => {
  await page.setViewportSize({ width: 1366, height: 480 })
  const { tabs, visit } = await open(page, site, '')
  const column = () =>
    page.evaluate<number>(`document.querySelector('main').parentElement.closest('div:has(> div > header)').scrollTop`)
  await tabs.tab('首页').click()
  await expect(page.getByRole('heading', { name: '在线数量' })).toBeVisible()
  await page.mouse.move(700, 300)
  await page.mouse.wheel(0, 120)
  await expect.poll(column).toBe(120)
  await visit(helmets)
  expect(await column()).toBe(0)
  await tabs.tab('首页').click()
  await expect(page).toHaveTitle(/^首页/)
  expect(await column()).toBe(120)
})

/** A record of a list with something typed into its form, behind the list of helmets. */
const typeAndGo = async (page: Page, site: Site) => {
  const name = unique('写了一半网关')
  const [made] = await makeGateways(site, name, 1)
  const opened = await open(page, site, `keyword=${name}`)
  const { list, tabs, visit } = opened
  await list.title(`${name} 01`).click()
  await list.field('备注').fill('写了一半')
  await visit(helmets)
  await expect(list.drawer).toHaveCount(0)
  const stored = async () => paged(await site.admin.ask(deviceCalls.listBsLoraGateByDeptId, { ids: [made?.id ?? ''] })).list[0]
  return {
    ...opened,
    name,
    stored,
    question: unsavedQuestion(page),
    typed: list.field('备注'),
    back: () => tabs.tab(gateways).click(),
  }
}

test('what is typed stays behind another screen, where no key saves it', async ({ page, site }) => {
  const { list, typed, back, stored, visit, name } = await typeAndGo(page, site)
  await expect(list.rows.first()).toBeVisible()
  await page.keyboard.press('Control+s')
  await back()
  await expect(typed).toHaveValue('写了一半')
  await expect(list.drawer).toContainText('已修改 1 项，未保存')
  expect(await stored()).toMatchObject({ version: 1 })
  await visit(helmets)
  await back()
  await expect(typed).toHaveValue('写了一半')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(`已保存LoRa网关“${name} 01”`)).toBeVisible()
  expect(await stored()).toMatchObject({ version: 2, remark: '写了一半' })
})

test('what is saved once another screen is in front is nobody’s loss', async ({ page, site }) => {
  const { tabs, typed, back, stored, visit, question } = await typeAndGo(page, site)
  const asks = () => page.evaluate<boolean>(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`)
  const held = Promise.withResolvers<void>()
  await page.route(`**/api${deviceCalls.saveBsLoraGate.path}`, async (route) => {
    await held.promise
    await route.continue()
  })
  await back()
  await expect(typed).toBeVisible()
  const sent = page.waitForRequest(`**/api${deviceCalls.saveBsLoraGate.path}`)
  await page.keyboard.press('Control+s')
  await sent
  await visit(helmets)
  expect(await asks()).toBe(true)
  held.resolve()
  await expect.poll(asks).toBe(false)
  expect(await stored()).toMatchObject({ version: 2, remark: '写了一半' })
  await tabs.close(gateways).click()
  await expect(tabs.tab(gateways)).toHaveCount(0)
  await expect(question.text).toBeHidden()
})

test('whatever ends a screen with unsaved changes asks on that screen, from behind too', async ({ page, site }) => {
  const { list, tabs, typed, question } = await typeAndGo(page, site)
  const stays = async (): Promise<void> => {
    await expect(page).toHaveURL(/loraGateMgmt\?.*id=/)
    await question.stay.click()
    await expect(question.text).toBeHidden()
    await expect(page).toHaveURL(/loraGateMgmt\?.*id=/)
    await expect(typed).toHaveValue('写了一半')
  }
  const away = () => tabs.tab(helmets).click()

  await tabs.close(gateways).click()
  await stays()
  await away()
  await tabs.tab(helmets).click({ button: 'right' })
  await tabs.entry('关闭其他').click()
  await stays()
  await away()
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await tabs.entry('退出登录').click()
  await stays()
  // By another address: two steps back nothing was open there.
  await away()
  await expect(page).toHaveURL(/hatMgmt$/)
  await page
    .getByRole('button', { name: /^(搜索)/ })
    .first()
    .click()
  await page.getByRole('combobox', { name: '搜索' }).fill(gateways)
  await page.getByRole('option').filter({ hasText: gateways }).first().click()
  await expect(question.text).toBeVisible()
  await question.stay.click()
  await expect(page).toHaveURL(/loraGateMgmt\?.*id=/)
  await expect(typed).toHaveValue('写了一半')

  await away()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  // What another tab does is nobody's loss.
  await page.keyboard.press('Alt+r')
  await expect(question.text).toBeHidden()
  await expect(list.rows.first()).toBeVisible()
  await tabs.close(gateways).click()
  await question.leave.click()
  await expect(tabs.tab(gateways)).toHaveCount(0)
  await expect(page).toHaveURL(/(hatMgmt|home)$/)
  // What was let go is gone.
  await page.goBack()
  await expect(list.drawer).toBeVisible()
  await expect(typed).toHaveValue('')
})

test('the ten newest screens are kept, a closed or refreshed one is not', async ({ page, site }) => {
  const name = unique('十个网关')
  await makeGateways(site, name, 1)
  const { list, tabs, visit } = await open(page, site, `keyword=${name}`)
  const select = () => list.row(`${name} 01`).getByRole('checkbox').check()
  await select()
  await expect(list.bulk).toBeVisible()
  await page.keyboard.press('Alt+r')
  await expect(list.bulk).toHaveCount(0)
  await expect(list.row(`${name} 01`)).toBeVisible()
  await select()
  await visit(helmets)
  await tabs.close(gateways).click()
  await expect(tabs.tab(gateways)).toHaveCount(0)
  await visit(gateways)
  await expect(page).toHaveURL(/loraGateMgmt$/)
  await expect(list.rows.first()).toBeVisible()
  await expect(list.bulk).toHaveCount(0)

  await list.keyword.fill(name)
  await select()
  await expect(list.bulk).toBeVisible()
  const others = lists.slice(1).map(([, title]) => title)
  for (const title of others.slice(0, 9)) await visit(title)
  // It is there behind them, until ten others are newer.
  const kept = page.getByRole('main').getByText(`${name} 01`).first()
  await expect(kept).toBeAttached()
  for (const title of others.slice(9)) await visit(title)
  await expect(kept).not.toBeAttached()
  await visit(gateways)
  await expect(list.row(`${name} 01`)).toBeVisible()
  await expect(list.bulk).toHaveCount(0)
})

/** The tabs of lists as a page that is loaded anew finds them: their screens are drawn once one goes there. */
const leaveTabs = (page: Page, names: readonly RouteName[]): Promise<unknown> => {
  const tab = (path: string, title: Text, affix = false) => ({ path, title, meta: { noCache: false, affix }, address: path })
  const views = menu.flatMap((group) =>
    group.children.flatMap(({ name, title }) => (names.includes(name) ? [tab(`${group.path}/${name}`, title)] : [])),
  )
  return page.addInitScript(
    (kept) => sessionStorage.setItem('vigil.tabs', kept),
    JSON.stringify([tab('/home', { zh: '首页', en: 'Home' }, true), ...views]),
  )
}

test('tabs without room stand behind a button: named, opened and closed from the keyboard', async ({ page, site }) => {
  const some = lists.slice(0, 9)
  await leaveTabs(
    page,
    some.map(([name]) => name),
  )
  const { tabs, visit } = await open(page, site, '')
  const present = lists[8][1]
  await visit(present)
  await expect(tabs.shown).toHaveCount(1 + some.length)
  await expect(tabs.more).toHaveCount(0)
  // On a phone their line belongs to the screen.
  await page.setViewportSize({ width: 390, height: 768 })
  await expect(tabs.shown).toHaveCount(0)
  for (const width of [820, 600]) {
    await page.setViewportSize({ width, height: 768 })
    await expect(tabs.more).toBeVisible()
    // Home first, the present one in sight, nothing beside the window.
    await expect(tabs.shown.first()).toHaveText('首页')
    await expect(tabs.tab(present)).toBeVisible()
    // The window is narrower a moment before the tabs have moved.
    await expect(async () => {
      const edges = await tabs.shown.evaluateAll((links: Placed[]) => links.map((link) => link.getBoundingClientRect().right))
      expect(Math.max(...edges)).toBeLessThanOrEqual(width)
      expect(edges).toHaveLength(10 - Number(await tabs.more.textContent()))
    }).toPass()
  }
  await tabs.more.focus()
  await page.keyboard.press('Enter')
  await expect(tabs.others.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tabs.others).toHaveCount(0)
  await expect(tabs.more).toBeFocused()

  await page.keyboard.press('Enter')
  const name = (await tabs.others.first().textContent()) ?? ''
  await expect(tabs.others.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: '当前位置' })).toContainText(name)
  await expect(tabs.tab(name)).toBeVisible()
  await expect(tabs.others).toHaveCount(0)

  await tabs.more.focus()
  await page.keyboard.press('Enter')
  const closed = (await tabs.others.first().textContent()) ?? ''
  await expect(tabs.others.first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(tabs.close(closed)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tabs.more).toBeFocused()
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(tabs.tab(closed)).toHaveCount(0)
  await expect(tabs.shown).toHaveCount(9)
})

test('the window says what stands in it, before one has signed in too, in both languages', async ({ page, site }) => {
  const user = await site.makeUser(['hatMgmt'])
  const fresh = await site.makeUser(['hatMgmt'], { fresh: true })
  const form = signInPage(page, site.origin)
  await form.open()
  await expect(page).toHaveTitle('登录 · 守望 Vigil')
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page).toHaveTitle('Sign in · 守望 Vigil')
  await page.getByRole('button', { name: 'English' }).click()
  await page.goto(`${site.origin}/404`)
  await expect(page).toHaveTitle('页面不存在 · 守望 Vigil')
  await form.open()
  await form.enter(fresh.userName, fresh.password)
  await expect(page).toHaveTitle('修改初始密码 · 守望 Vigil')
  await page.getByRole('button', { name: '换个账号登录' }).click()
  await expect(page).toHaveTitle('登录 · 守望 Vigil')
  await signIn(page, site.origin, user, '/baseMgmt/hatMgmt')
  await expect(page).toHaveTitle(`${helmets} · 守望 Vigil`)
  await page.getByRole('button', { name: '语言' }).click()
  await expect(page).toHaveTitle('Smart helmets · 守望 Vigil')
  await page.goto(`${site.origin}/no/such/screen`)
  await expect(page).toHaveTitle('Page not found · 守望 Vigil')
})

test('the logo stands there before the console does, in the colours of the theme', async ({ page, site }) => {
  const user = await site.makeUser(['hatMgmt'])
  const splash = page.locator('.splash')
  await page.route('**/assets/*.js', (route) => route.abort())
  const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  await page.goto(`${site.origin}/login`)
  await expect(splash.locator('svg')).toBeVisible()
  expect(await ground()).toBe('rgb(242, 244, 247)')
  await page.evaluate(`localStorage.setItem('vigil.theme', 'dark')`)
  await page.reload()
  await expect(splash.locator('svg')).toBeVisible()
  expect(await ground()).toBe('rgb(10, 17, 25)')
  await page.unroute('**/assets/*.js')
  await signIn(page, site.origin, user)
  await expect(splash).toBeHidden()
})

test('every screen is the window less 96 with the tabs, less 50 without', async ({ page, site }) => {
  const user = await site.makeUser(['trackRealMgmt', 'dangAreaDrawMgmt', 'hatMgmt'])
  await openAs(page, site.origin, user, '/home')
  const titles = ['首页', '实时位置', '电子围栏', helmets]
  const { menu } = shell(page)
  const height = () =>
    page.evaluate<number>(
      `[...document.querySelectorAll('main > *')].find((one) => one.offsetParent).getBoundingClientRect().height`,
    )
  const measure = async (title: string): Promise<number> => {
    const group = { 实时位置: '人员安全', 电子围栏: '基础设置', [helmets]: '基础设置' }[title]
    const link = menu.getByRole('link', { name: title, exact: true })
    if (group !== undefined && !(await link.isVisible())) await menu.getByRole('button', { name: group }).click()
    await link.click()
    await expect(page).toHaveTitle(new RegExp(`^${title} `))
    await expect(page.locator('main .ant-skeleton:visible')).toHaveCount(0)
    return height()
  }
  for (const tabs of [true, false]) {
    await page.evaluate(`localStorage.setItem('vigil.settings', '{"tagsView":${String(tabs)}}')`)
    await page.reload()
    for (const title of titles) {
      const less = await test.step(`${title} ${String(tabs)}`, async () => 768 - (await measure(title)))
      expect(less, title).toBe(tabs ? 96 : 50)
    }
  }
})

test('the live map comes back where it stood, and takes no graphics memory behind another screen', async ({ page, site }) => {
  const user = await site.makeUser(['trackRealMgmt', 'hatMgmt'])
  await openAs(page, site.origin, user, '/userSafeMgmt/trackRealMgmt')
  const { menu } = shell(page)
  const canvas = page.locator('canvas.maplibregl-canvas')
  const closer = page.getByRole('button', { name: '放大' })
  const at = (): readonly string[] => (new URL(page.url()).searchParams.get('at') ?? '').split(',')
  /** Degrees and zoom, once the address says them. */
  const camera = async (zoom: number): Promise<readonly string[]> => {
    await expect.poll(() => Number(at()[2]).toFixed(1)).toBe(zoom.toFixed(1))
    return at()
  }
  await closer.click()
  await expect(page).toHaveURL(/at=/)
  const [from, , zoom] = at().map(Number)
  if (zoom === undefined) throw new Error('the address says no zoom')
  await canvas.hover()
  await page.mouse.down()
  await page.mouse.move(500, 500, { steps: 5 })
  await page.mouse.up()
  // Until the map is done with the drag it keeps every click for itself, so that none is made by letting go.
  await expect.poll(() => Number(at()[0])).not.toBe(from)
  await closer.click()
  const [lng, lat] = await camera(zoom + 1)
  await menu.getByRole('button', { name: '基础设置' }).click()
  await menu.getByRole('link', { name: helmets }).click()
  await expect(page).toHaveTitle(new RegExp(`^${helmets}`))
  await expect(canvas).toHaveCount(0)
  await tabsBar(page).tab('实时位置').click()
  await closer.click()
  expect((await camera(zoom + 2)).slice(0, 2)).toEqual([lng, lat])
})
