import type { Page } from '@playwright/test'

/** The bar of visited screens. */
export const tabsBar = (page: Page) => {
  const bar = page.getByRole('navigation', { name: '已打开的页面' })
  return {
    /** Those that have room. */
    shown: bar.locator('[data-tab]').getByRole('link'),
    /** The button that opens the others. */
    more: bar.getByRole('button', { name: /^另外 \d+ 个页面$/ }),
    others: bar.getByRole('list', { name: /^另外 \d+ 个页面$/ }).getByRole('link'),
    tab: (title: string) => bar.getByRole('link', { name: title, exact: true }),
    close: (title: string) => bar.getByRole('button', { name: `关闭 ${title}`, exact: true }),
    /** An entry of the context menu of a tab that was opened with the right button. */
    entry: (name: string) => page.getByRole('menuitem', { name, exact: true }),
  }
}

/** The question before unsaved changes are lost. */
export const unsavedQuestion = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: '修改还没有保存' })
  return {
    text: dialog.getByText('离开后会丢失'),
    stay: dialog.getByRole('button', { name: '继续编辑' }),
    leave: dialog.getByRole('button', { name: '放弃修改' }),
  }
}
