import type { Locator, Page } from '@playwright/test'

/** A list screen: its search, its rows, the drawer of the record that is open. */
export const listPage = (page: Page) => {
  const drawer = page.getByRole('dialog', { name: /^(新增|编辑|查看)/ })
  return {
    keyword: page.getByRole('search').getByLabel('关键字'),
    filter: (label: string) => page.getByRole('search').getByLabel(label, { exact: true }),
    rows: page.getByRole('row').filter({ has: page.getByRole('gridcell') }),
    row: (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) }),
    title: (name: string) => page.getByRole('link', { name, exact: true }),
    heading: (label: string) => page.getByRole('columnheader', { name: label }),
    sortBy: (label: string) => page.getByRole('button', { name: label, exact: true }),
    total: (n: number) => page.getByText(`共 ${n} 条`, { exact: true }),
    add: page.getByRole('toolbar').getByRole('button', { name: '新增' }),
    bulk: page.getByRole('region', { name: /^已选/ }),
    drawer,
    field: (label: string) => drawer.getByLabel(label, { exact: true }),
    /** Buttons of two characters are written with a space between them; one that waited keeps its sign in its name. */
    button: (place: Locator, name: string) => place.getByRole('button', { name: new RegExp(`${[...name].join(' ?')}$`) }),
    conflict: page.getByRole('dialog', { name: '记录已被他人修改' }),
    leaving: page.getByRole('dialog', { name: '修改还没有保存' }),
  }
}
