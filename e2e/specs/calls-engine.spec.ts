import { deptOf, accountOf, operatorTalks, permissions, words } from '../support/calls.ts'
import { inLanguages } from '../support/languages.ts'
import { freePort, startProduct, type Product } from '../support/product.ts'
import { missingPrograms, startPlainDevice, startSipEngine, type SipEngine } from '../support/sip-engine.ts'
import { claimSite, expect, firstPassword, siteOf, test, type Site } from '../support/site.ts'
import { openAs } from '../pages/sign-in.ts'

const missing = missingPrograms(['kamailio', 'rtpengine', 'baresip'])

/** Calls as Kamailio and rtpengine carry them, on a site of their own. */
test.describe('through Kamailio', () => {
  test.describe.configure({ mode: 'serial' })
  let product: Product
  let engine: SipEngine
  let ours: Site

  test.beforeAll(async () => {
    if (missing.length > 0) {
      console.log(`未运行：经 Kamailio 的通话，未安装 / did not run: calls through Kamailio, not installed: ${missing.join(' ')}`)
      return
    }
    const [wsPort, key, deviceKey] = [await freePort(), 'k'.repeat(40), 'the-device-key-of-these-calls']
    product = await startProduct({
      VIGIL_ADMIN_PASSWORD: firstPassword,
      VIGIL_DEVICE_KEY: deviceKey,
      VIGIL_JT808_PORT: '0',
      VIGIL_SIP_URL: `ws://127.0.0.1:${wsPort}`,
      VIGIL_SIP_KEY: key,
    })
    engine = await startSipEngine({ at: new URL(product.origin).host, key, wsPort })
    await claimSite(product.origin)
    ours = await siteOf(product.origin, deviceKey)
  })
  test.afterAll(async () => {
    if (missing.length > 0) return
    await engine.end()
    await product.end()
  })
  test.skip(missing.length > 0, `not installed: ${missing.join(' ')}`)

  for (const language of inLanguages('zh'))
    test(`an operator and a helmet call each other, see, hear, hold and reject (${language})`, async ({ page }) => {
      await operatorTalks(page, ours, language)
    })

  test('a plain device without WebRTC is called and calls, with sound and picture', async ({ page }) => {
    const said = words.zh
    const deptId = await deptOf(ours)
    const problems: string[] = []
    const { sipId, account } = await accountOf(ours, deptId, (problem) => void problems.push(problem))
    const device = await startPlainDevice(account, engine.sipPort)
    try {
      await expect.poll(device.isRegistered).toBe(true)
      const user = await ours.makeUser([...permissions], { deptId })
      await openAs(page, ours.origin, user, '/userSafeMgmt/hatOnlineListMgmt', 'zh')
      const indicator = page.getByRole('button', { name: /SIP/ })
      await expect(indicator).toContainText(said.registered)
      await indicator.click()
      const dialog = page.getByRole('dialog', { name: said.dialog })
      const button = (name: string) => dialog.getByRole('button', { name, exact: true }).last()
      const remote = dialog.getByLabel(said.remote)
      const width = () => remote.evaluate((video) => (video as unknown as { videoWidth: number }).videoWidth)
      /** Both hear and see each other. */
      const talk = async (): Promise<void> => {
        await expect(dialog.getByRole('status')).toContainText(said.talking)
        await expect.poll(width).toBe(640)
        const flows = () => [...device.media().audio, ...device.media().video].every((rate) => rate > 0)
        await expect.poll(flows).toBe(true)
      }
      await dialog.getByLabel(said.called).fill(sipId)
      await button(said.call).click()
      await talk()
      await button(said.hold).click()
      await expect(dialog.getByRole('status')).toContainText(said.held)
      await button(said.resume).click()
      await talk()
      await button(said.hangUp).click()
      await expect(dialog.getByRole('status')).toContainText(said.over)
      await button(said.close).click()

      const own = /\d{4,}/.exec((await indicator.getAttribute('title')) ?? '')?.[0] ?? ''
      device.call(own)
      await page.getByRole('dialog', { name: said.incoming }).getByRole('button', { name: said.accept }).click()
      await talk()
      device.hangUp()
      await expect(dialog.getByRole('status')).toContainText(said.over)
      expect(problems).toEqual([])
    } finally {
      await device.end()
    }
  })
})
