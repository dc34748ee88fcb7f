import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { openAs } from '../pages/sign-in.ts'
import { at, createHelmet } from '../support/helmet.ts'
import { inLanguages } from '../support/languages.ts'
import { expect, test } from '../support/site.ts'

const words = {
  zh: {
    month: '按月',
    earlier: '上一个',
    later: '下一个',
    present: '本期',
    history: '历史报警',
    figures: '报警系统指标',
    levels: '处理用时',
    half: '半数用时',
    shifts: '按班次',
    only: '当前只列出',
    alarms: '报警',
  },
  en: {
    month: 'By month',
    earlier: 'Earlier',
    later: 'Later',
    present: 'Present',
    history: 'Alarm history',
    figures: 'Health of the alarm system',
    levels: 'Time to handle',
    half: 'Half within',
    shifts: 'By shift',
    only: 'Listed here',
    alarms: 'alarms',
  },
} as const

for (const language of inLanguages('zh'))
  test(`a month's alarms are told by their numbers, which lead to the alarms behind them (${language})`, async ({
    page,
    site,
  }) => {
    const said = words[language]
    // One alarm of the first level that was handled, of a department of its own: whatever else happens meanwhile is not counted.
    const { deptId, makeWearer } = await site.makeCrew('统计')
    const { imei } = await makeWearer('统计员')
    await createHelmet(site, imei).report(at(-300, 250), { sos: 'press' })
    const own = async () =>
      (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.find(({ deviceId }) => deviceId === imei)
    await expect.poll(own).toBeDefined()
    await site.admin.ask(alarmCalls.updateZdAlarm, { id: String((await own())?.id), status: 2 })
    const user = await site.makeUser(['alarmStatisticMgmt', 'alarmHisMgmt'], { deptId })
    await openAs(page, site.origin, user, '/alarmMgmt/alarmStatisticMgmt', language)
    await expect(page.getByRole('heading', { name: said.figures })).toBeVisible()
    await page.getByRole('radiogroup').getByText(said.month, { exact: true }).click()
    await expect(page).toHaveURL(/interval=3/)
    const levels = page.getByRole('region', { name: said.levels })
    const handled = levels.getByRole('link').first()
    await expect(handled).toBeVisible()
    // Headings are one line each in every window, and nothing is written smaller than can be read.
    for (const width of [1366, 820, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const headings = page.locator('main thead th')
      await expect(headings.filter({ hasText: said.half }).first()).toBeVisible()
      const lines = await page.evaluate<number[]>(`[...document.querySelectorAll('main thead th')].map((th) => {
        const words = document.createRange()
        words.selectNodeContents(th)
        return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size
      })`)
      expect(Math.max(...lines)).toBe(1)
    }
    await page.setViewportSize({ width: 1366, height: 800 })
    const sizes = await page.evaluate<number[]>(
      `[...document.querySelectorAll('main ol small')].map((one) => parseFloat(getComputedStyle(one).fontSize))`,
    )
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12)
    // One period earlier and back again: it is in the address.
    await page.getByRole('button', { name: said.earlier }).click()
    await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/)
    await expect(page.getByRole('button', { name: said.later })).toBeEnabled()
    await page.getByRole('button', { name: said.present }).click()
    await expect(page).not.toHaveURL(/day=/)
    const count = Number((await handled.textContent())?.replace(/\D/g, ''))
    await handled.click()
    await expect(page).toHaveURL(/alarmHisMgmt\?startTime=.*alarmLevel=1/)
    const list = page.getByRole('region', { name: said.alarms })
    await expect(list.getByText(String(count), { exact: true }).first()).toBeVisible()

    // What a shift had, whether handled or not: the list says what it is narrowed to, and lets go of it.
    await page.goBack()
    const ofShift = page.getByRole('region', { name: said.shifts }).getByRole('link').first()
    const had = (await ofShift.textContent()) ?? ''
    await ofShift.click()
    await expect(page).toHaveURL(/anyStatus=1/)
    const told = list.getByRole('group', { name: said.only })
    await expect(told).toContainText(/\d+–\d+/)
    await expect(list.getByRole('status').getByText(had, { exact: true })).toBeVisible()
    await told.getByRole('button').first().click()
    await expect(page).not.toHaveURL(/anyStatus/)
    await told.getByRole('button').first().click()
    await expect(told).toHaveCount(0)
  })
