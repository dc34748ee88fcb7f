import type { Page } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { listPage } from '../pages/list.ts'
import { sheetsPage } from '../pages/sheets.ts'
import { openAs } from '../pages/sign-in.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const makeDept = (site: Site, name: string, pid: string | null = null) => site.admin.ask(accountCalls.saveDept, { name, pid })

const flat = (nodes: readonly DeptNode[]): DeptNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])
const present = async (site: Site, name: string): Promise<DeptNode | undefined> =>
  flat(await site.admin.ask(accountCalls.listDeptNodeAll, undefined)).find((node) => node.name === name)

const open = async (page: Page, site: Site, query = '', language: Language = 'zh') => {
  const user = await site.makeUser(['deptMgmt', 'deptMgmt:edit', 'userMgmt'])
  await openAs(page, site.origin, user, `/systemMgmt/deptMgmt?${query}`, language)
  const { answer, button, choice, conflict } = listPage(page, language)
  const say = sayingIn(language)
  const main = page.getByRole('main')
  const tree = main.getByRole('tree')
  const node = (name: string) => tree.getByTitle(name, { exact: true })
  return {
    say,
    conflict,
    tree,
    /** So few stay that they are dragged without scrolling. */
    narrow: (text: string) => main.getByLabel(say('部门名称或拼音', 'Name or pinyin')).fill(text),
    node,
    field: (label: string) => main.getByLabel(label, { exact: true }),
    button: (name: string) => button(main, name),
    dialog: (name: string) => page.getByRole('dialog', { name }),
    answer,
    saved: main.getByRole('status').filter({ hasText: say('没有修改', 'No changes') }),
    choice,
    /** Let go on the upper half of a row, once it shows that it would take it, or that it would not. */
    drag: async (name: string, onto: string, allowed = true) => {
      await node(name).hover()
      await page.mouse.down()
      await node(onto).hover()
      // The browser tells of a drag as the pointer moves on.
      await node(onto).hover({ position: { x: 4, y: 4 } })
      await expect(tree.locator('[data-over="true"]')).toHaveCount(allowed ? 1 : 0)
      await page.mouse.up()
    },
  }
}

/**
 * On a machine that is twenty times as slow, a button is pressed right after something was chosen and the address says so: it acts on
 * what was chosen. What the choice is drawn by was asked for before that, and is done when a message that was posted later is read.
 */
const chooseAndPress = async (page: Page, name: string, button: string): Promise<void> => {
  const machine = await page.context().newCDPSession(page)
  await machine.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await page.evaluate(`(async () => {
    const { port1, port2 } = new MessageChannel()
    const message = () => new Promise((read) => { port1.onmessage = read; port2.postMessage(null) })
    const before = location.href
    document.querySelector('main [role="tree"] [title="${name}"]').click()
    while (location.href === before) await message()
    await message()
    const said = ({ textContent }) => textContent.replaceAll(' ', '') === '${button.replaceAll(' ', '')}'
    Array.from(document.querySelectorAll('main button')).find(said).click()
  })()`)
  await machine.detach()
}

for (const language of inLanguages('zh')) {
  test(`made below another, changed, moved by hand, deleted when nothing stands in it any more (${language})`, async ({
    page,
    site,
  }) => {
    const mark = unique('M')
    const [first, second, name] = [`甲车间${mark}`, `乙车间${mark}`, `工段${mark}`]
    const [{ id: firstId }, { id: secondId }] = [await makeDept(site, first), await makeDept(site, second)]
    const screen = await open(page, site, `id=${firstId}`, language)
    const { say } = screen
    await screen.button(say('新增下级', 'Add sub-department')).click()
    await expect(screen.field(say('部门名称', 'Name'))).toBeFocused()
    await screen.field(say('部门名称', 'Name')).fill(name)
    await screen.button(say('保存', 'Save')).click()
    await expect(screen.node(name)).toBeVisible()
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    expect(await present(site, name)).toMatchObject({ pid: firstId, parentName: first })

    await screen.field(say('负责人', 'Head')).fill('李建军')
    await screen.button(say('保存', 'Save')).click()
    await expect(screen.saved).toBeVisible()
    expect(await present(site, name)).toMatchObject({ leader: '李建军', version: 2 })

    const title = say('移动部门', 'Move a department')
    await screen.narrow(mark)
    await expect(screen.tree.getByTitle(mark)).toHaveText([first, name, second])
    await screen.drag(name, second)
    await expect(screen.dialog(title)).toContainText(
      say(`确定将“${name}”移到“${second}”下吗？`, `Move “${name}” under “${second}”?`),
    )
    await screen.answer(title, say('移动', 'Move'))
    await expect(screen.dialog(title)).toHaveCount(0)
    await expect(screen.tree.getByTitle(mark)).toHaveText([first, second, name])
    expect(await present(site, name)).toMatchObject({ pid: secondId, leader: '李建军' })

    // What still has something below it stays, and it is said why.
    const deletion = say('删除部门', 'Delete a department')
    const chosen = (each: string) => page.getByRole('heading', { name: each, exact: true })
    await chooseAndPress(page, second, say('删除', 'Delete'))
    await expect(screen.dialog(deletion)).toContainText(second)
    await screen.answer(deletion, say('删除', 'Delete'))
    await expect(screen.dialog(deletion).getByRole('alert')).toHaveText(
      say('部门仍被使用：1 个下级部门', 'The department is still in use: 1 sub-department'),
    )
    await page.keyboard.press('Escape')
    await expect(screen.dialog(deletion)).toHaveCount(0)
    for (const each of [name, second, first]) {
      await screen.node(each).click()
      await expect(chosen(each)).toBeVisible()
      await screen.button(say('删除', 'Delete')).click()
      await screen.answer(deletion, say('删除', 'Delete'))
      await expect(screen.node(each)).toHaveCount(0)
    }
    expect(await present(site, second)).toBeUndefined()
  })
}

test('no department comes to stand below itself', async ({ page, site }) => {
  const mark = unique('C')
  const [above, below, beside] = [`上级${mark}`, `下级${mark}`, `旁边${mark}`]
  const { id } = await makeDept(site, above)
  await makeDept(site, below, id)
  const other = await makeDept(site, beside)
  const screen = await open(page, site, `id=${id}`)
  await expect(screen.field('部门名称')).toHaveValue(above)
  await screen.narrow(mark)
  // Dropped on what stands below it, nothing is asked; by its field it is refused.
  await screen.drag(above, below, false)
  await screen.field('上级部门').fill(below)
  await screen.choice(below).click()
  await screen.button('保存').click()
  await expect(screen.dialog('移动部门')).toHaveCount(0)
  await expect(screen.field('上级部门')).toHaveAccessibleDescription('上级部门不能移到自己或下级部门之下')
  expect(await present(site, above)).toMatchObject({ pid: null, version: 1 })
  await screen.button('放弃修改').click()

  // Another turned it round while the question was open.
  await screen.drag(beside, above)
  await expect(screen.dialog('移动部门')).toContainText(`确定将“${beside}”移到“${above}”下吗？`)
  await site.admin.ask(accountCalls.saveDept, { id, version: 1, name: above, pid: other.id })
  await screen.answer('移动部门', '移动')
  await expect(screen.dialog('移动部门').getByRole('alert')).toHaveText('上级部门不能移到自己或下级部门之下')
  expect(await present(site, beside)).toMatchObject({ pid: null, version: 1 })
})

test('one with people keeps them and says so; they are listed, with the way to each', async ({ page, site }) => {
  const [name, below] = [unique('有人部门'), unique('班组')]
  const { id } = await makeDept(site, name)
  const { id: belowId } = await makeDept(site, below, id)
  const person = (cname: string, deptId: string) =>
    site.admin.ask(accountCalls.saveUser, { cname, workNum: unique('W'), deptId, post: '巡检工' })
  const { id: personId, cname } = await person(unique('张三'), id)
  await person(unique('李四'), belowId)
  const screen = await open(page, site, `id=${id}`)
  const people = page.getByRole('region', { name: '本部门人员' })
  await expect(people).toContainText('本部门 1 人，含下级 2 人')
  await expect(people.getByRole('row')).toHaveCount(2)
  await expect(people.getByRole('row').last()).toContainText('巡检工')

  await screen.node(below).click()
  // The tree shows at once what was chosen, the pane as soon as it is drawn.
  await expect(page.getByRole('heading', { name: below, exact: true })).toBeVisible()
  await screen.button('删除').click()
  await screen.answer('删除部门', '删除')
  await expect(screen.dialog('删除部门').getByRole('alert')).toHaveText('部门仍被使用：1 名人员')
  await screen.dialog('删除部门').getByRole('link', { name: '查看人员' }).click()
  await expect(page).toHaveURL(new RegExp(`/userMgmt\\?deptId=${belowId}$`))
  await expect(listPage(page).total(1)).toBeVisible()

  await page.goBack()
  // The tree brings what is chosen into sight by then.
  await expect(page.getByRole('heading', { name: below, exact: true })).toBeVisible()
  await screen.node(name).click()
  await people.getByRole('link', { name: cname }).click()
  await expect(page).toHaveURL(new RegExp(`/userMgmt\\?deptId=${id}&id=${personId}$`))
  await expect(listPage(page).field('姓名')).toHaveText(cname)
})

test('what two administrators change of one department is put together, and nothing is lost', async ({ page, site }) => {
  const mine = await makeDept(site, unique('冲突部门'))
  const screen = await open(page, site, `id=${mine.id}`)
  await screen.field('负责人').fill('我的负责人')
  await screen.field('电话').fill('6001')
  await site.admin.ask(accountCalls.saveDept, { ...mine, leader: '对方的负责人', sort: 7 })
  await screen.button('保存').click()
  const { conflict } = screen
  await expect(conflict.getByRole('row')).toHaveCount(4)
  await expect(conflict.getByRole('row', { name: /负责人/ })).toContainText('双方都改了')
  // No side is chosen for him, and nothing is saved until he has.
  await expect(conflict).toContainText(/系统管理员 于 (昨日 )?\d\d:\d\d:\d\d 改了/)
  await expect(conflict.getByRole('radio', { name: /^负责人/, checked: true })).toHaveCount(0)
  await expect(conflict.getByRole('button', { name: '保 存' })).toBeDisabled()
  await conflict.getByRole('radio', { name: '负责人 我的' }).check()
  await conflict.getByRole('button', { name: '保 存' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(screen.saved).toBeVisible()
  expect(await present(site, mine.name)).toMatchObject({ leader: '我的负责人', phone: '6001', sort: 7, version: 3 })
})

test('they leave as a sheet, and one below another comes back from it', async ({ page, site }) => {
  const [above, name] = [unique('导出部门'), unique('导入班组')]
  const { id } = await makeDept(site, above)
  const screen = await open(page, site, `id=${id}`)
  const names = async () => flat(await site.admin.ask(accountCalls.listDeptNodeAll, undefined)).map((node) => node.name)
  // Others make and delete theirs meanwhile.
  const before = await names()
  await screen.button('导出').click()
  const sheets = sheetsPage(page)
  const [titles = '', ...rows] = (await sheets.exportCsv()).trim().split(/\r?\n/)
  const told = rows.map((row) => row.split(',')[1])
  const after = await names()
  expect(before.filter((one) => after.includes(one) && !told.includes(one))).toEqual([])
  expect(told.filter((one) => one === above)).toHaveLength(1)
  expect(titles).toContain('上级部门')
  await screen.button('导入').click()
  await sheets.importCsv(`上级部门,部门名称,负责人\n${above},${name},王强\n`, '导入 1 行')
  await screen.node(name).click()
  await expect(screen.field('负责人')).toHaveValue('王强')
  expect(await present(site, name)).toMatchObject({ pid: id, leader: '王强' })
})
