import { paged } from '@vigil/contract/kernel/client.ts'
import { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { pushPass } from '../support/camera.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { uniqueNumber } from '../support/unique.ts'

/** What the whole site goes by is as it was, whatever becomes of the test. */
const ends: (() => Promise<unknown>)[] = []
test.afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
const choose = async ({ admin }: Site, chosen: object) =>
  admin.ask(siteCalls.saveSite, { ...(await admin.ask(siteCalls.getSite, undefined)), ...chosen })

const vehicleOf = async ({ admin }: Site, plate: string) =>
  paged(await admin.ask(penaltyCalls.listZdPenaltyVehicle, { keyword: plate, pageNum: 1, pageSize: 10 })).list

/** A vehicle with six points, since somebody confirmed that it drove far too fast. */
const withPoints = async (site: Site): Promise<string> => {
  const plate = `皖G${uniqueNumber()}`
  const { penaltiesOn, penaltyWarnings } = await site.admin.ask(siteCalls.getSite, undefined)
  ends.push(() => choose(site, { penaltiesOn, penaltyWarnings }))
  await choose(site, { penaltiesOn: true, penaltyWarnings: 0 })
  await pushPass(site, plate, 52)
  const stopOf = async () =>
    paged(await site.admin.ask(trafficCalls.listZdTrafficStop, { keyword: plate, pageNum: 1, pageSize: 10 })).list[0]
  await expect.poll(stopOf).toBeDefined()
  await site.admin.ask(trafficCalls.saveZdTrafficStop, { id: (await stopOf())?.id ?? '', status: 2 })
  await expect.poll(() => vehicleOf(site, plate)).toMatchObject([{ points: 6, warnings: 0, isBarred: 0 }])
  return plate
}

for (const language of inLanguages('zh'))
  test(`points are revoked with a reason, and count no more (${language}, dark)`, async ({ page, site }) => {
    const said = sayingIn(language)
    const plate = await withPoints(site)
    await page.addInitScript(() => localStorage.setItem('vigil.theme', 'dark'))
    const who = await site.makeUser(['penaltyMgmt', 'penaltyMgmt:edit', 'trafficOverMgmt'])
    await openAs(page, site.origin, who, `/carWorkMgmt/penaltyMgmt?keyword=${plate}`, language)
    const { row, title } = listPage(page, language)
    await expect(row(plate)).toContainText(said('未列入', 'Not barred'))
    await expect(row(plate).getByRole('gridcell', { name: '6', exact: true })).toBeVisible()
    await expectAccessible(page, 'penalties', language)

    await title(plate).click()
    const history = page.getByRole('region', { name: said('处罚经过', 'What followed, step by step') })
    await expect(history).toContainText(said('记 6 分', '6 points'))
    await expect(history).toContainText(said('超过限速 73%', '73 % over the limit'))
    await expect(history.getByRole('link', { name: said('查看记录', 'Open the record') })).toBeVisible()
    await expectAccessible(page, 'what followed for a vehicle', language)

    await history.getByRole('button', { name: said('撤销', 'Revoke'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: said('撤销处罚', 'Revoke a step') })
    const ok = dialog.getByRole('button', { name: said('确定', 'OK'), exact: true })
    await ok.click()
    await expect(dialog.getByRole('alert')).toHaveText(said('请填写原因', 'Give the reason'))
    await expectAccessible(page, 'revoking points without a reason', language)
    await dialog.getByLabel(said('原因', 'Reason')).fill('测速仪标定有误')
    await ok.click()
    await expect(dialog).toBeHidden()
    await expect(history).toContainText('测速仪标定有误')
    await expect(history.getByRole('button', { name: said('撤销', 'Revoke'), exact: true })).toHaveCount(0)
    await expect(row(plate).getByRole('gridcell', { name: '0', exact: true }).first()).toBeVisible()
    // It stays, and says so.
    expect(await vehicleOf(site, plate)).toMatchObject([{ points: 0, isBarred: 0, steps: 1 }])
    await expectAccessible(page, 'points that were revoked', language)
  })
