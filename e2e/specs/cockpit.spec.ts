import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { shell } from '../pages/shell.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { at, createHelmet } from '../support/helmet.ts'
import { expect, test } from '../support/site.ts'
import { unique } from '../support/unique.ts'

test('an alarm is taken over and confirmed by two keys on its own screen, and kept as evidence', async ({ page, site }) => {
  const user = await site.makeUser(['trackRealMgmt', 'alarmRealMgmt', 'alarm:handle', 'evidenceCaseMgmt'])
  const name = unique('处置')
  const imei = await site.makeHelmet(name)
  await createHelmet(site, imei).report(at(-300, 250), { sos: 'press' })
  const own = async () =>
    (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.find(({ deviceId }) => deviceId === imei)
  await expect.poll(own).toBeDefined()
  const alarm = await own()

  await openAs(page, site.origin, user, `/alarmMgmt/alarmRealMgmt?keyword=${encodeURIComponent(name)}`)
  const list = listPage(page)
  await page.getByRole('link', { name: alarm?.deviceName ?? '', exact: true }).click()
  await list.drawer.getByRole('link', { name: '打开报警处置' }).last().click()
  const cockpit = page.getByRole('article', { name: '报警处置' })
  const story = cockpit.getByRole('list', { name: '经过' })
  await expect(story).toContainText('报警发生')
  await expect(page.getByRole('main').locator('canvas')).toBeVisible()
  await expectAccessible(page, 'alarmCockpit', 'zh')

  await page.keyboard.press('a')
  await expect(story).toContainText('接手')
  await expect(cockpit.getByRole('button', { name: /^接手/ })).toHaveCount(0)
  // What was said to the helmet stands in the history, with what became of it; this one is not connected.
  await cockpit.getByRole('button', { name: '发消息' }).click()
  const dialog = page.getByRole('dialog', { name: /给安全帽发消息/ })
  await dialog.getByRole('button', { name: '请立即撤离到安全地点' }).click()
  await dialog.getByRole('button', { name: '确 定' }).click()
  await expect(dialog.getByText('没有送达：设备离线')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(story).toContainText('发消息 · 设备离线 “请立即撤离到安全地点”')
  // What one may not do says why.
  await cockpit.getByRole('button', { name: '广播' }).hover()
  await expect(page.getByRole('tooltip')).toContainText('没有广播权限')
  // It is confirmed here alone: beside the map, which nothing covers, with a note; the column says that it is open.
  await page.keyboard.press('Alt+a')
  const column = shell(page).alarms
  await expect(column.getByText('正在处置')).toBeVisible()
  await expect(column.getByRole('article').filter({ hasText: name })).toHaveCount(0)
  await page.keyboard.press('c')
  const dock = cockpit.getByRole('region', { name: '报警确认' })
  await expect(dock.getByRole('button', { name: '确 定' })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await dock.getByRole('textbox', { name: /处理说明/ }).fill('已当面核实')
  await page.keyboard.press('Enter')
  await expect(cockpit.getByRole('status')).toContainText('已当面核实')
  await expect(story).toContainText('确认')
  await expect(cockpit.getByRole('button', { name: /^确认报警/ })).toHaveCount(0)

  await cockpit.getByRole('button', { name: '归档证据' }).click()
  await cockpit.getByRole('link', { name: /^证据档案/ }).click()
  const kept = page.getByRole('dialog', { name: /^查看/ })
  await expect(kept.getByText('alarm.json')).toBeVisible()
  await expect(kept.getByText('track-1.csv')).toBeVisible()
  await expectAccessible(page, 'evidenceCaseMgmt', 'zh')

  // Who calls by a helmet without a record is told as that, and leads to no device.
  const stranger = unique('<b>未登记')
  await site.admin.send(positionCalls.saveRealHatSosAlarm, { device_id: stranger, alarm_type: 4 })
  const { list: open } = await site.admin.ask(alarmCalls.listRealAlarmData, undefined)
  const call = open.find(({ deviceId }) => deviceId === stranger)
  await page.goto(`${site.origin}/alarmMgmt/alarmCockpit?id=${call?.id}`)
  await expect(cockpit).toContainText(`未登记的安全帽 ${stranger} 发出求救，无定位`)
  await expect(cockpit.getByText('未登记设备', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').locator('canvas')).toBeVisible()
  await page.keyboard.press('c')
  await page.keyboard.press('Enter')
  await expect(story).toContainText('确认')

  // What is not there says so, with a way back.
  await page.goto(`${site.origin}/alarmMgmt/alarmCockpit?id=999999999`)
  await expect(page.getByText('没有这条报警')).toBeVisible()
  await page.getByRole('link', { name: '查看全部报警' }).click()
  await expect(page).toHaveURL(/alarmRealMgmt/)
})

test('letters typed for a search, or with a dialog in front, act on no alarm', async ({ page, site }) => {
  const user = await site.makeUser(['alarmRealMgmt', 'alarm:handle'])
  const name = unique('不误触')
  const imei = await site.makeHelmet(name)
  await createHelmet(site, imei).report(at(-300, 250), { sos: 'press' })
  const own = async () =>
    (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.find(({ deviceId }) => deviceId === imei)
  await expect.poll(own).toBeDefined()
  const id = (await own())?.id
  // The search is yet to come when it is opened.
  const comes = Promise.withResolvers<void>()
  await page.route(/\/search-dialog-[^/]*\.js/, async (route) => {
    await comes.promise
    await route.continue()
  })
  await openAs(page, site.origin, user, `/alarmMgmt/alarmCockpit?id=${id}`)
  const cockpit = page.getByRole('article', { name: '报警处置' })
  const takes = cockpit.getByRole('button', { name: /^接手/ })
  const confirms = cockpit.getByRole('region', { name: '报警确认' })
  await expect(takes).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cai')
  comes.resolve()
  const field = page.getByRole('dialog').getByRole('combobox')
  await expect(field).toHaveValue('cai')
  await expect(field).toBeFocused()
  await page.keyboard.type('gou')
  await expect(field).toHaveValue('caigou')
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)

  await page.keyboard.press('Shift+?')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading')).toBeVisible()
  await page.keyboard.type('ca')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(confirms).toHaveCount(0)
  await expect(takes).toBeVisible()
  // Nothing is in front any more.
  await page.keyboard.press('a')
  await expect(takes).toHaveCount(0)
  // Others of this site look at what is on top.
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: String(id), status: 2 })
})

test('a screen that the server does not give out says so, and is drawn with its styles by the retry', async ({ page, site }) => {
  const user = await site.makeUser(['alarmRealMgmt', 'alarmStatisticMgmt', 'shiftHandoverMgmt'])
  await openAs(page, site.origin, user, '/alarmMgmt/alarmRealMgmt')
  await expect(listPage(page).keyword).toBeVisible()
  const away = /\/assets\/.*\.css/
  await page.route(away, (route) => route.abort())
  await shell(page).menu.getByRole('link', { name: '报警统计', exact: true }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('页面暂时打不开，恢复后重试')
  await expect(main).not.toContainText('preload')
  await page.unroute(away)
  await main.getByRole('button', { name: '重试' }).click()
  await expect(main).not.toContainText('页面暂时打不开')
  await expect(main.getByRole('table').first()).toBeVisible()
  const without = `[...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => sheet === null).length`
  expect(await page.evaluate<number>(without)).toBe(0)
  // One whose script did not come, which the browser asks for no second time by itself.
  const script = /\/assets\/handover-screen-[^/]*\.js/
  await page.route(script, (route) => route.abort())
  await shell(page).menu.getByRole('link', { name: '交接班', exact: true }).click()
  await expect(main).toContainText('页面暂时打不开，恢复后重试')
  await page.unroute(script)
  await main.getByRole('button', { name: '重试' }).click()
  await expect(main.getByRole('heading', { name: '现在的情况' })).toBeVisible()
})
