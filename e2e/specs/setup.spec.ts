import type { Page } from '@playwright/test'
import { signInPage } from '../pages/sign-in.ts'
import { listPage } from '../pages/list.ts'
import { startProduct } from '../support/product.ts'
import { adminPassword, expect, firstPassword, test } from '../support/site.ts'

const basemap = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { kind: 'building', name: '中控室' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [118.36, 31.17],
            [118.361, 31.17],
            [118.361, 31.171],
            [118.36, 31.17],
          ],
        ],
      },
    },
  ],
})
const sheet = (text: string) => ({ name: 'sheet.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** The guide: its steps, and the way to each. */
const guideOf = (page: Page, origin: string) => ({
  step: (name: string) => page.getByRole('listitem').filter({ hasText: name }),
  go: async (name: string): Promise<void> => {
    await page.goto(`${origin}/home`)
    await page.getByRole('link', { name }).click()
  },
})

/** Imports rows of a kind from where all kinds are imported. */
const importRows = async (page: Page, kind: string, text: string, rows: number): Promise<void> => {
  const list = listPage(page)
  const card = page.getByRole('listitem').filter({ has: page.getByText(kind, { exact: true }) })
  await card.getByRole('button', { name: /^导 ?入$/ }).click()
  const dialog = page.getByRole('dialog', { name: /导入/ })
  await dialog.locator('input[type=file]').setInputFiles(sheet(text))
  await list.button(dialog, `导入 ${rows} 行`).click()
  await expect(dialog.getByText('导入完成')).toBeVisible()
  await list.button(dialog, '关闭').last().click()
}

test('an administrator sets up a site from nothing, by the guide alone, until its first helmet is on the map', async ({
  page,
}) => {
  const { origin, end } = await startProduct({ VIGIL_ADMIN_PASSWORD: firstPassword })
  try {
    const form = signInPage(page, origin)
    await form.open()
    await form.enter('admin', firstPassword)
    await page.getByLabel('新密码', { exact: true }).fill(adminPassword)
    await page.getByLabel('再次输入', { exact: true }).fill(adminPassword)
    await page.getByRole('button', { name: '保存并进入' }).click()
    const list = listPage(page)
    const guide = guideOf(page, origin)
    await expect(page.getByText('已完成 1 / 7')).toBeVisible()
    await expect(guide.step('站点与阈值')).toHaveAttribute('aria-current', 'step')

    await guide.go('站点设置')
    await page.getByLabel('站点名称', { exact: true }).fill('测试水泥厂')
    await page.getByRole('button', { name: '保 存' }).click()
    await expect(page.getByText('没有修改')).toBeVisible()

    // Whoever looks for the map instead is led there as well.
    await page.goto(`${origin}/userSafeMgmt/trackRealMgmt`)
    await page.getByRole('link', { name: '去导入底图' }).click()
    await expect(page.getByRole('heading', { name: '底图' })).toBeVisible()

    await guide.go('导入底图')
    await page.locator('input[type=file]').setInputFiles({
      name: 'site.geojson',
      mimeType: 'application/geo+json',
      buffer: Buffer.from(basemap),
    })
    await list.button(page.getByRole('dialog'), '替换').click()
    await expect(page.getByText('共 1 个要素')).toBeVisible()

    await guide.go('新增部门')
    await page.getByRole('button', { name: /新增$/ }).first().click()
    await page.getByLabel('部门名称', { exact: true }).fill('烧成车间')
    await page.getByRole('button', { name: '保 存' }).click()
    await expect(page.getByRole('treeitem', { name: /烧成车间/ })).toBeVisible()

    await guide.go('数据导入 (人员)')
    await importRows(page, '人员', '姓名,工号,部门\n李建军,1001,烧成车间\n王海,1002,烧成车间\n', 2)
    await guide.go('数据导入 (设备)')
    await importRows(page, '安全帽', '帽号,IMEI,佩戴人,部门\nAQM-1,862000000000001,1001,烧成车间\n', 1)
    await page.goto(`${origin}/home`)
    await expect(page.getByText('已完成 6 / 7')).toBeVisible()
    await expect(guide.step('数据导入').filter({ hasText: '2 人' })).toBeVisible()

    await guide.go('设备密钥')
    await page.getByRole('button', { name: '新建密钥' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('名称', { exact: true }).fill('安全帽网关')
    await dialog.getByRole('radio', { name: '整个站点' }).check()
    await list.button(dialog, '新建').click()
    const key = await page.getByRole('dialog').getByLabel('设备密钥', { exact: true }).inputValue()
    const answer = await fetch(`${origin}/ingest/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': key },
      body: JSON.stringify({
        reports: [
          { deviceType: 'hat', deviceId: '862000000000001', time: new Date().toISOString(), lng: 118.3605, lat: 31.1702 },
        ],
      }),
    })
    expect(answer.status).toBe(200)

    await page.goto(`${origin}/home`)
    const helmets = page.getByRole('region', { name: '在线数量' }).getByRole('listitem').filter({ hasText: '安全帽' })
    await expect(helmets.getByRole('link', { name: '1' })).toBeVisible()
    await expect(page.getByText('开始使用守望')).toHaveCount(0)
  } finally {
    await end()
  }
})
