import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { createHelmet } from '../support/helmet.ts'
import { inLanguages } from '../support/languages.ts'
import { expect, test } from '../support/site.ts'
import { unique } from '../support/unique.ts'

const words = {
  zh: {
    open: '发测试消息',
    send: '发送',
    helmet: '安全帽',
    heard: '最近收到的消息',
    needed: '请选择安全帽',
    became: '设备离线',
  },
  en: {
    open: 'Send a test message',
    send: 'Send',
    helmet: 'Helmet',
    heard: 'Messages heard last',
    needed: 'Choose a helmet',
    became: 'Device offline',
  },
} as const

for (const language of inLanguages('en'))
  test(`what helmets said last is listed, and one is sent a test message, which tells what became of it (${language})`, async ({
    page,
    site,
  }) => {
    const said = words[language]
    const name = unique('接口帽')
    const imei = await site.makeHelmet(name)
    // A word that is no call for help.
    await createHelmet(site, imei).push('3')
    const user = await site.makeUser(['hatInterfaceMgmt', 'hatInterfaceMgmt:edit'])
    await openAs(page, site.origin, user, '/userSafeMgmt/hatInterfaceMgmt', language)
    await expect(page.getByRole('group', { name: said.heard }).getByRole('row').filter({ hasText: imei })).toContainText('ca_sos')
    await page.getByRole('button', { name: said.open }).click()
    const dialog = page.getByRole('dialog', { name: said.open })
    await dialog.getByRole('button', { name: said.send }).click()
    await expect(dialog.getByRole('alert')).toContainText(said.needed)
    await dialog.getByLabel(said.helmet).fill(name)
    // The list of helmets may come later than what is typed.
    await page.locator('.ant-select-item-option').filter({ hasText: name }).click()
    await dialog.getByRole('button', { name: said.send }).click()
    await expect(dialog.getByRole('status')).toContainText(said.became)
    await expectAccessible(page, 'hatInterfaceMgmt', language)
  })
