import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { User } from '@vigil/contract/accounts/user.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { createClient, paged, whole } from '@vigil/contract/kernel/client.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import { holdDevice, listeningServer, waitingAtDevice } from './several-servers.ts'
import { freePort } from './port.ts'
import { createTestSite, deviceKey, type TestSite } from './site.ts'
import { ended, imeiOf, upload } from './transfers.ts'
import { beginToHold } from './hold.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

const rows = 250
/** The second hundred of rows is being written, the first is written for good. */
const heldRow = 150
const reached = 100
/** A sheet of helmets of which row 12 lacks its IMEI, and 202 repeats row 52. */
const sheetOf = (name: string): string =>
  [
    ['帽号*', 'IMEI*'],
    ...Array.from({ length: rows }, (_, at) => {
      if (at === 10) return [`${name}-10`, '']
      return at === 200 ? [`${name}-50`, imeiOf(name, 200)] : [`${name}-${at}`, imeiOf(name, at)]
    }),
  ]
    .map((cells) => cells.join(','))
    .join('\n')
const problems = [
  { row: 12, column: 'IMEI', reason: 'IMEI必填' },
  { row: 202, column: '帽号', reason: '帽号与第 52 行重复' },
]

const siteWithFiles = async (): Promise<{ site: TestSite; dataDir: string }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigil-servers-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return { site: await createTestSite({ dataDir }), dataDir }
}
const rowOf = async ({ db }: Pick<TestSite, 'db'>, id: string) => {
  const [row] = (
    await db.raw<{ attempt: number; reached: { done: number } | null; heard_at: Date; state: string; owner: string | null }>(
      db.sql,
      'SELECT attempt, reached, heard_at, state, owner FROM transfer WHERE id = $1',
      [id],
    )
  ).rows
  if (!row) throw new Error('it has no row')
  return row
}
/** What holds by now was looked at: twice, since it may have been about to tell just then. */
const toldTwice = async (site: TestSite, id: string): Promise<void> => {
  for (let told = 0; told < 2; told += 1) {
    const { heard_at: before } = await rowOf(site, id)
    await expect.poll(async () => (await rowOf(site, id)).heard_at > before, { timeout: 60_000 }).toBe(true)
  }
}
/** Whoever has what is queued was not heard of for longer than that is believed. */
const fallSilent = ({ db }: Pick<TestSite, 'db'>) =>
  db.raw(db.sql, `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute' WHERE state = 'active'`)
/** How often each helmet of the sheet was made, as the system log tells. */
const made = async ({ db }: Pick<TestSite, 'db'>, name: string) =>
  (
    await db.raw<{ all: number; each: number }>(
      db.sql,
      `SELECT count(*)::int AS all, count(DISTINCT after ->> 'hatNo')::int AS each FROM journal
       WHERE object = 'hat' AND action = 'create' AND after ->> 'hatNo' LIKE $1`,
      [`${name}-%`],
    )
  ).rows[0]

it('an import that runs on one server is told of and cancelled at another, whose start ends nothing', async () => {
  const { site, dataDir } = await siteWithFiles()
  const fileId = await upload(site, site.adminToken, 'a.csv', sheetOf('A'))
  const { release } = await holdDevice(site, imeiOf('A', heldRow))
  const begun = await site.admin.ask(transferCalls.startImport, { noun: 'hat', fileId })
  await expect.poll(() => waitingAtDevice(site)).toBe(1)
  const { admin } = await listeningServer(site, { dataDir })
  const seen = () => admin.ask(transferCalls.getTransferById, { id: begun.id })
  await expect.poll(async () => (await seen()).done, { timeout: 60_000 }).toBeGreaterThanOrEqual(reached)
  expect(await seen()).toMatchObject({ state: 'running', total: rows, problems: problems.slice(0, 1) })

  const next = await admin.ask(transferCalls.previewImport, { noun: 'hat', fileId })
  await admin.ask(transferCalls.cancelTransferById, { id: begun.id })
  const asked = (await rowOf(site, begun.id)).heard_at
  await expect.poll(async () => (await rowOf(site, begun.id)).heard_at > asked, { timeout: 60_000 }).toBe(true)
  // One import at a time, on whichever server.
  expect(await rowOf(site, next.id)).toMatchObject({ state: 'waiting', attempt: 0 })
  await release()
  expect(await ended(admin, begun)).toMatchObject({ state: 'cancelled', done: 200, created: 199, wrong: 1 })
  expect(await made(site, 'A')).toEqual({ all: 199, each: 199 })
  await expect.poll(async () => (await rowOf(site, next.id)).attempt, { timeout: 60_000 }).toBe(1)
  expect(await ended(admin, next)).toMatchObject({ state: 'done', created: 49, skipped: 199, wrong: 2 })
  expect(await admin.send(transferCalls.cancelTransferById, { id: begun.id })).toMatchObject({ code: 'notFound' })
})

it('who is taken for dead and comes back writes nothing over him who took over', async () => {
  const { site, dataDir } = await siteWithFiles()
  const fileId = await upload(site, site.adminToken, 'b.csv', sheetOf('B'))
  const { release } = await holdDevice(site, imeiOf('B', heldRow))
  const begun = await site.admin.ask(transferCalls.startImport, { noun: 'hat', fileId })
  await expect.poll(() => waitingAtDevice(site)).toBe(1)
  await fallSilent(site)
  const { admin } = await listeningServer(site, { dataDir })
  // Either of them may be who finds it; it is begun a second time beside the first.
  await expect.poll(async () => (await rowOf(site, begun.id)).attempt, { timeout: 60_000 }).toBe(2)
  await release()
  expect(await ended(admin, begun)).toMatchObject({ state: 'done', done: rows, created: rows - 2, wrong: 2, problems })
  expect(await made(site, 'B')).toEqual({ all: rows - 2, each: rows - 2 })
})

it('a server that stops leaves its import to another, which goes on with it', async () => {
  const { site, dataDir } = await siteWithFiles()
  const fileId = await upload(site, site.adminToken, 'c.csv', sheetOf('C'))
  const { admin, close } = await listeningServer(site, { dataDir })
  const { release } = await holdDevice(site, imeiOf('C', heldRow))
  const begun = await admin.ask(transferCalls.startImport, { noun: 'hat', fileId })
  await expect.poll(() => waitingAtDevice(site)).toBe(1)
  const owner = (await rowOf(site, begun.id)).owner
  const told: string[] = []
  site.network.connect().subscribe('queue.waits', (data) => void told.push(data))
  const closed = close()
  await release()
  await closed
  await expect.poll(async () => (await rowOf(site, begun.id)).attempt, { timeout: 60_000 }).toBe(2)
  expect(await ended(site.admin, begun)).toMatchObject({ state: 'done', done: rows, created: rows - 2, wrong: 2, problems })
  expect(owner).not.toBeNull()
  expect(told).toEqual(['{"queue":"import"}'])
  expect(await rowOf(site, begun.id)).toMatchObject({ attempt: 2, reached: { done: rows } })
  expect(await made(site, 'C')).toEqual({ all: rows - 2, each: rows - 2 })
})

it('a kill takes nothing that was accepted: an import goes on at its row, what waited has its turn', async () => {
  const { site, dataDir } = await siteWithFiles()
  const fileId = await upload(site, site.adminToken, 'd.csv', sheetOf('D'))
  const { release } = await holdDevice(site, imeiOf('D', heldRow))
  await site.app.close()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: site.databaseUrl,
      VIGIL_DATA_DIR: dataDir,
      VIGIL_DEVICE_KEY: deviceKey,
      VIGIL_LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady).toBe(true)
  const doomed = createClient({ origin, token: () => site.adminToken })
  const begun = await doomed.ask(transferCalls.startImport, { noun: 'hat', fileId })
  await expect.poll(() => waitingAtDevice(site)).toBe(1)
  const waiting = await doomed.ask(transferCalls.previewImport, { noun: 'hat', fileId })
  const fatal = await doomed.ask(transferCalls.previewImport, { noun: 'hat', fileId })
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await gone
  await release()
  expect(await rowOf(site, begun.id)).toMatchObject({ state: 'running', attempt: 1, reached: { done: reached } })
  await fallSilent(site)
  // One over which servers died again and again is not tried for ever.
  await site.db.raw(site.db.sql, `UPDATE transfer SET owner = 'one that died', silences = 3 WHERE id = $1`, [fatal.id])

  const { admin } = await listeningServer(site, { dataDir })
  expect(await ended(admin, begun)).toMatchObject({ state: 'done', done: rows, created: rows - 2, wrong: 2, problems })
  expect(await made(site, 'D')).toEqual({ all: rows - 2, each: rows - 2 })
  expect(whole(await admin.ask(deviceCalls.listBsHatAll, { keyword: 'D-' }))).toHaveLength(rows - 2)
  expect(await ended(admin, waiting)).toMatchObject({ state: 'done', done: rows, created: 0, skipped: rows - 2, wrong: 2 })
  expect(await ended(admin, fatal)).toMatchObject({ state: 'failed', reason: '服务重启，任务中断 / interrupted by a restart' })
  // What is queued goes after it was told how it ended.
  const left = () => site.db.raw(site.db.sql, 'SELECT FROM pgboss.job UNION ALL SELECT FROM transfer_problem')
  await expect.poll(async () => (await left()).rows).toEqual([])
})

it('what waits is done by what whoever asked for it may do by then', async () => {
  const { site } = await siteWithFiles()
  const permissions = ['hatMgmt', 'hatMgmt:edit']
  const [moved, gone] = [await site.makeUser({ name: 'moved', permissions }), await site.makeUser({ name: 'gone', permissions })]
  const fileId = await upload(site, site.adminToken, 'e.csv', sheetOf('E'))
  const { release } = await holdDevice(site, imeiOf('E', heldRow))
  await site.admin.ask(transferCalls.startImport, { noun: 'hat', fileId })
  await expect.poll(() => waitingAtDevice(site)).toBe(1)
  const waiting = []
  for (const { token, client } of [moved, gone]) {
    const own = await upload(site, token, 'f.csv', sheetOf('F'))
    waiting.push(await client.ask(transferCalls.startImport, { noun: 'hat', fileId: own }))
  }
  await site.admin.ask(accountCalls.authorizeUser, { id: moved.id, removeRoleIds: [moved.roleId ?? ''] })
  await site.admin.ask(accountCalls.deleteUserById, { id: gone.id })
  await release()
  const [ofMoved, ofGone] = waiting
  expect(await ended(site.admin, ofMoved as Transfer)).toMatchObject({
    state: 'failed',
    done: 0,
    reason: expect.stringContaining('没有权限') as string,
  })
  expect(await ended(site.admin, ofGone as Transfer)).toMatchObject({ state: 'failed', done: 0, reason: '发起人已不能登录' })
  expect(await made(site, 'F')).toEqual({ all: 0, each: 0 })
})

it('what runs ends with the rights of whoever asked for it', async () => {
  const { site } = await siteWithFiles()
  const permissions = ['hatMgmt', 'hatMgmt:edit']
  for (const [name, takeAway, reason] of [
    ['H', (id: string) => site.admin.ask(accountCalls.deleteUserById, { id }), '发起人已不能登录'],
    [
      'I',
      (id: string, roleId: string) => site.admin.ask(accountCalls.authorizeUser, { id, removeRoleIds: [roleId] }),
      '发起人的权限或数据范围已缩小',
    ],
  ] as const) {
    const asker = await site.makeUser({ name: `asker${name}`, permissions })
    const fileId = await upload(site, asker.token, 'h.csv', sheetOf(name))
    const { release } = await holdDevice(site, imeiOf(name, heldRow))
    const begun = await asker.client.ask(transferCalls.startImport, { noun: 'hat', fileId })
    await expect.poll(() => waitingAtDevice(site)).toBe(1)
    await takeAway(asker.id, asker.roleId ?? '')
    await toldTwice(site, begun.id)
    await release()
    expect(await ended(site.admin, begun)).toMatchObject({ state: 'failed', done: 200, reason })
    expect(await made(site, name)).toEqual({ all: 199, each: 199 })
  }
})

it('an export that runs ends with the rights of whoever asked for it, and leaves no file', async () => {
  const { site } = await siteWithFiles()
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  for (const [at, deptId] of [mill, kiln].entries())
    await site.admin.ask(deviceCalls.saveBsLoraGate, { name: `gateway ${at}`, gatewayEui: `000000000000000${at}`, deptId })
  const gone = '发起人已不能登录'
  const less = '发起人的权限或数据范围已缩小'
  for (const [name, takeAway, reason] of [
    ['disabled', (user: User) => site.admin.ask(accountCalls.saveUser, { ...user, enable: 0 }), gone],
    ['deleted', ({ id }: User) => site.admin.ask(accountCalls.deleteUserById, { id }), gone],
    ['moved', (user: User) => site.admin.ask(accountCalls.saveUser, { ...user, deptId: kiln }), less],
  ] as const) {
    const asker = await site.makeUser({ name, permissions: ['loraGateMgmt'], scope: 'own', deptId: mill })
    const held = await beginToHold(site.db)
    onTestFinished(() =>
      held
        .rollback()
        .execute()
        .catch(() => undefined),
    )
    await site.db.raw(held, 'LOCK TABLE lora_gateway IN ACCESS EXCLUSIVE MODE')
    const begun = await asker.client.ask(transferCalls.startExport, {
      noun: 'loraGateway',
      format: 'csv',
      filter: {},
      fields: [],
    })
    await expect.poll(async () => (await rowOf(site, begun.id)).state).toBe('running')
    const [user] = paged(await site.admin.ask(accountCalls.listUserByDeptId, { keyword: name })).list
    if (!user) throw new Error('whoever asked is missing')
    await takeAway(user)
    await toldTwice(site, begun.id)
    await held.commit().execute()
    expect(await ended(site.admin, begun), name).toMatchObject({ state: 'failed', reason, fileId: null })
  }
})

it('a helmet whose record an import is about to change is heard when it calls for help', async () => {
  const { site } = await siteWithFiles()
  await site.makeHat(imeiOf('J', 0))
  const fileId = await upload(
    site,
    site.adminToken,
    'j.csv',
    `帽号*,IMEI*,备注\nH-${imeiOf('J', 0)},${imeiOf('J', 0)},新\nJ-1,${imeiOf('J', 1)},`,
  )
  const { release } = await holdDevice(site, imeiOf('J', 1))
  const begun = await site.admin.ask(transferCalls.previewImport, { noun: 'hat', fileId })
  await expect.poll(() => waitingAtDevice(site)).toBe(1)
  const call = { deviceType: 'hat', deviceId: imeiOf('J', 0), time: new Date().toISOString(), sos: 'press' }
  expect(await site.report([call])).toMatchObject({ accepted: 1 })
  expect(await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).toMatchObject({ list: [{ deviceId: imeiOf('J', 0) }] })
  await release()
  expect(await ended(site.admin, begun)).toMatchObject({ state: 'done', created: 1, updated: 1 })
})

it('a database connection that ends under an import costs it nothing', async () => {
  const { site } = await siteWithFiles()
  const fileId = await upload(site, site.adminToken, 'g.csv', sheetOf('G'))
  const { release } = await holdDevice(site, imeiOf('G', heldRow))
  const begun = await site.admin.ask(transferCalls.startImport, { noun: 'hat', fileId })
  await expect.poll(() => waitingAtDevice(site)).toBe(1)
  await site.db.raw(
    site.db.sql,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
  )
  await expect.poll(async () => (await rowOf(site, begun.id)).attempt, { timeout: 60_000 }).toBe(2)
  await release()
  expect(await ended(site.admin, begun)).toMatchObject({ state: 'done', done: rows, created: rows - 2, wrong: 2, problems })
  expect(await made(site, 'G')).toEqual({ all: rows - 2, each: rows - 2 })
})

it('one person has so many waiting at a time that nobody stands behind hundreds of them', async () => {
  const { site } = await siteWithFiles()
  const fileId = await upload(site, site.adminToken, 'h.csv', sheetOf('H'))
  const { release } = await holdDevice(site, imeiOf('H', heldRow))
  await site.admin.ask(transferCalls.startImport, { noun: 'hat', fileId })
  await expect.poll(() => waitingAtDevice(site)).toBe(1)
  const more = await Promise.allSettled(
    Array.from({ length: 20 }, () => site.admin.ask(transferCalls.previewImport, { noun: 'hat', fileId })),
  )
  const refused = more.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(more.length - refused.length).toBe(7)
  expect(new Set(refused)).toEqual(new Set(['CallFailed: 请求过于频繁，请稍后再试']))
  const { client, token } = await site.makeUser({ name: 'other', permissions: ['hatMgmt', 'hatMgmt:edit'] })
  const own = await upload(site, token, 'i.csv', sheetOf('I'))
  expect(await client.send(transferCalls.previewImport, { noun: 'hat', fileId: own })).toMatchObject({ code: '200' })
  await release()
})
