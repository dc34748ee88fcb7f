import type { Page } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const present = async (site: Site, id: string) => {
  const [person] = paged(await site.admin.ask(accountCalls.listUserByDeptId, { ids: [id] })).list
  if (!person) throw new Error('nobody of that number')
  return person
}

/** A role that opens the people of the site, and somebody to give it to. */
const prepare = async (site: Site) => {
  const role = await site.admin.ask(accountCalls.saveRole, {
    name: unique('授权角色'),
    scope: 'all',
    permissions: ['userMgmt'],
  })
  const account = await site.makeUser([])
  return { role, account, person: await present(site, account.id) }
}

const open = async (page: Page, site: Site, keyword: string, language: Language = 'zh') => {
  const admin = await site.makeUser(['authorizeMgmt', 'authorizeMgmt:edit', 'userMgmt'])
  await openAs(page, site.origin, admin, `/systemMgmt/authorizeMgmt?keyword=${keyword}`, language)
  const { button, choice } = listPage(page, language)
  const say = sayingIn(language)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog', { name: say('批量授权', 'Authorise') })
  return {
    say,
    tick: (name: string) => main.getByRole('checkbox', { name, exact: true }).check(),
    choose: async (label: string, name: string) => {
      await main.getByLabel(label, { exact: true }).fill(name)
      await choice(name).click()
      await page.keyboard.press('Escape')
    },
    preview: button(main, say('预览变更', 'Preview')),
    status: dialog.getByRole('status'),
    change: (name: string) => dialog.getByRole('row').filter({ hasText: name }),
    carryOut: button(dialog, say('执行', 'Apply')),
    close: button(dialog, say('关闭', 'Close')).last(),
    chosen: main.getByText(say('先在名单中勾选人员', 'Select people in the list first')),
  }
}

for (const language of inLanguages('en')) {
  test(`a role is given to many, after it was shown what changes for whom (${language})`, async ({ page, browser, site }) => {
    const { role, account, person } = await prepare(site)
    const workNum = `${account.userName}b`
    const other = await site.admin.ask(accountCalls.saveUser, { cname: unique('另一人'), workNum, roleIds: [role.id] })
    const screen = await open(page, site, account.userName, language)
    const { say } = screen
    await expect(screen.preview).toBeDisabled()
    await screen.tick(person.cname)
    await screen.tick(other.cname)
    await screen.choose(say('增加角色', 'Roles to add'), role.name)
    await screen.preview.click()
    await expect(screen.status).toHaveText(say('1 人将变更，1 人不变', '1 will change, 1 will not'))
    await expect(screen.change(person.cname)).toContainText(say(`增加：${role.name}`, `Adds ${role.name}`))
    await expect(screen.change(other.cname)).toContainText(say('不变', 'No change'))
    expect(await present(site, account.id)).toMatchObject({ roleIds: person.roleIds })
    await screen.carryOut.click()
    await expect(screen.status).toHaveText(say('成功 1 人，失败 0 人，未执行 0 人', '1 done, 0 failed, 0 not attempted'))
    await screen.close.click()
    await expect(screen.chosen).toBeVisible()

    const theirs = await browser.newPage()
    await openAs(theirs, site.origin, account, '/systemMgmt/userMgmt', language)
    await expect(listPage(theirs, language).keyword).toBeVisible()
    await theirs.close()
  })
}

test('a role is taken back while its holder is signed in, and he comes to another department', async ({
  page,
  browser,
  site,
}) => {
  const { role, account, person } = await prepare(site)
  await site.admin.ask(accountCalls.authorizeUser, { id: account.id, addRoleIds: [role.id] })
  const dept = await site.admin.ask(accountCalls.saveDept, { name: unique('授权部门') })
  const theirs = await browser.newPage()
  await openAs(theirs, site.origin, account, '/systemMgmt/userMgmt')
  await expect(listPage(theirs).keyword).toBeVisible()

  const screen = await open(page, site, account.userName)
  await screen.tick(person.cname)
  await screen.choose('移除角色', role.name)
  await screen.choose('新部门', dept.name)
  await screen.preview.click()
  await expect(screen.change(person.cname)).toContainText(`移除：${role.name}部门：无部门 → ${dept.name}`)
  await screen.carryOut.click()
  await expect(screen.status).toHaveText('成功 1 人，失败 0 人，未执行 0 人')
  expect(await present(site, account.id)).toMatchObject({ roleIds: person.roleIds, deptId: dept.id })
  await theirs.reload()
  await expect(theirs.getByText('404')).toBeVisible()
  await theirs.close()
})
