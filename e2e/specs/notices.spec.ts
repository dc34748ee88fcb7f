import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { livePath } from '@vigil/contract/live/live.ts'
import { openAs } from '../pages/sign-in.ts'
import { languages, sayingIn } from '../support/languages.ts'
import { expect, test } from '../support/site.ts'
import { unique } from '../support/unique.ts'

for (const language of languages) {
  const say = sayingIn(language)

  test(`a device whose clock is ahead is named with its skew until its clock is right (${language})`, async ({ page, site }) => {
    const { id: deptId } = await site.admin.ask(accountCalls.saveDept, { name: unique('时钟部门'), pid: null })
    const [hatNo, imei] = [unique('KX-'), unique('3575')]
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
    const watcher = await site.makeUser(['hatMgmt'], { deptId })
    await openAs(page, site.origin, watcher, '/baseMgmt/hatMgmt', language)
    const title = say('时钟异常', 'Clocks that are ahead')
    await page.getByRole('button', { name: `${say('查看', 'Show')} ${title}` }).click()
    const row = page.getByRole('dialog', { name: title }).getByRole('row').filter({ hasText: hatNo })
    await expect(row.getByRole('cell')).toContainText([hatNo, '', say('3 小时', '3 h'), '2', /^\d{4}-/])
    await report(0)
    await expect.poll(async () => (await told()).map(({ deviceId }) => deviceId)).not.toContain(imei)
    await page.reload()
    await expect(page.getByRole('link', { name: hatNo, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: `${say('查看', 'Show')} ${title}` })).toHaveCount(0)
  })

  test(`a disk that runs out of room is said on every screen: who can make room is asked to (${language})`, async ({
    page,
    site,
  }) => {
    let disk = 'low'
    await page.routeWebSocket(new RegExp(livePath), (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((message) => server.send(message))
      // A disk cannot be filled here: what the server says of it is, all else stays as it was said.
      server.onMessage((message) => {
        const ofDisk = /"disk":"\w+"/
        socket.send(typeof message === 'string' ? message.replace(ofDisk, `"disk":"${disk}"`) : message)
      })
    })
    const clerk = await site.makeUser(['loraGateMgmt'])
    await openAs(page, site.origin, clerk, '/baseMgmt/loraGateMgmt', language)
    const notice = page.getByRole('alert')
    await expect(notice).toContainText(
      say('服务器磁盘空间不足，请通知系统管理员', 'The disk of the server is filling up. Tell an administrator'),
    )
    disk = 'full'
    await expect(notice).toContainText(
      say('磁盘已满：位置已停止更新，围栏不再判断；求救仍会报警', 'The disk is full: positions are no longer updated'),
    )
    disk = 'fine'
    await expect(notice).toHaveCount(0)
    disk = 'low'
    const keeper = await site.makeUser(['siteMgmt'])
    await openAs(page, site.origin, keeper, '/systemMgmt/siteMgmt', language)
    await expect(notice).toContainText(
      say('服务器磁盘空间不足，请尽快清理', 'The disk of the server is filling up. Make room soon'),
    )
  })
}
