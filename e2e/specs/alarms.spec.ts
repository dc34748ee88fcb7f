import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { at, createHelmet } from '../support/helmet.ts'
import { expect, test } from '../support/site.ts'
import { unique } from '../support/unique.ts'

test('alarms are listed as they come, confirmed together, and found again with who handled them and why', async ({
  page,
  site,
}) => {
  const user = await site.makeUser(['alarmRealMgmt', 'alarmHisMgmt', 'alarm:handle', 'alarm:delete', 'trackRealMgmt'])
  const word = unique('清单')
  const callers = await Promise.all(['甲', '乙', '丙'].map((name) => site.makeHelmet(`${word}${name}`)))
  const [first, second, third] = callers.map((imei) => createHelmet(site, imei))
  await openAs(page, site.origin, user, `/alarmMgmt/alarmRealMgmt?keyword=${encodeURIComponent(word)}&alarmLevel=1&status=0`)
  const list = listPage(page)
  await expect(page.getByText('没有符合条件的报警')).toBeVisible()

  await first?.report(at(-300, 250), { sos: 'press' })
  await expect(list.rows).toHaveCount(1)
  await second?.report(at(-280, 250), { sos: 'press' })
  await expect(list.rows).toHaveCount(2)
  const open = (await site.admin.ask(alarmCalls.listUnHandledPage, { keyword: word })).list
  const names = open.map(({ deviceName }) => deviceName)

  await list.title(names[0] ?? '').click()
  const drawer = page.getByRole('dialog', { name: /^查看报警/ })
  await expect(drawer.getByRole('article', { name: new RegExp(names[0] ?? '') })).toBeVisible()
  // Handled by somebody else while it is looked at: it leaves the list, and what is open says so.
  const [theirs] = open
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: theirs?.id ?? '', status: 1 })
  await expect(drawer.getByText('处理中')).toBeVisible()
  await page.goto(`${site.origin}/alarmMgmt/alarmRealMgmt?keyword=${encodeURIComponent(word)}`)
  await expect(list.rows).toHaveCount(2)
  await list.title(names[0] ?? '').click()
  await site.admin.ask(alarmCalls.updateZdAlarm, {
    id: theirs?.id ?? '',
    status: 2,
    reasonCode: 'drill',
    handleNote: '演习，已点名',
  })
  await expect(drawer.getByText('已处理', { exact: true })).toBeVisible()
  await expect(list.rows).toHaveCount(1)
  await page.keyboard.press('Escape')
  await third?.report(at(-260, 250), { sos: 'press' })
  await expect(list.rows).toHaveCount(2)
  names.splice(0, 1, (await site.admin.ask(alarmCalls.listUnHandledPage, { keyword: `${word}丙` })).list[0]?.deviceName ?? '')

  for (const name of names) await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
  await list.bulk.getByRole('button', { name: '确认报警' }).click()
  const dialog = page.getByRole('dialog', { name: '确认报警' })
  await dialog.getByRole('combobox', { name: '原因' }).click()
  await list.choice('演练').click()
  await dialog.getByRole('textbox', { name: /^处理说明/ }).fill('演习，已点名')
  await dialog.getByRole('button', { name: '确认报警' }).click()
  await expect(dialog.getByRole('status')).toContainText('2')
  await dialog
    .getByRole('button', { name: /^关 ?闭$/ })
    .first()
    .click()
  await expect(list.rows).toHaveCount(0)

  // Wide enough for the reason also beside an alarm of somebody else.
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(`${site.origin}/alarmMgmt/alarmHisMgmt?keyword=${encodeURIComponent(word)}&reasonCode=drill`)
  await expect(list.rows).toHaveCount(3)
  await expect(list.row(names[1] ?? '').getByText('演练')).toBeVisible()
  await list.title(names[1] ?? '').click()
  await expect(drawer.getByText('演习，已点名', { exact: true })).toBeVisible()
  // And it stands in what became of it.
  await expect(drawer.getByText('“演习，已点名”')).toBeVisible()
  await expect(drawer.getByRole('link', { name: '在地图上查看报警位置' })).toBeVisible()
})
