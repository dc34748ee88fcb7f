import { Agent, request } from 'node:http'
import { domains } from '@vigil/contract/index.ts'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { createDatabase, type Database } from '../../../server/src/kernel/db.ts'
import { createLog } from '../../../server/src/kernel/log.ts'
import { startChild } from '../child.ts'
import { against, budget, createDelays, interleave, plain } from '../measure.ts'
import type { Part } from '../part.ts'
import { prepareSite, startPostgres, startSite } from '../site.ts'

const size = { devices: 20_000, people: 5_000, departments: 2_000, journal: 1_000_000 } as const
const pageSize = 20
const asks = { full: 60, quick: 15 } as const
const atOnce = 8
const perSlice = 150

/** Forty departments with forty-nine below each, people and devices spread over all of them, and a long journal. */
const fill = async (db: Database): Promise<void> => {
  const run = (text: string) => db.raw(db.sql, text)
  await run(`INSERT INTO dept (name) SELECT '部门' || n FROM generate_series(1, 40) n`)
  await run(`INSERT INTO dept (pid, name) SELECT 1 + n % 40, '工段' || n FROM generate_series(41, ${size.departments}) n`)
  await run(`INSERT INTO person (cname, work_num, dept_id, post, mobile)
    SELECT '人员' || n, 'N' || n, 1 + n % ${size.departments}, '巡检工', '138' || lpad(n::text, 8, '0') FROM generate_series(1, ${size.people}) n`)
  await run(`INSERT INTO device (kind, code, label, dept_id, person_id, model)
    SELECT (ARRAY['hat', 'hat', 'badge', 'badge', 'car'])[1 + n % 5], 'D' || n, 'AQM-' || lpad(n::text, 6, '0'), 1 + n % ${size.departments},
      CASE WHEN n <= ${size.people} THEN (SELECT min(id) FROM person) + n - 1 END, CASE WHEN n % 5 < 4 THEN 'HK-S6' ELSE 'truck' END
    FROM generate_series(1, ${size.devices}) n`)
  await run(`INSERT INTO device_state (device_id, fix_time, recv_time, lng, lat, battery)
    SELECT id, now(), now() - (id % 900) * interval '1 s', 118.36, 31.17, id % 100 FROM device`)
  await run(`INSERT INTO beacon (name, type, uuid, minor, mac, install_date, enabled, remark, dept_id)
    SELECT '信标' || n, 'positioning', '', n, '', '', true, '', 1 + n % ${size.departments} FROM generate_series(1, ${size.devices}) n`)
  await run(`INSERT INTO camera (name, gb_device_id, manufacturer, model, ptz_type, room_type, address, ip_address, channel_id, civil_code, parent_id,
      business_group_id, stream_mode, resolution, enabled, remark, dept_id)
    SELECT '摄像机' || n, '34' || lpad(n::text, 18, '0'), '', '', 1, 1, '', '', '', '', '', '', 'udp', '', true, '', 1 + n % ${size.departments} FROM generate_series(1, 2000) n`)
  await run('DELETE FROM journal')
  for (let from = 1; from <= size.journal; from += 50_000) {
    await run(`INSERT INTO journal (id, at, person_id, cname, dept_name, module, action, object, object_id, before, after, ip, user_agent, result, cost_ms, hash)
      SELECT n, now() - (${size.journal} - n) * interval '10 s', (SELECT min(id) FROM person) + n % ${size.people}, '人员' || n % ${size.people}, '部门' || n % 40,
        (ARRAY['devices', 'accounts', 'alarms', 'session'])[1 + n % 4], (ARRAY['update', 'create', 'handle', 'signIn'])[1 + n % 4], 'hat', (n % 20000)::text,
        '{"version": 1}', '{"version": 2}', '10.0.0.1', 'bench', 'success', 3, '\\x00' FROM generate_series(${from}, ${from + 49_999}) n`)
  }
  await run(`UPDATE journal_head SET id = ${size.journal}`)
  await run('ANALYZE')
}

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
  about: `The first page of every list and every tree with ${plain(size.devices)} devices, ${plain(size.people)} people, ${plain(size.departments)} departments and ${plain(size.journal)} rows of the system log; and pages of helmets a second against Fastify and pg with nothing around them.`,
  order: 65,
  run: async (ground) => {
    const url = await (await startPostgres(ground)).makeDatabase('lists')
    await prepareSite(url, 0)
    const db = createDatabase(url, createLog('silent'), { max: 2 })
    ground.onEnd(db.close)
    // The first account is made on an empty site alone.
    const site = await startSite(ground, url, { VIGIL_DATA_DIR: ground.folder })
    await fill(db)
    await createClient({ origin: site.origin, token: () => site.token }).ask(accountCalls.saveDept, { name: '让登记册重读设备' })
    const bare = startChild(ground, new URL('../peers/bare-page.ts', import.meta.url), { env: { DATABASE_URL: url } })
    const { port } = (await bare.said()) as { port: number }

    const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
    ground.onEnd(() => agent.destroy())
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
    for (let round = 0; round < ground.rounds; round += 1) {
      let worst = 0
      for (const call of lists()) {
        const delays = createDelays()
        for (let asked = 0; asked < (ground.quick ? asks.quick : asks.full); asked += 1) {
          const from = performance.now()
          await post(
            `${site.origin}/api${call.path}`,
            { ...first, pid: '1', regionId: '1', deviceType: 'hat', deviceId: 'D1' },
            call.method,
          )
          delays.add(performance.now() - from)
        }
        const p95 = delays.quantile(0.95)
        if (round === 0 && p95 > 30) ground.say(`${call.path} ${p95} ms`)
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
    const pages = await interleave(ground.rounds, ground.quick ? 2 : 8, slice(helmets.ours), slice(helmets.bare))
    return [
      budget({
        what: `the slowest of ${lists().length} first pages and trees, p95`,
        ours: slowest,
        calibration: `a bare page of helmets: ${bareDelays.quantile(0.95)} ms`,
        unit: 'ms',
        limit: { atMost: 300 },
      }),
      against({
        what: 'pages of helmets a second',
        ours: pages.ours,
        peer: pages.peer,
        peerName: 'Fastify and pg alone',
        unit: '/s',
        limit: { atLeast: 0.7 },
      }),
    ]
  },
}
