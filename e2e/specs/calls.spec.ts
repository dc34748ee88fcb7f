import { openAs } from '../pages/sign-in.ts'
import { deptOf, helmetOf, operatorTalks, permissions, words } from '../support/calls.ts'
import { inLanguages } from '../support/languages.ts'
import { expect, test } from '../support/site.ts'

for (const language of inLanguages('zh'))
  test(`an operator calls a helmet and is called by one, sees and hears it, and the log has both (${language})`, async ({
    page,
    site,
  }) => {
    await operatorTalks(page, site, language)
  })

test('what is not there says so, and showing the password is logged', async ({ page, site }) => {
  const said = words.zh
  const deptId = await deptOf(site)
  const { sipId, phone } = await helmetOf(site, deptId)
  const user = await site.makeUser([...permissions], { deptId })
  await openAs(page, site.origin, user, '/userSafeMgmt/hatOnlineListMgmt', 'zh')
  const indicator = page.getByRole('button', { name: /SIP/ })
  await expect(indicator).toContainText(said.registered)
  phone.close()
  await indicator.click()
  const dialog = page.getByRole('dialog', { name: said.dialog })
  const call = dialog.getByRole('button', { name: said.call, exact: true })
  for (const [number, told] of [
    ['39999999', said.notFound],
    [sipId, said.unavailable],
  ] as const) {
    await dialog.getByLabel(said.called).fill(number)
    await call.click()
    await expect(dialog.getByRole('alert')).toContainText(told)
    await dialog.getByRole('button', { name: said.close, exact: true }).last().click()
    await indicator.click()
  }
  await dialog.getByRole('button', { name: said.show }).click()
  await expect(dialog.getByText('••••••••')).toBeHidden()
})
