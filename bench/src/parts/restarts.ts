import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { createClient, whole, type Client } from '@vigil/contract/kernel/client.ts'
import { livePath, type FromServer } from '@vigil/contract/live/live.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import type { ReportsAnswer } from '@vigil/contract/positions/report.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { budget } from '../measure.ts'
import { hourMs, wire } from '../past.ts'
import type { PartDeps, Part } from '../part.ts'
import { at, deviceKey, freePort, untilReady } from '../site.ts'

const kills = 30
/** Milliseconds of life before a kill, at most. */
const lifeAtMost = 4_000
const hats = Array.from({ length: 20 }, (_, index) => `9990000000000${String(index).padStart(2, '0')}`)
const consoles = 3
/** Every so many reports of a helmet one is a call for help. */
const helpEvery = 40
const [first, later] = ['First-Word-8812', 'Later-Word-7731']

/** A time of the demo's site as calls write it, in ms since 1970. */
const msOf = (siteTime: string): number => Date.parse(`${siteTime.replace(' ', 'T')}+08:00`)

/** The demo as its user starts it, and its server's process number. */
const startDemo = async (deps: PartDeps) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const starter = spawn(process.execPath, ['tools/start.ts', '--demo'], {
    cwd: deps.root,
    env: {
      ...process.env,
      PORT: String(port),
      VIGIL_DATA_DIR: join(deps.folder, 'var'),
      VIGIL_ADMIN_PASSWORD: first,
      VIGIL_DEVICE_KEY: deviceKey,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // It is ready while its two weeks of history are still being told, in which a killed server is not started again.
  const { promise: running, resolve: isRunning } = Promise.withResolvers<void>()
  let said = ''
  starter.stdout.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-10_000)
    if (said.includes('Vigil is running')) isRunning()
  })
  const ended = new Promise((resolve) => starter.once('exit', resolve))
  deps.onEnd(async () => {
    starter.kill('SIGINT')
    await ended
  })
  await Promise.race([
    running,
    ended.then(() => {
      throw new Error(`the demo did not start: ${said}`)
    }),
  ])
  const serverPid = (): number => {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      try {
        const parent = Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1])
        if (parent === starter.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('server/src/main.ts'))
          return Number(name)
      } catch (error) {
        // Gone while it was looked at.
        if (!(error instanceof Error) || !/ENOENT|ESRCH/.test(error.message)) throw error
      }
    }
    return 0
  }
  return { origin, serverPid }
}

const signIn = async (origin: string): Promise<{ client: Client; token: string }> => {
  const token = await createClient({ origin }).ask(sessionCalls.login, { userName: 'admin', password: first })
  const client = createClient({ origin, token: () => token })
  await client.ask(sessionCalls.updatePassword, { oldPassword: first, newPassword: later })
  return { client, token }
}

/** Sends what a helmet says until it is acknowledged, as often as that takes. */
const createSender = (origin: string) => {
  let again = 0
  const send = async (report: unknown): Promise<ReportsAnswer> => {
    for (;;) {
      try {
        const response = await fetch(`${origin}/ingest/reports`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-device-key': deviceKey },
          body: JSON.stringify({ reports: [report] }),
          signal: AbortSignal.timeout(8_000),
        })
        const answer = (await response.json()) as { data: ReportsAnswer | null }
        if (response.status === 200 && answer.data && answer.data.rejected.length === 0) return answer.data
      } catch (error) {
        if (!(error instanceof Error)) throw error
      }
      again += 1
      await pause(200)
    }
  }
  return { send, again: () => again }
}

/** A console that comes back by itself and resumes; how often it heard of each alarm. */
const openConsole = (deps: PartDeps, origin: string, token: string) => {
  const heard = new Map<string, number>()
  let since: number | null = null
  let stopped = false
  let open: WebSocket | null = null
  const take = (seq: number, { name, topic, data }: Extract<FromServer, { type: 'event' }>['event']): void => {
    since = seq
    if (topic !== 'alarms' || name !== 'alarmRaised' || !hats.includes(data.deviceId)) return
    const key = `${data.id} ${data.count}`
    heard.set(key, (heard.get(key) ?? 0) + 1)
  }
  const connect = (): void => {
    if (stopped) return
    const socket = new WebSocket(`${origin.replace('http', 'ws')}${livePath}`)
    open = socket
    socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token, topics: ['alarms'], since })))
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) return
      const message = JSON.parse(data.toString()) as FromServer
      if (message.type === 'welcome' && (since === null || !message.resumed)) since = message.seq
      if (message.type === 'event') take(message.seq, message.event)
      if (message.type === 'events') for (const { seq, event } of message.list) take(seq, event)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => setTimeout(connect, 300))
  }
  connect()
  deps.onEnd(() => {
    stopped = true
    open?.terminate()
  })
  return heard
}

export const part: Part = {
  about: `The server of the demo is killed (SIGKILL) ${kills} times at random moments while ${hats.length} helmets of ours report and call for help beside the simulator, each report again and again until it is acknowledged, and ${consoles} consoles come back and resume; afterwards everything acknowledged is counted.`,
  order: 90,
  once: true,
  run: async (deps) => {
    const times = deps.quick ? 3 : kills
    const { origin, serverPid } = await startDemo(deps)
    const { client, token } = await signIn(origin)
    for (const imei of hats) await client.ask(deviceCalls.saveBsHat, { hatNo: imei, imei })
    const heard = Array.from({ length: consoles }, () => openConsole(deps, origin, token))
    const { send, again } = createSender(origin)

    let running = true
    const acknowledged = new Map<string, string[]>(hats.map((imei) => [imei, []]))
    const calls = new Map<string, number>(hats.map((imei) => [imei, 0]))
    const walk = async (imei: string, place: number): Promise<void> => {
      for (let step = 0; running; step += 1) {
        const time = new Date(Math.floor(Date.now() / 1000) * 1000)
        const sos = step % helpEvery === helpEvery - 1
        const report = { deviceType: 'hat', deviceId: imei, time: time.toISOString(), ...at(5_000 + (step % 30), place * 10) }
        await send(sos ? { ...report, sos: 'press' } : report)
        acknowledged.get(imei)?.push(`${time.getTime()} ${sos ? 4 : 0}`)
        if (sos) calls.set(imei, (calls.get(imei) ?? 0) + 1)
        await pause(1_000 - (Date.now() % 1_000) + 5)
      }
    }
    const walking = Promise.all(hats.map(walk))
    const downs: number[] = []
    for (let kill = 0; kill < times; kill += 1) {
      await pause(200 + Math.random() * lifeAtMost)
      const pid = serverPid()
      if (pid <= 1) throw new Error('the server is not there')
      process.kill(pid, 'SIGKILL')
      const from = performance.now()
      await untilReady(`${origin}/readyz`, 60_000)
      downs.push(performance.now() - from)
    }
    await pause(3_000)
    running = false
    await walking

    let [lost, doubled, unheard, twice] = [0, 0, 0, 0]
    for (const [imei, keys] of acknowledged) {
      const track = whole(
        await client.ask(positionCalls.listHisGpsByDevId, {
          deviceType: 'hat',
          deviceId: imei,
          startTime: wire(Date.now() - 24 * hourMs),
          endTime: wire(Date.now() + hourMs),
        }),
      )
      const sent = new Set(keys.map((key) => Number(key.split(' ')[0])))
      const stored = new Map<number, number>()
      for (const { fixTime } of track) stored.set(msOf(fixTime), (stored.get(msOf(fixTime)) ?? 0) + 1)
      lost += [...sent].filter((time) => !stored.has(time)).length
      doubled += [...stored].filter(([time, often]) => sent.has(time) && often > 1).length
    }
    const { list } = await client.ask(alarmCalls.listRealAlarmData, undefined)
    for (const [imei, count] of calls) {
      const alarm = list.find((one) => one.deviceId === imei && one.alarmType === alarmType.code.sos)
      if (count > 0 && alarm?.count !== count) lost += 1
      for (const console of heard) {
        const mine = [...console].filter(([key]) => key.startsWith(`${alarm?.id} `))
        unheard += Math.max(0, count - mine.length)
        twice += mine.filter(([, often]) => often > 1).length
      }
    }
    const sent = [...acknowledged.values()].reduce((sum, keys) => sum + keys.length, 0)
    const pressed = [...calls.values()].reduce((sum, count) => sum + count, 0)
    const sorted = downs.toSorted((a, b) => a - b)
    const figure = (what: string, ours: number, calibration: string, unit = '', atMost = 0) =>
      budget({ what, ours: [ours], calibration, unit, limit: { atMost } })
    return [
      figure(
        'acknowledged reports and calls for help lost',
        lost,
        `${sent} acknowledged, ${pressed} of them calls, ${again()} tries more`,
      ),
      figure('stored twice', doubled, `${times} kills`),
      figure('calls that a console did not hear of', unheard, `${consoles} consoles`),
      figure('calls that a console heard of twice', twice, `${consoles} consoles`),
      figure(
        'until the server is ready again, the longest',
        (sorted.at(-1) ?? 0) / 1000,
        `half of them within ${((sorted[sorted.length >> 1] ?? 0) / 1000).toFixed(1)} s, the pauses of the starter among it`,
        's',
        10,
      ),
    ]
  },
}
