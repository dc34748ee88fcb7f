import type { Locator, Page } from '@playwright/test'
import { paged } from '@vigil/contract/kernel/client.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const path = '/baseMgmt/speedOverMgmt'

const present = async ({ admin }: Site, keyword: string) =>
  paged(await admin.ask(trafficCalls.listBsRoadSegmentByDeptId, { keyword, pageNum: 1, pageSize: 10 })).list

/** The middle of a road, from corner to corner, in parts of the map. */
const draw = async (page: Page, dialog: Locator, corners: readonly (readonly [number, number])[]): Promise<void> => {
  const map = dialog.locator('canvas.maplibregl-canvas')
  const box = await map.boundingBox()
  if (!box) throw new Error('the map has no place on the screen')
  for (const [right, down] of corners) await page.mouse.click(box.x + box.width * right, box.y + box.height * down)
  await page.keyboard.press('Enter')
}

for (const language of inLanguages('zh'))
  test(`a road is drawn, limited by its kind, then by a limit of its own (${language})`, async ({ page, site }) => {
    const said = sayingIn(language)
    const name = unique('原料路')
    const who = await site.makeUser(['speedOverMgmt', 'speedOverMgmt:edit'])
    await openAs(page, site.origin, who, path, language)
    const list = listPage(page, language)
    await page
      .getByRole('radiogroup', { name: said('显示', 'Show') })
      .getByText(said('限速路段', 'Road segments'))
      .click()
    await expect(page).toHaveURL(/view=segments/)
    await list.add.click()
    await list.field(said('路段名称', 'Name')).fill(name)
    await list.field(said('道路类别', 'Kind of road')).click()
    await list.choice(said('其他道路', 'Other road')).click()

    // What is half filled in is kept from nothing: it says what is missing.
    await list.save.click()
    await expect(list.drawer.getByRole('alert').first()).toBeVisible()
    expect(await present(site, name)).toEqual([])

    await expectAccessible(page, 'form of a road segment', language)
    await list.drawer.getByRole('button', { name: said('在地图上绘制路段', 'Draw on the map') }).click()
    const drawing = page.getByRole('dialog', { name: said('绘制路段', 'Draw a road') })
    // The drawing tools come in a chunk of their own: the pointer tells when they are in hand.
    await expect(drawing.locator('canvas.maplibregl-canvas')).toHaveCSS('cursor', 'crosshair')
    await expectAccessible(page, 'map of a road segment', language)
    await draw(page, drawing, [
      [0.3, 0.6],
      [0.5, 0.5],
      [0.7, 0.6],
    ])
    await list.button(drawing, said('确定', 'OK')).click()
    await expect(drawing).toHaveCount(0)
    await expect(list.drawer.getByText(said('还没有画', 'Nothing drawn yet'))).toHaveCount(0)
    await list.save.click()
    await expect(list.drawer).toBeHidden()
    await list.keyword.fill(name)
    await expect(list.row(name)).toContainText('20 km/h')
    expect(await present(site, name)).toMatchObject([{ shape: 'corridor', halfWidth: 8, limit: null, points: { length: 3 } }])

    await list.title(name).click()
    await list.field(said('限速', 'Speed limit')).fill('12')
    await list.field(said('叉车限速', 'Forklifts')).fill('8')
    await list.save.click()
    await expect(list.drawer).toBeHidden()
    await expect(list.row(name)).toContainText('12 km/h')
    expect(await present(site, name)).toMatchObject([{ limit: 12, forkliftLimit: 8 }])

    // The cameras are one click away, and what narrowed the roads does not narrow them.
    await page
      .getByRole('radiogroup', { name: said('显示', 'Show') })
      .getByText(said('测速点', 'Speed cameras'))
      .click()
    await expect(page).not.toHaveURL(/keyword=/)
    await page.goto(`${site.origin}${path}?view=segments&keyword=${encodeURIComponent(name)}`)
    await list.askToDelete(name)
    await list.confirmDelete.click()
    await expect(list.row(name)).toHaveCount(0)
    expect(await present(site, name)).toEqual([])
  })
