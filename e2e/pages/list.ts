import type { Locator, Page } from '@playwright/test'
import type { Language } from '@vigil/contract/kernel/text.ts'

const words = {
  zh: {
    keyword: '关键字',
    record: /^(新增|编辑|查看)/,
    total: (n: number) => `共 ${n} 条`,
    add: '新增',
    bulk: /^已选/,
    conflict: '记录已被他人修改',
    leaving: '修改还没有保存',
  },
  en: {
    keyword: 'Keyword',
    record: /^(New|Edit)/,
    total: (n: number) => `${n} in all`,
    add: 'New',
    bulk: /selected$/,
    conflict: 'Changed by somebody else',
    leaving: 'Unsaved changes',
  },
}

/** A list screen: its search, its rows, the drawer of the record that is open. */
export const listPage = (page: Page, language: Language = 'zh') => {
  const said = words[language]
  const drawer = page.getByRole('dialog', { name: said.record })
  return {
    keyword: page.getByRole('search').getByLabel(said.keyword),
    filter: (label: string) => page.getByRole('search').getByLabel(label, { exact: true }),
    rows: page.getByRole('row').filter({ has: page.getByRole('gridcell') }),
    row: (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) }),
    title: (name: string) => page.getByRole('link', { name, exact: true }),
    heading: (label: string) => page.getByRole('columnheader', { name: label }),
    sortBy: (label: string) => page.getByRole('button', { name: label, exact: true }),
    total: (n: number) => page.getByText(said.total(n), { exact: true }),
    add: page.getByRole('toolbar').getByRole('button', { name: said.add }),
    bulk: page.getByRole('region', { name: said.bulk }),
    drawer,
    field: (label: string) => drawer.getByLabel(label, { exact: true }),
    /** Buttons of two characters are written with a space between them; one that waited keeps its sign in its name. */
    button: (place: Locator, name: string) => place.getByRole('button', { name: new RegExp(`${[...name].join(' ?')}$`) }),
    /** In the list of choices that a field has opened. */
    choice: (name: string) =>
      page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden, [class*="-leave"])').getByTitle(name, { exact: true }),
    conflict: page.getByRole('dialog', { name: said.conflict }),
    leaving: page.getByRole('dialog', { name: said.leaving }),
  }
}
