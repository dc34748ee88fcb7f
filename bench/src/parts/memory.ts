import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import WebSocket from 'ws'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { livePath } from '@vigil/contract/live/live.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { budget } from '../measure.ts'
import type { PartDeps, Part } from '../part.ts'
import { freePort, untilReady } from '../site.ts'

const megabyte = 1_000_000
const every = 5_000

/** The demo as `npm start` runs it, on a port and a data folder of its own. */
const startDemo = async (deps: PartDeps): Promise<string> => {
  const port = await freePort()
  const first = 'first-Pass-9182'
  const demo = spawn(process.execPath, [join(deps.root, 'tools', 'start.ts'), '--demo'], {
    cwd: deps.root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      VIGIL_DATA_DIR: join(deps.folder, 'demo'),
      VIGIL_ADMIN_PASSWORD: first,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let running = false
  const told = new Promise<void>((resolve, reject) => {
    demo.stdout.on('data', (chunk) => {
      if (String(chunk).includes('Vigil is running')) {
        running = true
        resolve()
      }
    })
    demo.once('exit', (code) => {
      if (!running) reject(new Error(`the demo did not start: ${code}`))
    })
  })
  deps.onEnd(async () => {
    if (demo.exitCode !== null) return
    demo.kill('SIGTERM')
    await once(demo, 'exit')
  })
  await told
  const origin = `http://127.0.0.1:${port}`
  await untilReady(`${origin}/readyz`)
  const token = await createClient({ origin }).ask(sessionCalls.login, { userName: 'admin', password: first })
  const later = { oldPassword: first, newPassword: 'later-Pass-7731' }
  await createClient({ origin, token: () => token }).ask(sessionCalls.updatePassword, later)
  await watch(deps, origin, token)
  return origin
}

/** One console that watches positions and alarms. */
const watch = async (deps: PartDeps, origin: string, token: string): Promise<void> => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${livePath}`)
  deps.onEnd(() => socket.terminate())
  let frames = 0
  socket.on('message', (_, isBinary) => {
    if (isBinary) frames += 1
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ type: 'hello', token, topics: ['positions', 'alarms', 'devices'], since: null }))
  for (let waited = 0; frames < 2; waited += 100) {
    if (waited > 10_000) throw new Error('the console sees nobody move')
    await pause(100)
  }
}

/** What the server says that it takes; PostgreSQL and the simulator are processes of their own. */
const memoryOf = async (origin: string): Promise<{ resident: number; heap: number }> => {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const read = (name: string): number => {
    const bytes = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    if (!Number.isFinite(bytes)) throw new Error(`the server does not tell its ${name}`)
    return bytes / megabyte
  }
  return { resident: read('process_resident_memory_bytes'), heap: read('nodejs_heap_size_used_bytes') }
}

/** What Node itself takes, before any program. */
const idleSize = async (): Promise<number> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-p', 'process.memoryUsage.rss()'])
  return Math.round(Number(stdout) / megabyte)
}

/** Growth a minute of the straight line that fits best. */
const slope = (points: readonly { readonly minute: number; readonly size: number }[]): number => {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = { minute: mean(points.map(({ minute }) => minute)), size: mean(points.map(({ size }) => size)) }
  const over = points.reduce((sum, { minute, size }) => sum + (minute - middle.minute) * (size - middle.size), 0)
  return over / points.reduce((sum, { minute }) => sum + (minute - middle.minute) ** 2, 0)
}

export const part: Part = {
  about:
    'Memory of the server process in the demo with one console connected, every 5 s: the most of it over ten minutes, and its growth over minutes 5 to 10.',
  order: 90,
  once: true,
  run: async (deps) => {
    const origin = await startDemo(deps)
    const minutes = deps.quick ? 1 : 10
    const points: { minute: number; size: number }[] = []
    const from = Date.now()
    while (Date.now() - from < minutes * 60_000) {
      const minute = (Date.now() - from) / 60_000
      const { resident, heap } = await memoryOf(origin)
      if (Math.floor(minute) !== Math.floor(points.at(-1)?.minute ?? -1))
        deps.say(`minute ${Math.floor(minute)}: ${Math.round(resident)} MB, of it ${Math.round(heap)} MB in use on the heap`)
      points.push({ minute, size: resident })
      await pause(every)
    }
    const sizes = points.map(({ size }) => size)
    const later = points.filter(({ minute }) => minute >= minutes / 2)
    const calibration = `begins at ${Math.round(sizes[0] ?? 0)} MB, ends at ${Math.round(sizes.at(-1) ?? 0)} MB; a Node process that does nothing: ${await idleSize()} MB`
    return [
      budget({ what: 'most memory', ours: [Math.max(...sizes)], calibration, unit: 'MB', limit: { atMost: 300 } }),
      budget({
        what: 'growth a minute over the second half',
        ours: [slope(later)],
        calibration: `${later.length} readings`,
        unit: 'MB',
        limit: { atMost: 1 },
      }),
    ]
  },
}
