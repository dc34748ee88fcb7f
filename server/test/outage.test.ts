import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { CallFailed, createClient } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { createApp } from '../src/app.ts'
import { createDatabase } from '../src/kernel/db.ts'
import { createLog } from '../src/kernel/log.ts'
import { createTestDatabase } from './database.ts'
import { at } from './places.ts'
import { configFor, deviceKey } from './site.ts'
import { wireTo } from './wire.ts'

/** A server whose database is at the other end of a wire, with one helmet. */
const siteOnWire = async () => {
  const database = await createTestDatabase()
  const wire = await wireTo(database.url)
  const app = await createApp(configFor(wire.url), createLog('silent'))
  onTestFinished(async () => {
    wire.mend()
    await app.close()
    await database.drop()
  })
  await app.createFirstAdministrator('first-Pass-9182')
  const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const token = await createClient({ origin }).ask(sessionCalls.login, { userName: 'admin', password: 'first-Pass-9182' })
  const admin = createClient({ origin, token: () => token })
  await admin.ask(sessionCalls.updatePassword, { oldPassword: 'first-Pass-9182', newPassword: 'later-Pass-7731' })
  for (const imei of ['864901040000100', '864901040000200']) await admin.ask(deviceCalls.saveBsHat, { hatNo: imei, imei })
  const send = (time: string, deviceId = '864901040000100') =>
    fetch(`${origin}/ingest/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': deviceKey },
      body: JSON.stringify({ reports: [{ deviceType: 'hat', deviceId, time, ...at(1, 1) }] }),
    })
  const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()
  const post = (secondsAgo: number, deviceId = '864901040000100') => send(ago(secondsAgo), deviceId)
  const ready = async () => (await fetch(`${origin}/readyz`)).status
  return { database, wire, app, origin, admin, send, ago, post, ready }
}

it('answers 503 while the database is away, stays alive, and goes on by itself when it is back', async () => {
  const { wire, admin, post, origin, ready } = await siteOnWire()
  expect((await post(30)).status).toBe(200)

  wire.cut()
  const refused = await post(20)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await refused.json()).toMatchObject({ code: 'notReady', data: null })
  await expect(admin.send(alarmCalls.listUnHandleCount, undefined)).rejects.toMatchObject({
    status: 503,
  } satisfies Partial<CallFailed>)
  expect(await ready()).toBe(503)
  expect((await fetch(`${origin}/livez`)).status).toBe(200)

  wire.mend()
  await expect.poll(ready).toBe(200)
  expect(await (await post(20)).json()).toMatchObject({ data: { accepted: 1 } })
  expect(await admin.ask(alarmCalls.listUnHandleCount, undefined)).toMatchObject({ total: 0 })
})

it('tells devices to come again while the database swallows what is sent, and goes on by itself when it does no more', async () => {
  const { wire, admin, post, ready } = await siteOnWire()
  expect((await post(30)).status).toBe(200)

  wire.swallow()
  const answers = await Promise.all([post(20), post(19, '864901040000200'), ready()])
  expect(answers.map((answer) => (typeof answer === 'number' ? answer : answer.status))).toEqual([503, 503, 503])
  expect(answers[0]).toMatchObject({ headers: expect.toSatisfy((headers: Headers) => headers.get('retry-after') === '2') })
  // More than there are connections: whoever asks now holds every one of them.
  const asked = Promise.allSettled(Array.from({ length: 14 }, () => admin.send(alarmCalls.listUnHandleCount, undefined)))
  await pause(2_500)

  wire.mend()
  await expect.poll(async () => (await post(10)).status).toBe(200)
  expect(await admin.ask(alarmCalls.listUnHandleCount, undefined)).toMatchObject({ total: 0 })
  // What went astray is answered as well; who found a connection in time has what he asked for.
  for (const one of await asked) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 503 })
  expect(await ready()).toBe(200)
})

it('a backend that hangs costs its own reports their turn and nobody else more than that', async () => {
  const { database, send, ago, post } = await siteOnWire()
  expect((await post(30)).status).toBe(200)
  expect((await post(25)).status).toBe(200)
  const db = createDatabase(database.url, createLog('silent'), { max: 1 })
  // Of the connections that reports use; 0 or 1 would be this test itself.
  const { rows } = await db.raw<{ pid: number }>(
    db.sql,
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'vigil' AND datname = current_database() AND pid <> pg_backend_pid()
       AND query LIKE 'INSERT INTO position%'`,
  )
  const hung = rows.map(({ pid }) => pid).find((pid) => pid > 1)
  if (hung === undefined) throw new Error('no backend stored the report')
  process.kill(hung, 'SIGSTOP')
  onTestFinished(() => {
    process.kill(hung, 'SIGCONT')
  })
  onTestFinished(() => db.close())
  // One of those that follow meets it, sooner or later.
  let refused: string | null = null
  for (let seconds = 100; refused === null && seconds > 60; seconds -= 1) {
    const time = ago(seconds)
    const { status } = await send(time)
    if (status === 503) refused = time
    else expect(status).toBe(200)
  }
  if (refused === null) throw new Error('no report met the backend that hangs')
  // The same again is refused while its first transaction may still stand; others go on.
  expect((await send(refused)).status).toBe(503)
  for (const deviceId of ['864901040000200', '864901040000100']) expect((await post(15, deviceId)).status).toBe(200)
})

it('is not ready while nobody can sign in, since others have every connection for long, and is at once when they let go', async () => {
  const { database, admin, origin, ready } = await siteOnWire()
  const holder = createDatabase(database.url, createLog('silent'), { max: 1 })
  onTestFinished(() => holder.close())
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  onTestFinished(() => letGo())
  const holds = Promise.withResolvers<void>()
  const holding = holder.transaction(async (trx) => {
    await holder.raw(trx, 'LOCK TABLE device')
    holds.resolve()
    await held
  })
  await holds.promise
  // More than there are connections: each of them waits for the lock.
  const asked = Promise.allSettled(Array.from({ length: 14 }, () => admin.send(deviceCalls.listBsHatAll, {})))
  expect(await ready()).toBe(200)
  await expect.poll(ready).toBe(503)
  const signIn = () => createClient({ origin }).ask(sessionCalls.login, { userName: 'admin', password: 'later-Pass-7731' })
  await expect(signIn()).rejects.toMatchObject({ status: 503 })
  expect((await fetch(`${origin}/livez`)).status).toBe(200)

  letGo()
  await holding
  await asked
  expect(await ready()).toBe(200)
  expect(await signIn()).toMatch(/./)
})
