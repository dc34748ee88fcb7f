import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { listPage } from '../pages/list.ts'
import { confirmDialog, shell } from '../pages/shell.ts'
import { openAs } from '../pages/sign-in.ts'
import { createHelmet, at } from '../support/helmet.ts'
import { expect, test } from '../support/site.ts'
import { unique } from '../support/unique.ts'

test('people and vehicles of the plant move on the map', async ({ page, site, plant: _plant }) => {
  const user = await site.makeUser(['trackRealMgmt'])
  await openAs(page, site.origin, user, '/userSafeMgmt/trackRealMgmt')
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

test('the whole site stays in sight as the window changes, until somebody moves the map', async ({ page, site }) => {
  const user = await site.makeUser(['trackRealMgmt'])
  const areas = await Promise.all(
    ([-480, 440] as const).map((east) => {
      const corners = [at(east, -20), at(east + 40, -20), at(east + 40, 20), at(east, 20)]
      const points = corners.map(({ lng, lat }): [number, number] => [lng, lat])
      return site.admin.ask(hazardCalls.saveBsHazardArea, { name: unique('端头'), points })
    }),
  )
  // Somebody is known to be somewhere: areas are marked from then on.
  await createHelmet(site, await site.makeHelmet(unique('厂区帽'))).report(at(0, 0))
  await openAs(page, site.origin, user, '/userSafeMgmt/trackRealMgmt')
  const marks = areas.map(({ name }) => page.locator('main button[data-tone]').filter({ hasText: name }))
  const inSight = async (): Promise<boolean> => {
    const frame = await page.getByRole('main').boundingBox()
    const boxes = await Promise.all(marks.map((mark) => mark.boundingBox()))
    if (!frame) return false
    return boxes.every((box) => box && box.x >= frame.x && box.x + box.width <= frame.x + frame.width)
  }
  for (const mark of marks) await expect(mark).toBeVisible()
  await expect.poll(inSight).toBe(true)
  for (const width of [1000, 1500]) {
    await page.setViewportSize({ width, height: 768 })
    await expect.poll(inSight).toBe(true)
    // An address that says nothing of a place shows the whole site to everybody, in a window of any size.
    await expect(page).toHaveURL(/trackRealMgmt$/)
  }
  await page.locator('canvas').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/at=/)
  const moved = page.url()
  await page.setViewportSize({ width: 1280, height: 768 })
  await expect.poll(async () => (await page.locator('canvas').first().boundingBox())?.width).toBeLessThan(1280 - 180 + 1)
  expect(page.url()).toBe(moved)
  for (const { id } of areas) await site.admin.ask(hazardCalls.deleteBsHazardAreaById, { id })
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
  await openAs(page, wire.origin, user, '/userSafeMgmt/trackRealMgmt')
  const { staleBanner, alarms } = shell(page)
  await expect(shell(page).dataAge).toBeVisible()

  wire.freeze()
  await expect(staleBanner).toBeVisible()
  // It lies over nothing of the screen, say the head of a record that is open.
  const [banner, screen] = [await staleBanner.boundingBox(), await page.getByRole('main').boundingBox()]
  expect((banner?.y ?? 0) + (banner?.height ?? 0)).toBeLessThanOrEqual(screen?.y ?? 0)
  await helmet.report(at(-420, -250))
  await helmet.report(place)
  wire.mend()
  await expect(staleBanner).toBeHidden()
  await expect(alarms.getByText('进入“断线围栏”')).toHaveCount(1)

  wire.cut()
  await expect(staleBanner).toBeVisible()
  wire.mend()
  await expect(staleBanner).toBeHidden()
  await expect(alarms.getByText('进入“断线围栏”')).toHaveCount(1)
  await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id })
})

test('an alarm in the address is its thing; it is followed, let go, and whom a lasso goes around is listed', async ({
  page,
  site,
}) => {
  const user = await site.makeUser(['trackRealMgmt', 'alarmRealMgmt'])
  // Wide enough that panels and card stand over the map though alarms stand beside it.
  await page.setViewportSize({ width: 1_920, height: 1_000 })
  const imei = await site.makeHelmet('链接帽')
  const helmet = createHelmet(site, imei)
  const corner = (east: number, north: number): [number, number] => {
    const { lng, lat } = at(-650 + east, -520 + north)
    return [lng, lat]
  }
  const { id: fence } = await site.admin.ask(hazardCalls.saveBsDangArea, {
    name: '链接围栏',
    type: 'noEntry',
    shape: 'polygon',
    points: [corner(-15, -15), corner(15, -15), corner(15, 15), corner(-15, 15)],
    level: 3,
    minInside: 0,
  })
  await helmet.report(at(-650, -495))
  await helmet.report(at(-650, -520))
  const opened = async () => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list
  await expect.poll(async () => (await opened()).some(({ deviceId }) => deviceId === imei)).toBe(true)
  const alarm = (await opened()).find(({ deviceId }) => deviceId === imei)

  await openAs(page, site.origin, user, `/userSafeMgmt/trackRealMgmt?alarm=${alarm?.id}`)
  const card = page.getByRole('region', { name: '链接帽' })
  await expect(card).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`object=hat(:|%3A)${imei}`))
  await expect(page).not.toHaveURL(/alarm=/)
  // It went there: a card that is closed before the map is drawn leaves the map as it is.
  await expect(page).toHaveURL(/[?&]at=/)
  await card.getByRole('button', { name: '跟随' }).click()
  await expect(card.getByRole('button', { name: '正在跟随' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await expect(page).not.toHaveURL(/object=/)

  // The helmet lies between the panels and where the card was.
  const map = page.locator('canvas').first()
  const { x, y, width, height } = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.getByRole('button', { name: '圈选' }).click()
  await expect(page.getByRole('status').filter({ hasText: '点击画出范围' })).toBeVisible()
  const middle = { x: x + (width + 324 - 372) / 2, y: y + height / 2 }
  await page.mouse.click(middle.x - 60, middle.y - 60)
  await page.mouse.click(middle.x + 60, middle.y - 60)
  await page.mouse.click(middle.x + 60, middle.y + 60)
  await page.mouse.dblclick(middle.x - 60, middle.y + 60)
  const inside = page.getByRole('region', { name: '范围内' })
  await expect(inside.getByRole('button', { name: /链接帽/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(inside).toHaveCount(0)
  await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id: fence })
})

test('a helmet in alarm is marked in its list, and its record leads to the place and to the confirmation', async ({
  page,
  site,
}) => {
  const hatNo = unique('列表帽')
  const imei = await site.makeHelmet(hatNo)
  const report = { deviceType: 'hat', deviceId: imei, time: new Date().toISOString(), sos: 'press', ...at(-600, -500) }
  const response = await fetch(`${site.origin}/ingest/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-key': site.deviceKey },
    body: JSON.stringify({ reports: [report] }),
  })
  expect(await response.json()).toMatchObject({ data: { accepted: 1 } })
  const user = await site.makeUser(['hatMgmt', 'trackRealMgmt', 'alarmRealMgmt', 'alarm:handle'])
  await openAs(page, site.origin, user, `/baseMgmt/hatMgmt?keyword=${hatNo}`)
  const list = listPage(page)
  await expect(list.row(hatNo)).toHaveAttribute('data-level', '1')
  await expect(list.row(hatNo)).toContainText(/报警中\d\d:\d\d/)

  await list.title(hatNo).click()
  const strip = list.drawer.getByRole('group', { name: '此记录的报警' })
  await expect(strip).toContainText(/此安全帽正在报警：SOS 求救，已持续 \d\d:\d\d/)
  await expect(strip.getByRole('link', { name: '定位' })).toHaveAttribute('href', new RegExp(`object=hat(:|%3A)${imei}&alarm=`))
  await strip.getByRole('button', { name: '确认' }).click()
  await confirmDialog(page).ok.click()
  await expect(strip).toHaveCount(0)
  await expect(list.row(hatNo)).not.toHaveAttribute('data-level', /./)
})
