import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmType, shelveReason } from '@vigil/contract/alarms/entities.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Permission } from '@vigil/contract/menu/routes.ts'
import { listPage } from '../pages/list.ts'
import { openAs, signInPage } from '../pages/sign-in.ts'
import { drawMapsCoarsely } from '../support/coarse-maps.ts'
import { at, createHelmet } from '../support/helmet.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { uniqueNumber } from '../support/unique.ts'
import { unzip } from '../support/zip.ts'

/** Of the links of a part of the page, how many are cut; in words of its own, since a spec knows no browser's types. */
const countCut = (part: unknown): number =>
  [
    ...(
      part as { querySelectorAll: (links: string) => Iterable<{ readonly scrollWidth: number; readonly clientWidth: number }> }
    ).querySelectorAll('section a'),
  ].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length

const permissions: readonly Permission[] = [
  'trackRealMgmt',
  'alarmRealMgmt',
  'alarmHisMgmt',
  'alarmStatisticMgmt',
  'alarm:handle',
  'evidenceCaseMgmt',
  'shiftHandoverMgmt',
  'shiftHandoverMgmt:edit',
  'dangAreaDrawMgmt',
  'dangAreaDrawMgmt:edit',
  'trackHisMgmt',
]
const { code } = alarmType
/** Metres east and north of the middle: the fence, a square of 40 m. */
const [east, north] = [-120, -40]

/** A workshop of its own: two operators, its people with their helmets, each heard of already, and a fence round its bunker. */
const makeWorkshop = async (site: Site) => {
  const number = String(uniqueNumber())
  const { id: deptId } = await site.admin.ask(accountCalls.saveDept, { name: `煤磨工段${number}` })
  const [operator, relief] = [await site.makeUser(permissions, { deptId }), await site.makeUser(permissions, { deptId })]
  const person = async (name: string, place: { lng: number; lat: number }) => {
    const cname = `${name}${number}`
    const { id: userId } = await site.admin.ask(accountCalls.saveUser, { cname, workNum: cname, deptId, post: '巡检工' })
    const helmet = createHelmet(site, await site.makeHelmet(`AQM-${cname}`, { userId, deptId }))
    await helmet.report(place)
    return { ...helmet, name: cname }
  }
  const corners = [at(east, north), at(east + 40, north), at(east + 40, north + 40), at(east, north + 40)]
  const fence = await site.admin.ask(hazardCalls.saveBsDangArea, {
    name: `煤粉仓禁入${number}`,
    type: 'noEntry',
    shape: 'polygon',
    points: corners.map(({ lng, lat }): [number, number] => [lng, lat]),
    level: 2,
    minInside: 0,
    deptId,
  })
  const people = {
    caller: await person('陈国强', at(east + 60, north + 60)),
    still: await person('马长林', at(east + 70, north - 20)),
    fallen: await person('周文斌', at(east - 30, north + 50)),
    electrician: await person('吴小军', at(east + 90, north + 30)),
    intruder: await person('孙丽华', at(east - 15, north + 20)),
    passer: await person('韩立峰', at(east - 5, north - 20)),
    late: await person('赵永胜', at(east + 20, north + 80)),
  }
  const names = Object.values(people).map(({ name }) => name)
  const open = async () =>
    (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.filter(({ userName }) => names.includes(userName))
  return { number, operator, relief, people, fence, open }
}

/** The column and what it is asked. */
const columnOf = (page: Page, language: Language) => {
  const say = sayingIn(language)
  const column = page.getByRole('complementary', { name: say('未处理报警', 'Open alarms') })
  return {
    column,
    card: column.getByRole('article'),
    /** Each alarm of these people, the first one whole, in their order. */
    alarms: (number: string): Locator => column.locator('[data-level]').filter({ hasText: number }),
  }
}

for (const language of inLanguages('zh')) {
  const say = sayingIn(language)
  const isDark = language === 'en'
  const called = (type: number): string => alarmType.name(type, language)

  test(`an operator's day goes from the first alarm to the next shift (${language}, ${isDark ? 'dark' : 'light'})`, async ({
    page: morning,
    context,
    browser,
    site,
  }) => {
    const { number, operator, relief, people, fence, open } = await makeWorkshop(site)
    const { caller, still, fallen, electrician, intruder, passer, late } = people

    // He chooses how he reads, signs in, and nothing of his waits.
    const form = signInPage(morning, site.origin, language)
    await form.open()
    if (language === 'en') await morning.getByRole('button', { name: '中文' }).click()
    if (isDark) await morning.getByRole('button', { name: say('切换为深色', 'Switch to dark') }).click()
    await form.enter(operator.userName, operator.password)
    await expect(morning).toHaveURL(/\/home/)
    const first = columnOf(morning, language)
    await expect(first.column).toBeVisible()
    await expect(first.alarms(number)).toHaveCount(0)

    // One after the other they come, and each stands once, what is worst above.
    await intruder.report(at(east + 10, north + 20))
    await electrician.push('11')
    await fallen.push('4')
    await still.push('6')
    await caller.report(at(east + 60, north + 60), { sos: 'press' })
    const expected = [
      [1, code.sos, caller],
      [1, code.silent, still],
      [1, code.fall, fallen],
      [2, code.nearPower, electrician],
      [2, code.fence, intruder],
    ] as const
    await expect(first.alarms(number)).toContainText(expected.map(([, type]) => called(type)))
    await expect(first.alarms(number)).toContainText(expected.map(([, , { name }]) => name))
    for (const [index, [level]] of expected.entries()) {
      await expect(first.alarms(number).nth(index)).toHaveAttribute('data-level', String(level))
    }

    // The call for help: taken over, kept as evidence, and confirmed by two keys with what he found.
    await first.card.getByRole('link', { name: say('打开报警处置', 'Open alarm cockpit') }).click()
    const cockpit = morning.getByRole('article', { name: say('报警处置', 'Alarm cockpit') })
    const story = cockpit.getByRole('list', { name: say('经过', 'History') })
    await expect(story.getByRole('listitem')).toHaveText([new RegExp(say('报警发生', 'Raised'))])
    await morning.keyboard.press('a')
    await expect(story).toContainText(say('接手', 'took over'))
    await cockpit.getByRole('button', { name: say('归档证据', 'Keep evidence') }).click()
    const kept = cockpit.getByRole('link', { name: say('证据档案', 'Evidence') })
    await expect(kept).toBeVisible()
    await morning.keyboard.press('c')
    const dock = cockpit.getByRole('region', { name: say('报警确认', 'Confirm alarm') })
    await expect(dock.getByRole('button', { name: say('确 定', 'OK') })).toBeFocused()
    await dock.getByRole('textbox', { name: say('处理说明', 'Handling note') }).fill('已送医务室')
    await morning.keyboard.press('Enter')
    await expect(cockpit.getByRole('status')).toContainText('已送医务室')

    // What came later comes to the case by itself.
    await kept.click()
    const drawer = morning.getByRole('dialog', { name: /^(查看|View)/ })
    await expect(drawer.getByRole('cell', { name: /^006-steps\.json/ })).toBeVisible()
    const download = morning.waitForEvent('download')
    await drawer.getByRole('link', { name: say('下载', 'Download') }).click()
    const later = [...unzip(await readFile(await (await download).path()))].find(([name]) => name.endsWith('006-steps.json'))
    expect(later?.[1]).toContain('已送医务室')
    await morning.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)

    // The fence is known about: aside for five minutes, with the reason. Somebody who only passes it raises nothing.
    const { choice, answer, rows } = listPage(morning, language)
    await morning
      .getByRole('link', { name: say('首页', 'Home'), exact: true })
      .first()
      .click()
    await expect(first.alarms(number)).toHaveCount(4)
    await first
      .alarms(number)
      .filter({ hasText: intruder.name })
      .getByRole('button', { name: called(code.fence) })
      .click()
    await first.card.getByRole('button', { name: say('更多处理', 'More actions') }).click()
    await morning.getByRole('menuitem', { name: say('搁置…', 'Shelve…') }).click()
    const shelve = morning.getByRole('dialog', { name: say('搁置报警', 'Shelve alarm') })
    await shelve.getByRole('combobox', { name: say('搁置时长', 'Shelve for') }).click()
    await choice(say('5 分钟', '5 min')).click()
    await shelve.getByRole('combobox', { name: say('原因', 'Reason') }).click()
    await choice(shelveReason.name('planned', language)).click()
    await answer(say('搁置报警', 'Shelve alarm'), say('确 定', 'OK'))
    await expect(first.alarms(number)).toHaveCount(3)
    await first.column.getByRole('link', { name: say('搁置 1 条', '1 shelved') }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText([intruder.name])
    await expect(rows).toContainText([shelveReason.name('planned', language)])
    for (const metres of [0, 20, 45]) await passer.report(at(east - 5, north + metres))
    expect((await open()).map(({ userName }) => userName)).not.toContain(passer.name)

    // While no page of his is open somebody calls: it is the first thing that he sees when he is back, in his language and theme.
    await morning.close()
    await late.report(at(east + 20, north + 80), { sos: 'press' })
    const page = await context.newPage()
    const again = signInPage(page, site.origin, language)
    await again.open('/userSafeMgmt/trackRealMgmt')
    await expect(page.locator('html')).toHaveAttribute('data-theme', isDark ? 'dark' : 'light')
    await again.enter(operator.userName, operator.password)
    const { column, card, alarms } = columnOf(page, language)
    await expect(card).toContainText(late.name)
    await expect(alarms(number)).toContainText([late.name, still.name, fallen.name, electrician.name])

    // Before it is known what waits nothing says that nothing does. The number of a day and a night is that of the alarms behind it.
    const held = Promise.withResolvers<void>()
    await page.route('**/listRealAlarmData', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`${site.origin}/alarmMgmt/alarmStatisticMgmt?interval=0`)
    await expect(column).toBeVisible()
    await expect(column.getByText(say('没有未处理的报警', 'No open alarms'))).toHaveCount(0)
    held.resolve()
    // What belongs to no department is everybody's, and others may have been raised of that meanwhile.
    const total = page.getByRole('main').getByRole('link', { name: /^\d+$/ }).first()
    const counted = Number(await total.textContent())
    await total.click()
    await expect(page).toHaveURL(/alarmHisMgmt\?.*anyStatus=1/)
    await expect(listPage(page, language).total(counted)).toBeVisible()
    await expect(listPage(page, language).rows.filter({ hasText: number })).toHaveCount(6)

    // He hands over; who comes sees how it stands, and what he wrote, and takes it.
    await page.goto(`${site.origin}/alarmMgmt/shiftHandoverMgmt`)
    await page.getByLabel(say('交班说明', 'Note'), { exact: true }).fill(`煤粉仓检修到 10 点，盯住${late.name}`)
    await page.getByRole('button', { name: say('交班', 'Hand over'), exact: true }).click()
    await expect(page.getByText(say('还没有人接', 'has not been taken'))).toBeVisible()
    const evening = await browser.newContext()
    await drawMapsCoarsely(evening)
    await evening.addInitScript((theme) => localStorage.setItem('vigil.theme', theme), isDark ? 'dark' : 'light')
    const next = await evening.newPage()
    await openAs(next, site.origin, relief, '/alarmMgmt/shiftHandoverMgmt', language)
    const given = next.getByRole('article', { name: say('交班', 'Given by') })
    await expect(given).toContainText(`盯住${late.name}`)
    await given.getByRole('button', { name: say('当时的情况', 'As it stood then') }).click()
    const stood = (title: string): Locator => given.locator('section').filter({ hasText: title }).getByRole('listitem')
    await expect(stood(say('未处理完的报警', 'Alarms not yet handled'))).toContainText([
      late.name,
      still.name,
      fallen.name,
      electrician.name,
    ])
    // Which alarm each is, is read whole.
    const cut = await given.evaluate(countCut)
    expect(cut).toBe(0)
    await expect(stood(say('搁置的报警', 'Shelved alarms'))).toContainText([intruder.name])
    await given.getByRole('button', { name: say('接班', 'Take over'), exact: true }).click()
    await expect(given).toContainText(say('接班', 'Taken by'))
    await expect(given.getByRole('button', { name: say('接班', 'Take over'), exact: true })).toHaveCount(0)

    // And asks what the fence would have said of the day: of whoever came in, not of whoever passed.
    await next.goto(`${site.origin}/baseMgmt/dangAreaDrawMgmt?id=${fence.id}`)
    const backTest = next.getByRole('region', { name: say('回测', 'Back-test') })
    await listPage(next, language).button(backTest, say('回测', 'Back-test')).click()
    const found = backTest.getByRole('status')
    await expect(found.getByText(say('最近 1 天会产生 1 条报警，共 1 次', '1 alarm in 1 day, 1 time in all'))).toBeInViewport()
    await expect(found).toContainText(intruder.name)

    for (const { id } of await open()) await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 2 })
    await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id: fence.id })
    await evening.close()
  })
}
