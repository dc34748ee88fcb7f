import { createSiteTarget } from '../consoles.ts'
import { offer } from '../load.ts'
import { against, budget } from '../measure.ts'
import type { Part } from '../part.ts'
import { startPlainWs } from '../peers/plain-ws-target.ts'
import { prepareSite, startPostgres, startSite } from '../site.ts'

const consoles = 10
const devices = 10_000
const load = { rate: 3_333, perPost: 25, consoles }
/** Every so many reports one alarms: about 22 a second. */
const alarmEvery = 150

export const part: Part = {
  about: `From the post of a report that alarms (by turns a step into a forbidden fence and an SOS) to its alarm on each of ${consoles} consoles, at ${load.rate} reports a second in posts of ${load.perPost}: ours after its commit; plain ws sends the report itself, stored as a row for each post before, or at once.`,
  order: 60,
  run: async (deps) => {
    const seconds = deps.quick ? 6 : 10
    const alarming = Math.ceil((load.rate * seconds * (deps.rounds + 1)) / alarmEvery) + 100
    const postgres = await startPostgres(deps)
    const url = await postgres.makeDatabase('alarm')
    await prepareSite(url, devices + alarming)
    const site = await startSite(deps, url)
    const ours = await createSiteTarget(deps, site, { consoles, devices, alarmEvery })
    const storing = await startPlainWs(deps, {
      consoles,
      devices,
      alarmEvery,
      databaseUrl: await postgres.makeDatabase('floor'),
    })
    const plain = await startPlainWs(deps, { consoles, devices, alarmEvery })
    let from = 0
    const delayOf = async (target: typeof ours | typeof plain): Promise<{ median: number; tail: number }> => {
      target.restart()
      const offered = await offer(target, { ...load, from, seconds })
      from += offered.sent
      const expected = Math.floor((load.rate * seconds) / alarmEvery - 2) * consoles
      if (offered.lag === Number.POSITIVE_INFINITY || target.alarms().count() < expected)
        throw new Error(`${target.alarms().count()} of ${expected} alarms came: ${JSON.stringify(offered)}`)
      return { median: target.alarms().quantile(0.5), tail: target.alarms().quantile(0.99) }
    }
    const sides = [ours, storing, plain].map((target) => ({ target, delays: [] as { median: number; tail: number }[] }))
    for (const { target } of sides) await delayOf(target)
    for (let round = 0; round < deps.rounds; round += 1) {
      // Each is the first by turns.
      for (const side of [...sides.slice(round % 3), ...sides.slice(0, round % 3)]) side.delays.push(await delayOf(side.target))
    }
    const [tails = [], floor = [], atOnce = []] = sides.map(({ delays }) => delays.map(({ tail }) => tail))
    const halves = sides.map(({ delays }) => delays.map(({ median }) => median).join(', '))
    return [
      against({
        what: 'report to alarm, p99',
        ours: tails,
        peer: floor,
        peerName: 'plain ws that stores',
        unit: 'ms',
        limit: { atMost: 3 },
      }),
      budget({
        what: 'report to alarm, p99 (absolute)',
        ours: tails,
        calibration: `plain ws that stores nothing ${atOnce.join(', ')} ms; half of ours within ${halves[0]} ms, of those ${halves[1]} and ${halves[2]} ms`,
        unit: 'ms',
        limit: { atMost: 2_000 },
      }),
    ]
  },
}
