import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { shell } from '../pages/shell.ts'
import { signIn } from '../pages/sign-in.ts'
import { createHelmet, at } from '../support/helmet.ts'
import { expect, test } from '../support/site.ts'

test('people and vehicles of the plant move on the map', async ({ page, site, plant: _plant }) => {
  const user = await site.makeUser(['trackRealMgmt'])
  await signIn(page, site.origin, user, '/userSafeMgmt/trackRealMgmt')
  const counts = page.getByText(/安全帽\s*\d+/).first()
  await expect(counts).toBeVisible()
  await page.getByRole('combobox', { name: /在地图上查找/ }).fill('李志伟')
  await page
    .getByRole('option')
    .first()
    .press('Enter')
    .catch(() => undefined)
  await page.keyboard.press('Enter')
  await expect(page.getByText('AQM-0127').first()).toBeVisible()
  await expect(shell(page).dataAge).toBeVisible()
  // What the canvas shows changes by itself: the map is drawn anew as they walk.
  const canvas = page.locator('canvas').first()
  const before = await canvas.screenshot()
  await expect.poll(async () => (await canvas.screenshot()).equals(before)).toBe(false)
})

test('a half-open link is told within ten seconds and nothing is missed once it is mended', async ({ page, site, wire }) => {
  const user = await site.makeUser(['trackRealMgmt', 'alarmRealMgmt', 'alarm:handle'])
  const helmet = createHelmet(site, await site.makeHelmet('断线帽'))
  const place = at(-420, -300)
  const corner = (east: number, north: number): [number, number] => {
    const { lng, lat } = at(-420 + east, -300 + north)
    return [lng, lat]
  }
  const points = [corner(-15, -15), corner(15, -15), corner(15, 15), corner(-15, 15)]
  const { id } = await site.admin.ask(hazardCalls.saveBsDangArea, {
    name: '断线围栏',
    type: 'noEntry',
    shape: 'polygon',
    points,
    level: 1,
  })
  await signIn(page, wire.origin, user, '/userSafeMgmt/trackRealMgmt')
  const { staleBanner, popups } = shell(page)
  await expect(shell(page).dataAge).toBeVisible()

  wire.freeze()
  await expect(staleBanner).toBeVisible()
  await helmet.report(at(-420, -250))
  await helmet.report(place)
  wire.mend()
  await expect(staleBanner).toBeHidden()
  await expect(popups.getByText('进入“断线围栏”')).toHaveCount(1)

  wire.cut()
  await expect(staleBanner).toBeVisible()
  wire.mend()
  await expect(staleBanner).toBeHidden()
  await expect(popups.getByText('进入“断线围栏”')).toHaveCount(1)
  await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id })
})
