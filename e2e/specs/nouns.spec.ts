import type { Page } from '@playwright/test'
import { permissionResource } from '@vigil/contract/accounts/permission.ts'
import { user } from '@vigil/contract/accounts/user.ts'
import { broadcast } from '@vigil/contract/broadcasts/broadcast.ts'
import { noticeRecord } from '@vigil/contract/broadcasts/notice-record.ts'
import { badge } from '@vigil/contract/devices/badge.ts'
import { beacon } from '@vigil/contract/devices/beacon.ts'
import { car } from '@vigil/contract/devices/car.ts'
import { hat } from '@vigil/contract/devices/hat.ts'
import { loraGateway } from '@vigil/contract/devices/lora-gateway.ts'
import { barrierGate } from '@vigil/contract/gates/barrier-gate.ts'
import { hazardPoint } from '@vigil/contract/hazards/hazard-point.ts'
import type { Noun } from '@vigil/contract/kernel/noun.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { firmware } from '@vigil/contract/site/firmware.ts'
import { menu, type Permission } from '@vigil/contract/menu/routes.ts'
import { speedCamera } from '@vigil/contract/traffic/speed-camera.ts'
import { camera } from '@vigil/contract/video/camera.ts'
import { listPage } from '../pages/list.ts'
import { sheetsPage } from '../pages/sheets.ts'
import { openAs } from '../pages/sign-in.ts'
import { isDeep } from '../support/languages.ts'
import { expect, test } from '../support/site.ts'
import { uniqueNumber } from '../support/unique.ts'

/** A screen of records: what a new one needs, and what is changed of it. */
interface Kept {
  readonly noun: Pick<Noun, 'route' | 'fields' | 'title' | 'imports'>
  /** Field → what is typed; values that no other test has. */
  readonly typed: () => Typed
  /** A field that is changed, and to what. */
  readonly change: readonly [field: string, value: string]
}

type Typed = Readonly<Record<string, string>>

const unique = (): string => String(uniqueNumber())
/** Numbers from one on that are free on the site. */
const nextOf = (from: number): number => from + uniqueNumber() - 10_000
const address = (): string => {
  const at = nextOf(0)
  return `10.8.${Math.floor(at / 250)}.${at % 250}`
}
const digits = (length: number): string => unique().padStart(length, '3')

const screens: readonly Kept[] = [
  { noun: hat, typed: () => ({ hatNo: `帽${unique()}`, imei: digits(15) }), change: ['remark', '改过'] },
  { noun: badge, typed: () => ({ badgeNo: `牌${unique()}`, devEui: digits(16) }), change: ['remark', '改过'] },
  { noun: car, typed: () => ({ plateNumber: `皖B·${unique()}`, terminalNo: digits(12) }), change: ['remark', '改过'] },
  {
    noun: beacon,
    typed: () => ({ name: `信标${unique()}`, minor: String(nextOf(40_000)) }),
    change: ['remark', '改过'],
  },
  { noun: loraGateway, typed: () => ({ name: `网关${unique()}`, gatewayEui: digits(16) }), change: ['remark', '改过'] },
  { noun: hazardPoint, typed: () => ({ name: `危险源${unique()}`, code: `W${unique()}` }), change: ['responsible', '李建军'] },
  { noun: camera, typed: () => ({ name: `摄像机${unique()}`, gbDeviceId: digits(20) }), change: ['remark', '改过'] },
  { noun: broadcast, typed: () => ({ name: `播报${unique()}`, content: '请注意安全' }), change: ['remark', '改过'] },
  { noun: barrierGate, typed: () => ({ name: `道闸${unique()}`, code: `D${unique()}` }), change: ['remark', '改过'] },
  {
    noun: speedCamera,
    typed: () => ({ name: `测速${unique()}`, place: '东门', ip: address(), limit: '30' }),
    change: ['remark', '改过'],
  },
  { noun: user, typed: () => ({ cname: `新人${unique()}`, workNum: `N${unique()}` }), change: ['post', '巡检工'] },
  { noun: firmware, typed: () => ({ number: `9.${unique()}` }), change: ['notes', '改过'] },
  {
    noun: permissionResource,
    typed: () => ({ name: `权限${unique()}`, code: `custom${unique()}` }),
    change: ['note', '改过'],
  },
  { noun: noticeRecord, typed: () => ({ title: `通知${unique()}`, content: '雷雨，停止登高' }), change: ['remark', '改过'] },
]

/** A record of a screen, in one language. */
const recordOn = (page: Page, { noun: { fields, title }, change: [field, changed] }: Kept, typed: Typed, language: Language) => {
  const list = listPage(page, language)
  const name = typed[title] ?? ''
  const input = (of: string) => list.field(fields[of]?.label[language] ?? of)
  return {
    list,
    name,
    make: async (): Promise<void> => {
      await list.add.click()
      for (const [of, text] of Object.entries(typed)) await input(of).fill(text)
      await list.save.click()
      await expect(list.drawer).toBeHidden()
      await list.keyword.fill(name)
      await expect(page).toHaveURL(new RegExp(`keyword=${encodeURIComponent(name)}`))
      await expect(list.row(name)).toBeVisible()
      await expect(list.total(1)).toBeVisible()
    },
    change: async (value = changed): Promise<void> => {
      await list.title(name).click()
      for (const [of, text] of Object.entries(typed)) await expect(input(of)).toHaveValue(text)
      await input(field).fill(value)
      await list.save.click()
      await expect(list.drawer).toBeHidden()
    },
    isChanged: async (value = changed): Promise<void> => {
      await list.title(name).click()
      await expect(input(field)).toHaveValue(value)
      await page.keyboard.press('Escape')
      await expect(list.drawer).toBeHidden()
    },
    remove: async (): Promise<void> => {
      await list.askToDelete(name)
      await list.confirmDelete.click()
      await expect(list.row(name)).toHaveCount(0)
    },
  }
}

const groupOf = (route: string) => menu.find(({ children }) => children.some(({ name }) => name === route))
const pathOf = ({ noun: { route } }: Kept): string => `${groupOf(route)?.path}/${route}`
/** Goes on to another screen of the same page. */
const openByMenu = async (page: Page, route: string, language: Language): Promise<void> => {
  const group = groupOf(route)
  const title = group?.children.find(({ name }) => name === route)?.title[language] ?? route
  const sidebar = page.getByRole('navigation', { name: /主菜单|Main menu/ })
  const link = sidebar.getByRole('link', { name: title, exact: true })
  if (!(await link.isVisible())) await sidebar.getByRole('button', { name: group?.title[language] ?? route }).click()
  await link.click()
  await expect(page).toHaveTitle(new RegExp(`^${title} `))
}

/** From the first to the last thing that is done with a record; the sheets of all nouns are asked of the server itself. */
const inFull: readonly Kept['noun'][] = [hat, user, permissionResource]

test.describe.configure({ mode: 'parallel' })
for (const kept of screens.filter(({ noun }) => inFull.includes(noun))) {
  const { route, imports = true } = kept.noun
  const steps = imports ? 'made, changed, exported, deleted, imported again' : 'made, changed, exported'
  test(`${route}: ${steps}; changed and deleted in English`, async ({ page, site }) => {
    const account = await site.makeUser([route, `${route}:edit`])
    await openAs(page, site.origin, account, pathOf(kept))
    const typed = kept.typed()
    const chinese = recordOn(page, kept, typed, 'zh')
    await chinese.make()
    await chinese.change()
    await page.getByRole('toolbar').getByRole('button', { name: /^导出/ }).click()
    const sheets = sheetsPage(page)
    const text = await sheets.exportCsv()
    expect(text.trim().split('\n')).toHaveLength(2)
    expect(text).toContain(chinese.name)
    if (imports) {
      // What was exported comes back as it was.
      await chinese.remove()
      await page.getByRole('toolbar').getByRole('button', { name: '导入' }).click()
      await sheets.importCsv(text, '导入 1 行')
      await expect(chinese.list.row(chinese.name)).toBeVisible()
    }
    await chinese.isChanged()

    await page.getByRole('button', { name: '语言' }).click()
    const english = recordOn(page, kept, typed, 'en')
    await english.change('changed again')
    await english.isChanged('changed again')
    await english.remove()
  })
}

const others = screens.filter(({ noun }) => !inFull.includes(noun))
const halves = [
  ['zh', others.filter((_, at) => at % 2 === 0)],
  ['en', others.filter((_, at) => at % 2 === 1)],
] as const
for (const [language, kepts] of halves) {
  test(`${kepts.map(({ noun: { route } }) => route).join(', ')}: made and changed (${language})`, async ({ page, site }) => {
    const account = await site.makeUser(kepts.flatMap(({ noun: { route } }): Permission[] => [route, `${route}:edit`]))
    await openAs(page, site.origin, account, '/home', language)
    for (const kept of kepts) {
      await test.step(kept.noun.route, async () => {
        await openByMenu(page, kept.noun.route, language)
        const record = recordOn(page, kept, kept.typed(), language)
        await record.make()
        await record.change()
        if (isDeep) await record.isChanged()
      })
    }
  })
}
