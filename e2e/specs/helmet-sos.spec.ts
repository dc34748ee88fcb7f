import type { Page } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { Permission } from '@vigil/contract/menu/routes.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { createPhone } from '@vigil/simulator/links/sip-phone.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openHelmetLine } from '../support/helmet-line.ts'
import { expect, test, type Site } from '../support/site.ts'
import { unique, uniqueNumber } from '../support/unique.ts'

const words = {
  zh: {
    calls: '正在呼叫值班台',
    answer: '应答',
    dialog: '通话',
    talking: '通话中',
    registered: '已注册',
    pressed: '求救',
    locate: '定位',
    close: '关闭',
  },
  en: {
    calls: 'Calls the control room',
    answer: 'Answer',
    dialog: 'Call',
    talking: 'Talking',
    registered: 'Registered',
    pressed: 'Calls for help',
    locate: 'Locate',
    close: 'Close',
  },
} as const
const list = '/userSafeMgmt/hatOnlineListMgmt'
const operator: readonly Permission[] = ['trackRealMgmt', 'hatOnlineListMgmt', 'alarmRealMgmt', 'alarm:handle', 'call:place']

/** A helmet of a department of its own that is on its line, with the telephone within it. */
const helmetOf = async (site: Site) => {
  const deptId = (await site.admin.ask(accountCalls.saveDept, { name: unique('求救部门') })).id
  const number = uniqueNumber()
  const imei = String(number).padStart(15, '7')
  await site.admin.ask(deviceCalls.saveBsHat, { hatNo: `帽${number}`, imei, deptId, sipId: `3${number}` })
  const line = await openHelmetLine(site, imei)
  const problems: string[] = []
  const phone = createPhone({
    origin: site.origin,
    account: await line.sipAccount(),
    onProblem: (problem) => problems.push(problem),
    answersAfter: 100,
  })
  await expect.poll(phone.isRegistered).toBe(true)
  const end = (): void => {
    phone.close()
    line.close()
    expect(problems).toEqual([])
  }
  return { deptId, imei, name: `帽${number}`, line, phone, end }
}

/** Resolves once the page's own line to the helmet service is let in; to be asked before the page is opened. */
const letIn = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) => {
      if (!socket.url().endsWith('/helmet')) return
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"cmd":"ma_login","status":true')) resolve()
      })
    })
  })
const openConsole = async (page: Page, site: Site, deptId: string, permissions: readonly Permission[], language: 'zh' | 'en') => {
  const isIn = letIn(page)
  await openAs(page, site.origin, await site.makeUser([...permissions], { deptId }), list, language)
  await isIn
}
const sipSos = (roomId: number) => ({ act: 'ca_sip_sos', room_id: roomId, time: String(Math.floor(Date.now() / 1_000)) })

test('a helmet that calls is answered in the card of its alarm with one click, and stops calling on all other consoles', async ({
  page,
  browser,
  site,
}) => {
  const { deptId, line, phone, end } = await helmetOf(site)
  const [said, there] = [words.zh, words.en]
  const context = await browser.newContext()
  const other = await context.newPage()
  await Promise.all([openConsole(page, site, deptId, operator, 'zh'), openConsole(other, site, deptId, operator, 'en')])
  await expect(page.getByRole('button', { name: /SIP/ })).toContainText(said.registered)
  await line.answerTo(sipSos(uniqueNumber()))
  const call = page.getByRole('alert').filter({ hasText: said.calls })
  const callThere = other.getByRole('alert').filter({ hasText: there.calls })
  await expect(call).toHaveCount(1)
  await expect(callThere).toHaveCount(1)
  // One telling of one alarm: nothing pops up beside its card.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page, 'helmet-sos', 'zh')
  await call.getByRole('button', { name: said.answer }).click()
  await expect(page.getByRole('dialog', { name: said.dialog }).getByRole('status')).toContainText(said.talking)
  await expect.poll(() => phone.heard()?.audio ?? 0).toBeGreaterThan(10)
  await expect(call).toHaveCount(0)
  await expect(callThere).toHaveCount(0)
  const { list: open } = await site.admin.ask(alarmCalls.listRealAlarmData, undefined)
  expect(open.find(({ deptId: of }) => of === deptId)).toMatchObject({ status: 1 })
  await context.close()
  end()
})

test('a call of which no alarm tells here pops up with the call and the map', async ({ page, site }) => {
  const { deptId, name, imei, line, phone, end } = await helmetOf(site)
  const said = words.en
  await openConsole(page, site, deptId, ['trackRealMgmt', 'hatOnlineListMgmt', 'call:place'], 'en')
  await expect(page.getByRole('button', { name: /SIP/ })).toContainText(said.registered)
  await line.answerTo(sipSos(uniqueNumber()))
  const popup = page.getByRole('dialog', { name: said.pressed })
  await expect(popup).toContainText(imei)
  await expect(popup.getByRole('alert')).toContainText(said.calls)
  await expectAccessible(page, 'helmet-sos-popup', 'en')
  await popup.getByRole('button', { name: said.locate }).click()
  await expect(page).toHaveURL(new RegExp(`object=hat(:|%3A)${imei}`))
  await popup.getByRole('button', { name: said.answer }).click()
  await expect(page.getByRole('dialog', { name: said.dialog }).getByRole('status')).toContainText(said.talking)
  await expect.poll(() => phone.heard()?.audio ?? 0).toBeGreaterThan(10)
  await expect(popup).toHaveCount(0)
  expect(name).not.toBe('')
  end()
})

test('the broadcast account speaks to helmets of their alarms, closes what arrived and leaves level one open', async ({
  page,
  site,
}) => {
  const { deptId, imei, line, phone, end } = await helmetOf(site)
  const save = async (broadcastPattern: string) =>
    site.admin.ask(siteCalls.saveSite, { ...(await site.admin.ask(siteCalls.getSite, undefined)), broadcastPattern })
  await save(imei.slice(2))
  const user = await site.makeUser([
    'trackRealMgmt',
    'hatOnlineListMgmt',
    'hatInterfaceMgmt',
    'hatInterfaceMgmt:edit',
    'alarmRealMgmt',
    'alarm:handle',
    'call:place',
  ])
  // There is one such account, which is the plant's own.
  await page.route(`**/api${sessionCalls.getInfo.path}`, async (route) => {
    const response = await route.fetch()
    const envelope = (await response.json()) as { readonly data: object }
    await route.fulfill({ response, json: { ...envelope, data: { ...envelope.data, workNum: 'qt' } } })
  })
  const asked: string[] = []
  page.on('websocket', (socket) => {
    if (socket.url().endsWith('/helmet')) socket.on('framesent', ({ payload }) => asked.push(String(payload)))
  })
  const isIn = letIn(page)
  await openAs(page, site.origin, user, list)
  await isIn
  const press = (type: string) => line.answerTo({ act: 'ca_sos', sos_type: type, time: String(Math.floor(Date.now() / 1_000)) })
  await press('1')
  await expect(page.getByText(/已发起广播/).first()).toBeVisible()
  const handled = async () => (await site.admin.ask(alarmCalls.listHandledPage, { deptId, pageNum: 1, pageSize: 10 })).list
  await expect.poll(async () => (await handled()).map(({ remark, status }) => [remark, status])).toEqual([['已发起广播', 2]])
  await press('7')
  await expect.poll(() => line.words().length).toBe(2)
  const open = async () =>
    (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.filter(({ deviceId }) => deviceId === imei)
  expect(await open()).toMatchObject([{ alarmLevel: 1, status: 0 }])
  await expect.poll(() => asked.filter((text) => text.includes('ma_get_active_devices')).length).toBeGreaterThan(0)
  // And says that its softphone is there.
  await expect.poll(() => asked.some((text) => text.includes('ma_set_sip_info') && text.includes('"v_type":"1"'))).toBe(true)
  expect(await handled()).toHaveLength(1)
  await save('')
  expect(phone.isRegistered()).toBe(true)
  end()
})
