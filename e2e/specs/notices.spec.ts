import type { Page } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { livePath } from '@vigil/contract/live/live.ts'
import { openAs } from '../pages/sign-in.ts'
import { sayingIn } from '../support/languages.ts'
import { expect, test } from '../support/site.ts'
import { unique } from '../support/unique.ts'

for (const language of ['zh', 'en'] as const) {
  const say = sayingIn(language)

  test(`clocks that are ahead are named with their skew, and a disk that runs out of room is said (${language})`, async ({
    page,
    site,
  }) => {
    const { id: deptId } = await site.admin.ask(accountCalls.saveDept, { name: unique('时钟部门'), pid: null })
    const [hatNo, imei] = [unique('KX-'), unique('3575000000')]
    await site.admin.ask(deviceCalls.saveBsHat, { hatNo, imei, deptId })
    const report = async (ahead: number): Promise<void> => {
      const time = new Date(Date.now() + ahead * 3_600_000).toISOString()
      await fetch(`${site.origin}/ingest/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-key': site.deviceKey },
        body: JSON.stringify({ reports: [{ deviceType: 'hat', deviceId: imei, time, lng: 118.36, lat: 31.17 }] }),
      })
    }
    await report(3)
    await report(3)
    // They are counted in memory for a while, and come to the list by the dozen.
    const told = async () => whole(await site.admin.ask(deviceCalls.listClockSkewAll, undefined))
    await expect.poll(async () => (await told()).find(({ deviceId }) => deviceId === imei)?.count).toBe(2)
    const disk = await sayOfDisk(page)
    // Who can make room is asked to, everybody else to tell him.
    const keeps = language === 'zh'
    const watcher = await site.makeUser(keeps ? ['hatMgmt', 'siteMgmt'] : ['hatMgmt'], { deptId })
    await openAs(page, site.origin, watcher, '/baseMgmt/hatMgmt', language)

    const title = say('时钟异常', 'Device clocks ahead')
    const show = page.getByRole('button', { name: new RegExp(say('台时钟异常', 'with clock ahead')) })
    await show.click()
    const dialog = page.getByRole('dialog', { name: title })
    const row = dialog.getByRole('row').filter({ hasText: hatNo })
    await expect(row.getByRole('cell')).toContainText([hatNo, '', say('3 小时', '3 h'), '2', /^\d{4}-/])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    const low = say('服务器磁盘空间不足，请尽快清理', 'The server is low on disk space. Tell an administrator')
    const full = say('磁盘已满：位置已停止更新，围栏不再判断；求救仍会报警', 'The disk is full: positions are no longer updated')
    disk.is('low')
    await expect(page.getByRole('alert').filter({ hasText: low })).toBeVisible()
    disk.is('full')
    await expect(page.getByRole('alert').filter({ hasText: full })).toBeVisible()
    disk.is('fine')
    await expect(page.getByText(full)).toHaveCount(0)

    await report(0)
    await expect.poll(async () => (await told()).map(({ deviceId }) => deviceId)).not.toContain(imei)
  })
}

/** A disk cannot be filled here: what the server says of it is, all else stays as it was said. */
const sayOfDisk = async (page: Page) => {
  let state = 'fine'
  await page.routeWebSocket(new RegExp(livePath), (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => {
      socket.send(typeof message === 'string' ? message.replace(/"disk":"\w+"/, `"disk":"${state}"`) : message)
    })
  })
  return {
    is: (now: 'fine' | 'low' | 'full'): void => {
      state = now
    },
  }
}
