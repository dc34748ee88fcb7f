import { connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { CallFailed, createClient } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { createApp } from '../src/app.ts'
import { createLog } from '../src/kernel/log.ts'
import { createTestDatabase } from './database.ts'
import { at } from './places.ts'
import { configFor, deviceKey } from './site.ts'

/** A wire to the database that can be cut. */
const wireTo = async (url: string) => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    if (!whole) return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      // Broken on purpose: the other half goes with it.
      socket.on('error', () => socket.destroy())
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    return near.pipe(far).pipe(near)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const through = new URL(url)
  through.port = String((server.address() as { port: number }).port)
  return {
    url: through.href,
    cut: () => {
      whole = false
      for (const socket of sockets) socket.destroy()
    },
    mend: () => {
      whole = true
    },
  }
}

it('answers 503 while the database is away, stays alive, and goes on by itself when it is back', async () => {
  const database = await createTestDatabase()
  const wire = await wireTo(database.url)
  const app = await createApp(configFor(wire.url), createLog('silent'))
  onTestFinished(async () => {
    await app.close()
    await database.drop()
  })
  await app.createFirstAdministrator('first-Pass-9182')
  const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const token = await createClient({ origin }).ask(sessionCalls.login, { userName: 'admin', password: 'first-Pass-9182' })
  const admin = createClient({ origin, token: () => token })
  await admin.ask(sessionCalls.updatePassword, { oldPassword: 'first-Pass-9182', newPassword: 'later-Pass-7731' })
  const { deviceCalls } = await import('@vigil/contract/devices/calls.ts')
  await admin.ask(deviceCalls.saveBsHat, { hatNo: '100', imei: '100' })
  const post = (secondsAgo: number) =>
    fetch(`${origin}/ingest/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': deviceKey },
      body: JSON.stringify({
        reports: [
          { deviceType: 'hat', deviceId: '100', time: new Date(Date.now() - secondsAgo * 1000).toISOString(), ...at(1, 1) },
        ],
      }),
    })
  expect((await post(30)).status).toBe(200)

  wire.cut()
  const refused = await post(20)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await refused.json()).toMatchObject({ code: 'notReady', data: null })
  await expect(admin.send(alarmCalls.listUnHandleCount, undefined)).rejects.toMatchObject({
    status: 503,
  } satisfies Partial<CallFailed>)
  expect((await fetch(`${origin}/readyz`)).status).toBe(503)
  expect((await fetch(`${origin}/livez`)).status).toBe(200)

  wire.mend()
  await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200)
  expect(await (await post(20)).json()).toMatchObject({ data: { accepted: 1 } })
  expect(await admin.ask(alarmCalls.listUnHandleCount, undefined)).toMatchObject({ total: 0 })
})
