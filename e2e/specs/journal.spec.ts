import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { createClient, paged } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const path = '/systemMgmt/logMgmt'

/** Somebody makes a gateway and changes it twice; his name as the log has it, and the gateway. */
const actOn = async (site: Site, name: string, gatewayEui: string) => {
  const actor = await site.makeUser(['loraGateMgmt', 'loraGateMgmt:edit'])
  const token = await createClient({ origin: site.origin }).ask(sessionCalls.login, actor)
  const client = createClient({ origin: site.origin, token: () => token })
  const made = await client.ask(deviceCalls.saveBsLoraGate, { name, gatewayEui, remark: '第一次' })
  const changed = await client.ask(deviceCalls.saveBsLoraGate, { ...made, remark: '第二次' })
  await client.ask(deviceCalls.saveBsLoraGate, { ...changed, ip: '10.7.7.7', remark: '第三次' })
  const { cname } = await client.ask(sessionCalls.getInfo, undefined)
  return { id: made.id, cname, workNum: actor.userName, userId: actor.id, client }
}

/** Chooses one of a list of choices by its words. */
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await listPage(page).filter(label).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}

test('the log is narrowed to what one person did today, read, exported and verified', async ({ page, site }) => {
  const { id, cname, workNum } = await actOn(site, '日志网关', 'AB12AB12AB12AB12')
  const reader = await site.makeUser(['logMgmt', 'userMgmt'])
  const [newest] = paged(await site.admin.ask(journalCalls.listSysLogByCondition, { module: 'devices', action: 'update' })).list
  // Of the day on which it was done: by now another may have begun.
  await page.clock.setFixedTime(`${newest?.time.replace(' ', 'T')}+08:00`)
  await openAs(page, site.origin, reader, path)
  const list = listPage(page)
  await choose(page, '模块', '设备')
  await list.moreFilters.click()
  await choose(page, '操作', '修改')
  await list.filter('人员').fill(workNum)
  await page.locator('.ant-select-dropdown:visible').getByText(workNum).click()
  await expect(list.total(2)).toBeVisible()
  await list.filter('时间').click()
  await page.getByText('今天', { exact: true }).click()
  await expect(page).toHaveURL(/from=.*to=/)
  await expect(list.total(2)).toBeVisible()
  await expect(list.rows.filter({ hasText: cname })).toHaveCount(2)

  // The newest stands first: what it changed is told field by field.
  await list.rows.first().getByRole('link').first().click()
  const changes = page.getByRole('region', { name: '变更内容' }).getByRole('row')
  await expect(changes).toHaveCount(3)
  await expect(changes.filter({ hasText: 'IP地址' })).toContainText('—10.7.7.7')
  await expect(changes.filter({ hasText: '备注' })).toContainText('第二次第三次')
  await page.keyboard.press('Escape')

  await page.getByRole('toolbar').getByRole('button', { name: '导出' }).click()
  const dialog = page.getByRole('dialog', { name: '导出系统日志' })
  await dialog.getByRole('radio', { name: 'CSV' }).check()
  await dialog.getByRole('radio', { name: '所有列' }).check()
  const download = page.waitForEvent('download')
  await list.button(dialog, '导出').click()
  const [, ...lines] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(new RegExp(`${cname},.*设备,修改,LoRa网关,日志网关,${id},成功`))

  await page.getByRole('button', { name: '校验日志' }).click()
  const verdict = page.getByRole('dialog', { name: '校验日志' })
  await expect(verdict.getByText('日志完整')).toBeVisible()
  await expect(verdict.getByText(/^已校验 [\d,]+ 条$/)).toBeVisible()
})

test('the log names what was changed, leads there, and is read by its parts', async ({ page, site }) => {
  const { userId, client } = await actOn(site, '回转窑网关', 'AB12AB12AB12AB14')
  const gone = await client.ask(deviceCalls.saveBsLoraGate, { name: '旧网关', gatewayEui: 'AB12AB12AB12AB15' })
  await client.ask(deviceCalls.deleteBsLoraGateById, { id: gone.id })
  await client.send(accountCalls.saveDept, { name: '不许' })
  const reader = await site.makeUser(['logMgmt', 'loraGateMgmt', 'userMgmt'])
  await openAs(page, site.origin, reader, `${path}?userId=${userId}`)
  const list = listPage(page)
  const part = (name: string) => page.getByRole('radiogroup', { name: '日志分类' }).getByText(name, { exact: true })
  const chosen = (name: string) => page.getByRole('radio', { name, checked: true })
  await expect(chosen('全部')).toHaveCount(1)

  await part('变更').click()
  await expect(list.total(5)).toBeVisible()
  await expect(page).toHaveURL(/part=changes/)
  await expect(list.heading('结果')).toHaveCount(0)
  await expect(list.rows.filter({ hasText: 'LoRa网关 回转窑网关' })).toHaveCount(3)
  const deleted = list.rows.filter({ hasText: 'LoRa网关 旧网关' })
  await expect(deleted).toHaveCount(2)
  await expect(deleted.getByRole('link', { name: '旧网关' })).toHaveCount(0)

  await part('登录').click()
  await expect(list.rows.filter({ hasText: '会话' }).first()).toBeVisible()
  await expect(list.rows.filter({ hasText: 'LoRa网关' })).toHaveCount(0)
  await expect(list.heading('模块')).toHaveCount(0)
  await part('拒绝').click()
  await expect(list.total(1)).toBeVisible()
  await expect(list.rows).toContainText('新增或修改部门')
  await expect(list.rows).toContainText('被拒绝：没有权限')
  await page.reload()
  await expect(chosen('拒绝')).toHaveCount(1)
  await expect(list.total(1)).toBeVisible()

  await part('变更').click()
  await list.rows.filter({ hasText: '回转窑网关' }).first().getByRole('link', { name: '回转窑网关' }).click()
  await expect(page).toHaveURL(/loraGateMgmt\?id=/)
  await expect(list.drawer.getByText('第三次')).toBeVisible()
})

test('the log in English', async ({ page, site }) => {
  const { id } = await actOn(site, 'Gateway of the log', 'AB12AB12AB12AB13')
  const reader = await site.makeUser(['logMgmt'])
  await openAs(page, site.origin, reader, `${path}?keyword=${id}&module=devices&action=update`, 'en')
  const list = listPage(page, 'en')
  await expect(list.rows.first()).toContainText('LoRa gateway Gateway of the log')
  await list.rows.first().getByRole('link').first().click()
  const changes = page.getByRole('region', { name: 'What changed' }).getByRole('row')
  await expect(changes.filter({ hasText: 'Remark' })).toContainText('第二次第三次')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Verify the log' }).click()
  await expect(page.getByRole('dialog', { name: 'Verify the log' }).getByText('The log is intact')).toBeVisible()
})

test('an empty part of the log says what would stand there, and a role opens from it', async ({ page, site }) => {
  const { id: deptId } = await site.admin.ask(accountCalls.saveDept, { name: unique('没有拒绝的部门') })
  // He reads of his department alone, where nothing was refused.
  const own = await site.makeUser(['logMgmt'], { deptId })
  await openAs(page, site.origin, own, `${path}?part=refusals`)
  await expect(page.getByText('因没有权限或登录失败而被拒绝的操作会记在这里')).toBeVisible()
  const reader = await site.makeUser(['logMgmt', 'rolePermissionMgmt'])
  await openAs(page, site.origin, reader, `${path}?keyword=role&action=create`)
  await listPage(page).rows.getByRole('link', { name: reader.userName, exact: true }).click()
  await expect(page).toHaveURL(/rolePermissionMgmt\?id=/)
})
