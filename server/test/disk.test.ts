import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { createApp } from '../src/app.ts'
import { startEmbeddedPostgres } from '../src/kernel/embedded-postgres.ts'
import { createLog } from '../src/kernel/log.ts'
import { createFileSite, filesIn, formOf, sendForm } from './files.ts'
import { at } from './places.ts'
import { configFor, createTestSite, deviceKey, isType } from './site.ts'

const reportOf = (deviceId: string, more: Record<string, unknown> = {}) => ({
  deviceType: 'hat',
  deviceId,
  time: new Date().toISOString(),
  ...at(1, 1),
  ...more,
})
const poster = (origin: string) => async (report: unknown) => {
  const response = await fetch(`${origin}/ingest/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-key': deviceKey },
    body: JSON.stringify({ reports: [report] }),
  })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
}
const refused = { status: 503, retryAfter: '2', body: expect.objectContaining({ code: 'notReady' }) as unknown }
const heard = { status: 200, body: { code: '200', data: { accepted: 1, duplicate: 0, rejected: [] } } }

it('a disk that is nearly full refuses positions, hears every call for help, and is told to every console and by /readyz', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const site = await createTestSite({ dataDir: folder, diskMarks: { low: null, full: Number.MAX_SAFE_INTEGER } })
  await site.makeHat('864901040000100')
  const post = poster(site.origin)
  expect(await post(reportOf('864901040000100'))).toMatchObject(refused)
  expect(await post(reportOf('864901040000100', { sos: 'press' }))).toMatchObject(heard)
  const console = await site.live(site.adminToken)
  expect(await console.until(isType('tick'))).toMatchObject({ disk: 'full' })
  expect(await (await fetch(`${site.origin}/readyz`)).json()).toMatchObject({ status: 'ready', disk: 'full' })
})

it('a disk that is low takes no upload and no export, says why in both languages, and stores positions on', async () => {
  const site = await createFileSite({ diskMarks: { low: Number.MAX_SAFE_INTEGER, full: 0 } })
  await site.makeHat('864901040000100')
  const reasons = { zh: /^服务器磁盘空间不足/, en: /^The server is low on disk space/ }
  const wanted = (language: 'zh' | 'en') => ({ code: 'notReady', msg: expect.stringMatching(reasons[language]) as unknown })
  for (const [purpose, language] of [['attachment', 'zh'] as const, ['import', 'en'] as const]) {
    const sent = await sendForm(site, formOf('a', 'a.txt', { purpose }), site.adminToken, language)
    expect([sent.status, sent.headers.get('retry-after'), sent]).toEqual([503, '2', expect.objectContaining(wanted(language))])
    const asks = createClient({ origin: site.origin, token: () => site.adminToken, language: () => language })
    for (const asked of [
      asks.ask(transferCalls.startExport, { noun: 'hat' }),
      asks.ask(transferCalls.createTemplate, { noun: 'hat' }),
    ])
      await expect(asked).rejects.toMatchObject({ status: 503, message: expect.stringMatching(reasons[language]) as unknown })
  }
  expect(await filesIn(site)).toEqual([])
  expect(await site.admin.ask(transferCalls.listTransferAll, {})).toMatchObject([])
  expect(await poster(site.origin)(reportOf('864901040000100'))).toMatchObject({ status: 200 })
})

/** A disk of its own for whoever may mount one; who may not has only the test above. */
const mount = (folder: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=800m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

it('of five calls for help on a disk without a byte left five are stored while positions are refused', async ({ skip }) => {
  const room = mkdtempSync(join(tmpdir(), 'vigil-small-'))
  chmodSync(room, 0o755)
  if (!mount(room)) skip('no right to mount a small disk')
  onTestFinished(() => void execFileSync('umount', ['-l', room]))
  const dataDir = join(room, 'var')
  mkdirSync(dataDir, { mode: 0o711 })
  const postgres = await startEmbeddedPostgres({ dataDir, cloneDir: resolve(import.meta.dirname, '../..'), say: () => undefined })
  onTestFinished(postgres.stop)
  const app = await createApp(configFor(postgres.url, { dataDir, diskMarks: { low: null, full: null } }), createLog('silent'))
  onTestFinished(app.close)
  await app.createFirstAdministrator('first-Pass-9182')
  const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const token = await createClient({ origin }).ask(sessionCalls.login, { userName: 'admin', password: 'first-Pass-9182' })
  const admin = createClient({ origin, token: () => token })
  await admin.ask(sessionCalls.updatePassword, { oldPassword: 'first-Pass-9182', newPassword: 'later-Pass-7731' })
  const imeis = ['864901040000100', '864901040000200', '864901040000300', '864901040000400', '864901040000500']
  for (const imei of imeis) await admin.ask(deviceCalls.saveBsHat, { hatNo: imei, imei })
  const post = poster(origin)
  expect(await post(reportOf('864901040000100'))).toMatchObject({ status: 200 })

  const { bavail, bsize } = statfsSync(room)
  const junk = (name: string, bytes: number) => writeFileSync(join(room, name), Buffer.alloc(Math.max(0, bytes), 1))
  junk('junk', bavail * bsize - 40 * 1024 * 1024)
  const state = async () => ((await (await fetch(`${origin}/readyz`)).json()) as { disk?: string }).disk
  await expect.poll(state).toBe('full')
  // Nothing is left, but for the reserve, which is given up for this.
  junk('more', statfsSync(room).bavail * bsize)
  for (const [index, imei] of imeis.entries()) {
    expect(await post(reportOf(imei)), `position ${index}`).toMatchObject(refused)
    await expect.poll(async () => (await post(reportOf(imei, { sos: 'press', time: '2026-01-01T00:00:00Z' }))).status).toBe(200)
  }
  const { list } = await admin.ask(alarmCalls.listRealAlarmData, undefined)
  expect(list.map(({ deviceId }) => deviceId).toSorted()).toEqual(imeis)

  for (const name of ['junk', 'more']) rmSync(join(room, name))
  await expect.poll(state).toBe('fine')
  expect(await post(reportOf('864901040000100'))).toMatchObject({ status: 200 })
})
