import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { DataOf } from '@vigil/contract/kernel/call.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import type { Page } from '@playwright/test'
import { listPage } from '../pages/list.ts'
import { shell } from '../pages/shell.ts'
import { openAs } from '../pages/sign-in.ts'
import { pushPass } from '../support/camera.ts'
import { at, createHelmet } from '../support/helmet.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique, uniqueNumber } from '../support/unique.ts'

// As most people have it: what glides is in the way for a moment.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Confirms whatever stands open: what earlier tests left of helmets without a department is everybody's. */
const confirmAll = async ({ admin }: Site): Promise<void> => {
  for (const { id } of (await admin.ask(alarmCalls.listRealAlarmData, undefined)).list)
    await admin.ask(alarmCalls.updateZdAlarm, { id, status: 2 })
}

test('a shift’s work is done while three alarms stand open: nothing lies over it, nothing opens again', async ({
  page,
  site,
}) => {
  // Trucks that drive too fast elsewhere meanwhile open nothing here.
  const { dept, deptId, makeWearer } = await site.makeCrew('呼救')
  const user = await site.makeUser(
    [
      'trackRealMgmt',
      'alarmRealMgmt',
      'alarmStatisticMgmt',
      'alarm:handle',
      'hatMgmt',
      'hatMgmt:edit',
      'dangAreaDrawMgmt',
      'dangAreaDrawMgmt:edit',
      'rolePermissionMgmt',
      'rolePermissionMgmt:edit',
    ],
    { deptId },
  )
  const callers = (await Promise.all(['甲', '乙', '丙'].map((label) => makeWearer(`呼救${label}`)))).map(({ imei }) => imei)
  const helmets = callers.map((imei) => createHelmet(site, imei))
  const places = [at(-300, 250), at(-280, 250), at(-260, 250)] as const
  for (const [index, helmet] of helmets.entries()) await helmet.report(places[index] ?? places[0], { sos: 'press' })
  const openOnes = async () =>
    (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.filter(({ deviceId }) => callers.includes(deviceId))
  await expect.poll(async () => (await openOnes()).length).toBe(3)
  const [first] = (await openOnes()).filter(({ deviceId }) => deviceId === callers[0])
  const name = first?.userName ?? ''

  await openAs(page, site.origin, user, '/userSafeMgmt/trackRealMgmt')
  const { alarms, menu } = shell(page)
  const list = listPage(page)
  await expect(alarms.getByText(name)).toBeVisible()

  // Found on the map, and followed.
  await page.getByRole('combobox', { name: /在地图上查找/ }).fill(name)
  await expect(page.locator('.ant-select-dropdown').getByText(name)).toBeVisible()
  await page.keyboard.press('Enter')
  const card = page.getByRole('region', { name })
  await card.getByRole('button', { name: '跟随' }).click()
  await expect(card.getByRole('button', { name: '正在跟随' })).toBeVisible()

  // Confirmed beside its evidence: the column keeps it, the map shows where it is and how it came there.
  const row = alarms.locator('[data-level]').filter({ hasText: name })
  await row.getByRole('button', { name: /^确 ?认/ }).click()
  const dock = alarms.getByRole('region', { name: '报警确认' })
  await dock.getByRole('button', { name: '演练' }).click()
  await dock.getByRole('textbox', { name: /^处理说明/ }).fill('已到现场')
  await expect(card.getByRole('button', { name: '轨迹' })).toHaveAttribute('aria-pressed', 'true')
  // Another cry for help comes while he writes: what he writes and where he writes it stay.
  await helmets[1]?.report(places[1], { sos: 'release' })
  await helmets[1]?.report(places[1], { sos: 'press' })
  await expect(dock.getByRole('textbox', { name: /^处理说明/ })).toHaveValue('已到现场')
  await dock.getByRole('button', { name: '确 定' }).click()
  await expect(page.getByText('报警已确认')).toBeVisible()
  await expect(alarms.getByText(name)).toHaveCount(0)
  expect((await openOnes()).length).toBe(2)

  // However far home is scrolled the column ends where the window does.
  await menu.getByRole('link', { name: '首页' }).click()
  // As high as it will be: a wheel that is turned before has nothing to move.
  await expect(page.getByRole('heading', { name: '在线数量' })).toBeVisible()
  await expect(page.locator('main .ant-skeleton').filter({ visible: true })).toHaveCount(0)
  await page.getByRole('main').hover()
  await page.mouse.wheel(0, 2_000)
  const bottom = async (): Promise<number> => {
    const box = await alarms.getByRole('contentinfo').or(alarms.locator('footer')).boundingBox()
    return Math.round((box?.y ?? 0) + (box?.height ?? 0))
  }
  await expect(page.getByRole('banner')).not.toBeInViewport()
  await expect.poll(bottom).toBe(768)

  // Nor does it leave the window beside a screen that is longer still, and its head has room for many, beside those of others.
  let standing = 0
  await page.route('**/listRealAlarmData', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: DataOf<typeof alarmCalls.listRealAlarmData> }
    const [sos] = body.data.list
    standing = body.data.list.length
    const many = Array.from({ length: 500 }, (_, n) => ({ ...sos, id: `999${n}`, alarmLevel: (n % 3) + 1 }))
    await route.fulfill({ response, json: { ...body, data: { ...body.data, list: [...many, ...body.data.list] } } })
  })
  await page.goto(`${site.origin}/alarmMgmt/alarmStatisticMgmt?interval=3`)
  await expect(page.getByRole('heading', { name: '报警系统指标' })).toBeVisible()
  await expect(page.locator('main .ant-skeleton').filter({ visible: true })).toHaveCount(0)
  await page.getByRole('main').hover()
  await page.mouse.wheel(0, 9_000)
  await expect(page.getByRole('banner')).not.toBeInViewport()
  await expect.poll(bottom).toBe(768)
  const head = alarms.locator('header').first()
  await expect(head.getByText(String(500 + standing), { exact: true })).toBeInViewport({ ratio: 1 })
  for (const name of ['静音 2 分钟', '收起报警栏（Esc）'])
    await expect(head.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  expect(await head.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.unroute('**/listRealAlarmData')

  // A sheet with a row that is wrong; the column is a rail where one works.
  await menu.getByRole('button', { name: /基础设置/ }).click()
  await menu.getByRole('link', { name: '智能安全帽' }).click()
  await expect(alarms.getByRole('button', { name: /^展开报警栏/ })).toBeVisible()
  const good = unique('带错')
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /导 ?入/ })
    .click()
  const dialog = page.getByRole('dialog', { name: '导入安全帽' })
  await dialog.locator('input[type=file]').setInputFiles({
    name: '一行有错.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`帽号,IMEI,部门\n${good},8690000${String(Date.now()).slice(-8)},${dept}\n没有号码,,${dept}\n`),
  })
  await expect(dialog.getByText(/IMEI.*必填/)).toBeVisible()
  // A repetition counts up and opens nothing.
  await helmets[2]?.report(places[2], { sos: 'press' })
  await list.button(dialog, '导入 1 行').click()
  await expect(dialog.getByText('导入完成')).toBeVisible()
  await list.button(dialog, '关闭').last().click()
  await expect(dialog).toHaveCount(0)
  expect(paged(await site.admin.ask(deviceCalls.listBsHatAll, { keyword: good, pageNum: 1, pageSize: 1 })).total).toBe(1)

  // A fence is drawn beside the open column: the list gives way, and the map has the room.
  await alarms.getByRole('button', { name: /^展开报警栏/ }).click()
  await menu.getByRole('link', { name: '电子围栏' }).click()
  const fences = page.getByRole('main')
  await list.button(fences, '新建围栏').click()
  await expect(fences.getByRole('heading', { name: '新增电子围栏' })).toBeVisible()
  const widthOfMap = async () => (await fences.locator('canvas').filter({ visible: true }).boundingBox())?.width ?? 0
  await expect.poll(widthOfMap).toBeGreaterThan(400)
  await list.button(fences, '取消').click()
  await expect(list.button(fences, '新建围栏')).toBeVisible()
  await alarms.getByRole('button', { name: /^收起报警栏/ }).click()

  // A role, saved by the button at the foot of its form.
  await menu.getByRole('button', { name: /系统管理/ }).click()
  await menu.getByRole('link', { name: '角色权限' }).click()
  const main = page.getByRole('main')
  const role = unique('夜班')
  await list.button(main, '新增角色').click()
  await main.getByLabel('角色名称', { exact: true }).fill(role)
  await main.getByRole('checkbox', { name: '智能安全帽 查看', exact: true }).check()
  await list.button(main, '保存').click()
  await expect(main.getByRole('status').filter({ hasText: '没有修改' })).toBeVisible()
  expect((await site.admin.ask(accountCalls.getAllRoles, undefined)).some((one) => one.name === role)).toBe(true)
  await expect(alarms.getByRole('button', { name: /^展开报警栏/ })).toBeVisible()
  for (const { id, version } of await openOnes()) await site.admin.ask(alarmCalls.updateZdAlarm, { id, version, status: 2 })
})

test('an alarm is taken over, written about, put aside and brought back, and confirmed, and what became of it is told', async ({
  page,
  site,
}) => {
  await confirmAll(site)
  const { deptId, makeWearer } = await site.makeCrew('搁置')
  const user = await site.makeUser(['trackRealMgmt', 'alarmRealMgmt', 'alarmHisMgmt', 'alarm:handle'], { deptId })
  const word = unique('搁置')
  const corners = [at(580, 580), at(620, 580), at(620, 620), at(580, 620)]
  const fence = await site.admin.ask(hazardCalls.saveBsDangArea, {
    name: word,
    type: 'noEntry',
    shape: 'polygon',
    points: corners.map(({ lng, lat }): [number, number] => [lng, lat]),
    level: 2,
    minInside: 0,
    deptId,
  })
  const { imei, cname } = await makeWearer('搁置')
  await createHelmet(site, imei).report(at(600, 600))

  await openAs(page, site.origin, user, '/userSafeMgmt/trackRealMgmt')
  const { alarms } = shell(page)
  const list = listPage(page)
  const card = alarms.getByRole('article')
  await card.getByRole('button', { name: '接手' }).click()
  await expect(card.getByText(/处理中$/)).toBeVisible()
  await expect(card.getByRole('button', { name: '接手' })).toHaveCount(0)

  await card.getByRole('button', { name: '更多处理' }).click()
  await page.getByRole('menuitem', { name: '写备注…' }).click()
  const note = page.getByRole('dialog', { name: /报警备注/ })
  await note.getByRole('button', { name: '确 定' }).click()
  await expect(note.getByRole('alert')).toHaveText('请填写备注')
  await note.getByRole('textbox').fill('已派人查看')
  await note.getByRole('button', { name: '确 定' }).click()
  await expect(note).toHaveCount(0)

  await card.getByRole('button', { name: '更多处理' }).click()
  await page.getByRole('menuitem', { name: '搁置…' }).click()
  const shelve = page.getByRole('dialog', { name: /搁置报警/ })
  await shelve.getByRole('combobox', { name: '原因' }).click()
  await list.choice('检修').click()
  await shelve.getByRole('button', { name: '确 定' }).click()
  await expect(card).toHaveCount(0)
  // Nothing waits any more, so that the column is a rail.
  await alarms.getByRole('button', { name: /^展开报警栏/ }).click()
  await alarms.getByRole('link', { name: '搁置 1 条' }).click()
  await expect(list.rows).toHaveCount(1)
  await expect(list.rows.getByText(/检修$/)).toBeVisible()

  await list.title(cname).click()
  const drawer = page.getByRole('dialog', { name: /^查看报警/ })
  const steps = drawer.getByRole('list', { name: '经过' }).getByRole('listitem')
  await expect(steps).toHaveCount(4)
  await drawer.getByRole('button', { name: '结束搁置' }).click()
  await expect(steps).toHaveCount(5)
  await drawer.getByRole('button', { name: '确认报警' }).click()
  const confirm = page.getByRole('dialog', { name: '报警确认' })
  await confirm.getByRole('button', { name: '确 定' }).click()
  await expect(steps).toHaveCount(6)
  await expect(steps).toContainText(['报警发生', '接手', '已派人查看', '检修', '结束搁置', '确认'])
  await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id: fence.id })
})

test('on a phone what stands above a screen leaves it the room, with an alarm too', async ({ browser, site }) => {
  await confirmAll(site)
  const { deptId, makeWearer } = await site.makeCrew('掌上')
  const user = await site.makeUser(['trackRealMgmt', 'alarmRealMgmt', 'alarm:handle', 'hatMgmt'], { deptId })
  const { imei } = await makeWearer('掌上')
  const open = async () =>
    (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.filter(({ deviceId }) => deviceId === imei)
  for (const language of ['zh', 'en'] as const) {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await openAs(page, site.origin, user, '/baseMgmt/hatMgmt', language)
    await expect(listPage(page, language).rows.first()).toBeVisible()
    const above = async (): Promise<number> => (await page.getByRole('main').boundingBox())?.y ?? Infinity
    await expect.poll(above).toBeLessThanOrEqual(150)
    await createHelmet(site, imei).report(at(-300, 250), { sos: 'press' })
    await expect(page.getByRole('complementary', { name: /未处理报警|Open alarms/ })).toBeVisible()
    await expect.poll(above).toBeLessThanOrEqual(200)
    // In a flood alarms of one cause are a line of the bar, and what is of level one stands by itself above them.
    await page.route('**/listRealAlarmData', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: DataOf<typeof alarmCalls.listRealAlarmData> }
      const [sos] = body.data.list
      const others = [1, 2, 3, 4].map((n) => ({ ...sos, id: `99900${n}`, alarmLevel: 2, alarmType: 3, areaId: '1' }))
      const data = { ...body.data, list: [...others, ...body.data.list], flood: { since: sos?.findTime, count: 12 } }
      await route.fulfill({ response, json: { ...body, data } })
    })
    await page.reload()
    const bar = page.getByRole('complementary', { name: /未处理报警|Open alarms/ })
    await bar.getByRole('button', { name: /^(另有 4 条|4 more)$/ }).click()
    await expect(bar.getByRole('button', { name: /· (4 条|4 alarms)$/ })).toHaveAttribute('aria-expanded', 'false')
    await expect(bar.getByRole('button', { name: /^(确 认|Confirm)$/ })).toHaveCount(1)
    await page.unroute('**/listRealAlarmData')
    // The menu leads wherever the tabs did.
    await page.getByRole('button', { name: /打开菜单|Open the menu/ }).click()
    await page
      .getByRole('link', { name: /^(首页|Home)$/ })
      .last()
      .click()
    await expect(page).toHaveURL(/\/home/)
    for (const { id } of await open()) await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 2 })
    await page.close()
  }
})

test('that nobody is on duty is said beside the alarms to who may change it, until somebody is', async ({
  page,
  browser,
  site,
}) => {
  await confirmAll(site)
  const may = await site.makeUser(['trackRealMgmt', 'siteMgmt', 'siteMgmt:edit', 'alarm:handle'])
  const mayNot = await site.makeUser(['trackRealMgmt', 'siteMgmt', 'alarm:handle'])
  const save = async (dutyRoster: string[]) =>
    site.admin.ask(siteCalls.saveSite, { ...(await site.admin.ask(siteCalls.getSite, undefined)), dutyRoster })
  const other = await browser.newPage()
  for (const [where, user] of [
    [page, may],
    [other, mayNot],
  ] as const) {
    await openAs(where, site.origin, user, '/userSafeMgmt/trackRealMgmt')
    await shell(where)
      .alarms.getByRole('button', { name: /^展开报警栏/ })
      .click()
  }
  const said = shell(page).alarms.getByText('值班顺序为空，无人接手的报警不会升级。')
  await expect(said).toBeVisible()
  await expect(shell(page).alarms.getByRole('link', { name: '去设置' })).toHaveAttribute('href', /siteMgmt$/)
  await expect(shell(other).alarms.getByRole('button', { name: /^收起报警栏/ })).toBeVisible()
  await expect(shell(other).alarms.getByText('值班顺序为空')).toHaveCount(0)
  try {
    await save([may.id])
    await expect(said).toHaveCount(0)
  } finally {
    await save([])
  }
  await expect(said).toBeVisible()
  await other.close()
})

/** Words of the Latin alphabet in the folded column that stand on two lines, or are not whole. */
const brokenWords = `(() => {
  const broken = []
  const texts = document.createTreeWalker(document.querySelector('aside[aria-label="Open alarms"]'), NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    for (const { 0: word, index } of node.textContent.matchAll(/[A-Za-z]+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const [first, ...others] = [...range.getClientRects()]
      const room = node.parentElement.getBoundingClientRect()
      if (others.length > 0 || (first && room.width > 1 && first.right > room.right + 1)) broken.push(word)
    }
  }
  return broken
})()`

test('in English the words of the folded alarms stand whole, beside the folded menu too', async ({ page, site }) => {
  await confirmAll(site)
  const { deptId, makeWearer } = await site.makeCrew('折叠')
  const user = await site.makeUser(['trackRealMgmt', 'alarmRealMgmt', 'alarm:handle', 'hatMgmt'], { deptId })
  const { imei } = await makeWearer('折叠')
  await createHelmet(site, imei).report(at(-300, 250), { sos: 'press' })
  await page.context().addCookies([{ name: 'sidebarStatus', value: '0', url: site.origin }])
  // The types of the longest words, one after the other.
  const longest = ({ en }: { readonly en: string }): number => Math.max(...en.split(/[ -]/).map((word) => word.length))
  const types = Object.values(alarmTypes).toSorted((one, other) => longest(other) - longest(one))
  let said: object = {}
  await page.route('**/listRealAlarmData', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: DataOf<typeof alarmCalls.listRealAlarmData> }
    const list = body.data.list.map((alarm) => ({ ...alarm, ...said }))
    await route.fulfill({ response, json: { ...body, data: { ...body.data, list } } })
  })
  await openAs(page, site.origin, user, '/baseMgmt/hatMgmt', 'en')
  const rail = page.getByRole('complementary', { name: 'Open alarms' })
  await rail.getByRole('button', { name: /^Collapse/ }).click()
  for (const { code, en } of types.slice(0, 3)) {
    said = { alarmType: code, areaName: 'Cement warehouse', areaId: null, lng: null, lat: null }
    await page.reload()
    await expect(rail.getByText(en, { exact: true })).toBeVisible()
    expect(await page.evaluate<string[]>(brokenWords), en).toEqual([])
  }
  await confirmAll(site)
})

test('on a phone an alarm is told in one place: no dialog by itself, no second number, no second name', async ({
  browser,
  site,
}) => {
  await confirmAll(site)
  const { makeWearer } = await site.makeCrew('一处')
  const user = await site.makeUser([
    'trackRealMgmt',
    'alarmRealMgmt',
    'alarm:handle',
    'hatMgmt',
    'trafficOverMgmt',
    'trafficStopMgmt',
    'trafficStopMgmt:edit',
  ])
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const desk = await browser.newPage({ viewport: { width: 1366, height: 768 } })
  for (const page of [phone, desk]) await openAs(page, site.origin, user, '/baseMgmt/hatMgmt')
  const plate = `皖F${uniqueNumber()}`
  await pushPass(site, plate, 52)
  const dialog = (page: Page) => page.getByRole('dialog', { name: '超速报警确认' })
  const cancel = (page: Page) => dialog(page).getByRole('button', { name: '取 消', exact: true })
  const untilShown = async (page: Page): Promise<void> =>
    expect(async () => {
      await expect(cancel(page)).toBeVisible()
      if ((await dialog(page).getByText(plate, { exact: true }).count()) > 0) return
      await cancel(page).click()
      throw new Error('others were first')
    }).toPass()
  await untilShown(desk)
  const { alarms } = shell(phone)
  await expect(alarms.getByText(plate)).toBeVisible()
  await expect(dialog(phone)).toHaveCount(0)
  await expect(phone.getByRole('banner').getByRole('button', { name: /^未处理报警/ })).toHaveText('')
  await expect(desk.getByRole('banner').getByRole('button', { name: /^未处理报警/ })).toHaveText(/\d/)
  // It is not lost: where there is room it comes by itself.
  await phone.setViewportSize({ width: 1366, height: 768 })
  await untilShown(phone)
  await cancel(phone).click()
  await phone.setViewportSize({ width: 390, height: 844 })

  // Given to who looks, it is named once.
  const { imei, cname } = await makeWearer('一处')
  await createHelmet(site, imei).report(at(-300, 250), { sos: 'press' })
  await expect(alarms.getByText(cname)).toHaveCount(1)
  const [sos] = (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.filter(({ deviceId }) => deviceId === imei)
  await site.admin.ask(alarmCalls.assignAlarm, { id: sos?.id ?? '', userId: user.id })
  await expect(alarms.getByRole('alert')).toContainText('转派给你')
  await expect(alarms.getByText(cname)).toHaveCount(1)
  await confirmAll(site)
  for (const page of [phone, desk]) await page.close()
})
