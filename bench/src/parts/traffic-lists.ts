import { createClient } from '@vigil/contract/kernel/client.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { createDatabase } from '../../../server/src/kernel/db.ts'
import { createLog } from '../../../server/src/kernel/log.ts'
import { budget, createDelays, plain } from '../measure.ts'
import type { Part } from '../part.ts'
import { prepareSite, startPostgres, startSite } from '../site.ts'
import { ago } from '../year-of-alarms.ts'

const passes = { full: 5_000_000, quick: 500_000 } as const
const days = 180

const first = { pageNum: 1, pageSize: 20 }
const filters: readonly (readonly [string, Record<string, unknown>])[] = [
  ['all', {}],
  ['a day', { passTimeFrom: ago(10), passTimeTo: ago(9) }],
  ['a month', { passTimeFrom: ago(60), passTimeTo: ago(30) }],
  ['one plate', { keyword: '皖B00123' }],
  ['a part of plates', { keyword: '0012' }],
  ['no such plate', { keyword: '京Z99999' }],
  ['a place', { place: '卡口7' }],
  ['too fast', { illegal: 1 }],
  ['in', { direction: 'in' }],
  ['a place and a day', { place: '卡口7', passTimeFrom: ago(10), passTimeTo: ago(9) }],
]

export const part: Part = {
  about: `First pages of vehicle passes, each with its total, in a database of ${plain(passes.full)} of ${days} days by 60,000 vehicles at 12 places: the slowest question's three answers in four. Who clicks waits for 300 ms without noticing it.`,
  order: 69,
  once: true,
  run: async (deps) => {
    const count = deps.quick ? passes.quick : passes.full
    const url = await (await startPostgres(deps)).makeDatabase('passes')
    await prepareSite(url, 100, 0)
    const db = createDatabase(url, createLog('warn'), { max: 1, statement: 0, answer: 600_000 })
    deps.onEnd(db.close)
    const from = performance.now()
    const at = 100_000
    for (let begin = 0; begin < count; begin += at)
      await db.raw(
        db.sql,
        `INSERT INTO vehicle_pass (place_kind, place_id, event_key, place, ip, dept_id, plate_number, plate_color, vehicle_type, vehicle_size,
           direction, pass_time, speed, illegal, list_type, driver, owner, event_name, big_image, plate_image, unread)
         SELECT 'speedCamera', n % 12, n::text, '卡口' || n % 12, '10.0.0.' || n % 12, NULL, '皖B' || lpad(((n * 7919) % 60000)::text, 5, '0'), 'blue',
           'truck', '', CASE n % 2 WHEN 0 THEN 'in' ELSE 'out' END, now() - (n * $3::float8) * interval '1 s', 20 + n % 15, n % 50 = 0, '', '', '', '', '', '', ''
         FROM generate_series($1::bigint, $2::bigint) n`,
        [begin, begin + at - 1, (days * 86_400) / count],
      )
    await db.raw(db.sql, `INSERT INTO vehicle_plate SELECT DISTINCT plate_number, now() FROM vehicle_pass`)
    await db.raw(db.sql, 'VACUUM ANALYZE')
    deps.say(`${plain(count)} passes filled in within ${plain((performance.now() - from) / 1_000)} s`)
    const { origin, token } = await startSite(deps, url)
    const client = createClient({ origin, token: () => token })
    const asks = deps.quick ? 4 : 8
    let slowest = { what: '', took: 0 }
    for (const [what, filter] of filters) {
      const delays = createDelays()
      for (let ask = 0; ask < asks; ask += 1) {
        const began = performance.now()
        await client.ask(trafficCalls.listZdTraffic, { ...filter, ...first })
        delays.add(performance.now() - began)
      }
      const took = delays.quantile(0.75)
      deps.note(`${what}: ${took} ms`)
      if (took > slowest.took) slowest = { what, took }
    }
    const bare = createDelays()
    for (let ask = 0; ask < 20; ask += 1) {
      const began = performance.now()
      await db.raw(db.sql, 'SELECT * FROM vehicle_pass ORDER BY pass_time DESC, id DESC LIMIT 20')
      bare.add(performance.now() - began)
    }
    return [
      budget({
        what: `the slowest of ${filters.length} first pages, p75 (${slowest.what})`,
        ours: [slowest.took],
        calibration: `the newest twenty rows alone: ${bare.quantile(0.5)} ms`,
        unit: 'ms',
        limit: { atMost: 300 },
      }),
    ]
  },
}
