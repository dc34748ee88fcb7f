import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { erasedName } from '@vigil/contract/accounts/person-data.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Permission } from '@vigil/contract/menu/routes.ts'
import { listPage } from '../pages/list.ts'
import { openAs, signInPage } from '../pages/sign-in.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const present = async (site: Site, id: string) =>
  paged(await site.admin.ask(accountCalls.listUserByDeptId, { ids: [id] })).list[0]

interface Opened {
  readonly keyword: string
  readonly rights?: readonly Permission[]
  readonly language?: Language
}

const open = async (page: Page, site: Site, { keyword, rights = [], language = 'zh' }: Opened) => {
  const admin = await site.makeUser(['userMgmt', 'userMgmt:edit', ...rights])
  await openAs(page, site.origin, admin, `/systemMgmt/userMgmt?keyword=${encodeURIComponent(keyword)}`, language)
  const list = listPage(page, language)
  const say = sayingIn(language)
  return {
    list,
    say,
    dialog: (name: string) => page.getByRole('dialog', { name }),
    answer: list.answer,
    act: async (name: string, action: string) => {
      await list.more(name).click()
      const item = page.getByRole('menuitem', { name: action, exact: true })
      await item.click()
      // The next menu must not be mistaken for the one that is still closing.
      await expect(item).toBeHidden()
    },
  }
}

for (const language of inLanguages('zh')) {
  test(`whoever may sign in gets a first password, and later another (${language})`, async ({ page, browser, site }) => {
    const [name, account] = [unique('新账号'), unique('signer')]
    const screen = await open(page, site, { keyword: name, language })
    const { list, say } = screen
    const reset = say('重置密码', 'Reset password')
    await list.add.click()
    await list.field(say('姓名', 'Name')).fill(name)
    await list.field(say('工号', 'Work number')).fill(account.toUpperCase())
    await list.field(say('可登录', 'Can sign in')).click()
    await list.button(list.drawer, say('保存', 'Save')).click()
    await expect(list.drawer.getByText(say('可登录的人员必须有账号', 'A person who can sign in needs a user name'))).toBeVisible()
    await expect(list.field(say('账号', 'User name'))).toBeFocused()
    await list.field(say('账号', 'User name')).fill(account)
    await list.button(list.drawer, say('生成', 'Generate')).click()
    const first = await list.field(say('初始密码', 'Initial password')).inputValue()
    await list.button(list.drawer, say('保存', 'Save')).click()
    await expect(list.drawer).toBeHidden()

    // Made by the administrator, good for the sign-in page.
    const theirs = await browser.newPage()
    const form = signInPage(theirs, site.origin)
    await form.open()
    await form.enter(account, first)
    await expect(theirs.getByRole('heading', { name: '修改初始密码' })).toBeVisible()

    await screen.act(name, reset)
    const title = say(`重置密码：${name}`, `Reset password: ${name}`)
    const field = screen.dialog(title).getByLabel(say('新密码', 'New password'), { exact: true })
    await field.fill('short')
    await screen.answer(title, say('重置', 'Reset'))
    await expect(screen.dialog(title).getByRole('alert')).toHaveText(say('密码至少 10 个字符', 'At least 10 characters'))
    await list.button(screen.dialog(title), say('生成', 'Generate')).click()
    await screen.answer(title, say('重置', 'Reset'))
    const shown = screen.dialog(title).getByLabel(say('新密码', 'New password'), { exact: true })
    await expect(screen.dialog(title)).toContainText(account)
    await expect(shown).toHaveAttribute('readonly')
    const password = await shown.inputValue()
    expect(password).not.toBe(first)
    await screen.answer(title, say('关闭', 'Close'))
    await form.open()
    await form.enter(account, first)
    await expect(form.refusal.filter({ hasText: '账号或密码错误' })).toBeVisible()
    await form.enter(account, password)
    await expect(theirs.getByRole('heading', { name: '修改初始密码' })).toBeVisible()

    await theirs.close()
  })
}

test('somebody is signed out everywhere, and kept from signing in while disabled', async ({ page, browser, site }) => {
  const account = await site.makeUser([])
  const name = (await present(site, account.id))?.cname ?? ''
  const screen = await open(page, site, { keyword: account.userName })
  const theirs = await browser.newPage()
  await openAs(theirs, site.origin, account, '/home')
  await screen.act(name, '结束会话')
  await screen.answer('结束会话', '结束会话')
  await expect(page.getByText(/^已结束 \d+ 个会话$/)).toBeVisible()
  await expect(theirs).toHaveURL(/\/login/)
  await screen.act(name, '结束会话')
  await screen.answer('结束会话', '结束会话')
  await expect(screen.dialog('结束会话').getByRole('alert')).toHaveText('此人没有登录')
  await page.keyboard.press('Escape')

  await screen.act(name, '停用')
  await screen.answer('停用人员', '停用')
  await expect(page.getByText(`已停用“${name}”`)).toBeVisible()
  const form = signInPage(theirs, site.origin)
  await form.enter(account.userName, account.password)
  await expect(form.refusal.filter({ hasText: '账号已停用' })).toBeVisible()
  await screen.act(name, '启用')
  await expect(page.getByText(`已启用“${name}”`)).toBeVisible()
  await form.enter(account.userName, account.password)
  await expect(theirs).toHaveURL(/\/home$/)
  await theirs.close()
})

for (const language of inLanguages('en')) {
  test(`whoever locked himself out is let in again (${language})`, async ({ page, browser, site }) => {
    const account = await site.makeUser([])
    const name = (await present(site, account.id))?.cname ?? ''
    const { act, say } = await open(page, site, { keyword: account.userName, language })
    const theirs = await browser.newPage()
    const form = signInPage(theirs, site.origin)
    await form.open()
    for (let guess = 1; guess <= 5; guess += 1) {
      await form.enter(account.userName, `wrong-guess-${guess}`)
      await expect(form.refusal.filter({ hasText: guess < 5 ? '账号或密码错误' : '已锁定' })).toBeVisible()
    }
    await act(name, say('解除锁定', 'Unlock sign-in'))
    await expect(page.getByText(say(`已解除“${name}”的登录锁定`, `“${name}” can sign in again`))).toBeVisible()
    await form.enter(account.userName, account.password)
    await expect(theirs).toHaveURL(/\/home$/)
    await act(name, say('解除锁定', 'Unlock sign-in'))
    await expect(
      page.getByText(say(`“${name}”没有登录失败的记录，未被锁定`, `“${name}” has no failed sign-ins and was not locked`)),
    ).toBeVisible()
    await theirs.close()
  })
}

test('who wore a helmet on a day is read at the helmet, and what somebody wore at the person', async ({ page, site }) => {
  const [first, second] = [unique('王'), unique('李')]
  const hatNo = unique('历史帽')
  await site.makeHelmet(hatNo)
  for (const cname of [first, second]) await site.admin.ask(accountCalls.saveUser, { cname, workNum: unique('H') })
  const admin = await site.makeUser(['hatMgmt', 'hatMgmt:edit', 'userMgmt'])
  await openAs(page, site.origin, admin, `/baseMgmt/hatMgmt?keyword=${encodeURIComponent(hatNo)}`)
  const list = listPage(page)
  for (const cname of [first, second]) {
    await list.title(hatNo).click()
    await list.field('佩戴人').fill(cname)
    await page.locator('.ant-select-dropdown').getByText(cname, { exact: true }).click()
    await list.button(list.drawer, '保存').click()
    await expect(list.drawer).toBeHidden()
    await expect(list.row(hatNo)).toContainText(cname)
  }
  await list.title(hatNo).click()
  const history = page.getByRole('region', { name: '佩戴历史' })
  await expect(history.getByRole('listitem')).toHaveText([new RegExp(`^${second}.*至今`), new RegExp(`^${first}`)])
  const bound = (await site.admin.ask(deviceCalls.listBindingByCondition, {})) as { deviceName: string; from: string }[]
  const today = bound.find(({ deviceName }) => deviceName === hatNo)?.from.slice(0, 10) ?? ''
  await history.getByLabel('按日期查询佩戴人').fill(today)
  await page.keyboard.press('Enter')
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await history.getByLabel('按日期查询佩戴人').fill('2020-01-01')
  await page.keyboard.press('Enter')
  await expect(history).toContainText('这一天没有人佩戴')

  await page.goto(`${site.origin}/systemMgmt/userMgmt?keyword=${encodeURIComponent(first)}`)
  await list.more(first).click()
  await page.getByRole('menuitem', { name: '佩戴历史' }).click()
  const worn = page.getByRole('dialog', { name: `佩戴历史：${first}` })
  await expect(worn.getByRole('listitem')).toHaveCount(1)
  await expect(worn.getByRole('listitem')).toContainText(hatNo)
  await expect(worn.getByRole('listitem')).not.toContainText('至今')
})

for (const language of inLanguages('en')) {
  test(`somebody’s data leave as a file and are then erased for good (${language})`, async ({ page, site }) => {
    const account = await site.makeUser([])
    const person = await present(site, account.id)
    const name = person?.cname ?? ''
    const screen = await open(page, site, { keyword: account.userName, rights: ['private:view'], language })
    const { list, say } = screen
    const download = page.waitForEvent('download')
    await screen.act(name, say('导出个人数据', 'Export personal data'))
    const file = await download
    expect(file.suggestedFilename()).toBe(`${account.userName}.json`)
    const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>
    expect(data).toMatchObject({ person: { cname: name, workNum: account.userName }, roles: [{ name: account.userName }] })

    await screen.act(name, say('抹除个人数据', 'Erase personal data'))
    const title = say(`抹除个人数据：${name}`, `Erase personal data: ${name}`)
    const confirm = screen.dialog(title).getByRole('textbox')
    await expect(confirm).toBeFocused()
    await confirm.fill('somebody else')
    await expect(list.button(screen.dialog(title), say('抹除', 'Erase'))).toBeDisabled()
    await confirm.fill(account.userName)
    await screen.answer(title, say('抹除', 'Erase'))
    await expect(screen.dialog(title)).toHaveCount(0)
    await expect(list.row(name)).toHaveCount(0)
    expect(await present(site, account.id)).toMatchObject({ cname: erasedName, userName: null, mobile: '', canLogin: false })
  })
}

test('without the right to see private data it is not offered', async ({ page, site }) => {
  const account = await site.makeUser([])
  const name = (await present(site, account.id))?.cname ?? ''
  const screen = await open(page, site, { keyword: account.userName })
  await screen.list.more(name).click()
  await expect(page.getByRole('menuitem', { name: '停用' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /个人数据/ })).toHaveCount(0)
})
