import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test } from '../support/site.ts'

let made = process.pid * 1_000
const unique = (word: string): string => `${word}${(made += 1)}`
const eui = (): string => (made += 1).toString(16).toUpperCase().padStart(16, 'B')

for (const language of inLanguages('zh')) {
  const say = sayingIn(language)
  test(`who sees less than the whole site changes his own and looks at what all share (${language})`, async ({ page, site }) => {
    const mark = unique('网关')
    const [deptName, shared, own] = [unique('磨机工段'), `${mark}共用`, `${mark}自有`]
    const { id: deptId } = await site.admin.ask(accountCalls.saveDept, { name: deptName })
    await site.admin.ask(deviceCalls.saveBsLoraGate, { name: shared, gatewayEui: eui() })
    await site.admin.ask(deviceCalls.saveBsLoraGate, { name: own, gatewayEui: eui(), deptId })
    const account = await site.makeUser(['loraGateMgmt', 'loraGateMgmt:edit', 'dictMgmt', 'dictMgmt:edit'], { deptId })
    await openAs(page, site.origin, account, `/baseMgmt/loraGateMgmt?keyword=${mark}`, language)
    const list = listPage(page, language)
    const remove = say('删除', 'Delete')
    await expect(list.rows).toHaveCount(2)
    await expect(list.more(shared)).toHaveCount(0)
    await list.more(own).click()
    await expect(page.getByRole('menuitem', { name: remove })).toBeVisible()
    await page.keyboard.press('Escape')
    await list.title(shared).click()
    await expect(page.getByRole('dialog', { name: say('查看', 'View') })).toBeVisible()
    await expect(list.drawer.getByRole('button', { name: remove })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(list.drawer).toBeHidden()

    // A new one is his department's unless he says another; none is not offered.
    await list.add.click()
    const added = `${mark}新增`
    await list.field(say('名称', 'Name')).fill(added)
    await list.field(say('网关EUI', 'Gateway EUI')).fill(eui())
    const department = list.drawer.locator('[data-field="deptId"]')
    await expect(department).toContainText(deptName)
    await expect(department.locator('label')).toHaveAttribute('data-needed', 'true')
    await expect(department.locator('.ant-select-clear')).toHaveCount(0)
    await list.save.click()
    await expect(list.row(added)).toBeVisible()
    const saved = paged(await site.admin.ask(deviceCalls.listBsLoraGateByDeptId, { keyword: added })).list
    expect(saved).toMatchObject([{ deptId }])

    // What all share is only looked at, whatever his permissions.
    await page.goto(`${site.origin}/baseMgmt/dictMgmt`)
    await expect(page.getByText(say('数据字典', 'Data dictionary')).first()).toBeVisible()
    await expect(page.getByRole('button', { name: say('新增', 'New') })).toHaveCount(0)
  })
}
