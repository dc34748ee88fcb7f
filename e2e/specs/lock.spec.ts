import type { Page } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { listPage } from '../pages/list.ts'
import { lockCover } from '../pages/lock.ts'
import { openAs } from '../pages/sign-in.ts'
import { centre } from '../support/helmet.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const screen = '/baseMgmt/loraGateMgmt'
const typed = '还没有保存的网关'
const permissions = ['loraGateMgmt', 'loraGateMgmt:edit', 'alarmRealMgmt'] as const

/** Somebody of a department of its own, in the midst of typing; what other tests do on the site does not reach him. */
const inTheMidst = async (page: Page, site: Site) => {
  const { id: deptId } = await site.admin.ask(accountCalls.saveDept, { name: unique('锁屏部门'), pid: null })
  const user = await site.makeUser(permissions, { deptId })
  await openAs(page, site.origin, user, screen)
  const list = listPage(page)
  await list.add.click()
  await list.field('名称').fill(typed)
  return { user, deptId, list }
}
const cryForHelp = async (site: Site, deptId: string): Promise<void> => {
  const imei = await site.makeHelmet(unique('求救'))
  const hats = await site.admin.ask(deviceCalls.listBsHatAll, { keyword: imei })
  const [hat] = Array.isArray(hats) ? hats : hats.list
  if (!hat) throw new Error('the helmet is missing')
  await site.admin.ask(deviceCalls.saveBsHat, { ...hat, deptId })
  const report = { deviceType: 'hat', deviceId: imei, time: new Date().toISOString(), sos: 'press', ...centre }
  const response = await fetch(`${site.origin}/ingest/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-key': site.deviceKey },
    body: JSON.stringify({ reports: [report] }),
  })
  expect(await response.json()).toMatchObject({ data: { accepted: 1 } })
}
/** Every element of the page beside the cover is hidden, whatever it says of itself. */
const seenBehind = (page: Page) =>
  page.evaluate(
    `[...document.querySelectorAll('body > :not([data-screen-cover]), body > :not([data-screen-cover]) *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0).length`,
  )

test('a browser that nobody uses locks all its tabs; a cry for help is told on them, and what was typed is still there', async ({
  page,
  context,
  site,
}) => {
  await page.clock.install()
  const { user, deptId, list } = await inTheMidst(page, site)
  const second = await context.newPage()
  await openAs(second, site.origin, user, '/home')
  const [here, there] = [lockCover(page), lockCover(second)]
  await page.bringToFront()
  const { lockMinutes } = await site.admin.ask(siteCalls.getSite, undefined)
  await page.clock.fastForward((lockMinutes - 1) * 60_000)
  await expect(list.field('名称')).toHaveValue(typed)
  await expect(here.cover).toBeHidden()
  await page.clock.fastForward(61_000)
  await expect(here.cover).toBeVisible()
  await expect(there.cover).toBeVisible()
  await expect(here.password).toBeFocused()
  expect(await seenBehind(page)).toBe(0)
  await expect(here.calls).toHaveCount(0)

  const placeOfButton = await here.button.boundingBox()
  await cryForHelp(site, deptId)
  await expect(here.calls).toHaveText('1 条求救未处理')
  // What is told moves no button under a hand.
  expect(await here.button.boundingBox()).toEqual(placeOfButton)
  await expect(there.calls).toHaveText('1 条求救未处理')
  // Nor does what is drawn meanwhile stand out, nor a key reach it.
  expect(await seenBehind(page)).toBe(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')

  await here.unlock('not-the-password')
  await expect(here.refusal).toContainText('密码错误')
  await here.unlock(user.password)
  await expect(here.cover).toBeHidden()
  await expect(there.cover).toBeHidden()
  await expect(list.field('名称')).toHaveValue(typed)
  await expect(list.field('名称')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('a screen that was locked by hand stays so when it is loaded anew, and is left for somebody else', async ({
  page,
  site,
}) => {
  const { list } = await inTheMidst(page, site)
  const { cover, otherAccount, password, goOn } = lockCover(page)
  await page.keyboard.press('Alt+l')
  await otherAccount.click()
  await expect(cover).toContainText('未保存的内容会丢失')
  await cover.getByRole('button', { name: '返回' }).click()
  await expect(password).toBeFocused()
  page.once('dialog', (leaving) => void leaving.accept())
  await page.reload()
  await expect(cover).toBeVisible()
  await expect(list.rows).toHaveCount(0)
  await otherAccount.click()
  await expect(page).toHaveURL(/\/login/)
  await expect(cover).toHaveCount(0)
  await expect(goOn).toHaveCount(0)
})

test('somebody else signs in although something was not saved', async ({ page, site }) => {
  await inTheMidst(page, site)
  await page.getByRole('dialog').getByLabel('名称', { exact: true }).press('Alt+l')
  const { otherAccount, goOn } = lockCover(page)
  await otherAccount.click()
  await goOn.click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('button', { name: '登 录' })).toBeVisible()
})

test('a wall display does not lock by itself', async ({ page, site }) => {
  await page.clock.install()
  const user = await site.makeUser(permissions)
  const users = await site.admin.ask(accountCalls.listUserByDeptId, { keyword: user.userName })
  const [account] = Array.isArray(users) ? users : users.list
  if (!account) throw new Error('the user is missing')
  await site.admin.ask(accountCalls.updateUser, { ...account, wallDisplay: true })
  await openAs(page, site.origin, user, screen)
  await page.clock.fastForward(24 * 3_600_000)
  // Two looks later.
  await page.clock.runFor(2_500)
  await expect(lockCover(page).cover).toHaveCount(0)
  await expect(listPage(page).add).toBeVisible()
})
