import { Agent } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { livePath, type FromServer } from '@vigil/contract/live/live.ts'
import { createDatabase, type Database } from '../../../server/src/kernel/db.ts'
import { createLog } from '../../../server/src/kernel/log.ts'
import { post } from '../load.ts'
import { budget } from '../measure.ts'
import type { PartDeps, Part } from '../part.ts'
import { codeOf, deviceKey, placeOf, prepareSite, startPostgres, startSite, type Site } from '../site.ts'
import { openWire } from '../wire.ts'

const devices = 20
/** Seconds. */
const silence = { full: 40, quick: 12 } as const
const consoles = 50
/** As many as the hub keeps for whoever comes back. */
const missed = 5_000

interface Walk {
  /** The longest that a device waited for an answer, whatever it was, in s. */
  readonly longestAnswer: () => number
  /** Until every device was acknowledged something that it sent after now, in s. */
  readonly allServed: () => Promise<number>
  /** The longest between two acknowledgements of a device, each device's own, in s; the longest first. */
  readonly gaps: () => number[]
  readonly end: () => Promise<void>
}

/** Devices that report each second, and come again at once when they are told to. */
const startWalk = (deps: PartDeps, site: Site): Walk => {
  const agent = new Agent({ keepAlive: true })
  deps.onEnd(() => agent.destroy())
  let on = true
  let longest = 0
  const acknowledgedAt = Array.from({ length: devices }, () => performance.now())
  const longestGap = acknowledgedAt.map(() => 0)
  /** When what was acknowledged last had been sent. */
  const sentAt = acknowledgedAt.map(() => 0)
  const walk = async (device: number): Promise<void> => {
    for (let last = 0; on; await pause(200)) {
      const time = Math.max(Date.now(), last + 1)
      last = time
      const report = { deviceType: 'badge', deviceId: codeOf(device), time: new Date(time).toISOString(), ...placeOf(device) }
      const from = performance.now()
      const { status } = await post(agent, `${site.origin}/ingest/reports`, JSON.stringify({ reports: [report] }), {
        'x-device-key': deviceKey,
      })
      const now = performance.now()
      longest = Math.max(longest, now - from)
      if (status === 503) continue
      if (status !== 200) throw new Error(`a report was answered ${status}`)
      longestGap[device] = Math.max(longestGap[device] ?? 0, now - (acknowledgedAt[device] ?? now))
      acknowledgedAt[device] = now
      sentAt[device] = from
    }
  }
  const walking = Promise.all(Array.from({ length: devices }, (_, device) => walk(device)))
  return {
    longestAnswer: () => longest / 1_000,
    allServed: async () => {
      const from = performance.now()
      while (sentAt.some((sent) => sent < from)) await pause(20)
      return (performance.now() - from) / 1_000
    },
    gaps: () => longestGap.map((gap) => gap / 1_000).sort((a, b) => b - a),
    end: async () => {
      on = false
      await walking
    },
  }
}

const swallowed = async (deps: PartDeps, url: string) => {
  await prepareSite(url, devices)
  const wire = await openWire(deps, url)
  const site = await startSite(deps, wire.url)
  const walk = startWalk(deps, site)
  await walk.allServed()
  wire.swallow()
  await pause((deps.quick ? silence.quick : silence.full) * 1_000)
  wire.mend()
  const served = await walk.allServed()
  const answer = walk.longestAnswer()
  await walk.end()
  await site.child.stop()
  return { answer, served }
}

/** The process of a connection that stores reports. */
const storingBackend = async (db: Database): Promise<number> => {
  for (;;) {
    const { rows } = await db.raw<{ pid: number }>(
      db.sql,
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'vigil' AND datname = current_database() AND pid <> pg_backend_pid()
         AND query LIKE 'INSERT INTO position%'`,
    )
    // 0 or 1 would be this process's group, or everybody.
    const pid = rows.map((row) => row.pid).find((found) => found > 1)
    if (pid !== undefined) return pid
    await pause(50)
  }
}

const hung = async (deps: PartDeps, url: string) => {
  await prepareSite(url, devices)
  const site = await startSite(deps, url)
  const db = createDatabase(url, createLog('silent'), { max: 1 })
  deps.onEnd(() => db.close())
  const walk = startWalk(deps, site)
  await walk.allServed()
  const pid = await storingBackend(db)
  process.kill(pid, 'SIGSTOP')
  let stopped = true
  const goOn = (): void => {
    if (stopped) process.kill(pid, 'SIGCONT')
    stopped = false
  }
  deps.onEnd(goOn)
  await pause(20_000)
  await walk.allServed()
  const answer = walk.longestAnswer()
  const gaps = walk.gaps()
  await walk.end()
  goOn()
  await site.child.stop()
  return { answer, gaps }
}

/** A database whose log of events ends with as many alarms as are kept for whoever comes back, as `sample` had one raised. */
const prepareMissed = async (url: string, sample: unknown): Promise<void> => {
  await prepareSite(url, 1)
  const db = createDatabase(url, createLog('silent'), { max: 1 })
  await db.raw(
    db.sql,
    `INSERT INTO live_event (seq, event) SELECT n, jsonb_set($1::jsonb, '{data,id}', to_jsonb(n::text)) FROM generate_series(1, ${missed}) n`,
    [JSON.stringify(sample)],
  )
  await db.raw(db.sql, `UPDATE live_head SET seq = ${missed}`)
  await db.close()
}

/** An event as a server writes it. */
const raisedOnce = async (deps: PartDeps, url: string): Promise<unknown> => {
  await prepareSite(url, 1)
  const site = await startSite(deps, url)
  const agent = new Agent()
  const report = { deviceType: 'badge', deviceId: codeOf(0), time: new Date().toISOString(), ...placeOf(0), sos: 'press' }
  const { status } = await post(agent, `${site.origin}/ingest/reports`, JSON.stringify({ reports: [report] }), {
    'x-device-key': deviceKey,
  })
  if (status !== 200) throw new Error(`a call for help was answered ${status}`)
  await site.child.stop()
  const db = createDatabase(url, createLog('silent'), { max: 1 })
  const { rows } = await db.raw<{ event: unknown }>(db.sql, 'SELECT event FROM live_event ORDER BY seq LIMIT 1')
  await db.close()
  if (rows[0] === undefined) throw new Error('no alarm was raised')
  return rows[0].event
}

/** Seconds until so many consoles that come at once have all that they missed, in order. */
const comeBack = async (site: Site, many: number): Promise<number> => {
  const from = performance.now()
  const one = async (): Promise<void> => {
    const socket = new WebSocket(`${site.origin.replace('http', 'ws')}${livePath}`)
    const done = Promise.withResolvers<void>()
    let seen = 0
    const see = (seq: number): void => {
      if (seq !== seen + 1) done.reject(new Error(`event ${seq} came after ${seen}`))
      seen = seq
      if (seen === missed) done.resolve()
    }
    socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token: site.token, topics: ['alarms'], since: 0 })))
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) return
      const message = JSON.parse(data.toString()) as FromServer
      if (message.type === 'welcome' && !message.resumed) done.reject(new Error('a console was told to load anew'))
      if (message.type === 'event') see(message.seq)
      if (message.type === 'events') for (const { seq } of message.list) see(seq)
    })
    socket.on('error', done.reject)
    socket.on('close', (code) => done.reject(new Error(`a console was closed: ${code}`)))
    await done.promise
    socket.terminate()
  }
  await Promise.all(Array.from({ length: many }, one))
  return (performance.now() - from) / 1_000
}

const storm = async (deps: PartDeps, url: string, sample: unknown) => {
  await prepareMissed(url, sample)
  const site = await startSite(deps, url)
  const all = await comeBack(site, consoles)
  const alone = await comeBack(site, 1)
  await site.child.stop()
  return { all, alone }
}

export const part: Part = {
  about: `${devices} devices report while their database swallows what is sent to it for ${silence.full} s, and while one of its processes hangs for good; and ${consoles} consoles come back at once to a server that has just started, each having missed ${missed} alarms.`,
  order: 85,
  once: true,
  run: async (deps) => {
    const postgres = await startPostgres(deps)
    const silent = await swallowed(deps, await postgres.makeDatabase('silent'))
    const one = await hung(deps, await postgres.makeDatabase('hung'))
    const sample = await raisedOnce(deps, await postgres.makeDatabase('sample'))
    const { all, alone } = await storm(deps, await postgres.makeDatabase('storm'), sample)
    const seconds = (what: string, ours: number, atMost: number, calibration: string) =>
      budget({ what, ours: [ours], calibration, unit: 's', limit: { atMost } })
    return [
      seconds('the longest wait for an answer while the database swallows', silent.answer, 6, `${devices} devices`),
      seconds('until every device is served after its return', silent.served, 5, `${devices} devices`),
      seconds('the longest wait for an answer beside a process that hangs', one.answer, 6, `${devices} devices`),
      seconds(
        'the longest any other device went without an acknowledgement then',
        one.gaps[1] ?? Number.NaN,
        6,
        `the one that met it ${(one.gaps[0] ?? Number.NaN).toFixed(1)} s`,
      ),
      seconds(
        `until ${consoles} consoles have the ${missed} events they missed`,
        all,
        3,
        `one console alone ${alone.toFixed(2)} s`,
      ),
    ]
  },
}
