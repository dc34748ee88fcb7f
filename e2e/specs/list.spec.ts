import type { Page } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique, uniqueNumber } from '../support/unique.ts'

const path = '/baseMgmt/loraGateMgmt'
const save = deviceCalls.saveBsLoraGate

const nextEui = (): string => uniqueNumber().toString(16).toUpperCase().padStart(16, 'A')

/** Gateways whose names begin alike, in the order of their numbers. */
const makeGateways = (site: Site, name: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_none, index) =>
      site.admin.ask(save, {
        name: `${name} ${String(index + 1).padStart(2, '0')}`,
        gatewayEui: nextEui(),
        ip: `10.9.0.${index}`,
      }),
    ),
  )

const open = async (page: Page, site: Site, query: string, mayEdit = true) => {
  const user = await site.makeUser(mayEdit ? ['loraGateMgmt', 'loraGateMgmt:edit'] : ['loraGateMgmt'])
  await openAs(page, site.origin, user, `${path}?${query}`)
  return listPage(page)
}

const present = async (site: Site, id: string) =>
  paged(await site.admin.ask(deviceCalls.listBsLoraGateByDeptId, { ids: [id] })).list[0]

test('a link shows the same list to whoever opens it', async ({ page, browser, site }) => {
  const name = unique('链接网关')
  await makeGateways(site, name, 17)
  const list = await open(page, site, '')
  await list.keyword.fill(name)
  await expect(list.total(17)).toBeVisible()
  await list.sortBy('IP地址').click()
  await expect(list.heading('IP地址')).toHaveAttribute('aria-sort', 'ascending')
  await list.sortBy('名称').click()
  await list.sortBy('名称').click()
  await expect(list.heading('名称')).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('listitem', { name: '2' }).click()
  // Twelve rows stand on a page of this window, and whoever follows the link gets the same page in his.
  await expect(list.rows).toHaveCount(5)
  await expect(list.rows.first()).toContainText(`${name} 05`)
  await list.title(`${name} 01`).click()
  await expect(list.field('名称')).toHaveValue(`${name} 01`)

  const other = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
  const { search } = new URL(page.url())
  const theirs = await open(other, site, search.slice(1), false)
  await expect(theirs.rows).toHaveCount(5)
  await expect(theirs.rows.first()).toContainText(`${name} 05`)
  await expect(theirs.drawer).toContainText(`${name} 01`)
  // Without the right to change it they look only.
  await expect(theirs.drawer.getByRole('textbox')).toHaveCount(0)
  await expect(theirs.add).toHaveCount(0)
  await other.close()
})

test('what others save is shown without asking for it, and an open form that was changed says so', async ({ page, site }) => {
  const name = unique('跟随网关')
  const [first] = await makeGateways(site, name, 1)
  const list = await open(page, site, `keyword=${name}`)
  await expect(list.total(1)).toBeVisible()
  await makeGateways(site, `${name} 乙`, 1)
  await expect(list.total(2)).toBeVisible()

  await list.title(`${name} 01`).click()
  await list.field('名称').fill(`${name} 我的`)
  const theirs = { id: first?.id, gatewayEui: first?.gatewayEui ?? '', ip: '10.9.9.9', name: `${name} 他的` }
  await site.admin.ask(save, theirs)
  await expect(list.drawer.getByText('其他人刚修改了此LoRa网关')).toBeVisible()
  await expect(list.field('名称')).toHaveValue(`${name} 我的`)
  await expect(list.title(theirs.name)).toBeVisible()

  await list.field('名称').fill(`${name} 01`)
  await site.admin.ask(deviceCalls.deleteBsLoraGateById, { id: first?.id ?? '' })
  await expect(list.drawer.getByText('此LoRa网关已被删除')).toBeVisible()
})

test('what a save refuses is said at its field, and nothing that was typed is lost', async ({ page, site }) => {
  const name = unique('字段网关')
  const [taken] = await makeGateways(site, unique('已有网关'), 1)
  const list = await open(page, site, `keyword=${name}`)
  await list.add.click()
  await expect(list.field('名称')).toBeFocused()
  await list.button(list.drawer, '保存').click()
  await expect(list.drawer.getByText('名称必填')).toBeVisible()
  await expect(list.field('名称')).toBeFocused()
  await list.field('名称').fill(`${name} 1`)
  await list.field('网关EUI').fill('12')
  await list.field('网关EUI').blur()
  await expect(list.drawer.getByText('网关EUI应为 16 位十六进制')).toBeVisible()
  await list.field('网关EUI').fill(taken?.gatewayEui ?? '')
  await list.button(list.drawer, '保存').click()
  await expect(list.drawer.getByText(`网关EUI“${taken?.gatewayEui}”已存在`)).toBeVisible()
  await expect(list.field('名称')).toHaveValue(`${name} 1`)
  await list.field('网关EUI').fill(nextEui())
  await list.button(list.drawer, '保存').click()
  await expect(list.drawer).toBeHidden()
  await expect(list.row(`${name} 1`)).toBeVisible()
})

test('two people who change one record put it together field by field', async ({ page, site }) => {
  const name = unique('冲突网关')
  const [mine] = await makeGateways(site, name, 1)
  if (!mine) throw new Error('nothing was made')
  const list = await open(page, site, `keyword=${name}&id=${mine.id}`)
  await list.field('名称').fill('我改的名称')
  await list.field('备注').fill('我的备注')
  await site.admin.ask(save, { ...mine, ip: '10.9.9.9', remark: '对方的备注' })
  await page.keyboard.press('Control+s')
  await expect(list.conflict.getByRole('row')).toHaveCount(4)
  await expect(list.conflict.getByRole('row', { name: /备注/ })).toContainText('双方都改了')
  await expect(list.conflict.getByRole('radio', { name: /^备注/, checked: true })).toHaveCount(0)
  await list.conflict.getByRole('radio', { name: '备注 我的' }).check()
  await list.button(list.conflict, '保存').click()
  await expect(list.conflict).toHaveCount(0)
  await expect(list.drawer).toBeHidden()
  expect(await present(site, mine.id)).toMatchObject({ name: '我改的名称', ip: '10.9.9.9', remark: '我的备注', version: 3 })
})

test('unsaved changes ask before another record is opened, and survive that theirs is deleted', async ({ page, site }) => {
  const name = unique('离开网关')
  const [first] = await makeGateways(site, name, 2)
  const list = await open(page, site, `keyword=${name}`)
  await list.title(`${name} 01`).click()
  await list.field('备注').fill('还没有保存')
  await list.title(`${name} 02`).click()
  await expect(list.leaving).toContainText(`${name} 01`)
  await list.leaving.getByRole('button', { name: '继续编辑' }).click()
  await expect(list.leaving).toHaveCount(0)
  await expect(list.field('备注')).toHaveValue('还没有保存')
  await page.keyboard.press('Escape')
  await list.leaving.getByRole('button', { name: '继续编辑' }).click()
  await expect(list.leaving).toHaveCount(0)

  await site.admin.ask(deviceCalls.deleteBsLoraGateById, { id: first?.id ?? '' })
  await expect(list.drawer.getByText('此LoRa网关已被删除')).toBeVisible()
  await list.field('名称').fill(`${name} 03`)
  await list.drawer.getByRole('button', { name: '另存为新' }).first().click()
  // The new one is what is open by now.
  await expect(list.row(`${name} 03`)).toHaveAttribute('data-current', 'true')
  await expect(list.row(`${name} 01`)).toHaveCount(0)
  await expect(list.field('备注')).toHaveValue('还没有保存')
  await page.keyboard.press('Escape')
  await expect(list.drawer).toBeHidden()
  await expect(list.row(`${name} 03`)).toBeFocused()
})

test('the same done to many says what became of each', async ({ page, site }) => {
  const name = unique('批量网关')
  const gateways = await makeGateways(site, name, 6)
  const [, second, third] = gateways
  if (!second || !third) throw new Error('nothing was made')
  // A console that has not heard of what others just saved.
  await page.routeWebSocket('**/api/live', () => undefined)
  const list = await open(page, site, `keyword=${name}`)
  await page.getByLabel('选择本页全部').check()
  await expect(list.bulk).toContainText('已选 6 项')
  await site.admin.ask(save, { ...second, remark: '他人修改' })
  await site.admin.ask(deviceCalls.deleteBsLoraGateById, { id: third.id })
  await list.bulk.getByRole('button', { name: '停用' }).click()
  const dialog = page.getByRole('dialog', { name: '停用' })
  await list.button(dialog, '停用').click()
  await expect(dialog.getByRole('status')).toHaveText('成功 4 项，失败 2 项')
  await expect(dialog.getByRole('row', { name: new RegExp(`${name} 02`) })).toContainText('记录已被他人修改')
  await expect(dialog.getByRole('row', { name: new RegExp(`${name} 03`) })).toContainText('不存在或已删除')
  await list.button(dialog, '关闭').last().click()
  // What is gone is not tried again; what another changed is, on top of that change.
  await expect(list.bulk).toContainText('已选 1 项')
  await list.bulk.getByRole('button', { name: '停用' }).click()
  await list.button(dialog, '停用').click()
  await expect(dialog.getByRole('status')).toHaveText('全部成功，共 1 项')
  expect(await present(site, second.id)).toMatchObject({ enable: 0, remark: '他人修改' })
  const left = paged(await site.admin.ask(deviceCalls.listBsLoraGateByDeptId, { keyword: name })).list
  expect(left.map(({ enable }) => enable)).toEqual([0, 0, 0, 0, 0])
})

test('many are deleted after it was said how many, which, and what follows', async ({ page, site }) => {
  const name = unique('删除网关')
  await makeGateways(site, name, 10)
  const list = await open(page, site, `keyword=${name}`)
  await page.getByLabel('选择本页全部').check()
  // No row moves: what is done with the selection stands where the list's own tools stood.
  await expect(page.getByRole('toolbar')).toHaveCount(0)
  await list.button(list.bulk, '删除').click()
  const dialog = page.getByRole('dialog', { name: '删除' })
  await expect(dialog).toContainText('确定删除以下 10 个LoRa网关吗？')
  await expect(dialog).toContainText(`${name} 01、${name} 02`)
  await expect(dialog).toContainText('，另有 2 项')
  await expect(dialog).toContainText('删除后不能恢复')
  await dialog.getByRole('button', { name: '删除 10 个' }).click()
  await expect(dialog.getByRole('status')).toHaveText('全部成功，共 10 项')
  await list.button(dialog, '关闭').last().click()
  await expect(list.total(0)).toBeVisible()
})

test('ten rows and more are seen at 1366 × 768, each department says how many it has of what is looked for', async ({
  page,
  site,
}) => {
  const [name, above, below] = [unique('部门网关'), unique('上级'), unique('下级')]
  const { id: pid } = await site.admin.ask(accountCalls.saveDept, { name: above, pid: null })
  const { id: deptId } = await site.admin.ask(accountCalls.saveDept, { name: below, pid })
  const gateways = await makeGateways(site, name, 14)
  for (const [at, gateway] of gateways.entries())
    await site.admin.ask(save, { ...gateway, deptId: at < 9 ? deptId : pid, enable: at === 0 ? 0 : 1 })
  await openAs(page, site.origin, await site.makeUser(['loraGateMgmt', 'loraGateMgmt:edit']), `${path}?keyword=${name}`)
  const list = listPage(page)
  await expect(list.total(14)).toBeVisible()
  const seen = await page.evaluate<number>(`{
    const place = document.querySelector('main table').parentElement.getBoundingClientRect()
    ;[...document.querySelectorAll('main tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= place.bottom + 1).length
  }`)
  expect(seen).toBeGreaterThanOrEqual(10)
  // The one that is disabled says so beside its name; of the others nobody says that they are not.
  await expect(list.row(`${name} 01`)).toContainText('停用')
  await expect(list.rows.filter({ hasText: /停用|启用/ })).toHaveCount(1)

  // Of the departments that other tests leave behind, only as many as the panel shows are drawn.
  await page.getByLabel('部门名称或拼音').fill(below)
  const node = (dept: string) => page.getByRole('tree').locator('.ant-tree-treenode').filter({ hasText: dept })
  await expect(node(above)).toContainText('14')
  await expect(node(below)).toContainText('9')
  await node(below).getByTitle(below).click()
  await expect(list.total(9)).toBeVisible()
  await expect(node(above)).toContainText('14')
})

test('what 更多筛选 hides says how much of it narrows the list, and is kept', async ({ page, site }) => {
  const hatNo = unique('筛选帽')
  await site.makeHelmet(hatNo)
  await openAs(page, site.origin, await site.makeUser(['hatMgmt']), `/baseMgmt/hatMgmt?keyword=${hatNo}&enable=1`)
  const list = listPage(page)
  await expect(list.total(1)).toBeVisible()
  await expect(list.filter('在线')).toBeVisible()
  await expect(list.filter('状态')).toHaveCount(0)
  await expect(list.moreFilters).toHaveText(/更多筛选1$/)
  await list.moreFilters.click()
  await list.filter('状态').click()
  await list.choice('停用').click()
  await expect(list.total(0)).toBeVisible()
  await list.moreFilters.click()
  await expect(list.filter('状态')).toHaveCount(0)
  await expect(list.moreFilters).toHaveText(/更多筛选1$/)
  await page
    .getByRole('search')
    .getByRole('button', { name: /重 ?置/ })
    .click()
  await expect(list.moreFilters).toHaveText(/更多筛选$/)
  await expect(page).toHaveURL(/hatMgmt$/)
})

test('a page that is fetched anew stays where somebody scrolled it; another page begins at its top', async ({ page, site }) => {
  const name = unique('滚动网关')
  const gateways = await makeGateways(site, name, 32)
  const list = await open(page, site, `keyword=${name}&size=15`)
  await expect(list.total(32)).toBeVisible()
  const scrolled = (): Promise<number> => page.evaluate<number>(`document.querySelector('main table').parentElement.scrollTop`)
  await list.rows.nth(14).scrollIntoViewIfNeeded()
  const place = await scrolled()
  expect(place).toBeGreaterThan(0)
  const last = gateways[14]
  if (last) await site.admin.ask(save, { ...last, ip: '10.9.9.9' })
  await page.getByRole('toolbar').getByRole('button', { name: '刷新' }).click()
  await expect(list.rows.nth(14)).toContainText('10.9.9.9')
  expect(await scrolled()).toBe(place)
  await page.getByRole('listitem', { name: '2' }).click()
  await expect(list.rows.first()).toContainText(`${name} 16`)
  expect(await scrolled()).toBe(0)
})

test('a row that is clicked while the keyword still waits opens, and the keyword applies behind it', async ({ page, site }) => {
  const name = unique('急点网关')
  await makeGateways(site, name, 2)
  const list = await open(page, site, `keyword=${name}`)
  await expect(list.total(2)).toBeVisible()
  // In one go: the keyword waits for less than a browser on a busy machine takes to a click.
  await page.evaluate(`{
    const field = document.querySelector('form[role=search] [data-main] input')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${name} 02')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    ;[...document.querySelectorAll('main a')].find(({ textContent }) => textContent === '${name} 01').click()
  }`)
  await expect(list.total(1)).toBeVisible()
  await expect(list.row(`${name} 02`)).toBeVisible()
  await expect(list.field('名称')).toHaveValue(`${name} 01`)
  await expect(page).toHaveURL(/id=\d+/)
})
