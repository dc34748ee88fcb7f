import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hat } from '@vigil/contract/devices/hat.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { startProduct, type Product } from '../support/product.ts'
import { claimSite, expect, firstPassword, siteOf, test, type Site } from '../support/site.ts'
import { unique } from '../support/unique.ts'
import { unzip, zip } from '../support/zip.ts'

const path = '/systemMgmt/dataImportMgmt'
const words = {
  zh: { records: '安全帽', import: /^导 ?入/, dialog: '导入安全帽' },
  en: { records: 'Helmets', import: 'Import', dialog: 'Import helmets' },
} as const

/** A CSV file of helmets. */
const sheetOf = (name: string, rows: readonly string[], titles = '帽号,IMEI,备注') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([titles, ...rows].join('\n')),
})

/** The import of helmets, opened on the screen of imports. */
const openImport = async (page: Page, site: Site, language: Language = 'zh') => {
  const said = words[language]
  const user = await site.makeUser(['dataImportMgmt', 'hatMgmt', 'hatMgmt:edit'])
  await openAs(page, site.origin, user, path, language)
  const dialog = page.getByRole('dialog', { name: said.dialog })
  const list = listPage(page, language)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByText(said.records, { exact: true }) })
    .getByRole('button', { name: said.import })
    .click()
  const status = dialog.getByRole('status')
  return {
    dialog,
    status,
    choose: (file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
      dialog.locator('input[type=file]').setInputFiles(file),
    button: (name: string) => list.button(dialog, name),
    /** 新增, 更新, 不变 or 错误. */
    count: (label: string) =>
      dialog
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
        .locator('dd'),
    problem: (row: number) => dialog.getByRole('row').filter({ has: page.getByRole('cell', { name: String(row), exact: true }) }),
    /** How many rows its progress tells, once it tells more than `than`. */
    advancedBeyond: async (than: number): Promise<number> => {
      const told = async (): Promise<number> =>
        Number(/([\d,]+) (?:\/|of) /.exec((await status.textContent()) ?? '')?.[1]?.replaceAll(',', '') ?? 0)
      await expect.poll(told).toBeGreaterThan(than)
      return told()
    },
  }
}

const stored = async (site: Site, keyword: string): Promise<number> =>
  paged(await site.admin.ask(deviceCalls.listBsHatAll, { keyword, pageNum: 1, pageSize: 1 })).total

/** Rows of a sheet that is under way for long enough to be looked at and stopped. */
const many = 3_600
const inWords = (n: number): string => n.toLocaleString('en-US')

test.describe('a large sheet of helmets', () => {
  // What it leaves would stand in the way of other specs.
  let product: Product
  let site: Site
  test.beforeAll(async () => {
    product = await startProduct({ VIGIL_ADMIN_PASSWORD: firstPassword })
    await claimSite(product.origin)
    site = await siteOf(product.origin, '')
  })
  test.afterAll(() => product.end())

  test('is checked row by row, stopped half-way and said so, then imported whole', async ({ page }) => {
    const most = { timeout: 300_000 }
    const rows = Array.from({ length: many }, (_none, at) => `大帽${at},8${String(at).padStart(14, '0')},`)
    rows[3] = '没有号码,,'
    rows[many - 1] = '大帽0,899999999999999,'
    const sheet = sheetOf('几千顶.csv', rows)
    const incoming = await openImport(page, site)
    await incoming.choose(sheet)
    await incoming.advancedBeyond(await incoming.advancedBeyond(0))
    await expect(incoming.status).toContainText(`/ ${inWords(many)} 行`)
    await expect(incoming.count('新增')).toHaveText(inWords(many - 2), most)
    await expect(incoming.count('错误')).toHaveText('2')
    await expect(incoming.problem(5)).toContainText(/IMEI.*必填/)
    await expect(incoming.problem(many + 1)).toContainText(/帽号.*与第 2 行重复/)
    expect(await stored(site, '大帽')).toBe(0)

    await incoming.button(`导入 ${inWords(many - 2)} 行`).click()
    await incoming.advancedBeyond(await incoming.advancedBeyond(0))
    await incoming.button('停止').click()
    await expect(incoming.dialog.getByText('导入已停止')).toBeVisible()
    await expect(incoming.dialog.getByText('停止前已写入的行保留。')).toBeVisible()
    const kept = await stored(site, '大帽')
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(many - 2)
    await expect(incoming.count('新增')).toHaveText(inWords(kept))

    await incoming.button('再导入一个').click()
    await incoming.choose(sheet)
    await expect(incoming.count('不变')).toHaveText(inWords(kept), most)
    const rest = inWords(many - 2 - kept)
    await expect(incoming.count('新增')).toHaveText(rest)
    await incoming.button(`导入 ${rest} 行`).click()
    await incoming.advancedBeyond(0)
    await incoming.button('关闭').last().click()
    // It goes on in the tray.
    await page.getByRole('button', { name: '任务' }).click()
    const task = page.getByRole('tooltip').getByRole('listitem').filter({ hasText: '进行中' })
    await expect(task).toContainText('导入安全帽')
    await expect(task.getByRole('progressbar')).toBeVisible()
    await expect(task.getByRole('button', { name: '取 消' })).toBeVisible()
    await expect(page.getByRole('tooltip').getByText(`新增 ${rest}，更新 0，`)).toBeVisible(most)
    expect(await stored(site, '大帽')).toBe(many - 2)
  })
})

test('all or nothing: a row that turned wrong since the check takes everything back', async ({ page, site }) => {
  const incoming = await openImport(page, site)
  const sheet = sheetOf('全部.csv', ['全有甲,760000000000001,', '全有乙,760000000000002,', '全有丙,,'])
  await incoming.choose(sheet)
  await expect(incoming.problem(4)).toContainText(/IMEI.*必填/)
  await incoming.dialog.getByLabel('有错误行时').click()
  await page.getByTitle('有一行错误则全部不导入').click()
  await expect(incoming.dialog.getByText('有错误行。请改为跳过错误行')).toBeVisible()
  await expect(incoming.button('导入 2 行')).toBeDisabled()

  await incoming.button('换一个文件').click()
  await incoming.choose(sheetOf('全部.csv', ['全有甲,760000000000001,', '全有乙,760000000000002,']))
  await expect(incoming.button('导入 2 行')).toBeEnabled()
  await site.admin.ask(deviceCalls.saveBsHat, { hatNo: '抢先一步', imei: '760000000000002' })
  await incoming.button('导入 2 行').click()
  await expect(incoming.dialog.getByText('有错误行，全部未导入')).toBeVisible()
  await expect(incoming.problem(3)).toContainText(/IMEI.*已存在/)
  await expect(incoming.count('新增')).toHaveText('0')
  expect(await stored(site, '全有')).toBe(0)
})

/** The parts of a workbook of helmets, whose one sheet has these rows. */
const workbook = (rows: string): Record<string, string> => {
  const declared = 'http://schemas.openxmlformats.org'
  const office = `${declared}/officeDocument/2006/relationships`
  const relation = (type: string, target: string): string =>
    `<Relationships xmlns="${declared}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`
  const main = `${declared}/spreadsheetml/2006/main`
  return {
    '[Content_Types].xml': `<Types xmlns="${declared}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  }
}
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('a broken file, one that unpacks hugely and a sheet of another kind are refused in words', async ({ page, site }) => {
  const badge = unique('误投工牌')
  const incoming = await openImport(page, site)
  const whole = zip(workbook('<row><c t="inlineStr"><is><t>帽号</t></is></c></row>'))
  await incoming.choose({ name: '坏的.xlsx', mimeType: workbookType, buffer: whole.subarray(0, whole.length / 2) })
  await expect(incoming.dialog.getByRole('alert')).toContainText('已损坏')

  const bomb = zip(workbook('<row/>'.repeat(15_000_000)))
  expect(bomb.length).toBeLessThan(1_000_000)
  await incoming.choose({ name: '炸弹.xlsx', mimeType: workbookType, buffer: bomb })
  await expect(incoming.dialog.getByRole('alert')).toContainText('工作簿解压后过大，请分成几个文件')

  await incoming.button('换一个文件').click()
  await incoming.choose(sheetOf('工牌.csv', [`${badge},1234567812345678`], '工牌号,devEui'))
  await expect(incoming.dialog.getByText('不是安全帽的导入表：缺少列 帽号、IMEI')).toBeVisible()
  await expect(incoming.button('导入')).toBeDisabled()
  expect(await stored(site, badge)).toBe(0)
})

test('a template offers what may be chosen as lists', async ({ page, site }) => {
  const incoming = await openImport(page, site)
  const download = page.waitForEvent('download')
  await incoming.button('下载模板').click()
  expect((await download).suggestedFilename()).toBe('安全帽导入模板.xlsx')
  const parts = unzip(await readFile(await (await download).path()))
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).toContain('帽号*')
  expect(sheet).toMatch(/<dataValidation type="list"[^>]*><formula1>&quot;启用,停用&quot;<\/formula1>/)
  expect(parts.get('xl/worksheets/sheet2.xml')).toContain('15 位数字，设备上报时的编号')
})

test('what is filtered goes out, and no cell of it becomes a formula', async ({ page, site }) => {
  const names = ['=1+1', '+86', '公式']
  for (const [at, hatNo] of names.entries()) await site.admin.ask(deviceCalls.saveBsHat, { hatNo, imei: `75000000000000${at}` })
  const user = await site.makeUser(['hatMgmt'])
  await openAs(page, site.origin, user, '/baseMgmt/hatMgmt?keyword=75000000000000')
  const list = listPage(page)
  await expect(list.total(3)).toBeVisible()
  await page.getByRole('toolbar').getByRole('button', { name: '导出' }).click()
  const dialog = page.getByRole('dialog', { name: '导出安全帽' })
  await dialog.getByRole('radio', { name: 'CSV' }).check()
  const download = page.waitForEvent('download')
  await list.button(dialog, '导出').click()
  const text = await readFile(await (await download).path(), 'utf8')
  const cells = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(',')[0])
  expect(cells.slice(1).toSorted((one, other) => (one ?? '').localeCompare(other ?? ''))).toEqual(["'+86", "'=1+1", '公式'])
  await page.getByRole('button', { name: '任务' }).click()
  const task = page.getByRole('tooltip').getByRole('listitem').filter({ hasText: '导出安全帽' })
  await expect(task).toContainText('完成')
  await expect(task).toContainText('3 行')
  await expect(task.getByRole('link')).toHaveAttribute('href', /\/api\/files\//)
})

test('an import in English', async ({ page, site }) => {
  const incoming = await openImport(page, site, 'en')
  const titles = ['hatNo', 'imei'].map((name) => hat.fields[name as 'hatNo' | 'imei'].label.en).join(',')
  await incoming.choose(sheetOf('helmets.csv', ['English hat,770000000000001', 'Wrong hat,'], titles))
  await expect(incoming.problem(3)).toContainText(/IMEI.*is required/)
  await incoming.button('Import 1 row').click()
  await expect(incoming.dialog.getByText('Import complete')).toBeVisible()
  await expect(incoming.count('Created')).toHaveText('1')
  expect(await stored(site, 'English hat')).toBe(1)
})
