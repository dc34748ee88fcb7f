import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { createTerminalLink } from '@vigil/simulator/links/jt808.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test, type Site } from '../support/site.ts'
import { uniqueNumber } from '../support/unique.ts'

/** Ends what a test connected. */
const ends: (() => void)[] = []
test.afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A vehicle whose terminal is connected, as one of the plant is. */
const withTerminal = async ({ admin }: Site) => {
  const number = String(uniqueNumber())
  const plate = `皖T${number}`
  const terminalNo = `0139666${number}`
  const { id } = await admin.ask(deviceCalls.saveBsCar, { plateNumber: plate, terminalNo })
  const gateways = await admin.ask(siteCalls.listGatewayAll, undefined)
  const port = Number(gateways.find(({ name }) => name === 'jt808')?.at)
  const problems: string[] = []
  const link = createTerminalLink({
    host: '127.0.0.1',
    port,
    number: terminalNo,
    plate,
    onProblem: (problem) => void problems.push(problem),
  })
  ends.push(link.close)
  await expect.poll(async () => (await admin.ask(deviceCalls.readBsCarTerminalById, { id })).receipt).toBe('accepted')
  return { id, plate, link, problems }
}

for (const language of inLanguages('zh'))
  test(`what a vehicle’s terminal goes by is read, set, and read back (${language})`, async ({ page, site }) => {
    const said = sayingIn(language)
    const { id, plate, link, problems } = await withTerminal(site)
    await openAs(
      page,
      site.origin,
      await site.makeUser(['carMgmt', 'carMgmt:edit']),
      `/baseMgmt/carMgmt?keyword=${plate}`,
      language,
    )
    const list = listPage(page, language)
    await list.more(plate).click()
    await page.getByRole('menuitem', { name: said('终端参数', 'Terminal parameters') }).click()
    const dialog = page.getByRole('dialog', { name: said('终端参数', 'Terminal parameters') })
    const limit = dialog.getByRole('spinbutton', { name: said('最高速度 0x0055', 'Speed limit 0x0055') })
    await expect(limit).toHaveValue('60')
    await expect(dialog.getByRole('row').filter({ hasText: '0x0013' })).toContainText('127.0.0.1')
    await expect(dialog.getByRole('textbox', { name: /0x0083/ })).toHaveValue(plate)
    await expectAccessible(page, 'terminal', language)

    // Beyond its range it is refused in words, and stays as it was typed.
    await limit.fill('300')
    const set = dialog.getByRole('button', { name: said('下发 1 项', 'Set 1') })
    await set.click()
    await expect(dialog.getByRole('alert')).toContainText(said('最高速度不能大于 200', 'Speed limit must not be above 200'))
    await expect(limit).toHaveValue('300')
    await limit.fill('35')
    await set.click()
    await expect(dialog.getByRole('alert')).toHaveText(said('下发：设备已接收', 'Setting: Received by the device'))
    await expect(dialog.getByRole('button', { name: said('下发', 'Set'), exact: true })).toBeDisabled()
    await expect(limit).toHaveValue('35')
    const { parameters } = await site.admin.ask(deviceCalls.readBsCarTerminalById, { id, parameterIds: ['0x0055'] })
    expect(parameters).toMatchObject([{ id: '0x0055', value: 35 }])

    // It does only what it can, and says so.
    await dialog.getByRole('combobox', { name: /0x0020/ }).click()
    await list.choice(said('定距汇报', 'By distance')).click()
    await dialog.getByRole('button', { name: said('下发 1 项', 'Set 1') }).click()
    await expect(dialog.getByRole('alert')).toContainText(said('终端不支持', 'The terminal does not support it'))

    link.close()
    await expect.poll(async () => (await site.admin.ask(deviceCalls.readBsCarTerminalById, { id })).receipt).toBe('offline')
    await dialog.getByRole('button', { name: said('重新读取', 'Read again') }).click()
    await expect(dialog.getByRole('alert')).toContainText(said('设备离线', 'Device offline'))
    expect(problems).toEqual([])
  })
