import { Agent, request } from 'node:http'
import { domains } from '@vigil/contract/index.ts'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { startChild } from '../child.ts'
import { crowdedSite, startCrowdedSite } from '../crowded-site.ts'
import { against, budget, createDelays, interleave, plain } from '../measure.ts'
import type { Part } from '../part.ts'

const pageSize = 20
const asks = { full: 60, quick: 15 } as const
const atOnce = 8
const perSlice = 150

/** Every call that answers a page, and every tree. */
const lists = (): Call[] => {
  const calls = Object.values(domains).flatMap((domain) => Object.values<Call>(domain))
  const isPaged = (call: Call): boolean => {
    const { success, data } = call.body.safeParse({ pageNum: 1, pageSize })
    return call.planned !== true && success && typeof data === 'object' && data !== null && 'pageSize' in data
  }
  return [...calls.filter(isPaged), accountCalls.listDeptNodeAll, accountCalls.getAllRoles]
}

export const part: Part = {
  about: `The first page of every list and every tree with ${plain(crowdedSite.devices)} devices, ${plain(crowdedSite.people)} people, ${plain(crowdedSite.departments)} departments and ${plain(crowdedSite.journal)} rows of the system log; all helmets as objects of the map; and pages of helmets a second against Fastify and pg with nothing around them, which find a page's numbers before they read what is shown of them, by prepared statements.`,
  order: 65,
  run: async (deps) => {
    const { url, ...site } = await startCrowdedSite(deps, crowdedSite)
    const bare = startChild(deps, new URL('../peers/bare-page.ts', import.meta.url), { env: { DATABASE_URL: url } })
    const { port } = (await bare.said()) as { port: number }

    const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
    deps.onEnd(() => agent.destroy())
    const post = (address: string, body: unknown, method = 'POST'): Promise<string> =>
      new Promise((resolve, reject) => {
        const payload = JSON.stringify(body)
        const headers = {
          authorization: site.token,
          ...(method === 'POST' ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}),
        }
        const sent = request(address, { method, agent, headers }, (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () => {
            const text = Buffer.concat(parts).toString()
            if (text.startsWith('{"code":"200"')) resolve(text)
            else reject(new Error(`${address} answered ${response.statusCode} ${text.slice(0, 200)}`))
          })
        })
        sent.on('error', reject)
        sent.end(method === 'POST' ? payload : undefined)
      })
    const first = { pageNum: 1, pageSize }
    const helmets = { ours: `${site.origin}/api${deviceCalls.listBsHatByDeptId.path}`, bare: `http://127.0.0.1:${port}/page` }

    const slowest: number[] = []
    for (let round = 0; round < deps.rounds; round += 1) {
      let worst = 0
      for (const call of lists()) {
        const delays = createDelays()
        for (let asked = 0; asked < (deps.quick ? asks.quick : asks.full); asked += 1) {
          const from = performance.now()
          await post(
            `${site.origin}/api${call.path}`,
            { ...first, pid: '1', regionId: '1', deviceType: 'hat', deviceId: 'D1' },
            call.method,
          )
          delays.add(performance.now() - from)
        }
        const p95 = delays.quantile(0.95)
        if (round === 0 && p95 > 30) deps.say(`${call.path} ${p95} ms`)
        worst = Math.max(worst, p95)
      }
      slowest.push(worst)
    }
    const bareDelays = createDelays()
    for (let asked = 0; asked < 200; asked += 1) {
      const from = performance.now()
      await post(helmets.bare, first)
      bareDelays.add(performance.now() - from)
    }

    const objects = `${site.origin}/api${deviceCalls.listBsHatObjectAll.path}`
    let bytes = 0
    const askAll = async (times: number): Promise<ReturnType<typeof createDelays>> => {
      const delays = createDelays()
      const one = async (): Promise<void> => {
        for (let asked = 0; asked < times; asked += 1) {
          const from = performance.now()
          bytes = (await post(objects, {})).length
          delays.add(performance.now() - from)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, one))
      return delays
    }
    await askAll(1)
    const drawn = await askAll(deps.quick ? 5 : 25)

    const slice = (address: string) => async (): Promise<number> => {
      let left = perSlice
      const one = async (): Promise<void> => {
        for (; left > 0; ) {
          left -= 1
          await post(address, { ...first, pageNum: 1 + (left % 50) })
        }
      }
      await Promise.all(Array.from({ length: atOnce }, one))
      return perSlice
    }
    await slice(helmets.ours)()
    await slice(helmets.bare)()
    const pages = await interleave(deps.rounds, deps.quick ? 2 : 8, slice(helmets.ours), slice(helmets.bare))
    return [
      budget({
        what: `the slowest of ${lists().length} first pages and trees, p95`,
        ours: slowest,
        calibration: `a bare page of helmets: ${bareDelays.quantile(0.95)} ms`,
        unit: 'ms',
        limit: { atMost: 300 },
      }),
      budget({
        what: 'all helmets as objects of the map, 8 at once, p99',
        ours: [drawn.quantile(0.99)],
        calibration: `${plain(bytes / 1_000)} kB each; half of them within ${drawn.quantile(0.5)} ms`,
        unit: 'ms',
        limit: { atMost: 150 },
      }),
      against({
        what: 'pages of helmets a second',
        ours: pages.ours,
        peer: pages.peer,
        peerName: 'Fastify and pg alone',
        unit: '/s',
        limit: { atLeast: 0.8 },
      }),
    ]
  },
}
