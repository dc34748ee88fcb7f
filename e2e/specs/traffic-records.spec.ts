import type { Page } from '@playwright/test'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { plateOf, wholeOf } from '@vigil/simulator/checkpoints/pictures.ts'
import { listPage } from '../pages/list.ts'
import { sheetsPage } from '../pages/sheets.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { cameraPlace, pushPass } from '../support/camera.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { uniqueNumber } from '../support/unique.ts'

/** Whom it concerns is asked to close a record as it comes, by a dialog over whatever he does: here it is put away. */
const putAsked = (page: Page, language: Language): Promise<void> => {
  const said = sayingIn(language)
  const asked = page.getByRole('dialog', { name: said('超速报警确认', 'Confirm speeding') })
  const cancel = asked.getByRole('button', { name: said('取 消', 'Cancel'), exact: true })
  return page.addLocatorHandler(cancel, () => cancel.click())
}

const picturesOf = async (plateNumber: string, speed: number) => {
  const scene = { plateNumber, plateColor: 'yellow', carType: 'truck', speed, time: '2026-11-28 08:15:00' } as const
  return { whole: await wholeOf(scene), plate: await plateOf(scene) }
}

/** A truck that drove too fast before a camera that takes pictures; its stop record, with the alarm. */
const speedingTruck = async (site: Site, plate: string) => {
  await pushPass(site, plate, 52, await picturesOf(plate, 52))
  const body = { keyword: plate, pageNum: 1, pageSize: 10 }
  const [stop] = paged(await site.admin.ask(trafficCalls.listZdTrafficStop, body)).list
  if (!stop) throw new Error(`there is no record of ${plate}`)
  return stop
}

for (const language of inLanguages('zh'))
  test(`what the camera saw of a speeding truck stands with its alarm (${language})`, async ({ page, site }) => {
    const said = sayingIn(language)
    const plate = `皖K${uniqueNumber()}`
    const { alarmId } = await speedingTruck(site, plate)
    const whole = page.getByRole('img', { name: said('全景图', 'Picture'), exact: true })
    /** That it is there is not enough: it was fetched, and is a picture. */
    const isSeen = () =>
      page.evaluate<number>(`document.querySelector('img[alt="${said('全景图', 'Picture')}"]')?.naturalWidth ?? 0`)

    await putAsked(page, language)
    // No right to traffic records of its own: who watches alarms sees what they are of.
    const operator = await site.makeUser(['alarmRealMgmt', 'alarm:handle'])
    await openAs(page, site.origin, operator, `/alarmMgmt/alarmRealMgmt?keyword=${encodeURIComponent(plate)}`, language)
    const list = listPage(page, language)
    await expect(list.rows).toHaveCount(1)
    await list.title(plate).click()
    await list.drawer.getByRole('button', { name: said('确认报警', 'Confirm alarm') }).click()
    const dialog = page.getByRole('dialog', { name: said('报警确认', 'Confirm alarm') })
    await expect(whole).toBeVisible()
    await expect.poll(isSeen).toBeGreaterThan(0)
    await expectAccessible(page, 'alarm with pictures', language)
    await dialog.getByRole('button', { name: said('放大全景图', 'Enlarge: Picture') }).click()
    const large = page.getByRole('dialog', { name: plate })
    await expect(large.getByRole('img', { name: said('全景图', 'Picture'), exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(large).toHaveCount(0)
    await dialog.getByRole('button', { name: said('取 消', 'Cancel'), exact: true }).click()

    await page.goto(`${site.origin}/alarmMgmt/alarmCockpit?id=${alarmId}`)
    const cockpit = page.getByRole('article', { name: said('报警处置', 'Alarm cockpit') })
    await expect(cockpit.getByRole('img', { name: said('车牌图', 'Plate picture') })).toBeVisible()
    await expect.poll(isSeen).toBeGreaterThan(0)
    await expectAccessible(page, 'cockpit with pictures', language)
    await site.admin.ask(alarmCalls.updateZdAlarm, { id: alarmId, status: 2 })
  })

for (const language of inLanguages('zh'))
  test(`that a driver was told is noted on one record and stands on both; all three lists leave as sheets (${language})`, async ({
    page,
    site,
  }) => {
    const said = sayingIn(language)
    const plate = `皖L${uniqueNumber()}`
    const watcher = await site.makeUser(['trafficStopMgmt', 'trafficOverMgmt', 'trafficEventMgmt', 'trafficStopMgmt:edit'])
    const stop = await speedingTruck(site, plate)
    await site.admin.ask(trafficCalls.saveZdTrafficStop, { id: stop.id, version: stop.version, status: 2 })
    const list = listPage(page, language)
    const sheets = sheetsPage(page, language)
    const show = (screen: string) => page.goto(`${site.origin}/carWorkMgmt/${screen}?keyword=${encodeURIComponent(plate)}`)
    const [told, notTold] = [said('已播报', 'Announced'), said('未播报', 'Not announced')]
    /** The rows of its sheet, the title among them. */
    const leaves = async (): Promise<readonly string[]> => {
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: said('导出', 'Export') })
        .click()
      return (await sheets.exportCsv()).trim().split(/\r?\n/)
    }

    await putAsked(page, language)
    await openAs(page, site.origin, watcher, `/carWorkMgmt/trafficStopMgmt?keyword=${encodeURIComponent(plate)}`, language)
    await list.title(plate).click()
    await expect(list.drawer.getByText(notTold, { exact: true })).toBeVisible()
    await list.drawer.getByRole('button', { name: said('记为已播报', 'Note as announced') }).click()
    await expect(list.drawer.getByText(told, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    const stops = await leaves()
    expect(stops).toHaveLength(2)
    for (const part of [plate, told, cameraPlace]) expect(stops[1]).toContain(part)

    // Of the drive as well, where a mistake is taken back.
    await show('trafficOverMgmt')
    await list.title(plate).click()
    await expect(list.drawer.getByText(told, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    const speeding = await leaves()
    expect(speeding).toHaveLength(2)
    for (const part of [plate, told, '52']) expect(speeding[1]).toContain(part)
    await list.title(plate).click()
    await list.drawer.getByRole('button', { name: said('记为未播报', 'Note as not announced') }).click()
    await expect(list.drawer.getByText(notTold, { exact: true })).toBeVisible()

    await show('trafficEventMgmt')
    await expect(list.row(plate)).toBeVisible()
    const passes = await leaves()
    expect(passes).toHaveLength(2)
    for (const part of [plate, '52', cameraPlace]) expect(passes[1]).toContain(part)
  })
