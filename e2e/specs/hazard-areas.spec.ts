import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { hazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { listPage } from '../pages/list.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { openAs } from '../pages/sign-in.ts'
import { isDeep } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const { name: nameField, responsible } = hazardArea.fields
const words = {
  zh: { draw: '在地图上绘制', drawing: '绘制区域', ok: '确定', sides: '4 条边', inUse: '危险区域仍被使用：1 个危险源' },
  en: { draw: 'Draw on the map', drawing: 'Draw an area', ok: 'OK', sides: '4 sides', inUse: /is still in use: 1 hazard source/ },
} as const

const present = async (site: Site, name: string) =>
  whole(await site.admin.ask(hazardCalls.listBsHazardAreaAll, {})).find((area) => area.name === name)

/** Makes an area by hand, its outline drawn on the map, and changes who answers for it. */
const drawArea = async (page: Page, site: Site, name: string, language: Language) => {
  const said = words[language]
  const user = await site.makeUser(['hazardAreaMgmt', 'hazardAreaMgmt:edit'])
  await openAs(page, site.origin, user, '/baseMgmt/hazardAreaMgmt', language)
  const list = listPage(page, language)
  await list.add.click()
  await list.field(nameField.label[language]).fill(name)
  await list.drawer.getByRole('button', { name: said.draw }).click()
  const dialog = page.getByRole('dialog', { name: said.drawing })
  const map = dialog.locator('canvas.maplibregl-canvas')
  // The drawing tools come in a chunk of their own: the pointer tells when they are in hand.
  await expect(map).toHaveCSS('cursor', 'crosshair')
  const box = await map.boundingBox()
  if (!box) throw new Error('the map has no place on the screen')
  for (const [right, down] of [
    [0.4, 0.5],
    [0.6, 0.5],
    [0.6, 0.7],
    [0.4, 0.7],
  ] as const) {
    await page.mouse.click(box.x + box.width * right, box.y + box.height * down)
  }
  await page.keyboard.press('Enter')
  await list.button(dialog, said.ok).click()
  await expect(dialog).toHaveCount(0)
  await expect(list.drawer.getByText(said.sides)).toBeVisible()
  await list.save.click()
  await expect(list.drawer).toBeHidden()
  await list.keyword.fill(name)
  await expect(page).toHaveURL(/keyword=/)
  await expect(list.total(1)).toBeVisible()
  expect((await present(site, name))?.points).toHaveLength(4)

  await list.title(name).click()
  await list.field(responsible.label[language]).fill('王建国')
  await list.save.click()
  await expect(list.drawer).toBeHidden()
  expect(await present(site, name)).toMatchObject({ responsible: '王建国', version: 2 })

  /** A hazard source that lies in it keeps it from being deleted. */
  const remove = async (): Promise<void> => {
    const areaId = (await present(site, name))?.id ?? ''
    const point = await site.admin.ask(hazardCalls.saveBsHazardPoint, { name: `${name}的源`, code: `Q-${areaId}`, areaId })
    await list.askToDelete(name)
    await list.confirmDelete.click()
    await expect(list.deleting.getByText(said.inUse)).toBeVisible()
    expect((await present(site, name))?.id).toBe(areaId)
    await site.admin.ask(hazardCalls.deleteBsHazardPointById, { id: point.id })
    await list.confirmDelete.click()
    await expect(list.row(name)).toHaveCount(0)
    expect(await present(site, name)).toBe(undefined)
  }
  return { list, remove }
}

test('an area is drawn, changed, exported, kept while others name it, and comes back by a sheet', async ({ page, site }) => {
  const name = '煤粉仓区'
  const { list, remove } = await drawArea(page, site, name, 'zh')
  const drawn = await present(site, name)
  await page.getByRole('toolbar').getByRole('button', { name: '导出' }).click()
  const dialog = page.getByRole('dialog', { name: '导出危险区域' })
  await dialog.getByRole('radio', { name: 'CSV' }).check()
  await dialog.getByRole('radio', { name: '所有列' }).check()
  const download = page.waitForEvent('download')
  await list.button(dialog, '导出').click()
  const buffer = await readFile(await (await download).path())
  await remove()

  await page.getByRole('toolbar').getByRole('button', { name: '导入' }).click()
  const incoming = page.getByRole('dialog', { name: '导入危险区域' })
  await incoming.locator('input[type=file]').setInputFiles({ name: '区域.csv', mimeType: 'text/csv', buffer })
  await list.button(incoming, '导入 1 行').click()
  await expect(incoming.getByText('导入完成')).toBeVisible()
  await list.button(incoming, '关闭').last().click()
  await expect(list.row(name)).toBeVisible()
  const { points, responsible: who } = drawn ?? {}
  expect(await present(site, name)).toMatchObject({ points, responsible: who })
  await remove()
})

test('lists call an area as the reader’s language does, its own and those of what stands in it', async ({ page, site }) => {
  const [area] = whole(await site.admin.ask(hazardCalls.listBsHazardAreaAll, { keyword: '煤磨' }))
  const { features } = await site.admin.ask(siteCalls.getBasemap, undefined)
  const english = features.find(({ properties }) => properties.name === area?.name)?.properties.nameEn ?? ''
  if (!area || english === '') throw new Error('no area of the cast has an English name')
  const name = unique('在区域内')
  await site.admin.ask(hazardCalls.saveBsHazardPoint, { name, code: name, areaId: area.id })
  const user = await site.makeUser(['hazardAreaMgmt', 'hazardPointMgmt'])
  for (const [language, called] of [
    ['zh', area.name],
    ['en', english],
  ] as const) {
    await openAs(page, site.origin, user, `/baseMgmt/hazardPointMgmt?keyword=${encodeURIComponent(name)}`, language)
    const list = listPage(page, language)
    await expect(list.row(name).getByText(called, { exact: true })).toBeVisible()
    await page.goto(`${site.origin}/baseMgmt/hazardAreaMgmt?keyword=${encodeURIComponent(area.name)}`)
    await expect(list.rows.getByText(called, { exact: true })).toBeVisible()
  }
})

test('half a place is told at the half that is missing', async ({ page, site }) => {
  const user = await site.makeUser(['hazardPointMgmt', 'hazardPointMgmt:edit'])
  await openAs(page, site.origin, user, '/baseMgmt/hazardPointMgmt')
  const list = listPage(page)
  await list.add.click()
  await list.field('名称').fill('半个位置')
  const [lng, lat] = [list.drawer.getByLabel('经度'), list.drawer.getByLabel('纬度')]
  await lng.fill('118.36')
  await list.save.click()
  await expect(list.drawer.getByText('纬度必填，经度已填写')).toBeVisible()
  await expect(list.drawer.getByText(/需要修改：.*纬度/)).toBeVisible()
  await expect(list.drawer.getByText(/需要修改：.*经度/)).toHaveCount(0)
  await lat.fill('31.17')
  await lng.fill('')
  await list.field('名称').click()
  await expect(list.drawer.getByText('经度必填，纬度已填写')).toBeVisible()
})

if (isDeep)
  test('an area is drawn, changed and deleted in English', async ({ page, site }) => {
    const { remove } = await drawArea(page, site, 'Coal dust bin', 'en')
    await remove()
  })
