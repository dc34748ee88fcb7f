import http from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { livePath, type FromServer } from '@vigil/contract/live/live.ts'
import type { ReportsAnswer } from '@vigil/contract/positions/report.ts'
import { createDatabase } from '../../../server/src/kernel/db.ts'
import { createLog } from '../../../server/src/kernel/log.ts'
import { post } from '../load.ts'
import { budget, createDelays } from '../measure.ts'
import type { PartDeps, Part } from '../part.ts'
import { at, codeOf, deviceKey, placeOf, prepareSite, startPostgres, startSite, type Site } from '../site.ts'

/** A helmet's day: a fix every ten seconds. */
const day = { fixes: 8_640, every: 10_000 } as const
const replaying = 100
const perPost = 500
/** Who walks on meanwhile, and who calls for help, each once. */
const live = { devices: 1_000, every: 100, perPost: 10 } as const
const help = { devices: 1_000, every: 200 } as const
const hat = 'H1'

const firstLive = replaying
const firstHelp = firstLive + live.devices

/** What is posted at once, by clients that each wait for their answer and come again when told to. */
const createPoster = (deps: PartDeps, site: Site) => {
  const agent = new http.Agent({ keepAlive: true, timeout: 60_000, maxSockets: 256 })
  deps.onEnd(() => agent.destroy())
  return async (reports: readonly unknown[]): Promise<ReportsAnswer> => {
    for (;;) {
      const body = JSON.stringify({ reports })
      const answer = await post(agent, `${site.origin}/ingest/reports`, body, { 'x-device-key': deviceKey })
      if (answer.status === 200) {
        const { data, msg } = JSON.parse(answer.text) as { data: ReportsAnswer | null; msg: string }
        if (data === null || data.rejected.length > 0) throw new Error(`not taken: ${msg} ${answer.text.slice(0, 200)}`)
        return data
      }
      if (answer.status !== 503) throw new Error(`HTTP ${answer.status} ${answer.text}`)
      await pause(2_000)
    }
  }
}
type Poster = ReturnType<typeof createPoster>

const report = (device: number, time: number, step: number, more: Record<string, unknown> = {}) => ({
  deviceType: 'badge',
  deviceId: codeOf(device),
  time: new Date(time).toISOString(),
  lng: placeOf(device).lng,
  lat: placeOf(device).lat + (step % 50) * 1e-6,
  accuracy: 2.5,
  speed: 4.1,
  battery: 80,
  ...more,
})

/** The day before now of so many badges, one post after the other for each. */
const replay = async (send: Poster, fixes: number): Promise<number> => {
  const begin = Date.now() - day.fixes * day.every - 600_000
  let accepted = 0
  const one = async (device: number): Promise<void> => {
    for (let from = 0; from < fixes; from += perPost) {
      const count = Math.min(perPost, fixes - from)
      const reports = Array.from({ length: count }, (_, index) =>
        report(device, begin + (from + index) * day.every, from + index),
      )
      const answer = await send(reports)
      // What was told to come again may have been stored by then.
      accepted += answer.accepted + answer.duplicate
    }
  }
  await Promise.all(Array.from({ length: replaying }, (_, device) => one(device)))
  return accepted
}

/** A console that notes how long each alarm took from its call. */
const watchAlarms = async (deps: PartDeps, site: Site) => {
  const sentAt = new Map<string, number>()
  let delays = createDelays()
  const socket = new WebSocket(`${site.origin.replace('http', 'ws')}${livePath}`)
  deps.onEnd(() => socket.terminate())
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return
    const message = JSON.parse(data.toString()) as FromServer
    if (message.type !== 'event' || message.event.name !== 'alarmRaised') return
    const sent = sentAt.get(message.event.data.deviceId)
    if (sent !== undefined) delays.add(performance.now() - sent)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ type: 'hello', token: site.token, topics: ['alarms'], since: null }))
  return {
    sent: (code: string) => sentAt.set(code, performance.now()),
    delays: () => delays,
    restart: () => {
      delays = createDelays()
    },
  }
}

/** A helmet whose whole day comes over its socket, and which calls for help when half of it is sent. */
const openHelmet = async (deps: PartDeps, site: Site) => {
  const socket = new WebSocket(`${site.origin.replace('http', 'ws')}/helmet`)
  deps.onEnd(() => socket.terminate())
  let stored = 0
  const done = Promise.withResolvers<void>()
  const loggedIn = Promise.withResolvers<void>()
  let expected = Number.POSITIVE_INFINITY
  socket.on('close', (code) => done.reject(new Error(`the helmet's socket closed: ${code}`)))
  socket.on('message', (data: Buffer) => {
    const { cmd, status } = JSON.parse(data.toString()) as { cmd: string; status: boolean }
    if (cmd === 'ca_login') loggedIn.resolve()
    if (cmd !== 'ca_report_location') return
    if (!status) done.reject(new Error('a location was refused'))
    stored += 1
    if (stored === expected) done.resolve()
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ act: 'ca_login', device_id: hat, key: deviceKey }))
  await loggedIn.promise
  return async (fixes: number, callForHelp: () => void): Promise<number> => {
    const begin = Date.now() - day.fixes * day.every - 600_000
    const from = performance.now()
    expected = fixes
    for (let fix = 0; fix < fixes; fix += 1) {
      const { lng, lat } = at(500 + (fix % 50), 500)
      const ctime = String((begin + fix * day.every) / 1000)
      const location_info = { x_point: String(lat), y_point: String(lng), ctime, bat_l: '80', c_speed: '3.6' }
      socket.send(JSON.stringify({ act: 'ca_report_location', location_info }))
      if (fix === fixes >> 1) {
        callForHelp()
        socket.send(JSON.stringify({ act: 'ca_sos', sos_type: '7' }))
      }
    }
    await done.promise
    return (performance.now() - from) / 1000
  }
}

/** Walks on and calls for help at a pace until it is stopped; how long the acknowledgements of who walks took. */
const startLife = (send: Poster, watch: Awaited<ReturnType<typeof watchAlarms>>, begin: number) => {
  const acknowledged = createDelays()
  const under: Promise<unknown>[] = []
  let called = begin
  let step = 0
  const walk = setInterval(() => {
    const now = Date.now()
    const reports = Array.from({ length: live.perPost }, (_, index) => {
      const device = firstLive + ((step * live.perPost + index) % live.devices)
      return report(device, now, step)
    })
    step += 1
    const from = performance.now()
    under.push(send(reports).then(() => acknowledged.add(performance.now() - from)))
  }, live.every)
  const call = setInterval(() => {
    const device = firstHelp + called
    called += 1
    if (called >= help.devices) return
    watch.sent(codeOf(device))
    under.push(send([report(device, Date.now(), 0, { sos: 'press' })]))
  }, help.every)
  return async () => {
    clearInterval(walk)
    clearInterval(call)
    await Promise.all(under)
    return { acknowledged, called }
  }
}

export const part: Part = {
  about: `The day of ${replaying} badges (${day.fixes} fixes each, in posts of ${perPost}) is replayed over HTTP, and that of a helmet over its socket, while ${(1000 / live.every) * live.perPost} live reports and ${1000 / help.every} calls for help come in a second: from the call to its alarm on a console, and from a live post to its acknowledgement.`,
  order: 75,
  once: true,
  run: async (deps) => {
    const fixes = deps.quick ? day.fixes / 10 : day.fixes
    const postgres = await startPostgres(deps)
    const url = await postgres.makeDatabase('backlog')
    await prepareSite(url, firstHelp + help.devices)
    const db = createDatabase(url, createLog('silent'), { max: 1 })
    await db.raw(db.sql, `INSERT INTO device (kind, code, label) VALUES ('hat', '${hat}', '${hat}')`)
    await db.close()
    const site = await startSite(deps, url)
    const send = createPoster(deps, site)
    const watch = await watchAlarms(deps, site)
    const helmet = await openHelmet(deps, site)
    // Everybody is known to be here now, so that all of the past is looked up.
    for (let from = 0; from < replaying; from += perPost)
      await send(Array.from({ length: Math.min(perPost, replaying - from) }, (_, index) => report(from + index, Date.now(), 0)))

    const quiet = startLife(send, watch, 0)
    await pause(deps.quick ? 4_000 : 10_000)
    const calm = await quiet()
    const calmHelp = watch.delays()
    watch.restart()

    const busy = startLife(send, watch, calm.called)
    const from = performance.now()
    const helmetDay = helmet(fixes, () => watch.sent(hat))
    const accepted = await replay(send, fixes)
    const replaySeconds = (performance.now() - from) / 1000
    const helmetSeconds = await helmetDay
    const { acknowledged, called } = await busy()
    if (accepted !== replaying * fixes) throw new Error(`${accepted} of ${replaying * fixes} fixes were taken`)
    const heard = watch.delays()
    const expected = called - calm.called + 1
    for (let waited = 0; heard.count() < expected && waited < 5_000; waited += 50) await pause(50)
    if (heard.count() < expected) throw new Error(`${heard.count()} of ${expected} calls for help were heard`)
    deps.say(`${Math.round(accepted / replaySeconds).toLocaleString('en-US')} fixes of the past a second`)
    const p99 = (delays: ReturnType<typeof createDelays>): number => delays.quantile(0.99)
    return [
      budget({
        what: 'call for help to alarm during the replay, p99',
        ours: [p99(heard)],
        calibration: `without the replay ${Math.round(p99(calmHelp))} ms`,
        unit: 'ms',
        limit: { atMost: 1_000 },
      }),
      budget({
        what: 'live post to acknowledgement during the replay, p99',
        ours: [p99(acknowledged)],
        calibration: `without the replay ${Math.round(p99(calm.acknowledged))} ms`,
        unit: 'ms',
        limit: { atMost: 1_000 },
      }),
      budget({
        what: "a helmet's day over its socket during the replay",
        ours: [helmetSeconds],
        calibration: `${fixes} fixes; the replay took ${Math.round(replaySeconds)} s, ${Math.round(accepted / replaySeconds).toLocaleString('en-US')} fixes a second`,
        unit: 's',
        limit: { atMost: 30 },
      }),
    ]
  },
}
