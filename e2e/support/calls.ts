import type { Page } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import type { CallRecord } from '@vigil/contract/telephony/entities.ts'
import { createPhone } from '@vigil/simulator/links/sip-phone.ts'
import { openAs } from '../pages/sign-in.ts'
import { expectAccessible } from './accessibility.ts'
import { sipAccountOf } from './sip-account.ts'
import { expect, type Site } from './site.ts'
import { uniqueNumber } from './unique.ts'

/** What is said of calls, and one from its beginning to its line in the log: the same whatever carries it. */

export const words = {
  zh: {
    dialog: '通话',
    called: '被叫 SIP',
    call: '呼叫',
    answer: '接听',
    hangUp: '挂断',
    close: '关闭',
    hold: '保持',
    resume: '恢复',
    mute: '静音',
    unmute: '取消静音',
    keypad: '按键',
    five: '按键 5',
    talking: '通话中',
    held: '已保持',
    over: '电话已经挂断!',
    connected: '电话已接通......',
    dialing: '正在拨打电话......',
    registered: '已注册',
    incoming: '来电',
    accept: '接听',
    reject: '拒绝',
    unavailable: '对方不在线或无人接听',
    notFound: '号码不存在或无权呼叫',
    show: '显示密码（记入日志）',
    remote: '远端画面',
  },
  en: {
    dialog: 'Call',
    called: 'Called SIP',
    call: 'Call',
    answer: 'Answer',
    hangUp: 'Hang up',
    close: 'Close',
    hold: 'Hold',
    resume: 'Resume',
    mute: 'Mute',
    unmute: 'Unmute',
    keypad: 'Keypad',
    five: 'Key 5',
    talking: 'Talking',
    held: 'On hold',
    over: 'The call has ended!',
    connected: 'The call is connected......',
    dialing: 'Placing the call......',
    registered: 'Registered',
    incoming: 'Incoming call',
    accept: 'Accept',
    reject: 'Reject',
    unavailable: 'Not reachable, or nobody answers',
    notFound: 'There is no such number, or it is not yours to call',
    show: 'Show the password (it is logged)',
    remote: 'Remote picture',
  },
} as const

export const deptOf = async ({ admin }: Site): Promise<string> =>
  (await admin.ask(accountCalls.saveDept, { name: `通话${uniqueNumber()}` })).id

/** A helmet of a department that has an account. */
export const accountOf = async (site: Site, deptId: string, onProblem: (problem: string) => void) => {
  const number = uniqueNumber()
  const imei = String(number).padStart(15, '8')
  const sipId = `3${number}`
  await site.admin.ask(deviceCalls.saveBsHat, { hatNo: `帽${number}`, imei, deptId, sipId })
  const { origin, deviceKey } = site
  const account = await sipAccountOf({ origin, deviceKey, imei, onProblem })
  return { sipId, account }
}

/** One that is registered. */
export const helmetOf = async (site: Site, deptId: string) => {
  const problems: string[] = []
  const onProblem = (problem: string): void => void problems.push(problem)
  const { sipId, account } = await accountOf(site, deptId, onProblem)
  const phone = createPhone({ origin: site.origin, account, onProblem, answersAfter: 200 })
  await expect.poll(phone.isRegistered).toBe(true)
  return { sipId, phone, account, problems }
}

export const permissions = ['trackRealMgmt', 'hatOnlineListMgmt', 'call:place'] as const

/** An operator calls a helmet and is called by one, sees and hears it, holds, mutes, dials a key, rejects; the log has all of it. */
export const operatorTalks = async (page: Page, site: Site, language: Language): Promise<void> => {
  const said = words[language]
  const deptId = await deptOf(site)
  const { sipId, phone, problems } = await helmetOf(site, deptId)
  const user = await site.makeUser([...permissions], { deptId })
  await openAs(page, site.origin, user, '/userSafeMgmt/hatOnlineListMgmt', language)
  const indicator = page.getByRole('button', { name: /SIP/ })
  await expect(indicator).toContainText(said.registered)
  await indicator.click()
  const dialog = page.getByRole('dialog', { name: said.dialog })
  // The cross at its top is called as the last button is.
  const button = (name: string) => dialog.getByRole('button', { name, exact: true }).last()
  await dialog.getByLabel(said.called).fill(sipId)
  await button(said.call).click()
  await expect(page.getByText(said.dialing).first()).toBeVisible()
  await expect(dialog.getByRole('status')).toContainText(said.talking)
  await expect(page.getByText(said.connected).first()).toBeVisible()
  // Heard and seen, in both directions.
  const remote = dialog.getByLabel(said.remote)
  await expect.poll(() => remote.evaluate((video) => (video as unknown as { videoWidth: number }).videoWidth)).toBe(320)
  await expect.poll(() => phone.heard()?.audio ?? 0).toBeGreaterThan(20)
  await expect.poll(() => phone.heard()?.video ?? 0).toBeGreaterThan(20)
  await expectAccessible(page, 'calling', language)
  await button(said.hold).click()
  await expect(dialog.getByRole('status')).toContainText(said.held)
  await button(said.resume).click()
  await expect(dialog.getByRole('status')).toContainText(said.talking)
  await button(said.mute).click()
  await button(said.unmute).click()
  await button(said.keypad).click()
  await button(said.five).click()
  await button(said.hangUp).click()
  await expect(dialog.getByRole('status')).toContainText(said.over)
  await expect.poll(() => phone.heard()).toBeNull()
  await button(said.close).click()
  await expect(dialog).toBeHidden()

  // Not the control room: everybody who works beside this test would hear it ring.
  const own = /\d{4,}/.exec((await indicator.getAttribute('title')) ?? '')?.[0] ?? ''
  phone.call(own)
  const incoming = page.getByRole('dialog', { name: said.incoming })
  await incoming.getByRole('button', { name: said.accept }).click()
  await expect(dialog.getByRole('status')).toContainText(said.talking)
  await expect.poll(() => phone.heard()?.audio ?? 0).toBeGreaterThan(20)
  phone.hangUp()
  await expect(dialog.getByRole('status')).toContainText(said.over)
  await button(said.close).click()
  phone.call(own)
  await incoming.getByRole('button', { name: said.reject }).click()
  await expect(incoming).toBeHidden()
  const log = async () =>
    ((await site.admin.ask(telephonyCalls.listZdCall, {})) as CallRecord[]).filter(({ caller, callee }) =>
      [caller.number, callee?.number].includes(sipId),
    )
  await expect.poll(async () => (await log()).map(({ outcome }) => outcome)).toEqual(['rejected', 'completed', 'completed'])
  phone.close()
  expect(problems).toEqual([])
}
