import { sessionCalls } from '@vigil/contract/session/calls.ts'
import type { Page } from '@playwright/test'
import { openAs } from '../pages/sign-in.ts'
import { at, createHelmet } from '../support/helmet.ts'
import { expect, test } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const openWall = async (page: Page): Promise<Page> => {
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('menuitem', { name: '打开大屏' }).click()
  return opened
}
const kept = (page: Page): Promise<string[]> => page.evaluate(() => Object.keys(sessionStorage))

test('a wall display opens from the menu, follows what happens by itself, and says when it does not', async ({
  page,
  site,
  wire,
}) => {
  const user = await site.makeUser(['trackRealMgmt', 'alarmRealMgmt', 'siteMgmt'])
  const label = unique('大屏帽')
  const helmet = createHelmet(site, await site.makeHelmet(label))
  await openAs(page, wire.origin, user, '/home')
  const wall = await openWall(page)
  const alarms = wall.getByRole('region', { name: '未关闭报警' })
  await expect(alarms).toBeVisible()
  await expect(wall).toHaveURL(`${wire.origin}/wall?lang=zh`)
  // Nothing of the operator's, whose tab goes on.
  expect(await kept(wall)).not.toContain('login_token')
  expect(await kept(page)).not.toContain('wall_token')
  await expect(page.getByRole('button', { name: /^用户菜单/ })).toBeVisible()

  await helmet.report(at(-300, 250), { sos: 'press' })
  const row = alarms.getByRole('listitem').filter({ hasText: label })
  await expect(row).toContainText('未确认，已持续')
  await expect(wall.getByRole('button')).toHaveCount(0)
  await expect(wall.getByRole('navigation')).toHaveCount(0)
  await wall.reload()
  await expect(row).toBeVisible()

  // A site without a plan says so, and leads nobody from here to where one is imported.
  await wall.route('**/getBasemap', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, features: [] } } })
  })
  await wall.reload()
  await expect(wall.getByText('站点还没有底图')).toBeVisible()
  await expect(wall.locator('a')).toHaveCount(0)
  await wall.unroute('**/getBasemap')

  const lost = wall.getByText(/数据中断，已 \d+ 秒未更新/)
  wire.freeze()
  await expect(lost).toBeVisible()
  wire.mend()
  await expect(lost).toBeHidden()
  await expect(row).toBeVisible()

  await site.admin.ask(sessionCalls.endSessionsOfUser, { id: user.id })
  await expect(wall.getByRole('heading', { name: '大屏会话已结束' })).toBeVisible()
  await expect(alarms).toHaveCount(0)
  await expect(wall.getByRole('button')).toHaveCount(0)
})
