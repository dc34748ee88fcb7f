import type { Page } from '@playwright/test'

/** The screen on which electronic fences are drawn. */
export const fencesPage = (page: Page) => ({
  newFence: page.getByRole('button', { name: '新建围栏' }),
  tool: (name: '多边形' | '圆' | '走廊') =>
    page.getByRole('toolbar', { name: '绘图工具' }).getByRole('button', { name, exact: true }),
  map: page.locator('canvas.maplibregl-canvas').first(),
  name: page.getByLabel('名称', { exact: true }),
  /** A button that waited keeps its sign in its name. */
  save: page.getByRole('button', { name: /保\s?存$/ }),
  status: page.getByRole('status').filter({ hasText: '修改' }),
  listed: (name: string) => page.getByRole('listitem').filter({ hasText: name }),
})
