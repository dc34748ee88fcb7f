import type { Page } from '@playwright/test'

/** What stands around every screen. */
export const shell = (page: Page) => ({
  menu: page.getByRole('navigation', { name: '主菜单' }),
  /** The bar that says that what the screen shows is old. */
  staleBanner: page.getByText(/数据中断，已 \d+ 秒未更新/),
  dataAge: page.getByText(/^数据 \d+ 秒前$/),
  /** The column, the rail or the bar. */
  alarms: page.getByRole('complementary', { name: '未处理报警' }),
})

/** The dialog that confirms an alarm: seven read-only fields, Cancel and OK. */
export const confirmDialog = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: '报警确认' })
  return {
    /** What is seen and dragged of it; the dialog element itself has no size. */
    frame: dialog.locator('.react-draggable'),
    field: (name: string) =>
      dialog
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
        .locator('dd'),
    ok: dialog.getByRole('button', { name: '确 定' }),
    cancel: dialog.getByRole('button', { name: '取 消' }),
  }
}
