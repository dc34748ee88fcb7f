import { accountCalls } from '@vigil/contract/accounts/calls.ts'
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
  // Hidden by somebody else while it is looked at: it is told no more, and that is said.
  await site.admin.ask(alarmCalls.deleteAlarmList, { ids: [open.find(({ deviceName }) => deviceName === names[1])?.id ?? ''] })
  await expect(drawer.getByText('没有这条报警')).toBeVisible()
  await expect(drawer.getByText('演习，已点名')).toHaveCount(0)
  await expect(list.rows).toHaveCount(2)
})

test('of alarms that are confirmed together each says what became of it: who was quicker, what is gone, what one may not', async ({
  page,
  site,
}) => {
  const user = await site.makeUser(['alarmRealMgmt', 'alarm:handle'])
  const word = unique('同批')
  for (const name of ['甲', '乙', '丙', '丁'])
    await createHelmet(site, await site.makeHelmet(`${word}${name}`)).report(at(-300, 250), { sos: 'press' })
  const found = async () => (await site.admin.ask(alarmCalls.listUnHandledPage, { keyword: word })).list
  await expect.poll(async () => (await found()).length).toBe(4)
  const open = (await found()).toSorted((one, other) => one.deviceName.localeCompare(other.deviceName))
  const [handled, hidden, taken, left] = open
  if (!handled || !hidden || !taken || !left) throw new Error('four alarms stand open')

  await openAs(page, site.origin, user, `/alarmMgmt/alarmRealMgmt?keyword=${encodeURIComponent(word)}`)
  const list = listPage(page)
  await expect(list.rows).toHaveCount(4)
  for (const { deviceName } of open) await page.getByRole('checkbox', { name: `选择 ${deviceName}` }).check()
  await list.bulk.getByRole('button', { name: '确认报警' }).click()
  const dialog = page.getByRole('dialog', { name: '确认报警' })
  const confirms = dialog.getByRole('button', { name: '确认报警' })
  await expect(confirms).toBeVisible()
  // What others do while the question stands here.
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: handled.id, status: 2 })
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: hidden.id, status: 2 })
  await site.admin.ask(alarmCalls.deleteAlarmList, { ids: [hidden.id] })
  await site.admin.ask(alarmCalls.assignAlarm, { id: taken.id, version: taken.version })
  await confirms.click()
  const became = (name: string) => dialog.getByRole('row').filter({ hasText: name }).getByRole('cell').last()
  await expect(dialog.getByRole('status')).toHaveText('成功 1 项，失败 3 项')
  await expect(became(handled.deviceName)).toHaveText('没有改动，此报警刚有变化：系统管理员 已处理')
  await expect(became(hidden.deviceName)).toHaveText('报警不存在或已删除')
  await expect(became(taken.deviceName)).toHaveText('没有改动，此报警刚有变化：系统管理员 正在处理')
  await expect(became(left.deviceName)).toHaveText('成功')
  await list.button(dialog, '关闭').last().click()
  expect((await found()).map(({ id, status }) => ({ id, status }))).toEqual([{ id: taken.id, status: 1 }])

  // Only what still waits is chosen; whoever may not confirm any more is told so.
  await expect(list.bulk).toContainText('1')
  await list.bulk.getByRole('button', { name: '确认报警' }).click()
  await expect(confirms).toBeVisible()
  const role = (await site.admin.ask(accountCalls.getAllRoles, undefined)).find(({ name }) => name === user.userName)
  if (!role) throw new Error('a user has a role of his own')
  await site.admin.ask(accountCalls.saveRole, { ...role, permissions: ['alarmRealMgmt'] })
  await confirms.click()
  await expect(became(taken.deviceName)).toContainText('没有权限')
  expect((await found()).map(({ id, status }) => ({ id, status }))).toEqual([{ id: taken.id, status: 1 }])
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: taken.id, status: 2 })
})
