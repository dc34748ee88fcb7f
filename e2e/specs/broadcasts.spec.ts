import { createHelmetLink } from '@vigil/simulator/links/helmet-service.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { at, createHelmet } from '../support/helmet.ts'
import { inLanguages } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'

const words = {
  zh: {
    broadcast: '广播',
    dialog: '语音广播',
    content: '播报内容',
    send: '播报',
    needed: '请输入播报内容',
    one: '将播报到 1 台：在线 1，离线 0',
    receipts: '播报回执',
    played: '已播放',
    offline: '设备离线',
    close: '关闭',
    tool: '圈选广播',
    urgent: '紧急',
    retry: '重发未送达（1）',
  },
  en: {
    broadcast: 'Broadcast',
    dialog: 'Broadcast',
    content: 'Content',
    send: 'Send',
    needed: 'Enter what is to be said',
    one: 'Reaches 1: 1 online, 0 offline',
    receipts: 'Receipts',
    played: 'Played',
    offline: 'Device offline',
    close: 'Close',
    tool: 'Broadcast to the helmets inside a shape',
    urgent: 'Urgent',
    retry: 'Retry 1 not reached',
  },
} as const

/** A helmet on its line, which says so when it has spoken what it was sent. */
const connected = ({ origin, deviceKey }: Site, imei: string) => {
  const problems: string[] = []
  const link = createHelmetLink({
    origin,
    imei,
    deviceKey,
    fwVersion: '',
    spokenAfter: 200,
    onProblem: (problem) => problems.push(problem),
  })
  link.open()
  return { problems, close: () => link.close() }
}

for (const language of inLanguages('zh'))
  test(`a helmet is spoken to from its card, and whoever stands in a drawn area, and each says that it played it (${language})`, async ({
    page,
    site,
  }) => {
    const said = words[language]
    const { deptId, makeWearer } = await site.makeCrew('广播')
    const { cname, imei } = await makeWearer('听者')
    await createHelmet(site, imei).report(at(-650, -420))
    const user = await site.makeUser(['trackRealMgmt', 'call:place', 'hatOnlineListMgmt'], { deptId })
    await page.setViewportSize({ width: 1_920, height: 1_000 })
    await openAs(page, site.origin, user, `/userSafeMgmt/trackRealMgmt?object=hat:${imei}`, language)
    const card = page.getByRole('region', { name: cname })
    await card.getByRole('button', { name: said.broadcast, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: said.dialog })
    await expect(dialog.getByText(said.one)).toBeVisible()
    await dialog.getByRole('button', { name: said.send, exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText(said.needed)
    await expectAccessible(page, 'broadcast dialog', language)
    await dialog.getByRole('textbox', { name: said.content }).fill('请立即撤离')
    await dialog.getByRole('button', { name: said.send, exact: true }).click()

    // It is not on its line yet: that is said, and it is spoken to again once it is.
    const receipts = page.getByRole('dialog', { name: said.receipts })
    await expect(receipts.getByRole('row').filter({ hasText: said.offline })).toHaveCount(1)
    await expectAccessible(page, 'receipts of a broadcast', language)
    const helmet = connected(site, imei)
    const played = receipts.getByRole('row').filter({ hasText: said.played })
    await expect(async () => {
      await receipts.getByRole('button', { name: said.retry }).click({ timeout: 2_000 })
      await expect(played).toHaveCount(1, { timeout: 5_000 })
    }).toPass()
    await receipts.getByRole('button', { name: said.close, exact: true }).last().click()
    await expect(receipts).toHaveCount(0)

    await page.keyboard.press('Escape')
    await expect(card).toHaveCount(0)
    const { x, y, width, height } = (await page.locator('canvas').first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.getByRole('button', { name: said.tool }).click()
    const middle = { x: x + (width + 324 - 372) / 2, y: y + height / 2 }
    await page.mouse.click(middle.x - 60, middle.y - 60)
    await page.mouse.click(middle.x + 60, middle.y - 60)
    await page.mouse.click(middle.x + 60, middle.y + 60)
    await page.mouse.dblclick(middle.x - 60, middle.y + 60)
    await expect(dialog.getByText(said.one)).toBeVisible()
    await dialog.getByText(said.urgent, { exact: true }).click()
    await dialog.getByRole('textbox', { name: said.content }).fill('请到集合点')
    await dialog.getByRole('button', { name: said.send, exact: true }).click()
    await expect(played).toHaveCount(1)
    helmet.close()
    expect(helmet.problems).toEqual([])
  })
