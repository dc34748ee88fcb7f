import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { channelOf, openGateDevice, type GateAct } from '@vigil/simulator/checkpoints/gate-device.ts'
import { listPage } from '../pages/list.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { inLanguages, sayingIn } from '../support/languages.ts'
import { expect, test } from '../support/site.ts'
import { uniqueNumber } from '../support/unique.ts'

/** Of the plant's barriers one with a speaker, as its controller knows it. */
const channelName = '东门 1 号进'
const login = { userName: 'admin', password: 'Tor-4711-zu' } as const

for (const language of inLanguages('zh'))
  test(`a barrier keeps the plates of the site, says when it cannot be told, and says a text (${language})`, async ({
    page,
    site,
  }) => {
    const said = sayingIn(language)
    const number = uniqueNumber()
    const [plate, gateName] = [`皖H${number}`, `名单闸${number}`]
    const told: GateAct[] = []
    const open = (port: number) =>
      openGateDevice({
        port,
        loginOf: (name) => (name === channelName ? login : undefined),
        onTold: (_name, act) => void told.push(act),
      })
    let device = await open(0)
    const { port } = device
    await site.admin.ask(deviceCalls.saveBsCar, { plateNumber: plate, terminalNo: `T${number}`, whiteList: 1 })
    const gate = await site.admin.ask(gateCalls.saveBsBarrierGate, {
      name: gateName,
      code: `L-${number}`,
      kind: 'vehicle',
      direction: 1,
    })
    const channel = channelOf(channelName)
    try {
      // 道闸管理: the switch, off at first.
      const keeper = await site.makeUser(['barrierGateMgmt', 'barrierGateMgmt:edit', 'guardDeskMgmt', 'gate:open'])
      await openAs(page, site.origin, keeper, `/baseMgmt/barrierGateMgmt?keyword=${encodeURIComponent(gateName)}`, language)
      const list = listPage(page, language)
      await list.title(gateName).click()
      const control = list.drawer.getByRole('region', { name: said('控制方式', 'Control') })
      await control.getByRole('button', { name: said('设置', 'Set up'), exact: true }).click()
      const form = page.getByRole('dialog', { name: said(`控制方式：${gateName}`, `Control: ${gateName}`) })
      await form.getByLabel(said('设备地址', 'Device address')).fill('127.0.0.1')
      await form.getByLabel(said('端口', 'Port')).fill(String(port))
      await form.getByLabel(said('通道号', 'Channel')).fill(String(channel))
      await form.getByLabel(said('用户名', 'User name')).fill(login.userName)
      await form.getByLabel(said('密码', 'Password')).fill(login.password)
      const keeps = form.getByRole('switch', {
        name: said('由系统维护设备上的车牌名单', 'Keep the device’s lists of plates from here'),
      })
      await expect(keeps).not.toBeChecked()
      await keeps.click()
      await expectAccessible(page, 'control of a gate', language)
      await form.getByRole('button', { name: said('确定', 'OK'), exact: true }).click()
      await expect(form).toHaveCount(0)

      // By itself the device lists what the site says, and the record tells of it.
      await expect.poll(() => device.listsOf(channelName)).toContain(`allow ${plate}`)
      await expect(control.getByRole('heading', { name: said('设备名单', 'Lists of the device') })).toBeVisible()
      await expect(control).toContainText(said('个车牌已与系统一致', 'in step'))
      await expect(control).not.toContainText(said('待下发', 'wait'))
      await expectAccessible(page, 'lists of a gate', language)

      // A device that is out of reach is said to be so, on the record and at the desk.
      await device.close()
      const other = `皖J${number}`
      await site.admin.ask(deviceCalls.saveBsCar, { plateNumber: other, terminalNo: `U${number}`, whiteList: 1 })
      await expect(control).toContainText(said('起设备无法下发：设备连接不上', 'The device cannot be told since'))
      await expect(control.getByRole('listitem').filter({ hasText: other })).toContainText(said('待下发', 'Waiting'))
      await page.goto(`${site.origin}/gateAccessMgmt/guardDeskMgmt`)
      const behind = page.getByRole('button', { name: said('名单待下发', 'Lists behind') })
      await behind.click()
      await expect(page.getByRole('tooltip').getByText(gateName)).toBeVisible()
      await page.keyboard.press('Escape')

      // 喊话: what is missing is named; what the barrier did not take says why, and stays to be sent again.
      await page.getByRole('button', { name: said('喊话', 'Speak'), exact: true }).click()
      const speak = page.getByRole('dialog', { name: said('在道闸喊话', 'Say something at a gate') })
      const send = speak.getByRole('button', { name: said('发送', 'Send'), exact: true })
      if ((await speak.getByText(gateName).count()) === 0) {
        await speak.getByLabel(said('道闸', 'Gate'), { exact: true }).click()
        await list.choice(gateName).click()
      }
      await send.click()
      await expect(speak.getByRole('alert')).toContainText(said('请填写内容', 'Give the text'))
      await speak.getByLabel(said('内容', 'Text'), { exact: true }).fill('请靠右停车等候')
      await send.click()
      await expect(speak.getByRole('alert')).toContainText(said('设备连接不上', 'Device not reached'))
      await expectAccessible(page, 'speaking at a gate', language)
      device = await open(port)
      await send.click()
      await expect(page.getByText(said(`${gateName} 已播报`, `${gateName} has said it`))).toBeVisible()
      await expect(speak).toHaveCount(0)
      expect(told).toEqual(['speaker'])

      // What was said stands on its record, above what it was told in vain.
      await page.goto(`${site.origin}/baseMgmt/barrierGateMgmt?keyword=${encodeURIComponent(gateName)}`)
      await list.title(gateName).click()
      await expect(control.getByRole('listitem').filter({ hasText: '请靠右停车等候' }).first()).toContainText(
        said('已执行', 'Done'),
      )
    } finally {
      // Nobody else's desk is told of a gate that is gone.
      await site.admin.ask(gateControlCalls.deleteBsBarrierGateControl, { id: gate.id })
      await device.close()
    }
  })
