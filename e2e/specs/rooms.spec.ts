import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import type { CallRecord } from '@vigil/contract/telephony/entities.ts'
import { createHelmetLink } from '@vigil/simulator/links/helmet-service.ts'
import { enterRoom, type RoomPhone } from '@vigil/simulator/links/room-phone.ts'
import type { Page } from '@playwright/test'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/site.ts'
import { uniqueNumber } from '../support/unique.ts'

const permissions = ['trackRealMgmt', 'hatOnlineListMgmt', 'call:place'] as const

/** Of each picture in the room how many frames were drawn. */
const frames = (page: Page): Promise<number[]> =>
  page
    .getByRole('dialog', { name: '通话' })
    .getByLabel(/的画面$/)
    .evaluateAll((videos) =>
      videos.map(
        (video) =>
          (video as unknown as { getVideoPlaybackQuality: () => { totalVideoFrames: number } }).getVideoPlaybackQuality()
            .totalVideoFrames,
      ),
    )

/** Resolves once the page's own line to the helmet service is let in; to be asked before the page is opened. */
const letIn = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) => {
      if (!socket.url().endsWith('/helmet')) return
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"cmd":"ma_login","status":true')) resolve()
      })
    })
  })

test('a helmet calls into a room, two consoles answer with one click, and the three see and hear each other', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(180_000)
  const number = uniqueNumber()
  const imei = String(number).padStart(15, '7')
  const deptId = (await site.admin.ask(accountCalls.saveDept, { name: `房间${number}` })).id
  await site.admin.ask(deviceCalls.saveBsHat, { hatNo: `帽${number}`, imei, deptId, sipId: `3${number}` })
  const [one, other] = [await site.makeUser([...permissions], { deptId }), await site.makeUser([...permissions], { deptId })]
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const second = await context.newPage()
  for (const [console, user] of [
    [page, one],
    [second, other],
  ] as const) {
    const isIn = letIn(console)
    await openAs(console, site.origin, user, '/userSafeMgmt/hatOnlineListMgmt', 'zh')
    await isIn
  }
  for (const console of [page, second]) await expect(console.getByRole('button', { name: /SIP/ })).toContainText('已注册')

  const [problems, phones]: [string[], RoomPhone[]] = [[], []]
  const onProblem = (problem: string): void => void problems.push(problem)
  const { deviceKey, origin } = site
  const link = createHelmetLink({
    origin,
    imei,
    deviceKey,
    fwVersion: '',
    onProblem,
    onRoom: (room) => void phones.push(enterRoom({ origin, imei, deviceKey, room, onProblem })),
  })
  link.open()
  await expect.poll(() => link.callInto(`r${number}`, Date.now())).toBe(true)
  for (const console of [page, second]) {
    await console.getByRole('dialog', { name: '求救' }).getByRole('button', { name: '应答' }).click()
    await expect(console.getByRole('dialog', { name: '通话' }).getByRole('status')).toContainText('房间内')
  }
  const dialog = page.getByRole('dialog', { name: '通话' })
  await expect(dialog.getByRole('status')).toContainText('房间内 3 人')
  await expect(dialog.getByText(`r${number}`)).toBeVisible()
  await expect(dialog.getByText(imei, { exact: true })).toBeVisible()
  for (const console of [page, second]) {
    await console.bringToFront()
    await expect.poll(async () => (await frames(console)).filter((drawn) => drawn > 10)).toHaveLength(3)
  }
  await expect
    .poll(() => phones[0]?.over() ?? phones[0]?.heard().map(({ audio, video }) => (audio > 20 && video > 20) || { audio, video }))
    .toEqual([true, true])
  await page.bringToFront()
  await expectAccessible(page, 'room', 'zh')
  const button = (name: string) => dialog.getByRole('button', { name, exact: true }).last()
  await button('静音').click()
  await expect(second.getByText('已静音')).toBeVisible()
  const log = async () =>
    ((await site.admin.ask(telephonyCalls.listZdCall, {})) as CallRecord[]).find(({ dialled }) => dialled === `r${number}`)
  expect((await log())?.room?.parties).toHaveLength(3)
  await button('挂断').click()
  await expect(dialog.getByRole('status')).toContainText('已离开房间')
  await expect(second.getByRole('dialog', { name: '通话' }).getByRole('status')).toContainText('房间内 2 人')
  await expect.poll(() => phones[0]?.members().length).toBe(2)
  // With the last of the control room the helmet hangs up as well.
  await second.getByRole('dialog', { name: '通话' }).getByRole('button', { name: '挂断', exact: true }).click()
  await expect.poll(() => phones[0]?.over()).toBe('ended')

  await button('关闭').click()
  await page.getByRole('button', { name: /SIP/ }).click()
  const opening = dialog.getByRole('combobox', { name: '与多顶安全帽通话' })
  await opening.fill(`帽${number}`)
  await opening.press('Enter')
  await button('开房间').click()
  await expect(dialog.getByRole('status')).toContainText('房间内 2 人')
  await expect
    .poll(() => phones[1]?.heard().map(({ audio, video }) => (audio > 20 && video > 20) || { audio, video }))
    .toEqual([true])
  link.close()
  await context.close()
  expect(problems).toEqual([])
})
