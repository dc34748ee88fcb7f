import type { Locator, Page } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { dictionaryCalls } from '@vigil/contract/dictionary/calls.ts'
import { createClient, paged, whole } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { holdAnswers } from '../support/held-answers.ts'
import { adminPassword, expect, test, type Site } from '../support/site.ts'
import { unique, uniqueNumber } from '../support/unique.ts'

// What somebody types or ticks while an answer is on its way stays, whatever the answer is.

const nextEui = (): string => uniqueNumber().toString(16).toUpperCase().padStart(16, 'B')

interface Marked {
  setAttribute(name: string, value: string): void
}
/** Marks what stands there; `expectMarked` tells whether it still does, or something like it was drawn in its place. */
const mark = (place: Locator): Promise<void> =>
  place.evaluate((element: Marked) => {
    element.setAttribute('data-test-mark', '')
  })
const expectMarked = (place: Locator): Promise<void> => expect(place).toHaveAttribute('data-test-mark', '')

/** What a form says of its changes. */
const stateOf = (form: Locator): Locator => form.getByRole('status').filter({ hasText: '修改' })

const gateways = async (site: Site, name: string) =>
  paged(await site.admin.ask(deviceCalls.listBsLoraGateByDeptId, { keyword: name, pageNum: 1, pageSize: 10 })).list
const openGateways = async (page: Page, site: Site, query: string) => {
  const user = await site.makeUser(['loraGateMgmt', 'loraGateMgmt:edit'])
  await openAs(page, site.origin, user, `/baseMgmt/loraGateMgmt?${query}`)
  const list = listPage(page)
  return { list, status: stateOf(list.drawer) }
}

test('a new role becomes that role in the pane it was typed in', async ({ page, site }) => {
  const name = unique('班长')
  const user = await site.makeUser(['rolePermissionMgmt', 'rolePermissionMgmt:edit', 'hatMgmt', 'hatMgmt:edit'])
  await openAs(page, site.origin, user, '/systemMgmt/rolePermissionMgmt')
  const { button } = listPage(page)
  const main = page.getByRole('main')
  const field = main.getByLabel('角色名称', { exact: true })
  const box = main.getByRole('checkbox', { name: '智能安全帽 修改', exact: true })
  const status = stateOf(main)
  const saves = await holdAnswers(page, accountCalls.saveRole)
  await button(main, '新增角色').click()
  await field.fill(name)
  await box.check()
  const lists = await holdAnswers(page, accountCalls.getAllRoles)
  await page.keyboard.press('Control+s')
  await saves.arrived(1)
  await mark(field)
  await box.uncheck()
  await field.fill(`${name}甲`)
  saves.release()
  await expect(page).toHaveURL(/id=\d+/)
  await expect(status).toHaveText('已修改 2 项，未保存')
  await expect(field).toHaveValue(`${name}甲`)
  await expect(box).not.toBeChecked()
  // Nor is it taken for deleted while no list knows it yet.
  await lists.arrived(1)
  await expect(main.getByText('此角色已被删除')).toHaveCount(0)
  lists.release()
  await expect(main.getByRole('listitem').getByRole('button', { name, exact: true })).toBeVisible()
  await expectMarked(field)
  await expect(field).toBeFocused()
  await button(main, '保存').click()
  await expect(status).toHaveText('没有修改')
  const [role, ...others] = (await site.admin.ask(accountCalls.getAllRoles, undefined)).filter((one) => one.name.startsWith(name))
  expect(role).toMatchObject({ name: `${name}甲`, permissions: ['hatMgmt'], version: 2 })
  expect(others).toEqual([])
})

test('a new department stays open with what was typed on while it was saved', async ({ page, site }) => {
  const name = unique('工段')
  const user = await site.makeUser(['deptMgmt', 'deptMgmt:edit'])
  await openAs(page, site.origin, user, '/systemMgmt/deptMgmt?id=new')
  const { button } = listPage(page)
  const main = page.getByRole('main')
  const field = (label: string) => main.getByLabel(label, { exact: true })
  const status = stateOf(main)
  const saves = await holdAnswers(page, accountCalls.saveDept)
  await field('部门名称').fill(name)
  await field('部门名称').press('Enter')
  await saves.arrived(1)
  await mark(field('负责人'))
  await field('负责人').fill('周')
  saves.release()
  await expect(page).toHaveURL(/id=\d+/)
  await expect(status).toHaveText('已修改 1 项，未保存')
  // One goes on typing: nothing was drawn anew.
  await page.keyboard.type('海燕')
  await expect(field('负责人')).toHaveValue('周海燕')
  await expectMarked(field('负责人'))
  await expect(main.getByRole('tree').getByTitle(name, { exact: true })).toBeVisible()
  await button(main, '保存').click()
  await expect(status).toHaveText('没有修改')
  const all = whole(await site.admin.ask(accountCalls.listDeptByPid, {})).filter((one) => one.name === name)
  expect(all).toMatchObject([{ leader: '周海燕', version: 2 }])
})

test('a drawer that was to close stays open while something in it is not saved', async ({ page, site }) => {
  const name = unique('迟到网关')
  const { list, status } = await openGateways(page, site, `keyword=${name}`)
  const saves = await holdAnswers(page, deviceCalls.saveBsLoraGate)
  await list.add.click()
  await list.field('名称').fill(name)
  await list.field('网关EUI').fill(nextEui())
  await list.field('网关EUI').press('Enter')
  await saves.arrived(1)
  await mark(list.field('备注'))
  await list.field('备注').fill('西侧')
  saves.release()
  await expect(status).toHaveText('已修改 1 项，未保存')
  await expect(page).toHaveURL(/[?&]id=\d+/)
  await page.keyboard.type('，二层')
  await expect(list.field('备注')).toHaveValue('西侧，二层')
  await expectMarked(list.field('备注'))
  await list.field('名称').press('Enter')
  await expect(list.drawer).toBeHidden()
  expect(await gateways(site, name)).toMatchObject([{ name, remark: '西侧，二层', version: 2 }])
})

test('saves that are asked for one after the other go out one after the other', async ({ page, site }) => {
  const name = unique('连存网关')
  const { list, status } = await openGateways(page, site, `keyword=${name}`)
  const saves = await holdAnswers(page, deviceCalls.saveBsLoraGate)
  await list.add.click()
  await list.field('名称').fill(name)
  await list.field('网关EUI').fill(nextEui())
  await page.keyboard.press('Control+s')
  await saves.arrived(1)
  await list.field('备注').fill('一')
  await page.keyboard.press('Control+s')
  await list.field('备注').fill('一二')
  saves.release()
  await saves.arrived(2)
  await expect(status).toHaveText('没有修改')
  await expect(list.field('备注')).toHaveValue('一二')
  expect(await gateways(site, name)).toMatchObject([{ name, remark: '一二', version: 2 }])
})

test('another’s save while one’s own is on its way is told, and compared with what was typed since', async ({ page, site }) => {
  const name = unique('两人网关')
  const made = await site.admin.ask(deviceCalls.saveBsLoraGate, { name, gatewayEui: nextEui() })
  const { list, status } = await openGateways(page, site, `keyword=${name}&id=${made.id}`)
  const saves = await holdAnswers(page, deviceCalls.saveBsLoraGate)
  await list.field('IP地址').fill('10.0.0.1')
  await page.keyboard.press('Control+s')
  await saves.arrived(1)
  await list.field('备注').fill('我的')
  const [mine] = await gateways(site, name)
  if (!mine) throw new Error('the gateway is gone')
  await site.admin.ask(deviceCalls.saveBsLoraGate, { ...mine, name: `${name}乙`, remark: '对方的' })
  saves.release()
  await expect(list.drawer.getByText('其他人刚修改了此LoRa网关')).toBeVisible()
  await expect(list.field('备注')).toHaveValue('我的')
  await expect(status).toHaveText('已修改 1 项，未保存')
  await page.keyboard.press('Control+s')
  await expect(list.conflict.getByRole('row', { name: /备注/ })).toContainText('双方都改了')
  await list.conflict.getByRole('radio', { name: '备注 我的' }).check()
  await list.button(list.conflict, '保存').click()
  await expect(list.drawer).toBeHidden()
  expect(await gateways(site, name)).toMatchObject([{ name: `${name}乙`, ip: '10.0.0.1', remark: '我的', version: 4 }])
})

test('who waits to leave leaves once the answer came, and not before what was typed since is saved', async ({ page, site }) => {
  const name = unique('走开网关')
  const [first, second] = [
    await site.admin.ask(deviceCalls.saveBsLoraGate, { name: `${name}甲`, gatewayEui: nextEui() }),
    await site.admin.ask(deviceCalls.saveBsLoraGate, { name: `${name}乙`, gatewayEui: nextEui() }),
  ]
  const { list } = await openGateways(page, site, `keyword=${name}&id=${first.id}`)
  let saves = await holdAnswers(page, deviceCalls.saveBsLoraGate)
  await list.field('备注').fill('一')
  await list.save.click()
  await saves.arrived(1)
  await list.title(second.name).click()
  await expect(list.leaving).toContainText(first.name)
  saves.release()
  await expect(list.leaving).toHaveCount(0)
  await expect(list.drawer).toContainText(second.name)
  await expect(page).toHaveURL(new RegExp(`id=${second.id}`))

  saves = await holdAnswers(page, deviceCalls.saveBsLoraGate)
  await list.field('备注').fill('二')
  await list.save.click()
  await saves.arrived(1)
  await list.field('备注').fill('二三')
  await list.title(first.name).click()
  await expect(list.leaving).toContainText(second.name)
  saves.release()
  const saveAndLeave = list.leaving.getByRole('button', { name: '保存并离开' })
  // While it turns it is no button to press.
  await expect(saveAndLeave).not.toHaveClass(/loading/)
  await saveAndLeave.click()
  await expect(list.drawer).toContainText(first.name)
  expect(await gateways(site, name)).toMatchObject([
    { name: second.name, remark: '二三', version: 3 },
    { name: first.name, remark: '一', version: 2 },
  ])
})

test('the answer to a save that was left behind touches nothing of what is open by then', async ({ page, site }) => {
  const name = unique('别处网关')
  const [first, second] = [
    await site.admin.ask(deviceCalls.saveBsLoraGate, { name: `${name}甲`, gatewayEui: nextEui() }),
    await site.admin.ask(deviceCalls.saveBsLoraGate, { name: `${name}乙`, gatewayEui: nextEui() }),
  ]
  const { list, status } = await openGateways(page, site, `keyword=${name}&id=${first.id}`)
  const saves = await holdAnswers(page, deviceCalls.saveBsLoraGate)
  await list.field('备注').fill('留下的')
  await list.save.click()
  await saves.arrived(1)
  await list.title(second.name).click()
  await list.leaving.getByRole('button', { name: '放弃修改' }).click()
  await expect(list.field('名称')).toHaveValue(second.name)
  await list.field('备注').fill('正在写')
  saves.release()
  await expect(page.getByText(`已保存LoRa网关“${first.name}”`)).toBeVisible()
  await expect(list.drawer).toContainText(second.name)
  await expect(list.field('备注')).toHaveValue('正在写')
  await expect(status).toHaveText('已修改 1 项，未保存')
  await page.keyboard.press('Control+s')
  await expect(status).toHaveText('没有修改')
  await expect(list.leaving).toHaveCount(0)
})

test('a dictionary that is saved without closing keeps what is typed on, before any list knows it', async ({ page, site }) => {
  const [name, code] = [unique('用途'), unique('held')]
  const user = await site.makeUser(['dictMgmt', 'dictMgmt:edit'])
  await openAs(page, site.origin, user, '/baseMgmt/dictMgmt')
  const list = listPage(page)
  const status = stateOf(list.drawer)
  await list.button(page.getByRole('region', { name: '字典', exact: true }), '新增').click()
  await list.field('名称').fill(name)
  await list.field('编码').fill(code)
  const saves = await holdAnswers(page, dictionaryCalls.saveDict)
  const lists = await holdAnswers(page, dictionaryCalls.listDictAll)
  await page.keyboard.press('Control+s')
  await saves.arrived(1)
  await mark(list.field('备注'))
  await list.field('备注').fill('一')
  saves.release()
  await lists.arrived(1)
  await expect(status).toHaveText('已修改 1 项，未保存')
  await expect(list.drawer.getByText('已被删除')).toHaveCount(0)
  await list.field('备注').fill('一二')
  lists.release()
  await expect(page.getByRole('tree').getByTitle(name, { exact: true })).toBeVisible()
  await expectMarked(list.field('备注'))
  await page.keyboard.press('Control+s')
  await expect(status).toHaveText('没有修改')
  const all = paged(await site.admin.ask(dictionaryCalls.listDictAll, { keyword: code })).list
  expect(all).toMatchObject([{ name, remark: '一二', version: 2 }])
})

test('the password of somebody new that was typed on while he was saved is saved next', async ({ page, site }) => {
  const workNum = unique('W')
  const user = await site.makeUser(['userMgmt', 'userMgmt:edit'])
  await openAs(page, site.origin, user, `/systemMgmt/userMgmt?keyword=${workNum}`)
  const list = listPage(page)
  await list.add.click()
  await list.field('姓名').fill('钱伟')
  await list.field('工号').fill(workNum)
  await list.field('可登录').click()
  await list.field('账号').fill(workNum)
  await list.field('初始密码').fill('first-Word-2231')
  const saves = await holdAnswers(page, accountCalls.saveUser)
  await page.keyboard.press('Control+s')
  await saves.arrived(1)
  await list.field('初始密码').fill(adminPassword)
  saves.release()
  await expect(stateOf(list.drawer)).toHaveText('已修改 1 项，未保存')
  await expect(list.field('初始密码')).toHaveValue(adminPassword)
  await page.keyboard.press('Control+s')
  await expect(stateOf(list.drawer)).toHaveText('没有修改')
  await expect(list.field('初始密码')).toHaveCount(0)
  const token = await createClient({ origin: site.origin }).ask(sessionCalls.login, {
    userName: workNum,
    password: adminPassword,
  })
  expect(token).toEqual(expect.any(String))
})
