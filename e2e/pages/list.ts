import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/expect.ts'

const words = {
  zh: {
    keyword: '关键字',
    add: '新增',
    save: '保存',
    delete: '删除',
    more: /^更多：/,
    moreFilters: /^更多筛选/,
    drawer: /^(新增|编辑|查看)/,
    selected: /^已选/,
    total: (n: number) => `共 ${n} 条`,
    conflict: '记录已被他人修改',
    leaving: '修改还没有保存',
  },
  en: {
    keyword: 'Keyword',
    add: 'New',
    save: 'Save',
    delete: 'Delete',
    more: /^More: /,
    moreFilters: /^More filters/,
    drawer: /^(New|Edit|View) /,
    selected: / selected$/,
    total: (n: number) => `${n} in total`,
    conflict: 'Changed by somebody else',
    leaving: 'Unsaved changes',
  },
} as const

/** A list screen: its search, its rows, the drawer of the record that is open. */
export const listPage = (page: Page, language: Language = 'zh') => {
  const said = words[language]
  const drawer = page.getByRole('dialog', { name: said.drawer })
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  /** Buttons of two characters are written with a space between them; one that waited keeps its sign in its name. */
  const button = (place: Locator, name: string) => place.getByRole('button', { name: new RegExp(`${[...name].join(' ?')}$`) })
  /** What can be done with a row besides opening it. */
  const more = (name: string): Locator => row(name).getByRole('button', { name: said.more })
  const deleting = page.getByRole('dialog', { name: new RegExp(`^${said.delete}`) })
  /** A dialog grows as it opens: a click on what still moves is lost. */
  const settled = async (answer: Locator): Promise<void> => {
    await expect(answer).toBeVisible()
    await expect(page.locator('[class*="ant-zoom"]')).toHaveCount(0)
  }
  return {
    keyword: page.getByRole('search').getByLabel(said.keyword),
    moreFilters: page.getByRole('search').getByRole('button', { name: said.moreFilters }),
    filter: (label: string) => page.getByRole('search').getByLabel(label, { exact: true }),
    rows: page.getByRole('row').filter({ has: page.getByRole('gridcell') }),
    row,
    more,
    title: (name: string) => page.getByRole('link', { name, exact: true }),
    heading: (label: string) => page.getByRole('columnheader', { name: label }),
    sortBy: (label: string) => page.getByRole('button', { name: label, exact: true }),
    total: (n: number) => page.getByText(said.total(n), { exact: true }).filter({ visible: true }),
    add: page.getByRole('toolbar').getByRole('button', { name: said.add }),
    bulk: page.getByRole('region', { name: said.selected }),
    drawer,
    field: (label: string) => drawer.getByLabel(label, { exact: true }),
    /** In the list of choices that a field has opened. */
    choice: (name: string) =>
      page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden, [class*="-leave"])').getByTitle(name, { exact: true }),
    save: button(drawer, said.save),
    button,
    /** The question that `askToDelete` brings up. */
    deleting,
    askToDelete: async (name: string): Promise<void> => {
      await more(name).click()
      await page.getByRole('menuitem', { name: said.delete }).click()
      await settled(button(deleting, said.delete))
    },
    confirmDelete: button(deleting, said.delete),
    /** Answers the dialog of a title. */
    answer: async (title: string, name: string): Promise<void> => {
      // The last: what closes a dialog stands at its top as well.
      const answer = button(page.getByRole('dialog', { name: title }), name).last()
      await settled(answer)
      await answer.click()
    },
    conflict: page.getByRole('dialog', { name: said.conflict }),
    leaving: page.getByRole('dialog', { name: said.leaving }),
  }
}
