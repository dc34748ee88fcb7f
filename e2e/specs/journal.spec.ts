import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { createClient, paged } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { listPage } from '../pages/list.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test, type Site } from '../support/site.ts'

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
  return { id: made.id, cname, workNum: actor.userName }
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
  await signIn(page, site.origin, reader, path)
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
  for (const line of lines) expect(line).toMatch(new RegExp(`${cname},.*设备,修改,LoRa网关,${id},成功`))

  await page.getByRole('button', { name: '校验日志' }).click()
  const verdict = page.getByRole('dialog', { name: '校验日志' })
  await expect(verdict.getByText('日志完整')).toBeVisible()
  await expect(verdict.getByText(/^已校验 [\d,]+ 条$/)).toBeVisible()
})

test('the log in English', async ({ page, site }) => {
  const { id } = await actOn(site, 'Gateway of the log', 'AB12AB12AB12AB13')
  const reader = await site.makeUser(['logMgmt'])
  await signIn(page, site.origin, reader, `${path}?keyword=${id}&module=devices&action=update`, 'en')
  const list = listPage(page, 'en')
  await list.rows.first().getByRole('link').first().click()
  const changes = page.getByRole('region', { name: 'What changed' }).getByRole('row')
  await expect(changes.filter({ hasText: 'Remark' })).toContainText('第二次第三次')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Verify the log' }).click()
  await expect(page.getByRole('dialog', { name: 'Verify the log' }).getByText('The log is intact')).toBeVisible()
})
