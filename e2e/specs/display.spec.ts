import { openAs } from '../pages/sign-in.ts'
import { expect, test } from '../support/site.ts'

interface GraphicsCard {
  readonly loseContext: () => void
  readonly restoreContext: () => void
}

test('a dark console is dark before any of its own scripts has come', async ({ page, site }) => {
  await page.addInitScript(() => localStorage.setItem('vigil.theme', 'dark'))
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${site.origin}/login`, { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(10, 17, 25)')
  await expect(page.locator('#root')).toBeEmpty()
  held.resolve()
  await expect(page.getByRole('button', { name: '登 录' })).toBeVisible()
})

test('a map whose picture the graphics card lost says so, and comes back whole', async ({ page, site }) => {
  const user = await site.makeUser(['trackRealMgmt'])
  await openAs(page, site.origin, user, '/userSafeMgmt/trackRealMgmt')
  const tools = page.getByRole('toolbar', { name: '地图工具' })
  await expect(tools).toBeVisible()
  const card = await page.evaluateHandle<GraphicsCard>(
    `document.querySelector('canvas.maplibregl-canvas').getContext('webgl2').getExtension('WEBGL_lose_context')`,
  )
  await card.evaluate((extension) => extension.loseContext())
  const told = page.getByText('地图画面中断，正在恢复')
  await expect(told).toBeVisible()
  await card.evaluate((extension) => extension.restoreContext())
  await expect(told).toBeHidden()
  await expect(tools).toBeVisible()
})

test('nothing glides in for whoever asked for less motion, and it stands where it belongs', async ({ page, site }) => {
  await page.addInitScript({
    content: `
      gliding = []
      addEventListener('animationstart', ({ animationName }) => {
        if (/(Slide|Zoom|Fade|Move)\\w*(In|Out)$/.test(animationName)) gliding.push(animationName)
      })`,
  })
  const user = await site.makeUser(['loraGateMgmt', 'loraGateMgmt:edit'])
  await openAs(page, site.origin, user, '/baseMgmt/loraGateMgmt')
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await expect(page.getByRole('menuitem', { name: '修改密码' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  // Above the middle: as far as two fifths of what is free.
  await expect.poll(async () => (await dialog.boundingBox())?.y ?? 768).toBeLessThan(200)
  // As far from the left edge as from the alarms at the right one.
  const alarms = await page.getByRole('complementary', { name: '未处理报警' }).boundingBox()
  await expect
    .poll(async () => {
      const title = await dialog.locator('.drag-dialog-handle').boundingBox()
      return title === null ? null : 2 * title.x + title.width
    })
    .toBe(alarms?.x)
  await expect(dialog).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate('gliding')).toEqual([])
})
