import http from 'node:http'
import { performance } from 'node:perf_hooks'
import WebSocket from 'ws'
import { startChild, type Child } from '../child.ts'
import { post, type Target } from '../load.ts'
import { createDelays } from '../measure.ts'
import type { PartDeps } from '../part.ts'
import { codeOf, placeOf } from '../site.ts'

/** `{"mark":…` begins a report whose way is timed, so that no other message has to be parsed to be counted. */
const letterM = 'm'.charCodeAt(0)

/** Plain `ws` with so many listeners, under the same posts as our server; with a database it stores each post before it sends it. */
export const startPlainWs = async (
  deps: PartDeps,
  options: { readonly consoles: number; readonly devices: number; readonly alarmEvery?: number; readonly databaseUrl?: string },
): Promise<
  Target & { readonly child: Child; readonly alarms: () => ReturnType<typeof createDelays>; readonly restart: () => void }
> => {
  const child = startChild(deps, new URL('./plain-ws.ts', import.meta.url), {
    env: options.databaseUrl === undefined ? {} : { VIGIL_BENCH_DATABASE: options.databaseUrl },
  })
  const { port } = (await child.said()) as { port: number }
  const agent = new http.Agent({ keepAlive: true, timeout: 30_000, maxSockets: 64 })
  deps.onEnd(() => agent.destroy())
  const markedAt: number[] = []
  let delivered = 0
  let alarms = createDelays()
  for (let index = 0; index < options.consoles; index += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`)
    deps.onEnd(() => socket.terminate())
    socket.on('message', (data: Buffer) => {
      if (data[2] !== letterM) {
        delivered += 1
        return
      }
      const { mark } = JSON.parse(data.toString()) as { mark: number }
      alarms.add(performance.now() - (markedAt[mark] ?? Number.NaN))
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  }
  return {
    child,
    alarms: () => alarms,
    restart: () => {
      alarms = createDelays()
    },
    delivered: () => delivered,
    send: async (from, count) => {
      const time = new Date().toISOString()
      const reportOf = (number: number): string => {
        const { lng, lat } = placeOf(number % options.devices)
        const place = `"lng":${lng.toFixed(7)},"lat":${lat.toFixed(7)}`
        return `"deviceType":"badge","deviceId":"${codeOf(number % options.devices)}","time":"${time}",${place},"accuracy":2.5,"speed":4.1,"course":90,"battery":80}`
      }
      const reports = Array.from({ length: count }, (_, index) => `{${reportOf(from + index)}`)
      const { alarmEvery } = options
      if (alarmEvery !== undefined && Math.floor(from / alarmEvery) !== Math.floor((from + count) / alarmEvery)) {
        reports.push(`{"mark":${markedAt.length},${reportOf(from)}`)
        markedAt.push(performance.now())
      }
      const answer = await post(agent, `http://127.0.0.1:${port}/`, `{"reports":[${reports.join(',')}]}`)
      if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`)
    },
  }
}
