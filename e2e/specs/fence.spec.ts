import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { fencesPage } from '../pages/fences.ts'
import { listPage } from '../pages/list.ts'
import { confirmDialog, shell } from '../pages/shell.ts'
import { openAs } from '../pages/sign-in.ts'
import { unsavedQuestion } from '../pages/tabs.ts'
import { drawMapsCoarsely } from '../support/coarse-maps.ts'
import { holdAnswers } from '../support/held-answers.ts'
import { at, createHelmet } from '../support/helmet.ts'
import { expect, test } from '../support/site.ts'
import { unique } from '../support/unique.ts'

test('a fence is drawn, breached, popped up on two consoles and confirmed on one', async ({ page, browser, site }) => {
  const permissions = [
    'trackRealMgmt',
    'alarmRealMgmt',
    'alarm:handle',
    'dangAreaDrawMgmt',
    'dangAreaDrawMgmt:edit',
    'hazardAreaMgmt',
  ] as const
  const [drawer, watcher] = [await site.makeUser(permissions), await site.makeUser(permissions)]
  const name = `禁入区${drawer.userName}`
  await openAs(page, site.origin, drawer, '/baseMgmt/dangAreaDrawMgmt')
  const beside = await browser.newContext()
  await drawMapsCoarsely(beside)
  const second = await beside.newPage()
  await openAs(second, site.origin, watcher, '/userSafeMgmt/trackRealMgmt')

  // Drawn by hand on the map.
  const fences = fencesPage(page)
  await fences.newFence.click()
  // The polygon is in hand at once: another click on it would put it away.
  await expect(fences.tool('多边形')).toHaveAttribute('aria-pressed', 'true')
  // The drawing tools come in a chunk of their own: the pointer tells when they are in hand.
  await expect(fences.map).toHaveCSS('cursor', 'crosshair')
  const box = await fences.map.boundingBox()
  if (!box) throw new Error('the map has no place on the screen')
  const [x, y] = [box.x + box.width * 0.5, box.y + box.height * 0.62]
  for (const [right, down] of [
    [0, 0],
    [60, 0],
    [60, 50],
    [0, 50],
  ] as const) {
    await page.mouse.click(x + right, y + down)
  }
  await page.keyboard.press('Enter')
  await fences.name.fill(name)
  await fences.save.click()
  // Not the list beside it: that makes room where somebody else's alarm unfolds meanwhile.
  await expect(fences.status).toHaveText('没有修改')
  const saved = whole(await site.admin.ask(hazardCalls.listBsDangAreaAll, {})).find((fence) => fence.name === name)
  if (!saved) throw new Error('the fence was not saved')
  await site.admin.ask(hazardCalls.saveBsDangArea, { ...saved, level: 1 })

  // Walked into by a helmet.
  const middle = {
    lng: saved.points.reduce((sum, [lng]) => sum + lng, 0) / saved.points.length,
    lat: saved.points.reduce((sum, [, lat]) => sum + lat, 0) / saved.points.length,
  }
  const helmet = createHelmet(site, await site.makeHelmet(`帽${drawer.userName}`))
  await helmet.report({ lng: middle.lng, lat: middle.lat + 0.01 })
  await helmet.report(middle)

  // Popped up on both consoles, with everything that is needed to judge it.
  const told = `进入“${name}”`
  await expect(shell(page).alarms.getByText(told)).toBeVisible()
  await expect(shell(second).alarms.getByText(told)).toBeVisible()
  await shell(page).alarms.getByRole('button', { name: '确认报警' }).click()
  const confirm = confirmDialog(page)
  await expect(confirm.frame).toBeVisible()
  await expect(confirm.field('报警名称')).toHaveText(name)
  await expect(confirm.field('设备类型')).toHaveText('安全帽')
  await expect(confirm.field('报警类型')).toHaveText('电子围栏')
  await expect(confirm.field('报警级别')).toContainText('一级')
  await expect(confirm.field('报警信息')).toContainText(told)
  // It grows as it opens.
  await expect.poll(async () => (await confirm.frame.boundingBox())?.width).toBe(600)
  // Gone here, while the other console sees for a few seconds by whom: both are looked at from the click on.
  await Promise.all([
    expect(shell(second).alarms.getByText(/^测试员\d+ 已处理$/)).toBeVisible(),
    expect(page.getByText('报警已确认')).toBeVisible(),
    confirm.ok.click(),
  ])
  await expect(shell(page).alarms.getByText(told)).toHaveCount(0)
  const handled = await site.admin.ask(alarmCalls.listHandledPage, { keyword: name })
  expect(handled.list).toMatchObject([
    { status: 2, remark: '确认并关闭', handleNote: '确认并关闭', handleUser: expect.stringMatching(/^测试员/) },
  ])
  await beside.close()
  await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id: saved.id })
})

test('a fence that is typed or drawn on while it is saved keeps that, and another’s answer leaves it alone', async ({
  page,
  site,
}) => {
  const user = await site.makeUser(['dangAreaDrawMgmt', 'dangAreaDrawMgmt:edit', 'hazardAreaMgmt'])
  const [name, other] = [`迟到围栏${user.userName}`, `别的围栏${user.userName}`]
  const fences = fencesPage(page)
  const circle = { ...at(-2_000, -2_000), radius: 40 }
  const made = await site.admin.ask(hazardCalls.saveBsDangArea, {
    name: other,
    type: 'noEntry',
    shape: 'circle',
    points: [[circle.lng, circle.lat]],
    radius: circle.radius,
    level: 3,
    enable: 0,
  })
  const saves = await holdAnswers(page, hazardCalls.saveBsDangArea)
  await openAs(page, site.origin, user, '/baseMgmt/dangAreaDrawMgmt')
  await fences.newFence.click()
  await fences.name.fill(name)
  await fences.tool('圆').click()
  await page.getByRole('button', { name: '增加一点' }).click()
  await page.getByRole('spinbutton', { name: '半径' }).fill('40')
  await page.getByRole('switch').first().click()
  await fences.save.click()
  await saves.arrived(1)
  await page.getByLabel('备注', { exact: true }).fill('一')
  await page.getByRole('spinbutton', { name: '半径' }).fill('55')
  saves.release()
  await expect(page).toHaveURL(/id=\d+/)
  await expect(fences.status).toHaveText('已修改 2 项，未保存')
  await page.getByLabel('备注', { exact: true }).press('End')
  await page.keyboard.type('二')
  await fences.save.click()
  await expect(fences.status).toHaveText('没有修改')
  const find = async (wanted: string) =>
    whole(await site.admin.ask(hazardCalls.listBsDangAreaAll, {})).find((fence) => fence.name === wanted)
  const saved = await find(name)
  expect(saved).toMatchObject({ remark: '一二', radius: 55, version: 2 })

  // Left behind with its save on the way: the answer is not put into the form of the other.
  const late = await holdAnswers(page, hazardCalls.saveBsDangArea)
  await page.getByLabel('备注', { exact: true }).fill('三')
  await fences.save.click()
  await late.arrived(1)
  await fences.listed(other).click()
  await unsavedQuestion(page).leave.click()
  await expect(fences.name).toHaveValue(other)
  await page.getByLabel('备注', { exact: true }).fill('正在写')
  late.release()
  await expect(page.getByText(`已保存围栏“${name}”（停用）`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`id=${made.id}$`))
  await expect(fences.name).toHaveValue(other)
  await expect(page.getByLabel('备注', { exact: true })).toHaveValue('正在写')
  await expect(fences.status).toHaveText('已修改 1 项，未保存')
  await fences.save.click()
  await expect(fences.status).toHaveText('没有修改')
  expect(await find(name)).toMatchObject({ remark: '三', version: 3 })
  expect(await find(other)).toMatchObject({ remark: '正在写', version: 2 })
  for (const id of [made.id, saved?.id ?? '']) await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id })
})

test('two versions of a fence are put together field by field, and many are changed in the table', async ({ page, site }) => {
  const user = await site.makeUser(['dangAreaDrawMgmt', 'dangAreaDrawMgmt:edit', 'hazardAreaMgmt'])
  const name = `两版围栏${user.userName}`
  const { lng, lat } = at(-2_400, -2_400)
  const made = await site.admin.ask(hazardCalls.saveBsDangArea, {
    name,
    type: 'noEntry',
    shape: 'circle',
    points: [[lng, lat]],
    radius: 40,
    level: 3,
    remark: '原来的',
  })
  const stored = async () =>
    whole(await site.admin.ask(hazardCalls.listBsDangAreaAll, { keyword: name })).find(({ id }) => id === made.id)
  await openAs(page, site.origin, user, '/baseMgmt/dangAreaDrawMgmt')
  const fences = fencesPage(page)
  await fences.listed(name).getByRole('button').click()
  await fences.radius.fill('55')
  await expect(fences.status).toHaveText('已修改 1 项，未保存')

  // Step by step back and forth, as it was drawn.
  await fences.undo.click()
  await expect(fences.radius).toHaveValue('40')
  await expect(fences.status).toHaveText('没有修改')
  await fences.redo.click()
  await expect(fences.radius).toHaveValue('55')

  await site.admin.ask(hazardCalls.saveBsDangArea, { ...made, level: 2, remark: '对方写的' })
  await expect(page.getByText('其他人刚修改了此电子围栏')).toBeVisible()
  await fences.save.click()
  const list = listPage(page)
  await expect(list.conflict.getByRole('row')).toHaveCount(4)
  await expect(list.conflict.getByRole('radio', { name: '坐标 我的' })).toBeChecked()
  await expect(list.conflict.getByRole('radio', { name: '备注 对方的' })).toBeChecked()
  await list.button(list.conflict, '保存').click()
  await expect(list.conflict).toHaveCount(0)
  await expect(fences.status).toHaveText('没有修改')
  expect(await stored()).toMatchObject({ radius: 55, level: 2, remark: '对方写的', version: 3 })

  await fences.close.click()
  await fences.asTable.click()
  await list.keyword.fill(name)
  await list.row(name).getByRole('checkbox').check()
  await list.button(list.bulk, '停用').click()
  const dialog = page.getByRole('dialog', { name: '停用' })
  await list.button(dialog, '停用').click()
  await expect(dialog.getByRole('status')).toHaveText('全部成功，共 1 项')
  await list.button(dialog, '关闭').last().click()
  expect(await stored()).toMatchObject({ enable: 0, radius: 55 })
  await list.title(name).click()
  await expect(fences.name).toHaveValue(name)
  await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id: made.id })
})

test('a fence takes two lines in its list, in either language', async ({ page, site }) => {
  const user = await site.makeUser(['dangAreaDrawMgmt', 'trackRealMgmt'])
  const dept = await site.admin.ask(accountCalls.saveDept, { name: unique('限定部门') })
  const { lng, lat } = at(-2_100, -2_000)
  const made = await site.admin.ask(hazardCalls.saveBsDangArea, {
    name: unique('两行的围栏'),
    type: 'noEntry',
    shape: 'circle',
    points: [[lng, lat]],
    radius: 40,
    level: 3,
    deptId: dept.id,
    deviceTypes: ['hat'],
    allowDeptIds: [dept.id],
    allowUserIds: [user.id],
    enable: 0,
  })
  for (const language of ['zh', 'en'] as const) {
    await openAs(page, site.origin, user, '/baseMgmt/dangAreaDrawMgmt', language)
    const row = fencesPage(page).listed(made.name)
    await expect(row).toBeVisible()
    const { height } = (await row.boundingBox()) ?? { height: Infinity }
    expect(height).toBeLessThanOrEqual(60)
  }
  await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id: made.id })
})

test('the plant’s own breach is told while the operator looks at something else', async ({ page, site, plant }) => {
  const user = await site.makeUser(['trackRealMgmt', 'alarmRealMgmt', 'hatMgmt'])
  await openAs(page, site.origin, user, '/home')
  plant.play('fence-breach')
  const { alarms } = shell(page)
  await expect(alarms.getByText('陈国强').first()).toBeVisible({ timeout: 180_000 })
  await expect(alarms.getByText(/煤磨袋收尘器禁入区/)).toBeVisible()
  // Who may not handle alarms is told so, and cannot.
  await expect(alarms.getByRole('button', { name: '确认报警' })).toBeDisabled()

  // On a telephone the bar at the top pushes the list down, and covers nothing that it is used by.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${site.origin}/baseMgmt/hatMgmt`)
  await expect(alarms.getByText(/电子围栏 · 陈国强/)).toBeVisible()
  await expect(listPage(page).rows.first()).toBeVisible()
  await page.getByTitle('下一页').click()
  await expect(page).toHaveURL(/page=2/)
})
