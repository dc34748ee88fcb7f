import { paged } from '@vigil/contract/kernel/client.ts'
import { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { pushPass } from '../support/camera.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { uniqueNumber } from '../support/unique.ts'

const listOfPasses = async ({ admin }: Site, plate: string) =>
  paged(await admin.ask(trafficCalls.listZdTraffic, { keyword: plate, pageNum: 1, pageSize: 10 })).list.map(
    ({ listType }) => listType,
  )

for (const language of inLanguages('zh'))
  test(`a vehicle is barred by hand, is known where it passes, and is let in again with a reason (${language})`, async ({
    page,
    site,
  }) => {
    const said = sayingIn(language)
    const plate = `皖F${uniqueNumber()}`
    const who = await site.makeUser(['penaltyMgmt', 'penaltyMgmt:edit'])
    await openAs(page, site.origin, who, `/carWorkMgmt/penaltyMgmt?keyword=${plate}`, language)
    const open = page.getByRole('button', { name: said('手动列入黑名单', 'Bar a vehicle') })
    const dialog = page.getByRole('dialog', { name: said('手动列入黑名单', 'Bar a vehicle') })
    const ok = dialog.getByRole('button', { name: said('确定', 'OK'), exact: true })
    await open.first().click()
    await dialog.getByLabel(said('车牌号', 'Plate number')).fill(plate)
    await ok.click()
    await expect(dialog.getByRole('alert')).toHaveText(said('请填写原因', 'Give the reason'))
    await dialog.getByLabel(said('原因', 'Reason')).fill('闯卡')
    await ok.click()
    await expect(dialog).toBeHidden()
    const { row, title } = listPage(page, language)
    await expect(row(plate)).toContainText(said('已列入黑名单', 'Barred'))
    await expect(row(plate)).toContainText('闯卡')
    await pushPass(site, plate, 20)
    expect(await listOfPasses(site, plate)).toEqual(['black'])

    await title(plate).click()
    const history = page.getByRole('region', { name: said('处罚经过', 'What followed, step by step') })
    await history.getByRole('button', { name: said('解除', 'Lift'), exact: true }).click()
    const lifting = page.getByRole('dialog', { name: said('解除黑名单', 'Lift the bar') })
    await lifting.getByLabel(said('原因', 'Reason')).fill('已处理')
    await lifting.getByRole('button', { name: said('确定', 'OK'), exact: true }).click()
    await expect(history).toContainText('已处理')
    await expect(page.getByRole('dialog', { name: said('查看违章车辆', 'View vehicle with penalties') })).toContainText(
      said('未列入', 'Not barred'),
    )
    await expect(row(plate)).toContainText(said('未列入', 'Not barred'))
    const { list } = paged(await site.admin.ask(penaltyCalls.listZdPenaltyVehicle, { keyword: plate, pageNum: 1, pageSize: 10 }))
    expect(list).toMatchObject([{ isBarred: 0, steps: 1 }])
  })
