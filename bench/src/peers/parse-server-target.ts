import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import WebSocket from 'ws'
import { startChild } from '../child.ts'
import { post, type Target } from '../load.ts'
import type { PartDeps } from '../part.ts'
import { codeOf, freePort, placeOf } from '../site.ts'

/** `router` as parse-server 9.10.0 was made for: with the newest one that its ranges allow, its batch call fails. */
const packages = { 'parse-server': '9.10.0', router: '2.2.0' } as const

/** Peers that nobody but the bench needs are installed outside the project, once. */
const installed = async (deps: PartDeps): Promise<string> => {
  const folder = process.env['VIGIL_BENCH_DIR'] ?? join(tmpdir(), 'vigil-bench-peers')
  const isThere = ([name, version]: [string, string]): boolean => {
    const file = join(folder, 'node_modules', name, 'package.json')
    return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version === version
  }
  const wanted = Object.entries(packages)
  if (wanted.every(isThere)) return folder
  mkdirSync(folder, { recursive: true })
  const names = wanted.map((entry) => entry.join('@'))
  deps.say(`installing ${names.join(' and ')} into ${folder}`)
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawn('npm', ['install', ...options, ...names], { stdio: 'inherit', shell: process.platform === 'win32' })
  const code = await new Promise<number | null>((resolve, reject) => npm.once('exit', resolve).once('error', reject))
  if (code !== 0) throw new Error(`${names.join(' and ')} could not be installed: npm ended with ${code}`)
  return folder
}

/** parse-server that stores each report in PostgreSQL and pushes it by LiveQuery to so many subscribers. */
export const startParseServer = async (
  deps: PartDeps,
  databaseUrl: string,
  options: { readonly consoles: number; readonly devices: number },
): Promise<Target> => {
  const masterKey = randomBytes(16).toString('hex')
  const port = await freePort()
  const child = startChild(deps, new URL('./parse-server.ts', import.meta.url), {
    args: [await installed(deps), databaseUrl, masterKey, String(port)],
  })
  await child.said()
  const origin = `127.0.0.1:${port}`
  const agent = new http.Agent({ keepAlive: true, timeout: 3_000, maxSockets: 64 })
  deps.onEnd(() => agent.destroy())
  let delivered = 0
  const listen = async (): Promise<void> => {
    const socket = new WebSocket(`ws://${origin}/`)
    deps.onEnd(() => socket.terminate())
    const subscribed = Promise.withResolvers<void>()
    socket.on('error', (error) => subscribed.reject(error))
    socket.on('message', (data: Buffer) => {
      if (data.includes('"op":"create"')) delivered += 1
      else if (data.includes('"op":"connected"'))
        socket.send(JSON.stringify({ op: 'subscribe', requestId: 1, query: { className: 'Report', where: {} } }))
      else if (data.includes('"op":"subscribed"')) subscribed.resolve()
      else subscribed.reject(new Error(data.toString()))
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.send(JSON.stringify({ op: 'connect', applicationId: 'bench', masterKey }))
    await subscribed.promise
  }
  await Promise.all(Array.from({ length: options.consoles }, listen))
  const headers = { 'x-parse-application-id': 'bench', 'x-parse-master-key': masterKey }
  return {
    delivered: () => delivered,
    send: async (from, count) => {
      const time = { __type: 'Date', iso: new Date().toISOString() }
      const requests = Array.from({ length: count }, (_, index) => {
        const device = (from + index) % options.devices
        const report = { deviceType: 'badge', deviceId: codeOf(device), time, ...placeOf(device) }
        return {
          method: 'POST',
          path: '/parse/classes/Report',
          body: { ...report, accuracy: 2.5, speed: 4.1, course: 90, battery: 80 },
        }
      })
      const answer = await post(agent, `http://${origin}/parse/batch`, JSON.stringify({ requests }), headers)
      if (answer.status !== 200) throw new Error(`HTTP ${answer.status} ${answer.text.slice(0, 200)}`)
      const results = JSON.parse(answer.text) as { success?: unknown }[]
      if (results.length !== count || results.some(({ success }) => success === undefined))
        throw new Error(`not stored: ${answer.text.slice(0, 200)}`)
    },
  }
}
