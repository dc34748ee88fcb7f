import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { languages, sayingIn } from '../support/languages.ts'
import { expect, test } from '../support/site.ts'

let made = process.pid
const unique = (word: string): string => `${word}${(made += 1)}`

for (const language of languages) {
  test(`a role is given to many and taken back, after it was shown what changes for whom (${language})`, async ({
    page,
    browser,
    site,
  }) => {
    const say = sayingIn(language)
    const { button, choice } = listPage(page, language)
    const [roleName, deptName] = [unique('授权角色'), unique('授权部门')]
    const role = await site.admin.ask(accountCalls.saveRole, { name: roleName, scope: 'all', permissions: ['userMgmt'] })
    const dept = await site.admin.ask(accountCalls.saveDept, { name: deptName })
    const account = await site.makeUser([])
    const present = async (id: string) => paged(await site.admin.ask(accountCalls.listUserByDeptId, { ids: [id] })).list[0]
    const person = await present(account.id)
    const other = await site.admin.ask(accountCalls.saveUser, {
      cname: unique('另一人'),
      workNum: `${account.userName}b`,
      roleIds: [role.id],
    })

    const admin = await site.makeUser(['authorizeMgmt', 'authorizeMgmt:edit', 'userMgmt'])
    await openAs(page, site.origin, admin, `/systemMgmt/authorizeMgmt?keyword=${account.userName}`, language)
    const main = page.getByRole('main')
    const preview = page.getByRole('dialog', { name: say('批量授权', 'Authorise') })
    const choose = async (label: string, name: string) => {
      await main.getByLabel(label, { exact: true }).fill(name)
      await choice(name).click()
      await page.keyboard.press('Escape')
    }
    await expect(main.getByRole('row').filter({ has: page.getByRole('checkbox', { name: person?.cname ?? '' }) })).toBeVisible()
    await expect(button(main, say('预览变更', 'Preview'))).toBeDisabled()
    await main.getByRole('checkbox', { name: person?.cname ?? '', exact: true }).check()
    await main.getByRole('checkbox', { name: other.cname, exact: true }).check()
    await choose(say('增加角色', 'Roles to add'), roleName)
    await button(main, say('预览变更', 'Preview')).click()
    await expect(preview.getByRole('status')).toHaveText(say('1 人将变更，1 人不变', '1 will change, 1 stay as they are'))
    await expect(preview.getByRole('row', { name: account.userName }).first()).toContainText(
      say(`增加：${roleName}`, `Adds ${roleName}`),
    )
    await expect(preview.getByRole('row', { name: other.cname })).toContainText(say('不变', 'No change'))
    expect(await present(account.id)).toMatchObject({ roleIds: person?.roleIds })
    await button(preview, say('执行', 'Carry out')).click()
    await expect(preview.getByRole('status')).toHaveText(
      say('成功 1 人，失败 0 人，未处理 0 人', '1 done, 0 failed, 0 not tried'),
    )
    await button(preview, say('关闭', 'Close')).last().click()

    // It is theirs at once.
    const theirs = await browser.newPage()
    await openAs(theirs, site.origin, account, '/systemMgmt/userMgmt', language)
    await expect(listPage(theirs, language).keyword).toBeVisible()

    await main.getByRole('checkbox', { name: person?.cname ?? '', exact: true }).check()
    await main.getByLabel(say('增加角色', 'Roles to add'), { exact: true }).click()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Escape')
    await choose(say('去掉角色', 'Roles to take back'), roleName)
    await choose(say('新部门', 'New department'), deptName)
    await button(main, say('预览变更', 'Preview')).click()
    await expect(preview.getByRole('row', { name: account.userName }).first()).toContainText(
      say(`去掉：${roleName}`, `Takes ${roleName}`),
    )
    await button(preview, say('执行', 'Carry out')).click()
    await expect(preview.getByRole('status')).toContainText(say('成功 1 人，失败 0 人', '1 done, 0 failed'))
    await button(preview, say('关闭', 'Close')).last().click()
    expect(await present(account.id)).toMatchObject({ roleIds: person?.roleIds, deptId: dept.id })
    await theirs.reload()
    await expect(theirs.getByText('404')).toBeVisible()
    await theirs.close()
  })
}
