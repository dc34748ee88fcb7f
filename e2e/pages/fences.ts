import type { Page } from '@playwright/test'

/** The screen on which electronic fences are drawn. */
export const fencesPage = (page: Page) => ({
  newFence: page.getByRole('button', { name: '新建围栏' }),
  tool: (name: '多边形' | '圆' | '走廊') =>
    page.getByRole('toolbar', { name: '绘图工具' }).getByRole('button', { name, exact: true }),
  map: page.locator('canvas.maplibregl-canvas').first(),
  name: page.getByLabel('名称', { exact: true }),
  radius: page.getByRole('spinbutton', { name: '半径' }),
  undo: page.getByRole('toolbar', { name: '绘图工具' }).getByRole('button', { name: /^撤销/ }),
  redo: page.getByRole('toolbar', { name: '绘图工具' }).getByRole('button', { name: /^重做/ }),
  close: page.getByRole('region', { name: /^编辑电子围栏/ }).getByRole('button', { name: '关闭' }),
  asTable: page.getByRole('button', { name: '表格' }),
  /** A button that waited keeps its sign in its name. */
  save: page.getByRole('button', { name: /保\s?存$/ }),
  status: page.getByRole('status').filter({ hasText: '修改' }),
  listed: (name: string) => page.getByRole('listitem').filter({ hasText: name }),
})
