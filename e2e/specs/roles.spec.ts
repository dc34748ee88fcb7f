import type { Page } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Permission } from '@vigil/contract/menu/routes.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const present = async (site: Site, name: string) =>
  (await site.admin.ask(accountCalls.getAllRoles, undefined)).find((role) => role.name === name)

const open = async (page: Page, site: Site, permissions: readonly Permission[], query = '', language: Language = 'zh') => {
  const user = await site.makeUser(['rolePermissionMgmt', 'rolePermissionMgmt:edit', ...permissions])
  await openAs(page, site.origin, user, `/systemMgmt/rolePermissionMgmt?${query}`, language)
  const { answer, button, choice } = listPage(page, language)
  const say = sayingIn(language)
  const main = page.getByRole('main')
  return {
    say,
    role: (name: string) => main.getByRole('listitem').getByRole('button', { name, exact: true }),
    field: (label: string) => main.getByLabel(label, { exact: true }),
    box: (name: string) => main.getByRole('checkbox', { name, exact: true }),
    button: (name: string) => button(main, name),
    dialog: page.getByRole('dialog', { name: say('删除角色', 'Delete role') }),
    remove: async () => {
      await button(main, say('删除', 'Delete')).click()
      await answer(say('删除角色', 'Delete role'), say('删除', 'Delete'))
    },
    saved: main.getByRole('status').filter({ hasText: say('没有修改', 'No changes') }),
    choice,
  }
}

for (const language of inLanguages('zh')) {
  test(`made with permissions and a scope, changed, deleted (${language})`, async ({ page, site }) => {
    const [name, deptName] = [unique('班长'), unique('范围部门')]
    const dept = await site.admin.ask(accountCalls.saveDept, { name: deptName })
    const screen = await open(page, site, ['userMgmt', 'hatMgmt', 'hatMgmt:edit'], '', language)
    const { say } = screen
    const users = say('用户管理', 'Users')
    const hats = say('智能安全帽', 'Smart helmets')
    await screen.button(say('新增角色', 'New role')).click()
    await expect(screen.field(say('角色名称', 'Role name'))).toBeFocused()
    await screen.field(say('角色名称', 'Role name')).fill(name)
    await screen.box(`${users} ${say('查看', 'View')}`).check()
    // Whoever changes what a screen shows sees it too.
    await screen.box(`${hats} ${say('修改', 'Edit')}`).check()
    await expect(screen.box(`${hats} ${say('查看', 'View')}`)).toBeChecked()
    await screen.field(say('数据范围', 'Data scope')).click()
    await screen.choice(say('指定部门', 'Chosen departments')).click()
    await screen.button(say('保存', 'Save')).click()
    await expect(screen.field(say('指定部门', 'Departments'))).toHaveAccessibleDescription(
      say('请选择部门', 'Choose departments'),
    )
    await screen.field(say('指定部门', 'Departments')).fill(deptName)
    await screen.choice(deptName).click()
    await page.keyboard.press('Escape')
    await screen.button(say('保存', 'Save')).click()
    await expect(screen.saved).toBeVisible()
    expect(await present(site, name)).toMatchObject({
      scope: 'chosen',
      deptIds: [dept.id],
      permissions: expect.arrayContaining(['userMgmt', 'hatMgmt', 'hatMgmt:edit']),
    })

    await screen.box(`${hats} ${say('查看', 'View')}`).uncheck()
    await screen.button(say('保存', 'Save')).click()
    await expect(screen.saved).toBeVisible()
    expect(await present(site, name)).toMatchObject({ permissions: ['userMgmt'], version: 2 })
    await screen.remove()
    await expect(screen.dialog).toHaveCount(0)
    await expect(screen.role(name)).toHaveCount(0)
    expect(await present(site, name)).toBeUndefined()
  })
}

test('who holds it sees just its screens and its people; it stays while somebody does', async ({ page, browser, site }) => {
  const [name, mark] = [unique('班长'), unique('同名')]
  const dept = await site.admin.ask(accountCalls.saveDept, { name: unique('范围部门') })
  const elsewhere = await site.admin.ask(accountCalls.saveDept, { name: unique('别的部门') })
  const seen = await site.admin.ask(accountCalls.saveUser, { cname: mark, workNum: unique('S'), deptId: dept.id })
  await site.admin.ask(accountCalls.saveUser, { cname: mark, workNum: unique('S'), deptId: elsewhere.id })
  const role = await site.admin.ask(accountCalls.saveRole, {
    name,
    scope: 'chosen',
    deptIds: [dept.id],
    permissions: ['userMgmt'],
  })
  const holder = await site.makeUser([])
  const [person] = paged(await site.admin.ask(accountCalls.listUserByDeptId, { ids: [holder.id] })).list
  await site.admin.ask(accountCalls.authorizeUser, {
    id: holder.id,
    addRoleIds: [role.id],
    removeRoleIds: person?.roleIds ?? [],
  })
  const theirs = await browser.newPage()
  await openAs(theirs, site.origin, holder, `/systemMgmt/userMgmt?keyword=${encodeURIComponent(mark)}`)
  const list = listPage(theirs)
  await expect(list.total(1)).toBeVisible()
  await expect(list.row(mark)).toContainText(seen.workNum)
  const menu = theirs.getByRole('navigation', { name: '主菜单' })
  await expect(menu.getByRole('link')).toHaveText(['守望 Vigil', '首页', '用户管理'])
  await theirs.close()

  const screen = await open(page, site, ['userMgmt'], `id=${role.id}`)
  await expect(page.getByRole('link', { name: '1 人持有' })).toBeVisible()
  await screen.remove()
  await expect(screen.dialog.getByRole('alert')).toHaveText('角色仍被使用：1 名用户')
  await site.admin.ask(accountCalls.authorizeUser, { id: holder.id, removeRoleIds: [role.id] })
  await screen.dialog.getByRole('button', { name: '删 除' }).click()
  await expect(screen.dialog).toHaveCount(0)
  expect(await present(site, name)).toBeUndefined()
})

test('nobody grants what he does not hold himself', async ({ page, site }) => {
  const [wide, name] = [unique('很宽的角色'), unique('窄的角色')]
  const { id } = await site.admin.ask(accountCalls.saveRole, { name: wide, permissions: ['hatMgmt', 'logMgmt'] })
  const screen = await open(page, site, ['hatMgmt'])
  await screen.button('新增角色').click()
  await screen.field('角色名称').fill(name)
  await expect(screen.box('系统日志 查看')).toBeDisabled()
  await expect(screen.box('智能安全帽 修改')).toBeDisabled()
  // All of a group are those that one may grant.
  await screen.box('基础设置 全选 查看').click()
  await screen.button('保存').click()
  await expect(screen.saved).toBeVisible()
  expect(await present(site, name)).toMatchObject({ permissions: ['hatMgmt'] })

  await screen.role(wide).click()
  await expect(page.getByText('此角色含有 1 项您没有的权限')).toBeVisible()
  await screen.field('角色名称').fill(unique('改名'))
  await screen.button('保存').click()
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: '没有权限：系统日志' })).toBeVisible()
  expect(await present(site, wide)).toMatchObject({ id, version: 1 })
})

test('the administrators’ roles are neither changed nor deleted', async ({ page, site }) => {
  const admin = await present(site, '管理员')
  const screen = await open(page, site, [], `id=${admin?.id}`)
  await expect(page.getByText('系统内置角色')).toBeVisible()
  await expect(screen.field('角色名称')).toHaveCount(0)
  await expect(screen.button('删除')).toHaveCount(0)
})
