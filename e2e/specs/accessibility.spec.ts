import type { Page } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { listPage } from '../pages/list.ts'
import { openAs, signInPage } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { at, createHelmet } from '../support/helmet.ts'
import { isDeep, sayingIn } from '../support/languages.ts'
import { adminPassword, expect, test, type Site } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const admin = { userName: 'admin', password: adminPassword }

/** What is shown has come, and nothing stands for it any more. */
const settled = async (page: Page): Promise<void> => {
  await expect(page.locator('main [aria-busy="true"]').filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('main .ant-skeleton').filter({ visible: true })).toHaveCount(0)
}

/** A department whose helmets cry for help and have walked into a fence, and somebody who sees nobody else's alarms. */
/** What stands in alarm is ended whatever becomes of its test: a call for help left open lies over the work of the next. */
const ends: (() => Promise<void>)[] = []
test.afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
const inAlarm = async (site: Site) => {
  const { id: deptId } = await site.admin.ask(accountCalls.saveDept, { name: unique('报警部门'), pid: null })
  const points = [at(-715, 385), at(-685, 385), at(-685, 415), at(-715, 415)].map(({ lng, lat }): [number, number] => [lng, lat])
  const { id: fence } = await site.admin.ask(hazardCalls.saveBsDangArea, {
    name: unique('读屏围栏'),
    type: 'noEntry',
    shape: 'polygon',
    points,
    level: 2,
    minInside: 0,
    deptId,
  })
  const imeis = [await site.makeHelmet(unique('读屏甲')), await site.makeHelmet(unique('读屏乙'))] as const
  for (const imei of imeis) {
    const [hat] = paged(await site.admin.ask(deviceCalls.listBsHatAll, { keyword: imei, pageNum: 1, pageSize: 1 })).list
    if (!hat) throw new Error('the helmet is missing')
    await site.admin.ask(deviceCalls.saveBsHat, { ...hat, deptId })
  }
  const [caller, walker] = [createHelmet(site, imeis[0]), createHelmet(site, imeis[1])]
  await caller.report(at(-700, 430), { sos: 'press' })
  await walker.report(at(-700, 440))
  await walker.report(at(-700, 400))
  const user = await site.makeUser(
    ['trackRealMgmt', 'alarmRealMgmt', 'alarm:handle', 'hatMgmt', 'hatMgmt:edit', 'dangAreaDrawMgmt', 'dangAreaDrawMgmt:edit'],
    { deptId },
  )
  ends.push(async () => {
    await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id: fence })
    const { list } = await site.admin.ask(alarmCalls.listRealAlarmData, undefined)
    for (const { id, version, deviceId } of list)
      if (imeis.some((imei) => imei === deviceId)) await site.admin.ask(alarmCalls.updateZdAlarm, { id, version, status: 2 })
  })
  return { user, imei: caller.imei }
}

for (const [language, theme] of [
  ['zh', 'light'],
  ['en', 'dark'],
] as const) {
  const say = sayingIn(language)
  const accessible = (page: Page, what: string): Promise<void> => expectAccessible(page, what, language)
  test.describe(`everybody can read (${language}, ${theme})`, () => {
    test.beforeEach(({ page }) =>
      page.addInitScript(
        ([chosen, look]) => {
          localStorage.setItem('vigil.language', chosen)
          localStorage.setItem('vigil.theme', look)
        },
        [language, theme] as const,
      ),
    )

    test('what stands before the frame', async ({ page, site }) => {
      const user = await site.makeUser([], { fresh: true })
      const form = signInPage(page, site.origin, language)
      await form.open()
      await form.enter(user.userName, 'not-the-password')
      await expect(form.refusal).toBeVisible()
      await accessible(page, 'sign-in, refused')
      await form.enter(user.userName, user.password)
      await expect(page.getByRole('heading', { name: say('修改初始密码', 'Choose your own password') })).toBeVisible()
      await accessible(page, 'first password')
    })

    test('home, and what opens over every screen', async ({ page, site }) => {
      await openAs(page, site.origin, admin, '/home', language)
      await settled(page)
      await accessible(page, 'home')

      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: say('搜索', 'Search') }).fill('an')
      await expect(page.getByRole('listbox', { name: say('搜索结果', 'Search results') })).toBeVisible()
      await accessible(page, 'search')
      await page.keyboard.press('Escape')
      const menu = page.getByRole('button', { name: say('用户菜单', 'User menu') })
      await menu.click()
      await expect(page.getByRole('menu')).toBeVisible()
      await accessible(page, 'user menu')
      await page.getByRole('menuitem', { name: say('界面设置', 'Settings') }).click()
      const settings = page.getByRole('dialog', { name: say('界面设置', 'Settings') })
      await expect(settings).toHaveAttribute('aria-modal', 'false')
      await accessible(page, 'settings')
      await settings.getByRole('button', { name: say('关闭', 'Close') }).click()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: say('快捷键', 'Keyboard shortcuts') })).toHaveAttribute('aria-modal', 'false')
      await accessible(page, 'shortcuts')
      await page.goto(`${site.origin}/nowhere`)
      await expect(page.getByText('404')).toBeVisible()
      await accessible(page, '404')
    })

    test('a list, its drawer and its dialogs', async ({ page, site }) => {
      const name = unique('读屏网关')
      const gateway = await site.admin.ask(deviceCalls.saveBsLoraGate, { name, gatewayEui: `${Date.now()}`.padStart(16, 'B') })
      await openAs(page, site.origin, admin, `/baseMgmt/loraGateMgmt?keyword=${name}&id=${gateway.id}`, language)
      const list = listPage(page, language)
      const nameField = list.field(say('名称', 'Name'))
      await expect(nameField).toHaveValue(name)
      await accessible(page, 'drawer')
      await nameField.fill('')
      await list.save.click()
      await expect(list.drawer.getByRole('alert').first()).toBeVisible()
      await accessible(page, 'drawer with a field that is wrong')

      await nameField.fill(`${name} 1`)
      await site.admin.ask(deviceCalls.saveBsLoraGate, { ...gateway, name: `${name} 2` })
      await page.keyboard.press('Control+s')
      await expect(list.conflict).toHaveAttribute('aria-modal', 'false')
      await accessible(page, 'conflict')
      await page.keyboard.press('Escape')
      await expect(list.conflict).toHaveCount(0)
      await list.drawer.getByRole('button', { name: say('关闭', 'Close') }).click()
      await list.answer(say('修改还没有保存', 'Unsaved changes'), say('放弃修改', 'Discard'))
      await expect(list.drawer).toHaveCount(0)

      await list.askToDelete(`${name} 2`)
      await accessible(page, 'delete')
      await page.keyboard.press('Escape')
      await list.row(`${name} 2`).getByRole('checkbox').check()
      await expect(list.bulk).toBeVisible()
      await accessible(page, 'chosen rows')
      await list.row(`${name} 2`).getByRole('checkbox').uncheck()
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: say('导入', 'Import') })
        .click()
      const incoming = page.getByRole('dialog', { name: say('导入', 'Import') })
      await incoming.locator('input[type=file]').setInputFiles({
        name: 'sheet.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`名称,网关EUI\n${name} 3,0123456789ABCDEF\n没有号码,\n`),
      })
      await expect(incoming.getByRole('table').first()).toBeVisible()
      await accessible(page, 'import with a row that is wrong')
    })

    // The longest of them: in English only when the run looks longer, since the palette of both themes has tests of its own.
    if (language === 'en' && !isDeep) return
    test('the map, fences, and alarms in column, rail and bar', async ({ page, site }) => {
      const { user, imei } = await inAlarm(site)
      await openAs(page, site.origin, user, `/userSafeMgmt/trackRealMgmt?object=hat:${imei}`, language)
      const alarms = page.getByRole('complementary', { name: say('未处理报警', 'Open alarms') })
      // Besides them stands what has no department, which is everybody's.
      await expect(alarms.locator('[data-level]').filter({ hasText: '读屏' })).toHaveCount(2)
      await expect(page.getByRole('region', { name: /^读屏甲/ })).toBeVisible()
      await settled(page)
      await accessible(page, 'map, object card and column')
      await alarms
        .getByRole('button', { name: say('确认报警', 'Confirm alarm') })
        .first()
        .click()
      await expect(alarms.getByRole('region', { name: say('报警确认', 'Confirm alarm') })).toBeVisible()
      await accessible(page, 'confirming beside the evidence')
      await page.keyboard.press('Escape')

      for (const [width, height] of [
        [820, 1080],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height })
        await expect(alarms.getByRole('button', { name: say('定 位', 'Locate') })).toBeVisible()
        // Confirmed at the foot, which takes nothing of the map.
        await alarms
          .getByRole('button', { name: say('确 认', 'Confirm') })
          .first()
          .click()
        const foot = page.getByRole('region', { name: say('报警确认', 'Confirm alarm') })
        await expect(foot).toBeVisible()
        const [map, dock] = [await page.getByRole('main').boundingBox(), await foot.boundingBox()]
        expect((map?.y ?? 0) + (map?.height ?? height)).toBeLessThanOrEqual(dock?.y ?? 0)
        // Under the pointer, as whoever is about to press it sees it.
        await alarms.getByRole('button', { name: say('定 位', 'Locate') }).hover()
        await accessible(page, `map, bar and confirming at ${width}`)
        await page.keyboard.press('Escape')
        await expect(foot).toHaveCount(0)
      }
      await page.getByRole('button', { name: say('打开菜单', 'Open the menu') }).click()
      await expect(page.getByRole('dialog', { name: say('主菜单', 'Main menu') })).toHaveAttribute('aria-modal', 'true')
      await accessible(page, 'menu of a phone')
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 1_366, height: 768 })

      await page.goto(`${site.origin}/baseMgmt/hatMgmt`)
      await expect(listPage(page, language).rows.filter({ hasText: '读屏' })).toHaveCount(2)
      await alarms.getByRole('button', { name: say('收起报警栏', 'Collapse alarms') }).click()
      await listPage(page, language).moreFilters.click()
      await expect(alarms.getByRole('button', { name: say('展开报警栏', 'Expand alarms') })).toBeVisible()
      await accessible(page, 'rail and more filters')
      await alarms.getByRole('button', { name: say('展开报警栏', 'Expand alarms') }).click()
      await alarms
        .getByRole('button', { name: say('确认报警', 'Confirm alarm') })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: say('报警确认', 'Confirm alarm') })).toHaveAttribute('aria-modal', 'false')
      await accessible(page, 'confirm dialog')
      await page.keyboard.press('Escape')
      await page.goto(`${site.origin}/baseMgmt/dangAreaDrawMgmt`)
      await page.getByRole('listitem').filter({ hasText: '读屏围栏' }).getByRole('button').first().click()
      await expect(page.getByRole('region', { name: /读屏围栏/ })).toBeVisible()
      await accessible(page, 'fence')
    })
  })
}
