import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { pushGatePass } from '../support/gate.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { uniqueNumber } from '../support/unique.ts'

const desk = '/gateAccessMgmt/guardDeskMgmt'
/** Who passed, one after the other, until a while ago: what another test looks for among the last passes is newer than all of them. */
const passes = 200
const secondsBetween = 3
const minutesAgo = 6
const visitors = 40
/** Of the newest, which others' passes do not push out of sight. */
const looked = 15

const inAWhile = (hours: number): string =>
  new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** A morning: people at the turnstile, and visitors who are expected; the numbers of those who passed, the newest first. */
const morning = async (site: Site) => {
  const mark = `早${uniqueNumber()}`
  const number = (at: number): string => `${mark}-${String(at).padStart(3, '0')}`
  const numbers = Array.from({ length: passes }, (_, at) => number(passes - at))
  for (let at = passes; at > 0; at -= 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, more) => at - more).map((one) =>
        pushGatePass(site, {
          personNo: number(passes + 1 - one),
          personName: `员工${passes + 1 - one}`,
          direction: 'in',
          ago: minutesAgo + (one * secondsBetween) / 60,
        }),
      ),
    )
  for (let at = 1; at <= visitors; at += 1)
    await site.admin.ask(gateCalls.saveZdVisitRecord, {
      visitorName: `${mark}访客${String(at).padStart(2, '0')}`,
      phone: '13900139000',
      company: '长名称机电设备安装工程有限公司',
      hostName: '王工',
      plateNumber: at % 3 === 0 ? `皖E${uniqueNumber()}` : '',
      planIn: inAWhile(-0.1),
      planOut: inAWhile(0.5),
    })
  return { mark, numbers }
}

for (const language of inLanguages('zh'))
  test(`a guard’s morning: ${passes} at the turnstile, and the desk is in hand (${language})`, async ({ page, site }) => {
    const said = sayingIn(language)
    const { mark, numbers } = await morning(site)
    const guard = await site.makeUser(['guardDeskMgmt', 'guardDeskMgmt:edit'])
    await openAs(page, site.origin, guard, desk, language)
    const last = page.getByRole('list', { name: said('最近通行', 'Last passes') })
    const mine = last.getByRole('listitem').filter({ hasText: mark })
    await expect(mine.first()).toContainText(numbers[0] ?? '')

    // The newest on top, each once, in the order in which they passed.
    const shown = (await mine.allInnerTexts()).map((text) => numbers.find((one) => text.includes(one)))
    expect(shown.slice(0, looked)).toEqual(numbers.slice(0, looked))

    // All of it is in sight: parts scroll, the screen does not, and nothing stands out at its side.
    const sizes = await page.evaluate<number[]>(`(() => {
      const [main, all] = [document.querySelector('main'), document.documentElement]
      return [all.scrollHeight - innerHeight, all.scrollWidth - innerWidth, main.scrollHeight - main.clientHeight, main.scrollWidth - main.clientWidth]
    })()`)
    expect(sizes.map((beyond) => Math.max(0, beyond))).toEqual([0, 0, 0, 0])
    const expected = page.getByRole('list', { name: said('今日预约', 'Expected today') })
    await expect(expected.getByRole('button', { name: said('通过', 'Approve') }).first()).toBeInViewport()
    const lowest = mine.last()
    await lowest.scrollIntoViewIfNeeded()
    await expect(lowest).toBeInViewport()
    await expectAccessible(page, 'guard desk in the morning', language)

    // Somebody of them comes: found by his name, approved, briefed, let in, and out again, while others pass.
    const visitor = `${mark}访客17`
    const field = page.getByRole('textbox', { name: said('车牌、姓名、手机号', 'Plate, name, phone') })
    await field.fill(visitor)
    const found = page.getByRole('list', { name: said('找到的访客', 'Visitors found') }).getByRole('listitem')
    await expect(found).toHaveCount(1)
    await found.getByRole('button', { name: said('通过', 'Approve') }).click()
    await found.getByRole('button', { name: said('确认告知', 'Briefed') }).click()
    await pushGatePass(site, { personNo: `${mark}-late`, personName: '晚到', direction: 'in' })
    await expect(mine.first()).toContainText(`${mark}-late`)
    const enter = found.getByRole('button', { name: said('入厂', 'Enter') })
    await enter.click()
    await found.getByLabel(said('临时标签号', 'Temporary tag')).press('Enter')
    await expect(found).toContainText(said('在厂', 'Inside'))
    await found.getByRole('button', { name: said('离厂', 'Leave'), exact: true }).click()
    await expect(found).toContainText(said('已离厂', 'Left'))
    const { list } = paged(
      await site.admin.ask(gateCalls.listZdVisitRecordByDate, { keyword: visitor, pageNum: 1, pageSize: 10 }),
    )
    expect(list).toMatchObject([{ status: 'left', inTime: expect.any(String), outTime: expect.any(String) }])

    // Who left is expected no more, and the others still are.
    await page.keyboard.press('Escape')
    await field.fill('')
    await expect(expected.getByRole('listitem').filter({ hasText: mark })).toHaveCount(visitors - 1)
    await expect(expected).not.toContainText(visitor)
  })
