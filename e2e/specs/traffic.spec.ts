import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Page } from '@playwright/test'
import { paged } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { cameraPlace, pushPass } from '../support/camera.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { uniqueNumber } from '../support/unique.ts'

const nextPlate = (): string => `皖E${uniqueNumber()}`

const stopOf = async ({ admin }: Site, plate: string) => {
  const body = { keyword: plate, pageNum: 1, pageSize: 10 }
  const { list } = paged(await admin.ask(trafficCalls.listZdTrafficStop, body))
  return list[0]
}
const watches = ['trafficOverMgmt', 'trafficStopMgmt', 'trafficEventMgmt', 'trafficStopMgmt:edit'] as const

/** The over-speed dialog and the question that it asks. */
const overSpeed = (page: Page, language: Language = 'zh') => {
  const said = sayingIn(language)
  const dialog = page.getByRole('dialog', { name: said('超速报警确认', 'Confirm speeding') })
  const question = page.getByRole('dialog', { name: said('提示', 'Please confirm') })
  return {
    dialog,
    cancel: dialog.getByRole('button', { name: said('取 消', 'Cancel'), exact: true }),
    ok: dialog.getByRole('button', { name: said('确 定', 'OK'), exact: true }),
    note: dialog.getByLabel(said('处理说明', 'Note')),
    question,
    no: question.getByRole('button', { name: said('取消', 'Cancel'), exact: true }),
    yes: question.getByRole('button', { name: said('确定', 'OK'), exact: true }),
  }
}

/** Other tests' vehicles come by themselves too: only the one of this plate is looked at, those before it are put away. */
const untilShown = async (page: Page, plate: string, language: Language = 'zh'): Promise<void> => {
  const { dialog, cancel } = overSpeed(page, language)
  await expect(async () => {
    // The dialog itself has no size, what stands in it has.
    await expect(cancel).toBeVisible()
    if ((await dialog.getByText(plate, { exact: true }).count()) > 0) return
    await cancel.click()
    throw new Error(`${plate} is not shown yet`)
  }).toPass()
}

for (const language of inLanguages('zh'))
  test(`a truck that drives too fast is shown at once, and its record is closed (${language})`, async ({ page, site }) => {
    const said = sayingIn(language)
    const plate = nextPlate()
    await openAs(page, site.origin, await site.makeUser(watches), '/carWorkMgmt/trafficOverMgmt', language)
    await pushPass(site, plate, 52)
    await untilShown(page, plate, language)
    const { dialog, ok, question, no, yes } = overSpeed(page, language)
    await expect(dialog.getByText('52 km/h')).toBeVisible()
    await expect(dialog.getByText(cameraPlace)).toBeVisible()
    await expectAccessible(page, 'overSpeedDialog', language)

    // Asked first, in the words of the specification; whoever says no has closed nothing.
    const stop = await stopOf(site, plate)
    await ok.click()
    await expect(question).toContainText(
      said(
        `确定要关闭:[${plate}]在 ${stop?.passTime} 的超速记录吗?`,
        `Close the speeding record of [${plate}] at ${stop?.passTime}?`,
      ),
    )
    await no.click()
    await expect(page.getByText(said('已取消关闭', 'Not closed'), { exact: true })).toBeVisible()
    await expect(ok).toBeVisible()
    expect(await stopOf(site, plate)).toMatchObject({ status: 0 })

    await ok.click()
    await yes.click()
    await expect(page.getByText(said('关闭成功', 'Closed'), { exact: true })).toBeVisible()
    await expect(dialog.getByText(plate, { exact: true })).toHaveCount(0)
    expect(await stopOf(site, plate)).toMatchObject({ status: 2 })
    const { row } = listPage(page, language)
    await expect(row(plate)).toContainText(said('已处理', 'Handled'))

    // Seen once it comes no more, not even to a page that is loaded anew.
    await page.reload()
    await expect(row(plate)).toBeVisible()
    await expect(dialog.getByText(plate, { exact: true })).toHaveCount(0)
  })

test('a record that cannot be closed keeps its dialog and what was written; who was quicker is told', async ({ page, site }) => {
  const plate = nextPlate()
  await pushPass(site, plate, 48)
  await openAs(page, site.origin, await site.makeUser(watches), `/carWorkMgmt/trafficStopMgmt?keyword=${plate}`)
  await untilShown(page, plate)
  const { dialog, ok, note, yes, cancel } = overSpeed(page)
  await note.fill('已劝离')
  const path = `**/api${trafficCalls.saveZdTrafficStop.path}`
  await page.route(path, (route) => route.fulfill({ json: { code: '500', msg: '数据库暂时不可用', data: null } }))
  await ok.click()
  await yes.click()
  await expect(dialog.getByRole('alert')).toContainText('数据库暂时不可用')
  await expect(note).toHaveValue('已劝离')

  await page.unroute(path)
  const stop = await stopOf(site, plate)
  if (!stop) throw new Error(`there is no record of ${plate}`)
  await site.admin.ask(trafficCalls.saveZdTrafficStop, { id: stop.id, version: stop.version, status: 2 })
  await expect(dialog.getByRole('alert').filter({ hasText: '处理此记录' })).toBeVisible()
  await expect(ok).toBeDisabled()
  await cancel.click()
  // Another test's vehicle may be the next.
  await expect(dialog.getByText(plate, { exact: true })).toHaveCount(0)
})

test('a dialog that is open, and the helmet-broadcast session, are not disturbed', async ({ page, browser, site }) => {
  const [first, second] = [nextPlate(), nextPlate()]
  await openAs(page, site.origin, await site.makeUser(watches), '/carWorkMgmt/trafficStopMgmt')
  await pushPass(site, first, 45)
  await untilShown(page, first)
  const context = await browser.newContext()
  const broadcast = await context.newPage()
  // There is one such account, which is the plant's own.
  await broadcast.route(`**/api${sessionCalls.getInfo.path}`, async (route) => {
    const response = await route.fetch()
    const envelope = (await response.json()) as { readonly data: object }
    await route.fulfill({ response, json: { ...envelope, data: { ...envelope.data, workNum: 'qt' } } })
  })
  await openAs(broadcast, site.origin, await site.makeUser(watches), '/carWorkMgmt/trafficStopMgmt')

  await pushPass(site, second, 46)
  const { dialog } = overSpeed(page)
  await expect(dialog.getByText(/另有 \d+ 条超速待处理/)).toBeVisible()
  await expect(dialog.getByText(first, { exact: true })).toBeVisible()
  await expect(listPage(broadcast).row(second)).toBeVisible()
  await expect(overSpeed(broadcast).dialog).toHaveCount(0)
  await untilShown(page, second)
  await context.close()
})
