import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { shell } from '../pages/shell.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { at } from '../support/helmet.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const minute = 60_000
const screen = '/userSafeMgmt/trackHisMgmt'

/** A walk of an hour and a half that is over, a fix in ten seconds: to the east, then a rest, then nothing for a while, then on. */
const walkOf = (imei: string, begin: number) =>
  Array.from({ length: 540 }, (_, step) => step)
    .filter((step) => step < 300 || step >= 360)
    .map((step) => ({
      deviceType: 'hat',
      deviceId: imei,
      time: new Date(begin + step * 10_000).toISOString(),
      ...at(-300 + 12 * (step < 60 ? step : step < 360 ? 60 : step - 300), 40),
      speed: step < 60 ? 4.3 : 0,
      ...(step === 200 ? { sos: 'press' } : {}),
    }))

const report = async (site: Site, reports: readonly object[]): Promise<void> => {
  const response = await fetch(`${site.origin}/ingest/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-key': site.deviceKey },
    body: JSON.stringify({ reports }),
  })
  const answer = (await response.json()) as { data: { accepted: number } | null }
  expect(answer.data?.accepted).toBe(reports.length)
}

const siteTime = (moment: number): string => new Date(moment + 8 * 60 * minute).toISOString().slice(0, 19).replace('T', ' ')
const addressOf = (imei: string, from: number, to: number): string =>
  `${screen}?devices=hat:${imei}&from=${siteTime(from)}&to=${siteTime(to)}`

const timeline = (page: Page) => {
  const part = page.getByRole('region', { name: '播放时刻' })
  return {
    moment: part.locator('time'),
    button: (name: RegExp) => part.getByRole('button', { name }),
    rail: part.getByRole('slider'),
    pace: (name: string) => part.getByText(name, { exact: true }),
  }
}

test('tracks are chosen, opened, played, stepped by keys, and sent to a colleague by their address', async ({ page, site }) => {
  const label = unique('回放帽')
  const imei = await site.makeHelmet(label)
  const begin = Math.floor((Date.now() - 100 * minute) / 1000) * 1000
  await report(site, walkOf(imei, begin))
  const user = await site.makeUser(['trackHisMgmt', 'alarmRealMgmt', 'alarmHisMgmt'])
  await openAs(page, site.origin, user, screen)
  const choose = page.getByRole('region', { name: '选择人员和设备' })
  await expect(choose.getByRole('button', { name: '打开轨迹' })).toBeDisabled()
  await choose.getByRole('textbox', { name: /姓名、编号/ }).fill(label)
  await choose.getByRole('button', { name: new RegExp(label) }).click()
  await choose.getByRole('button', { name: '近 8 小时' }).click()
  await expectAccessible(page, 'the choice of tracks', 'zh')
  await choose.getByRole('button', { name: '打开轨迹' }).click()

  const list = page.getByRole('region', { name: '历史轨迹' })
  await expect(list.getByText(/2\.8\d 公里 · 停留 1 次 · 最高 4\.3 km\/h/)).toBeVisible()
  const { moment, button, rail, pace } = timeline(page)
  const shown = async (): Promise<number> => Date.parse(`${(await moment.textContent())?.replace(' ', 'T')}+08:00`)
  await expect(moment).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const first = await shown()
  await button(/^播放/).press('ArrowRight')
  await expect.poll(shown).toBe(first + 10_000)
  await pace('60×').click()
  await button(/^播放/).click()
  await expect.poll(shown).toBeGreaterThan(first + 10_000)
  await list.getByRole('heading', { name: '历史轨迹' }).click()
  await page.keyboard.press(' ')
  await expect(button(/^播放/)).toBeVisible()
  const paused = await shown()

  // An alarm of that time is a mark, and a click goes there.
  await page.getByRole('button', { name: `${label}：SOS` }).click()
  await expect(moment).toHaveText(siteTime(begin + 2_000_000))
  expect(await shown()).not.toBe(paused)
  await rail.fill(String(begin + 3_000_000))
  await expect(moment).toHaveText(siteTime(begin + 3_000_000))
  await expectAccessible(page, 'opened tracks', 'zh')

  // The same address shows a colleague the same.
  const [sent, told] = [page.url(), await list.getByText(/公里 · 停留/).textContent()]
  expect(sent).toContain(imei)
  const other = await page.context().newPage()
  await openAs(other, site.origin, await site.makeUser(['trackHisMgmt']), sent.replace(site.origin, ''))
  await expect(other.getByRole('region', { name: '历史轨迹' }).getByText(told ?? '')).toBeVisible()
  // Who does not see alarms sees none here.
  await expect(other.getByRole('button', { name: new RegExp(`${label}：`) })).toHaveCount(0)
})

test('what is open is exported, as it stands on the screen', async ({ page, site }) => {
  const label = unique('<导出>&帽')
  const imei = await site.makeHelmet(label)
  const begin = Math.floor((Date.now() - 100 * minute) / 1000) * 1000
  await report(site, walkOf(imei, begin))
  const user = await site.makeUser(['trackHisMgmt'])
  await openAs(page, site.origin, user, addressOf(imei, begin, begin + 90 * minute))
  const list = page.getByRole('region', { name: '历史轨迹' })
  const told = (await list.getByText(/公里 · 停留/).textContent()) ?? ''
  const [, kilometres, stops] = /([\d.]+) 公里 · 停留 (\d) 次/.exec(told) ?? []
  const saved = async (name: string): Promise<{ readonly file: string; readonly text: string }> => {
    await list.getByRole('button', { name: '导出', exact: true }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()])
    return { file: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  const fixes = await saved('CSV：定位记录')
  expect(fixes.file).toMatch(/^历史轨迹-\d{8}-\d{6}\.csv$/)
  const rows = fixes.text.trimEnd().split('\r\n')
  expect(rows).toHaveLength(1 + 480)
  expect(rows[1]).toContain(`${siteTime(begin).replace(' ', 'T')}.000+08:00`)
  const figures = await saved('CSV：里程和停留')
  expect(figures.text.trimEnd().split('\r\n')[1]?.split(',').slice(5, 10)).toEqual([
    '480',
    '1',
    '1',
    String(Number(kilometres)),
    stops,
  ])
  const gpx = await saved('GPX')
  expect(gpx.file).toMatch(/\.gpx$/)
  expect(gpx.text).toContain(told)
  expect(gpx.text).toContain(`<name>${label.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</name>`)
  expect([...gpx.text.matchAll(/<trkseg>/g)]).toHaveLength(2)
  expect([...gpx.text.matchAll(/<trkpt /g)]).toHaveLength(480)
  const kml = await saved('KML')
  for (const { text } of [gpx, kml]) {
    const faults = await page.evaluate<number>(
      `new DOMParser().parseFromString(${JSON.stringify(text)}, 'application/xml').querySelectorAll('parsererror').length`,
    )
    expect(faults).toBe(0)
  }
})

test('a time without positions says so, and leads back to the choice', async ({ page, site }) => {
  const imei = await site.makeHelmet(unique('空帽'))
  const begin = Math.floor((Date.now() - 100 * minute) / 1000) * 1000
  const user = await site.makeUser(['trackHisMgmt'])
  await openAs(page, site.origin, user, addressOf(imei, begin, begin + minute))
  const list = page.getByRole('region', { name: '历史轨迹' })
  await expect(list.getByText('这段时间没有定位记录')).toBeVisible()
  await list.getByRole('button', { name: '重新选择' }).last().click()
  await expect(page.getByRole('region', { name: '选择人员和设备' }).getByText('已选 1 项')).toBeVisible()
})

test('who was at a place between two times is found by drawing it', async ({ page, site, wire }) => {
  const label = unique('到场帽')
  const imei = await site.makeHelmet(label)
  const begin = Math.floor((Date.now() - 100 * minute) / 1000) * 1000
  await report(site, walkOf(imei, begin))
  const user = await site.makeUser(['trackHisMgmt'])
  await openAs(page, wire.origin, user, screen)
  await page.getByRole('button', { name: '谁在这里' }).click()
  const panel = page.getByRole('region', { name: '谁在这里' })
  const find = panel.getByRole('button', { name: /查\s?询/ })
  await expect(find).toBeDisabled()
  await expect(page.getByRole('toolbar', { name: '绘图工具' }).getByRole('button', { name: '多边形' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  // Around the whole site, once the tools are in hand: the pointer tells.
  const map = page.locator('canvas.maplibregl-canvas')
  await expect(map).toHaveCSS('cursor', 'crosshair')
  const box = await map.boundingBox()
  if (!box) throw new Error('there is no map')
  const { x, y, width, height } = box
  for (const [right, down] of [
    [0.2, 0.3],
    [0.9, 0.3],
    [0.9, 0.9],
    [0.2, 0.9],
  ] as const)
    await page.mouse.click(x + right * width, y + down * height)
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: '近 8 小时' }).click()
  await find.click()
  const row = panel.getByRole('listitem').filter({ hasText: label })
  // Its fixes end for ten minutes: whether it stayed is not known.
  await expect(row.getByText(/后不明/).first()).toBeVisible()
  await expectAccessible(page, 'who was at a place', 'zh')
  // What was looked up stays while the link breaks and comes again, and is not asked for, and so journalled, a second time.
  const looks: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/listHisInside')) looks.push(request.url())
  })
  const { staleBanner } = shell(page)
  wire.cut()
  await expect(staleBanner).toBeVisible()
  wire.mend()
  await expect(staleBanner).toBeHidden()
  await expect(row.getByText(/后不明/).first()).toBeVisible()
  expect(looks).toEqual([])
  await row.getByRole('button', { name: label }).click()
  await expect(page.getByRole('region', { name: '历史轨迹' }).getByText(/公里 · 停留 1 次/)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(imei))
})
