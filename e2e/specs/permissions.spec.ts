import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { expect, test } from '../support/site.ts'

test('a permission of the product keeps its code and stays; roles show it under the name that the site gave it', async ({
  page,
  site,
}) => {
  const code = 'salaryMgmt'
  const find = async () => {
    const [found] = paged(await site.admin.ask(accountCalls.listPermissionAll, { keyword: code })).list
    if (!found) throw new Error('the permission is missing')
    return found
  }
  const before = await find()
  const user = await site.makeUser(['permissionMgmt', 'permissionMgmt:edit', 'rolePermissionMgmt', 'rolePermissionMgmt:edit'])
  await openAs(page, site.origin, user, `/systemMgmt/permissionMgmt?keyword=${code}`)
  const list = listPage(page)
  await expect(list.row(before.name)).toBeVisible()
  await expect(list.more(before.name)).toHaveCount(0)
  await list.title(before.name).click()
  await expect(list.field('权限标识')).toHaveText(code)
  await expect(list.drawer.getByRole('button', { name: '删除' })).toHaveCount(0)
  await list.field('名称').fill('发工资')
  await list.field('英文名称').fill('Payday')
  await list.button(list.drawer, '保存').click()
  await expect(list.drawer).toBeHidden()
  await expect(list.row('发工资')).toContainText('Payday')

  await page.goto(`${site.origin}/systemMgmt/rolePermissionMgmt?id=new`)
  await expect(page.getByRole('checkbox', { name: '发工资 查看' })).toBeVisible()
  await openAs(page, site.origin, user, '/systemMgmt/rolePermissionMgmt?id=new', 'en')
  await expect(page.getByRole('checkbox', { name: 'Payday View' })).toBeVisible()
  const after = await find()
  await site.admin.ask(accountCalls.savePermission, { ...after, name: before.name, nameEn: before.nameEn })
})
