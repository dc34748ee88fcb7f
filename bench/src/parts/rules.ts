import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase } from '../../../server/src/kernel/db.ts'
import { createLog } from '../../../server/src/kernel/log.ts'
import { createSiteTarget } from '../consoles.ts'
import { offer } from '../load.ts'
import { against, alternate, budget } from '../measure.ts'
import type { Part, PartDeps } from '../part.ts'
import { at, prepareSite, star, startPostgres, startSite } from '../site.ts'

const devices = 10_000
const load = { rate: 3_333, perPost: 50, consoles: 1 }
const ruled = 100
const crowd = { devices: 20_000, rules: 500 }
/** Milliseconds between two turns of the rules. */
const turn = 2_000

/** Every kind of rule that asks who is where, by turns; nobody stays for long enough to raise one but who is near a hazard source. */
const kinds = [
  { type: 'stay', stay_limit: 600 },
  { type: 'still', still_limit: 600 },
  { type: 'gathering', gather_count: 100_000 },
  { type: 'headcount', max_count: 100_000 },
  { type: 'assembly', min_count: 1, stay_limit: 600 },
  { type: 'patrol', stay_limit: 600 },
  { type: 'post', stay_limit: 600, allow_dept_ids: ['1'] },
  { type: 'near' },
] as const

/** So many rules, evenly over a square of so many metres; the first of each kind of fence lies over all of it if `isWide`. */
const addRules = async (url: string, rules: number, side: number, isWide: boolean): Promise<void> => {
  const db = createDatabase(url, createLog('silent'), { max: 1 })
  const inRow = Math.ceil(Math.sqrt(rules))
  const wide = side / inRow
  await db.raw(db.sql, `INSERT INTO dept (name) VALUES ('crew')`)
  await db.raw(db.sql, 'UPDATE device SET dept_id = (SELECT min(id) FROM dept)')
  for (let index = 0; index < rules; index += 1) {
    const { type, ...limits } = kinds[index % kinds.length] as (typeof kinds)[number]
    const [east, north] = [((index % inRow) + 0.5) * wide, (Math.floor(index / inRow) + 0.5) * wide]
    if (type === 'near') {
      const { lng, lat } = at(east, north)
      await db.raw(
        db.sql,
        `INSERT INTO hazard_point (name, code, lng, lat, radius, object_kind, risk_level, risk_factor, equip_code, responsible, measures,
           voice_text, photo, enabled) VALUES ($1, $1, $2, $3, 20, 0, 4, '', '', '', '', '', '', true)`,
        [`source ${index}`, lng, lat],
      )
      continue
    }
    const points = isWide && index < kinds.length ? star(side / 2, side / 2, side * 1.2) : star(east, north, wide / 2)
    const columns = Object.keys(limits)
    await db.raw(
      db.sql,
      `INSERT INTO fence (name, type, shape, points, level, min_inside, min_outside${columns.map((column) => `, ${column}`).join('')})
       VALUES ($1, $2, 'polygon', $3, 2, 10, 30${columns.map((_, place) => `, $${place + 4}`).join('')})`,
      [`rule ${index}`, type, JSON.stringify(points), ...Object.values<unknown>(limits)],
    )
  }
  await db.close()
}

/** A server on which everybody stands somewhere and nobody reports: milliseconds of its longest block in so many turns. */
const longestBlock = async (deps: PartDeps, url: string): Promise<{ first: number; later: number }> => {
  await prepareSite(url, crowd.devices, 0)
  await addRules(url, crowd.rules, 1_400, true)
  const db = createDatabase(url, createLog('silent'), { max: 1 })
  await db.raw(
    db.sql,
    `INSERT INTO device_state (device_id, fix_time, recv_time, lng, lat)
     SELECT id, now(), now(), $1::float8 + (id % 141) * $3::float8, $2::float8 + (id / 141) * $4::float8 FROM device`,
    [at(0, 0).lng, at(0, 0).lat, at(10, 0).lng - at(0, 0).lng, at(0, 10).lat - at(0, 0).lat],
  )
  const judged = async (): Promise<number> =>
    Number((await db.raw<{ n: string }>(db.sql, 'SELECT count(*) AS n FROM fence_condition')).rows[0]?.n)
  const { child } = await startSite(deps, url)
  await child.usage()
  while ((await judged()) < crowd.devices) await pause(turn)
  const first = (await child.usage()).longestBlock
  await pause(turn)
  await child.usage()
  await pause(turn * (deps.quick ? 4 : 10))
  const later = (await child.usage()).longestBlock
  await db.close()
  await child.stop()
  return { first, later }
}

export const part: Part = {
  about: `Processor time of the server for each report at ${load.rate} reports a second of ${devices} devices in posts of ${load.perPost}, seen on ${load.consoles} console: with ${ruled} fences that judge ways, and with ${ruled} rules of every other kind beside them, which are judged every ${turn / 1_000} s. And the longest stretch in which nothing else had its turn while ${crowd.rules} rules were judged against ${crowd.devices} devices, some of them over all of the site.`,
  order: 42,
  run: async (deps) => {
    const postgres = await startPostgres(deps)
    const blocks: { first: number; later: number }[] = []
    for (let round = 0; round < deps.rounds; round += 1)
      blocks.push(await longestBlock(deps, await postgres.makeDatabase(`crowd${round}`)))

    const sideOf = async (name: string, rules: number) => {
      const url = await postgres.makeDatabase(name)
      await prepareSite(url, devices)
      if (rules > 0) await addRules(url, rules, 1_000, false)
      const site = await startSite(deps, url)
      return { site, target: await createSiteTarget(deps, site, { consoles: load.consoles, devices }), from: 0 }
    }
    const [ours, peer] = [await sideOf('ruled', ruled), await sideOf('fences', 0)]
    const costOf = async (side: typeof ours): Promise<number> => {
      const before = await side.site.child.usage()
      const offered = await offer(side.target, { ...load, from: side.from, seconds: deps.quick ? 8 : 12 })
      const after = await side.site.child.usage()
      side.from += offered.sent
      if (offered.lag === Number.POSITIVE_INFINITY) throw new Error(`not delivered: ${JSON.stringify(offered)}`)
      return (after.cpu - before.cpu) / offered.sent
    }
    // A server runs for months: it is measured once its code is compiled and everybody was heard of.
    for (let warm = 0; warm < (deps.quick ? 1 : 3); warm += 1) {
      await costOf(ours)
      await costOf(peer)
    }
    const costs = await alternate(
      deps.rounds,
      () => costOf(ours),
      () => costOf(peer),
    )
    deps.note(
      `The first turn, in which all that holds was raised and written: ${blocks.map(({ first }) => Math.round(first)).join(', ')} ms at most.`,
    )
    return [
      against({ what: 'processor time a report', ...costs, peerName: 'fences alone', unit: 'µs', limit: { atMost: 1.5 } }),
      budget({
        what: `longest block while ${crowd.rules} rules are judged against ${crowd.devices} devices`,
        ours: blocks.map(({ later }) => later),
        calibration: `the first turn: ${blocks.map(({ first }) => Math.round(first)).join(', ')} ms`,
        unit: 'ms',
        limit: { atMost: 50 },
      }),
    ]
  },
}
