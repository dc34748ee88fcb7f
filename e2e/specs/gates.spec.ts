import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Browser, Page } from '@playwright/test'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { gateName, pushGatePass } from '../support/gate.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { uniqueNumber } from '../support/unique.ts'

const phone = { width: 390, height: 844 } as const
const desk = '/gateAccessMgmt/guardDeskMgmt'
const watches = ['guardDeskMgmt', 'guardDeskMgmt:edit'] as const
const manages = ['visitRecordMgmt', 'visitRecordMgmt:edit'] as const

/** A phone of a visitor: a browser of its own, without anybody's session. */
const phoneAt = async (browser: Browser, path: string, language: Language): Promise<Page> => {
  const context = await browser.newContext({ viewport: phone, locale: language === 'zh' ? 'zh-CN' : 'en-GB' })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

const visitOf = async ({ admin }: Site, visitorName: string) => {
  const body = { keyword: visitorName, pageNum: 1, pageSize: 10 }
  const [found] = paged(await admin.ask(gateCalls.listZdVisitRecordByDate, body)).list
  if (!found) throw new Error(`nobody has booked as ${visitorName}`)
  return found
}

for (const language of inLanguages('zh'))
  test(`a visitor books by a QR code, is let in with a tag, overstays and returns it (${language})`, async ({
    page,
    browser,
    site,
  }) => {
    const said = sayingIn(language)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const visitor = `访客${uniqueNumber()}`
    const tagNo = `T${uniqueNumber()}`
    await site.admin.ask(deviceCalls.saveBsBadge, { badgeNo: tagNo, devEui: String(uniqueNumber()).padStart(16, '0') })

    // The host's link, shown once with its QR code.
    await openAs(
      page,
      site.origin,
      await site.makeUser([...manages, ...watches]),
      '/gateAccessMgmt/visitRecordMgmt?view=invitations',
      language,
    )
    await button(said('生成链接', 'New link')).first().click()
    await page.getByRole('dialog').getByLabel(said('被访人', 'Host'), { exact: true }).fill('李主任')
    await button(said('生成', 'Make')).click()
    await expect(page.getByRole('img', { name: said('预约二维码', 'QR code for booking') })).toBeVisible()
    const link = await page.getByRole('textbox', { name: said('预约链接', 'Booking link') }).inputValue()
    await button(said('关闭', 'Close')).last().click()

    // He fills the form in; what is missing is named, what was typed stays.
    const his = await phoneAt(browser, link, language)
    await expect(his.getByText('李主任')).toBeVisible()
    await his.getByLabel(said('姓名', 'Your name')).fill(visitor)
    await his.getByRole('button', { name: said('提交预约', 'Book') }).click()
    await expect(his.getByText(said('请填写手机号', 'Phone: please fill in'))).toBeVisible()
    await his.getByLabel(said('手机号', 'Phone')).fill('13800138000')
    await his.getByLabel(said('来访事由', 'Purpose')).fill('设备检修')
    await his.getByRole('button', { name: said('提交预约', 'Book') }).click()
    await expect(his.getByRole('heading', { name: said('待审批', 'Waiting for approval') })).toBeVisible()
    await expectAccessible(his, 'ownVisit', language)
    await his.getByRole('button', { name: said('我已阅读并遵守', 'I have read it and will keep to it') }).click()
    await expect(his.getByRole('status')).toContainText(said('确认', 'Acknowledged'))

    // The gate finds him by his name, approves him and lets him in.
    await page.goto(`${site.origin}${desk}`)
    await page.getByRole('textbox', { name: said('车牌、姓名、手机号', 'Plate, name, phone') }).fill(visitor)
    const row = page.getByRole('list', { name: said('找到的访客', 'Visitors found') }).getByRole('listitem')
    await expect(row).toHaveCount(1)
    await row.getByRole('button', { name: said('通过', 'Approve') }).click()
    await row.getByRole('button', { name: said('入厂', 'Enter') }).click()
    await row.getByLabel(said('临时标签号', 'Temporary tag')).fill(tagNo)
    await row.getByLabel(said('临时标签号', 'Temporary tag')).press('Enter')
    await expect(row).toContainText(said('在厂', 'Inside'))
    expect(await visitOf(site, visitor)).toMatchObject({ status: 'inside', tagNo })
    await his.reload()
    await expect(his.getByRole('heading', { name: said('在厂', 'Inside') })).toBeVisible()

    // His time ends, in a moment; of a department, so that not everybody is alarmed whose test runs beside this one.
    const { id: deptId } = await site.admin.ask(accountCalls.saveDept, { name: `被访部门${uniqueNumber()}`, pid: null })
    const at = (seconds: number): string =>
      new Date(Date.now() + 8 * 3_600_000 + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ')
    await site.admin.ask(gateCalls.saveZdVisitRecord, {
      ...(await visitOf(site, visitor)),
      planIn: at(-3_600),
      planOut: at(4),
      deptId,
    })
    await expect(row).toContainText(said('超时未离', 'Overstayed'))
    await his.reload()
    await expect(his.getByRole('heading', { name: said('超时未离', 'Overstayed') })).toBeVisible()
    await his.context().close()

    // The record says so, with its number among the quick choices; he leaves there, and his tag is back.
    await page.goto(`${site.origin}/gateAccessMgmt/visitRecordMgmt?keyword=${encodeURIComponent(visitor)}`)
    await page.getByRole('button', { name: said('超时未离 1', 'Overstayed 1') }).click()
    const list = listPage(page, language)
    await list.title(visitor).click()
    await list.drawer.getByRole('button', { name: said('离厂', 'Leave'), exact: true }).click()
    await list.drawer.getByRole('button', { name: said('标签已收回，离厂', 'Tag returned, leave') }).click()
    await expect.poll(async () => visitOf(site, visitor)).toMatchObject({ status: 'left', tagBack: true })
  })

test('a gate is closed after the answer to opening it was lost', async ({ page, site }) => {
  const name = `断线闸${uniqueNumber()}`
  const code = `D-${uniqueNumber()}`
  const gate = await site.admin.ask(gateCalls.saveBsBarrierGate, { name, code, kind: 'vehicle', direction: 1 })
  // Of a network that is nobody's: what became of it is that no gate heard it.
  const told = { make: 'hikvision', scheme: 'http', host: '192.0.2.1', port: 9, channel: 1 } as const
  await site.admin.ask(gateControlCalls.saveBsBarrierGateControl, { id: gate.id, ...told, userName: 'admin', password: 'p' })
  await openAs(page, site.origin, await site.makeUser([...watches, 'gate:open']), desk)
  await page.getByRole('button', { name: '开闸' }).click()
  const dialog = page.getByRole('dialog', { name: '远程开闸' })
  await dialog.getByRole('combobox').first().click()
  await page.locator('.ant-select-item-option').filter({ hasText: name }).click()
  await page.route(
    `**/api${gateControlCalls.commandGate.path}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: /^开 ?闸$/ }).click()
  await expect(dialog.getByRole('alert')).not.toContainText(name)
  await dialog.getByRole('button', { name: '关闸' }).click()
  await expect(dialog.getByRole('alert')).toContainText(name)
})

test('a link that does not hold says so', async ({ browser, site }) => {
  const his = await phoneAt(browser, `${site.origin}/visit/${'x'.repeat(43)}`, 'en')
  await expect(his.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible()
  await his.context().close()
})

for (const language of inLanguages('en'))
  test(`the guard sees who passes, finds a visitor by his plate and corrects what does not fit (${language})`, async ({
    page,
    site,
  }) => {
    const said = sayingIn(language)
    const guard = await site.makeUser(watches)
    const worker = await site.makeUser([])
    const personNo = worker.userName
    const plate = `皖E${uniqueNumber()}`
    const soon = (hours: number): string =>
      new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    await site.admin.ask(gateCalls.saveZdVisitRecord, {
      visitorName: `司机${uniqueNumber()}`,
      phone: '13900139000',
      hostName: '王工',
      plateNumber: plate,
      planIn: soon(-0.1),
      planOut: soon(3),
    })
    await openAs(page, site.origin, guard, desk, language)
    const passes = page.getByRole('list', { name: said('最近通行', 'Last passes') })

    // By the live link, newest on top; who is refused with the reason.
    await pushGatePass(site, { personNo, personName: '张三', direction: 'in', ago: 5 })
    await pushGatePass(site, { personNo, personName: '张三', direction: 'in' })
    const mine = passes.getByRole('listitem').filter({ hasText: personNo })
    await expect(mine).toHaveCount(2)
    await expect(mine.first()).toContainText(gateName)
    const stranger = `X${uniqueNumber()}`
    await pushGatePass(site, { personNo: stranger, personName: '', direction: 'in', result: 'refused', reason: 'expired card' })
    await expect(passes.getByRole('listitem').filter({ hasText: stranger })).toContainText(said('拒绝', 'Refused'))
    await expectAccessible(page, 'guardDesk', language)

    const field = page.getByRole('textbox', { name: said('车牌、姓名、手机号', 'Plate, name, phone') })
    await field.fill(plate)
    const found = page.getByRole('list', { name: said('找到的访客', 'Visitors found') })
    await expect(found.getByRole('listitem')).toHaveCount(1)
    // Without a hand on the mouse.
    await field.press('Enter')
    await expect(found.getByRole('button', { name: said('通过', 'Approve') })).toBeFocused()
    // It chose the step, and took none.
    expect(await visitOf(site, plate)).toMatchObject({ status: 'pending' })
    await page.keyboard.press('Enter')
    await expect(found).toContainText(said('已通过', 'Approved'))
    await field.fill('')

    const odd = page
      .getByRole('listitem')
      .filter({ hasText: said('连续两次进厂', 'Entered twice') })
      .filter({ hasText: personNo })
    await expect(odd).toBeVisible()
    await odd.getByRole('button', { name: said('更正', 'Correct') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: said('确定', 'OK') }).click()
    await expect(dialog.getByRole('alert')).toContainText(said('请填写原因', 'Give the reason'))
    await dialog.getByLabel(said('原因', 'Reason')).fill('闸机重复上报')
    await dialog.getByRole('button', { name: said('确定', 'OK') }).click()
    await expect(dialog).toHaveCount(0)
    await expect
      .poll(async () => (await site.admin.ask(gateCalls.listNowInside, undefined)).list.find(({ number }) => number === personNo))
      .toMatchObject({ isInside: false, correction: { reason: '闸机重复上报' } })
  })
