import type { Page } from '@playwright/test'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { livePath } from '@vigil/contract/live/live.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { fencesPage } from '../pages/fences.ts'
import { listPage } from '../pages/list.ts'
import { openAs, signIn } from '../pages/sign-in.ts'
import { holdAnswers } from '../support/held-answers.ts'
import { at } from '../support/helmet.ts'
import { inLanguages } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'

const path = '/systemMgmt/siteMgmt'
/** Milliseconds. */
const lineDelay = 3_000

const open = async (page: Page, site: Site, language: Language = 'zh') => {
  const user = await site.makeUser(['siteMgmt', 'siteMgmt:edit', 'aboutMgmt'])
  await openAs(page, site.origin, user, path, language)
  const { button, conflict, leaving } = listPage(page, language)
  const form = page.getByRole('region', { name: language === 'zh' ? '站点设置' : 'Site settings' })
  return {
    form,
    // Beside it, a map that is not drawn yet has a word of its own.
    state: (text: string) => form.getByRole('status').filter({ hasText: text }),
    field: (label: string) => form.getByLabel(label, { exact: true }),
    save: button(form, language === 'zh' ? '保存' : 'Save'),
    button,
    conflict,
    leaving,
  }
}

/** Puts the settings back, whatever a test made of them. */
const restored = async (site: Site, work: () => Promise<void>): Promise<void> => {
  const before = await site.admin.ask(siteCalls.getSite, undefined)
  try {
    await work()
  } finally {
    const { version } = await site.admin.ask(siteCalls.getSite, undefined)
    await site.admin.ask(siteCalls.saveSite, { ...before, version })
  }
}

test('settings are checked, asked about before they are lost, and in force once saved', async ({ page, browser, site }) => {
  await restored(site, async () => {
    const screen = await open(page, site)
    await screen.field('站点名称').fill('皖江水泥二厂')
    await screen.field('低电量').fill('60')
    await screen.save.click()
    await expect(screen.form.getByText('应在 5～50 之间')).toBeVisible()
    await screen.field('低电量').fill('35')
    await screen.field('安全生产起始日').fill('2026-11-01')
    await page.keyboard.press('Tab')
    await expect(screen.state('已修改 3 项，未保存')).toBeVisible()

    await page.getByRole('link', { name: '首页' }).first().click()
    await expect(page).toHaveURL(/home$/)
    await page.goBack()
    await expect(screen.state('已修改 3 项，未保存')).toBeVisible()
    await page.keyboard.press('Alt+r')
    await screen.leaving.getByRole('button', { name: '继续编辑' }).click()
    await expect(screen.leaving).toHaveCount(0)
    await screen.save.click()
    await expect(screen.state('没有修改')).toBeVisible()
    expect(await site.admin.ask(siteCalls.getSite, undefined)).toMatchObject({ lowBattery: 35, safeSince: '2026-11-01' })

    await page.getByRole('link', { name: '首页' }).first().click()
    await expect(page.getByText('自 2026-11-01 起')).toBeVisible()
    const stranger = await browser.newPage()
    await stranger.goto(`${site.origin}/login`)
    await expect(stranger.getByText('皖江水泥二厂').first()).toBeVisible()
    await stranger.close()
  })
})

test('two administrators who change the settings put them together', async ({ page, site }) => {
  await restored(site, async () => {
    const before = await site.admin.ask(siteCalls.getSite, undefined)
    const screen = await open(page, site)
    await screen.field('站点名称').fill('我的名称')
    await screen.field('导入导出文件保留').fill('30')
    await site.admin.ask(siteCalls.saveSite, { ...before, name: '对方的名称', positionDays: 9 })
    await screen.save.click()
    await expect(screen.conflict.getByRole('row', { name: /站点名称/ })).toContainText('双方都改了')
    await expect(screen.conflict.getByRole('row')).toHaveCount(4)
    await screen.conflict.getByRole('radio', { name: '站点名称 我的' }).check()
    await screen.button(screen.conflict, '保存').click()
    await expect(screen.conflict).toHaveCount(0)
    await expect(screen.state('没有修改')).toBeVisible()
    const after = await site.admin.ask(siteCalls.getSite, undefined)
    expect(after).toMatchObject({ name: '我的名称', exportDays: 30, positionDays: 9, version: before.version + 2 })
  })
})

test('settings that are typed while others are being saved stay, and are saved next', async ({ page, site }) => {
  await restored(site, async () => {
    const screen = await open(page, site)
    const status = screen.form.getByRole('status')
    const saves = await holdAnswers(page, siteCalls.saveSite)
    await screen.field('站点名称').fill('皖江水泥三厂')
    await screen.save.click()
    await saves.arrived(1)
    await screen.field('低电量').fill('31')
    await screen.field('站点名称').fill('皖江水泥三厂 ')
    saves.release()
    await expect(status).toHaveText('已修改 1 项，未保存')
    // The space before the next word is kept as well.
    await page.keyboard.type('北区')
    await expect(screen.field('站点名称')).toHaveValue('皖江水泥三厂 北区')
    await screen.save.click()
    await expect(status).toHaveText('没有修改')
    expect(await site.admin.ask(siteCalls.getSite, undefined)).toMatchObject({ name: '皖江水泥三厂 北区', lowBattery: 31 })
  })
})

test('a basemap is looked at before everybody’s maps change, and a broken one changes nothing', async ({
  page,
  context,
  site,
}) => {
  const before = await site.admin.ask(siteCalls.getBasemap, undefined)
  // Somebody draws a fence meanwhile, on a map that is made anew.
  const other = await context.newPage()
  const drawer = await site.makeUser(['dangAreaDrawMgmt', 'dangAreaDrawMgmt:edit'])
  await openAs(other, site.origin, drawer, '/baseMgmt/dangAreaDrawMgmt')
  const fences = fencesPage(other)
  await fences.newFence.click()
  await fences.name.fill('画到一半')
  await fences.map.click({ position: { x: 200, y: 200 } })
  await fences.map.click({ position: { x: 260, y: 220 } })
  await expect(fences.undo).toBeEnabled()
  await page.bringToFront()
  await open(page, site)
  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: '厂区.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(text) })
  const wrong = page.getByRole('alert').filter({ hasText: '厂区.geojson' })
  await choose('{"type":')
  await expect(wrong).toContainText('文件不是有效的 JSON')
  const [first] = before.features
  if (!first) throw new Error('the cast has no basemap')
  await choose(JSON.stringify({ ...before, features: [first, { ...first, properties: { kind: 'castle' } }] }))
  await expect(wrong).toContainText('第 2 个要素 properties.kind：不是允许的值')

  await choose(JSON.stringify({ ...before, features: [...before.features, first] }))
  await expect(wrong).toHaveCount(0)
  const question = page.getByRole('dialog', { name: '替换底图' })
  const count = before.features.length
  await expect(question.getByText(`确定用 厂区.geojson 中的 ${count + 1} 个要素替换现有的 ${count} 个吗？`)).toBeVisible()
  expect(await site.admin.ask(siteCalls.getBasemap, undefined)).toEqual(before)
  await question.getByRole('button', { name: /^替 ?换$/ }).click()
  await expect(page.getByText(`共 ${count + 1} 个要素`)).toBeVisible()
  expect((await site.admin.ask(siteCalls.getBasemap, undefined)).features).toHaveLength(count + 1)
  await site.admin.ask(siteCalls.saveBasemap, before)
  await other.bringToFront()
  await expect(fences.map).toBeVisible()
  await fences.tool('圆').click()
  await expect(fences.radius).toBeVisible()
  await expect(fences.name).toHaveValue('画到一半')
  await expect(other.getByText('此页面出错')).toHaveCount(0)
})

test('a map of a site without a basemap says so, and leads whoever may import one to it', async ({ page, browser, site }) => {
  const other = await browser.newPage()
  for (const [where, user] of [
    [page, await site.makeUser(['trackRealMgmt', 'siteMgmt'])],
    [other, await site.makeUser(['trackRealMgmt'])],
  ] as const) {
    await where.route(`**/api${siteCalls.getBasemap.path}`, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { readonly data: object }
      await route.fulfill({ response, json: { ...body, data: { ...body.data, features: [] } } })
    })
    await openAs(where, site.origin, user, '/userSafeMgmt/trackRealMgmt')
    await expect(where.getByRole('note').filter({ hasText: '站点还没有底图' })).toBeVisible()
  }
  await expect(page.getByText('在“站点设置”中导入底图后，位置会画在图上')).toBeVisible()
  await page.getByRole('link', { name: '去导入底图' }).click()
  await expect(page).toHaveURL(/\/siteMgmt$/)
  await expect(other.getByText('请管理员在“站点设置”中导入底图')).toBeVisible()
  await expect(other.getByRole('link', { name: '去导入底图' })).toHaveCount(0)
  await other.close()
})

/** What the site says to a report with a key. */
const reportWith = async (site: Site, key: string, imei: string): Promise<number> => {
  const response = await fetch(`${site.origin}/ingest/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-key': key },
    body: JSON.stringify({ reports: [{ deviceType: 'hat', deviceId: imei, time: new Date().toISOString(), ...at(0, 0) }] }),
  })
  const { code, data } = (await response.json()) as { code: string; data: { accepted: number } | null }
  return code === '200' ? (data?.accepted ?? 0) : 0
}

const keyWords = {
  zh: {
    new: '新建密钥',
    name: '名称',
    make: '新建',
    whole: '整个站点',
    warning: /可以冒充站内任何设备，上报位置和求救/,
    shown: (name: string) => `密钥“${name}”`,
    keys: '设备密钥',
    stored: '已保存，关闭',
    rotate: '更换',
    atOnce: '立即失效',
    revoke: '吊销',
    ended: /^显示已失效的 \d+ 个$/,
  },
  en: {
    new: 'New key',
    name: 'Name',
    make: 'Create',
    whole: 'The whole site',
    warning: /report positions and calls for help as any device of the site/,
    shown: (name: string) => `The key “${name}”`,
    keys: 'Device keys',
    stored: 'I have saved it',
    rotate: 'Replace',
    atOnce: 'At once',
    revoke: 'Revoke',
    ended: /^Show \d+ expired$/,
  },
} as const

for (const language of inLanguages('en')) {
  test(`a device key is shown once, replaced and revoked (${language})`, async ({ page, site }) => {
    const said = keyWords[language]
    const name = `一号门网关 ${language}`
    const imei = await site.makeHelmet(`密钥帽 ${language}`)
    // On a slow line the console believes that the server's clock is behind: what ends now ends a moment later for it.
    const heard = Promise.withResolvers<void>()
    await page.routeWebSocket(new RegExp(livePath), (socket) => {
      socket.connectToServer().onMessage((message) => {
        setTimeout(() => {
          socket.send(message)
          heard.resolve()
        }, lineDelay)
      })
    })
    const { button } = await open(page, site, language)
    await page.getByRole('button', { name: said.new }).click()
    const making = page.getByRole('dialog', { name: said.new })
    await making.getByLabel(said.name, { exact: true }).fill(name)
    // For the whole site only on purpose, and told what that means.
    await expect(button(making, said.make)).toBeDisabled()
    await making.getByRole('radio', { name: said.whole }).check()
    await expect(making.getByText(said.warning)).toBeVisible()
    await button(making, said.make).click()

    const shown = page.getByRole('dialog', { name: new RegExp(`^${said.shown(name)}`) })
    const readKey = async (): Promise<string> => {
      await expect(shown.locator('canvas')).toBeVisible()
      // It cannot be shown again: no key closes it.
      await page.keyboard.press('Escape')
      const key = await shown.getByLabel(said.keys).inputValue()
      await button(shown, said.stored).click()
      await expect(shown).toHaveCount(0)
      return key
    }
    const first = await readKey()
    expect(await reportWith(site, first, imei)).toBe(1)
    const line = page.getByRole('listitem').filter({ hasText: name })
    await expect(line).toHaveCount(1)
    await expect(line).not.toContainText(first)

    await button(line, said.rotate).click()
    const rotating = page.getByRole('dialog', { name: new RegExp(`${name}”`) })
    await rotating.getByRole('radio', { name: said.atOnce }).check()
    await button(rotating, said.rotate).click()
    const second = await readKey()
    expect(second).not.toBe(first)
    expect(await reportWith(site, first, imei)).toBe(0)
    expect(await reportWith(site, second, imei)).toBe(1)
    await expect(line).toHaveCount(1)

    await heard.promise
    // The line's delay varies: what just ended may end once more for this console.
    await button(line.and(page.locator('[data-state="active"]')), said.revoke).click()
    await button(page.getByRole('dialog', { name: new RegExp(`${name}”`) }), said.revoke).click()
    await expect(line).toHaveCount(0)
    expect(await reportWith(site, second, imei)).toBe(0)
    await page.getByRole('button', { name: said.ended }).click()
    await expect(line).toHaveCount(2)
    const kept = whole(await site.admin.ask(deviceCalls.listDeviceKeyAll, {})).filter((key) => key.name === name)
    expect(kept.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
  })
}

test('a device key holds for what it is bound to, and its line tells of what does not hold', async ({ page, site }) => {
  const name = '一号门安全帽'
  const [own, other] = [await site.makeHelmet('绑定帽'), await site.makeHelmet('另一帽')]
  const { key } = await site.admin.ask(deviceCalls.saveDeviceKey, { name })
  const { button } = await open(page, site)
  const line = page.getByRole('listitem').filter({ hasText: name })
  await expect(line).toContainText('适用范围 整个站点')
  await button(line, '范围').click()
  const binding = page.getByRole('dialog', { name: new RegExp(`${name}”`) })
  await binding.getByRole('radio', { name: '一台设备' }).check()
  await binding.getByLabel('设备编号').fill(own)
  await button(binding, '保存').click()
  await expect(line).toContainText(`适用范围 安全帽 ${own}`)

  expect(await reportWith(site, key, own)).toBe(1)
  expect(await reportWith(site, key, other)).toBe(0)
  await page.reload()
  await expect(line).toContainText(`超出范围被拒 1 条，最近：安全帽 ${other}`)
})

test('what runs here and whose work it stands on is told in both languages', async ({ page, site }) => {
  const user = await site.makeUser(['aboutMgmt'])
  await signIn(page, site.origin, user, '/systemMgmt/aboutMgmt')
  const running = page.getByRole('region', { name: '正在运行' })
  await expect(running.getByText('正常（相差')).toBeVisible()
  await page.getByLabel('按名称或许可证查找').fill('maplibre')
  await expect(page.getByRole('cell', { name: 'maplibre-gl', exact: true })).toBeVisible()
  await page.getByLabel('按名称或许可证查找').fill('没有这个')
  await expect(page.getByRole('cell')).toHaveCount(0)
  await page.evaluate(() => localStorage.setItem('vigil.language', 'en'))
  await page.reload()
  await expect(page.getByText('PostgreSQL').first()).toBeVisible()
  await expect(page.getByText(/OK \(-?\d+ ms off\)/)).toBeVisible()
})
