import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import type { ReportsAnswer } from '@vigil/contract/positions/report.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { createDatabase } from '../src/kernel/db.ts'
import { createLog } from '../src/kernel/log.ts'
import { createTestDatabase } from './database.ts'
import { rounds } from './deep.ts'
import { housekeepingOf, placesOf } from './housekeeping.ts'
import { at, square } from './places.ts'
import { freePort } from './port.ts'
import { createTestSite, deviceKey } from './site.ts'
import { beginToHold } from './hold.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const keepHouse = fileURLToPath(new URL('./keep-house.ts', import.meta.url))
const firstPassword = 'first-Pass-9182'
const laterPassword = 'later-Pass-7731'

it('loses and doubles nothing when the server is killed again and again while reports come in', async () => {
  const database = await createTestDatabase()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let server: ChildProcess | null = null
  const db = createDatabase(database.url, createLog('silent'), { max: 2 })
  onTestFinished(async () => {
    server?.kill('SIGKILL')
    await db.close()
    await database.drop()
  })
  const start = async (): Promise<void> => {
    const env = {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: database.url,
      VIGIL_DEVICE_KEY: deviceKey,
      VIGIL_ADMIN_PASSWORD: firstPassword,
      VIGIL_LOG_LEVEL: 'silent',
    }
    server = spawn(process.execPath, [main], { env, stdio: 'ignore' })
    await expect
      .poll(
        () =>
          fetch(`${origin}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        { interval: 50 },
      )
      .toBe(200)
  }
  const kill = (): Promise<unknown> => {
    const dying = server
    const gone = new Promise((resolve) => dying?.once('exit', resolve))
    dying?.kill('SIGKILL')
    return gone
  }

  await start()
  const token = await createClient({ origin }).ask(sessionCalls.login, { userName: 'admin', password: firstPassword })
  const admin = createClient({ origin, token: () => token })
  await admin.ask(sessionCalls.updatePassword, { oldPassword: firstPassword, newPassword: laterPassword })
  const imeis = Array.from({ length: 60 }, (_, index) => String(864_901_040_005_000 + index))
  for (const imei of imeis) await admin.ask(deviceCalls.saveBsHat, { hatNo: imei, imei })
  await admin.ask(hazardCalls.saveBsDangArea, {
    name: 'pit',
    type: 'noEntry',
    shape: 'polygon',
    points: square(0, 0, 20),
    level: 1,
    minOutside: 3600,
  })

  // Each helmet walks one step a second through the past minutes; every tenth of them ends inside the fence and stays.
  const steps = 50
  const begin = Math.floor(Date.now() / 1000) * 1000 - 100_000
  const outbox = imeis.flatMap((imei, helmet) =>
    Array.from({ length: steps }, (_, step) => {
      const inside = helmet % 10 === 0 && step >= steps / 2
      return {
        deviceType: 'hat',
        deviceId: imei,
        time: new Date(begin + step * 1000).toISOString(),
        ...at(inside ? 0 : 60 + step, helmet * (inside ? 0 : 5)),
      }
    }),
  )
  // Batches of neighbouring steps, shuffled a little, some sent twice: late, out of order and doubled, as the field sends.
  const byStep = [...outbox].sort((a, b) => (a.time < b.time ? -1 : 1))
  const batches: (typeof outbox)[] = []
  for (let from = 0; from < byStep.length; from += 50) batches.push(byStep.slice(from, from + 50))
  for (let index = 3; index < batches.length; index += 7) batches.push(batches[index] as typeof outbox)
  for (let index = 5; index + 1 < batches.length; index += 6)
    [batches[index], batches[index + 1]] = [batches[index + 1] as typeof outbox, batches[index] as typeof outbox]

  const send = async (batch: typeof outbox): Promise<void> => {
    for (;;) {
      const answer = await fetch(`${origin}/ingest/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-key': deviceKey },
        body: JSON.stringify({ reports: batch }),
      }).then(
        async (response) => (response.ok ? ((await response.json()) as { data: ReportsAnswer }).data : null),
        () => null,
      )
      if (answer) {
        expect(answer.rejected).toEqual([])
        return
      }
      // Not acknowledged: again, as a device would, once the server is back.
      await pause(20)
    }
  }

  let sent = 0
  const sending = (async () => {
    const lanes = [0, 1, 2].map(async (lane) => {
      for (let index = lane; index < batches.length; index += 3) {
        await send(batches[index] as typeof outbox)
        sent += 1
      }
    })
    await Promise.all(lanes)
  })()
  const kills = rounds(3, 5)
  for (let killed = 1; killed <= kills; killed += 1) {
    await expect.poll(() => sent, { interval: 2 }).toBeGreaterThanOrEqual(Math.floor((batches.length * killed) / (kills + 1)))
    await kill()
    await start()
  }
  await sending

  const { rows } = await db.raw<{ total: string; distinct: string }>(
    db.sql,
    'SELECT count(*) AS total, count(DISTINCT (device_id, fix_time)) AS distinct FROM position',
  )
  expect(rows[0]).toEqual({ total: String(outbox.length), distinct: String(outbox.length) })
  const latest = await admin.ask(positionCalls.listRealGpsAll, undefined)
  expect(latest).toHaveLength(imeis.length)
  for (const position of latest) {
    const last = outbox.findLast(({ deviceId }) => deviceId === position.deviceId)
    expect([position.lng, position.lat]).toEqual([last?.lng, last?.lat])
  }
  const { list } = await admin.ask(alarmCalls.listRealAlarmData, undefined)
  expect(list.map(({ deviceId }) => deviceId).sort()).toEqual(imeis.filter((_, helmet) => helmet % 10 === 0))
})

it('loses and doubles nothing when house-keeping is killed again and again while it packs and late reports come in', async () => {
  const site = await createTestSite()
  const imeis = Array.from({ length: 20 }, (_, index) => String(7000 + index))
  for (const imei of imeis) await site.makeHat(imei)
  const hour = 3_600_000
  const begin = (Math.floor(Date.now() / hour) - 40) * hour
  const reportOf = (imei: string, time: number) => ({
    deviceType: 'hat',
    deviceId: imei,
    time: new Date(time).toISOString(),
    ...at((time / 1000) % 90, 5),
  })
  const sent = new Map(imeis.map((imei) => [imei, new Set<number>()]))
  const send = async (times: (imei: string) => number[]): Promise<number> => {
    const reports = imeis.flatMap((imei) => times(imei).map((time) => ({ imei, time })))
    const answer = await site.report(reports.map(({ imei, time }) => reportOf(imei, time)))
    expect(answer.rejected).toEqual([])
    for (const { imei, time } of reports) sent.get(imei)?.add(time)
    return answer.accepted
  }
  // Thirty hours of each, three minutes apart.
  for (let at = 0; at < 30; at += 5)
    await send(() => Array.from({ length: 100 }, (_, step) => begin + at * hour + step * 180_000))

  const house = housekeepingOf(site.db)
  /** Nothing else of what there is: it is asked again and again, and would take the processor from what it waits for. */
  const packedHours = async (): Promise<number> =>
    (await site.db.raw<{ hours: number }>(site.db.sql, 'SELECT count(*)::int AS hours FROM packed_position')).rows[0]?.hours ?? 0
  /** Kills a process that keeps house once it has come so far. */
  const killWhen = async (soFar: () => Promise<boolean>, meanwhile: () => Promise<void>): Promise<void> => {
    const child = spawn(process.execPath, [keepHouse, site.databaseUrl], { stdio: 'ignore' })
    onTestFinished(() => void child.kill('SIGKILL'))
    await expect.poll(soFar, { interval: 5 }).toBe(true)
    await meanwhile()
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
  // At first in the middle of a transaction for certain: the first row that it would write is somebody else's.
  await house.store.partitions.preparePacked(begin)
  const holder = createDatabase(site.databaseUrl, createLog('silent'), { max: 1 })
  const held = await beginToHold(holder)
  let release = async (): Promise<void> => {
    release = () => Promise.resolve()
    await held.rollback().execute()
  }
  onTestFinished(async () => {
    await release()
    await holder.close()
  })
  await holder.raw(held, `INSERT INTO packed_position (device_id, hour, fixes, packed) SELECT min(id), $1, 1, '' FROM device`, [
    new Date(begin),
  ])
  const waits = async (): Promise<boolean> =>
    (
      await site.db.raw(
        site.db.sql,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).rows.length > 0
  await killWhen(waits, async () => undefined)
  await release()

  const kills = rounds(3, 5)
  for (let killed = 0; killed < kills; killed += 1) {
    const before = await packedHours()
    // New ones and known ones, for hours that are packed, are being packed or will be.
    const offsets = [0, 11, 23].map((hours) => begin + (hours + killed) * hour)
    await killWhen(
      async () => (await packedHours()) > before,
      async () => {
        expect(await send(() => offsets.map((time) => time + 7_000 + killed))).toBe(60)
        expect(await send(() => offsets)).toBe(0)
      },
    )
  }
  await house.run()
  expect(house.faults).toEqual([])
  const total = [...sent.values()].reduce((sum, times) => sum + times.size, 0)
  expect(total).toBe(20 * (600 + 3 * kills))
  expect(await placesOf(site.db)).toMatchObject({ raw: 0, packed: total })
  for (const [imei, times] of sent) {
    const id = (await site.db.raw<{ id: number }>(site.db.sql, 'SELECT id FROM device WHERE code = $1', [imei])).rows[0]?.id ?? 0
    const found: number[] = []
    for await (const fixes of house.store.tracks.walk(id, begin, Date.now())) found.push(...fixes.map(({ fixTime }) => fixTime))
    expect(found).toEqual([...times].sort((a, b) => a - b))
  }
})
