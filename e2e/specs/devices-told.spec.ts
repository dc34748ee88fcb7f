import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { at, createHelmet } from '../support/helmet.ts'
import { expect, test } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const minute = 60_000
const siteTime = (moment: number): string => new Date(moment + 8 * 60 * minute).toISOString().slice(0, 19).replace('T', ' ')

test('what is wrong with a device is given to somebody, and is over by itself', async ({ page, site }) => {
  const label = unique('弱电帽')
  const imei = await site.makeHelmet(label)
  const helmet = createHelmet(site, imei)
  const repairer = await site.makeUser(['deviceHealthMgmt'])
  const [found] = whole(await site.admin.ask(accountCalls.listUserByDeptId, { keyword: repairer.userName }))
  const name = found?.cname ?? ''
  const user = await site.makeUser([
    'deviceHealthMgmt',
    'deviceHealthMgmt:edit',
    'hatOnlineListMgmt',
    'hatInterfaceMgmt',
    'userMgmt',
  ])
  await helmet.report(at(-200, 100), { battery: 4 })
  await openAs(page, site.origin, user, `/baseMgmt/deviceHealthMgmt?keyword=${encodeURIComponent(label)}`)
  const health = listPage(page)
  await expect(health.row(label)).toContainText('低电量')
  await expectAccessible(page, 'device health', 'zh')
  await health.more(label).click()
  await page.getByRole('menuitem', { name: '指派' }).click()
  const dialog = page.getByRole('dialog', { name: `指派 · ${label} · 低电量` })
  await dialog.getByRole('combobox').fill(name)
  await page.getByText(name).filter({ visible: true }).last().click()
  await dialog.getByLabel('备注').fill('换电池')
  await dialog.getByRole('button', { name: /^确 ?定$/ }).click()
  await expect(health.row(label)).toContainText(name)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect(health.row(label)).toContainText('换电池')

  await page.goto(`${site.origin}/userSafeMgmt/hatOnlineListMgmt?keyword=${encodeURIComponent(label)}`)
  await expect(health.row(label)).toContainText('4%')
  await expectAccessible(page, 'helmets online', 'zh')
  await page.goto(`${site.origin}/userSafeMgmt/hatInterfaceMgmt`)
  await expect(page.getByText('正在接收').first()).toBeVisible()
  await expectAccessible(page, 'the helmet interface', 'zh')

  await helmet.report(at(-200, 100), { battery: 90 })
  await page.goto(`${site.origin}/baseMgmt/deviceHealthMgmt?keyword=${encodeURIComponent(label)}`)
  await expect(health.row(label)).toHaveCount(0)
  await page.goto(`${site.origin}/baseMgmt/deviceHealthMgmt?keyword=${encodeURIComponent(label)}&ended=1`)
  await expect(health.row(label)).toContainText('低电量')
  await expect(health.more(label)).toHaveCount(0)
})

test('the site stands as it did at a moment of the past, by the time of its reports and of their receipt', async ({
  page,
  site,
}) => {
  const begin = Math.floor((Date.now() - 40 * minute) / 1000) * 1000
  const { id: deptId } = await site.admin.ask(accountCalls.saveDept, { pid: null, name: unique('当时班') })
  const { id: userId } = await site.admin.ask(accountCalls.saveUser, {
    cname: unique('当时人'),
    workNum: unique('W'),
    deptId,
    canLogin: false,
    roleIds: [],
  })
  const imei = await site.makeHelmet(unique('当时帽'), { userId, deptId })
  const response = await fetch(`${site.origin}/ingest/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-key': site.deviceKey },
    body: JSON.stringify({
      reports: Array.from({ length: 60 }, (_, step) => ({
        deviceType: 'hat',
        deviceId: imei,
        time: new Date(begin + step * 10_000).toISOString(),
        ...at(-200 + step, -120),
      })),
    }),
  })
  expect(response.status).toBe(200)
  const user = await site.makeUser(['incidentRewindMgmt', 'trackHisMgmt', 'alarmRealMgmt'])
  const moment = siteTime(begin + 5 * minute)
  await openAs(page, site.origin, user, `/userSafeMgmt/incidentRewindMgmt?at=${encodeURIComponent(moment)}&minutes=5`)
  const panel = page.getByRole('region', { name: '事件回溯' })
  const people = async (): Promise<number> =>
    Number(/(\d+)/.exec((await panel.getByRole('heading', { name: /^当时在厂/ }).textContent()) ?? '')?.[1])
  await expect.poll(people).toBeGreaterThanOrEqual(1)
  await expect(page.getByRole('region', { name: '播放时刻' }).locator('time')).toHaveText(moment)
  await expectAccessible(page, 'the incident rewind', 'zh')
  const asItWas = await people()
  // What it says of then was told much later: nobody knew of it at that moment.
  await panel.getByText('当时已知', { exact: true }).click()
  await expect.poll(people).toBeLessThan(asItWas)
  await page.goto(`${site.origin}/userSafeMgmt/incidentRewindMgmt`)
  await expect(panel.getByText('选择要回溯的时刻')).toBeVisible()
})
