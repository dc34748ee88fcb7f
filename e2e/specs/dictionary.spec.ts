import type { Page } from '@playwright/test'
import { dictionaryCalls } from '@vigil/contract/dictionary/calls.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { listPage } from '../pages/list.ts'
import { sheetsPage } from '../pages/sheets.ts'
import { openAs } from '../pages/sign-in.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const open = async (page: Page, site: Site, language: Language = 'zh') => {
  const user = await site.makeUser(['dictMgmt', 'dictMgmt:edit'])
  await openAs(page, site.origin, user, '/baseMgmt/dictMgmt', language)
  const list = listPage(page, language)
  const say = sayingIn(language)
  const dicts = page.getByRole('region', { name: say('字典', 'Dictionaries'), exact: true })
  return {
    list,
    say,
    node: (name: string) => dicts.getByRole('tree').getByTitle(name, { exact: true }),
    button: (name: string) => list.button(dicts, name),
    dialog: (name: string) => page.getByRole('dialog', { name }),
    answer: list.answer,
    enter: async (values: Readonly<Record<string, string>>) => {
      for (const [label, value] of Object.entries(values)) await list.field(label).fill(value)
      await list.button(list.drawer, say('保存', 'Save')).click()
    },
  }
}

for (const language of inLanguages('en')) {
  test(`a dictionary with another below it and items is made, changed, emptied and deleted (${language})`, async ({
    page,
    site,
  }) => {
    const screen = await open(page, site, language)
    const { list, say } = screen
    const [label, codeLabel] = [say('名称', 'Name'), say('编码', 'Code')]
    const [name, below, code] = [unique('用途'), unique('货车用途'), unique('purpose')]
    await screen.button(say('新增', 'New')).click()
    await screen.enter({ [label]: name, [codeLabel]: code })
    await expect(list.drawer).toBeHidden()
    await expect(screen.node(name)).toBeVisible()

    await screen.button(say('新增下级', 'Add sub-dictionary')).click()
    await expect(list.drawer).toContainText(name)
    await screen.enter({ [label]: below, [codeLabel]: code })
    const taken = say(`编码“${code}”已存在`, `Code “${code}” already exists`)
    await expect(list.field(codeLabel)).toHaveAccessibleDescription(taken)
    await expect(list.field(codeLabel)).toBeFocused()
    await screen.enter({ [codeLabel]: `${code}.below` })
    await expect(list.drawer).toBeHidden()
    await expect(screen.node(below)).toBeVisible()
    const all = paged(await site.admin.ask(dictionaryCalls.listDictAll, { keyword: code })).list
    expect(all.find((one) => one.name === below)).toMatchObject({ parentName: name })

    // Its items.
    const [item, itemCode] = [unique('拉料'), unique('haul')]
    await list.add.click()
    await screen.enter({ [label]: item, [codeLabel]: itemCode, [say('取值', 'Value')]: '1' })
    await expect(list.row(item)).toContainText(itemCode)
    await expect(list.drawer).toBeHidden()
    await list.add.click()
    await screen.enter({ [label]: unique('别的'), [codeLabel]: itemCode })
    await expect(list.field(codeLabel)).toHaveAccessibleDescription(
      say(`编码“${itemCode}”已存在`, `Code “${itemCode}” already exists`),
    )
    await page.keyboard.press('Escape')
    await list.button(list.leaving, say('放弃修改', 'Discard')).click()
    await list.title(item).click()
    await list.field(say('取值', 'Value')).fill('2')
    await list.field(say('状态', 'Status')).click()
    await list.button(list.drawer, say('保存', 'Save')).click()
    await expect(list.drawer).toBeHidden()
    await expect(list.row(item)).toContainText(say('停用', 'Disabled'))
    expect(await site.admin.ask(dictionaryCalls.getDictItemByCode, { code: itemCode })).toMatchObject({ des: '2', enable: 0 })

    // What still has something in it stays, and it is said why.
    const deletion = say('删除字典', 'Delete dictionary')
    for (const [title, by] of [
      [below, say('1 个字典项', '1 item')],
      [name, say('1 个下级字典', '1 sub-dictionary')],
    ] as const) {
      await screen.node(title).click()
      await screen.button(say('删除', 'Delete')).click()
      await screen.answer(deletion, say('删除', 'Delete'))
      await expect(screen.dialog(deletion).getByRole('alert')).toContainText(by)
      await page.keyboard.press('Escape')
      await expect(screen.dialog(deletion)).toHaveCount(0)
    }
    await screen.node(below).click()
    await list.askToDelete(item)
    await screen.answer(say('删除字典项', 'Delete dictionary item'), say('删除', 'Delete'))
    await expect(list.row(item)).toHaveCount(0)

    await screen.button(say('编辑', 'Edit')).click()
    await screen.enter({ [label]: `${below}改` })
    await expect(screen.node(`${below}改`)).toBeVisible()
    for (const title of [`${below}改`, name]) {
      await screen.node(title).click()
      await screen.button(say('删除', 'Delete')).click()
      await screen.answer(deletion, say('删除', 'Delete'))
      await expect(screen.node(title)).toHaveCount(0)
    }
  })
}

test('no dictionary comes to stand below itself', async ({ page, site }) => {
  const [above, below] = [unique('上级字典'), unique('下级字典')]
  const { id } = await site.admin.ask(dictionaryCalls.saveDict, { name: above, code: unique('above') })
  await site.admin.ask(dictionaryCalls.saveDict, { name: below, code: unique('below'), pid: id })
  const screen = await open(page, site)
  await screen.node(above).click()
  await expect(page.getByRole('treeitem', { name: above, selected: true })).toBeVisible()
  await screen.button('编辑').click()
  await screen.list.field('上级字典').fill(below)
  await screen.list.choice(below).click()
  await screen.list.button(screen.list.drawer, '保存').click()
  await expect(screen.list.field('上级字典')).toHaveAccessibleDescription('上级字典不能移到自己或下级字典之下')
})

test('the items of a dictionary leave as a sheet and come back', async ({ page, site }) => {
  const name = unique('导出字典')
  const { id: pid } = await site.admin.ask(dictionaryCalls.saveDict, { name, code: unique('sheet') })
  const codes = [unique('a'), unique('b')]
  for (const [sort, code] of codes.entries()) {
    await site.admin.ask(dictionaryCalls.saveDictItem, { pid, name: `词 ${code}`, code, sort, des: '值' })
  }
  const screen = await open(page, site)
  await screen.node(name).click()
  await expect(screen.list.total(2)).toBeVisible()
  await page.getByRole('toolbar').getByRole('button', { name: /^导出/ }).click()
  const sheets = sheetsPage(page)
  const text = await sheets.exportCsv()
  expect(text.trim().split('\n')).toHaveLength(3)
  for (const code of codes) {
    await screen.list.askToDelete(`词 ${code}`)
    await screen.answer('删除字典项', '删除')
    await expect(screen.list.row(`词 ${code}`)).toHaveCount(0)
  }
  await page.getByRole('toolbar').getByRole('button', { name: '导入' }).click()
  await sheets.importCsv(text, '导入 2 行')
  await expect(screen.list.total(2)).toBeVisible()
  expect(await site.admin.ask(dictionaryCalls.getDictItemByCode, { code: codes[1] ?? '' })).toMatchObject({
    pid,
    sort: 1,
    des: '值',
  })
})
