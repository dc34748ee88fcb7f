import type { RouteName } from '@vigil/contract/site/routes.ts'
import { listPage } from '../pages/list.ts'
import { sheetsPage } from '../pages/sheets.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../support/site.ts'

/** A screen of records: what a new one needs, and what is changed of it. */
interface Kept {
  readonly name: RouteName
  readonly path: string
  /** Label → what is typed; the first is the title. */
  readonly typed: Readonly<Record<string, string>>
  /** Its records cannot come from a sheet. */
  readonly imports?: false
  /** A field that is changed, and to what. */
  readonly change: readonly [label: string, value: string]
}

let made = process.pid
const unique = (): string => String((made += 1))
const digits = (length: number): string => unique().padStart(length, '3')

const base = (name: RouteName, typed: Kept['typed'], change: Kept['change'] = ['备注', '改过']): Kept => ({
  name,
  path: `/baseMgmt/${name}`,
  typed,
  change,
})

const screens: readonly Kept[] = [
  base('hatMgmt', { 帽号: `帽${unique()}`, IMEI: digits(15) }),
  base('badgeMgmt', { 工牌号: `牌${unique()}`, devEui: digits(16) }),
  base('carMgmt', { 车牌号: `皖B·${unique()}`, 终端号: digits(12) }),
  base('beaconMgmt', { 名称: `信标${unique()}`, Minor: String(40_000 + (process.pid % 20_000)) }),
  base('loraGateMgmt', { 名称: `网关${unique()}`, 网关EUI: digits(16) }),
  base('hazardPointMgmt', { 名称: `危险源${unique()}`, 编码: `W${unique()}` }, ['责任人', '李建军']),
  base('cameraMgmt', { 名称: `摄像机${unique()}`, 国标编码: digits(20) }),
  base('broadcastMgmt', { 名称: `播报${unique()}`, 播报文字: '请注意安全' }),
  base('barrierGateMgmt', { 名称: `道闸${unique()}`, 设备编号: `D${unique()}` }),
  base('speedOverMgmt', { 名称: `测速${unique()}`, 测速地点: '东门', IP地址: `10.8.${process.pid % 250}.1`, 限速: '30' }),
  {
    name: 'userMgmt',
    path: '/systemMgmt/userMgmt',
    typed: { 姓名: `新人${unique()}`, 工号: `N${unique()}` },
    change: ['岗位', '巡检工'],
  },
  { name: 'versionMgmt', path: '/systemMgmt/versionMgmt', typed: { 版本号: `9.${unique()}` }, change: ['说明', '改过'] },
  {
    name: 'permissionMgmt',
    path: '/systemMgmt/permissionMgmt',
    typed: { 名称: `权限${unique()}`, 权限标识: `custom${unique()}` },
    change: ['说明', '改过'],
    imports: false,
  },
]

for (const { name, path, typed, change, imports = true } of screens) {
  test(`${name}: made, changed, exported, deleted, imported again`, async ({ page, site }) => {
    const user = await site.makeUser([name, `${name}:edit`])
    await signIn(page, site.origin, user, path)
    const list = listPage(page)
    const [[titleLabel, title] = ['', '']] = Object.entries(typed)

    await list.add.click()
    for (const [label, value] of Object.entries(typed)) await list.field(label).fill(value)
    await list.button(list.drawer, '保存').click()
    await expect(list.drawer).toBeHidden()
    await list.keyword.fill(title)
    await expect(list.row(title)).toBeVisible()
    await expect(list.total(1)).toBeVisible()

    await list.title(title).click()
    await expect(list.field(titleLabel)).toHaveValue(title)
    const [label, value] = change
    await list.field(label).fill(value)
    await list.button(list.drawer, '保存').click()
    await expect(list.drawer).toBeHidden()
    await list.title(title).click()
    await expect(list.field(label)).toHaveValue(value)
    await page.keyboard.press('Escape')
    await expect(list.drawer).toBeHidden()

    await page.getByRole('toolbar').getByRole('button', { name: /^导出/ }).click()
    const sheets = sheetsPage(page)
    const text = await sheets.exportCsv()
    expect(text.trim().split('\n')).toHaveLength(2)
    expect(text).toContain(title)

    const remove = async (): Promise<void> => {
      const direct = list.row(title).getByRole('button', { name: '删除' })
      if ((await direct.count()) > 0) await direct.click()
      else {
        await list.row(title).getByRole('button', { name: '更多' }).click()
        await page.getByRole('menuitem', { name: '删除' }).click()
      }
      await list.button(page.getByRole('dialog', { name: /删除/ }), '删除').click()
      await expect(list.row(title)).toHaveCount(0)
    }
    await remove()
    if (!imports) return

    // What was exported comes back as it was.
    await page.getByRole('toolbar').getByRole('button', { name: '导入' }).click()
    await sheets.importCsv(text, '导入 1 行')
    await expect(list.row(title)).toBeVisible()
    await list.title(title).click()
    await expect(list.field(label)).toHaveValue(value)
    await page.keyboard.press('Escape')
    await expect(list.drawer).toBeHidden()
    await remove()
  })
}
