import { createSiteTarget } from '../consoles.ts'
import { offer } from '../load.ts'
import { against, alternate, budget } from '../measure.ts'
import type { Part } from '../part.ts'
import { startPlainWs } from '../peers/plain-ws-target.ts'
import { prepareSite, startPostgres, startSite } from '../site.ts'

const consoles = 10
const devices = 10_000
const load = { rate: 3_333, perPost: 25, consoles }
/** Every so many reports one alarms: about 22 a second. */
const alarmEvery = 150

export const part: Part = {
  about: `From the post of a report that alarms (by turns a step into a forbidden fence and an SOS) to its alarm on each of ${consoles} consoles, at ${load.rate} reports a second in posts of ${load.perPost}: ours after its commit; plain ws sends the report itself at once.`,
  order: 60,
  run: async (ground) => {
    const seconds = ground.quick ? 6 : 10
    const alarming = Math.ceil((load.rate * seconds * (ground.rounds + 1)) / alarmEvery) + 100
    const postgres = await startPostgres(ground)
    const url = await postgres.makeDatabase('alarm')
    await prepareSite(url, devices + alarming)
    const site = await startSite(ground, url)
    const ours = await createSiteTarget(ground, site, { consoles, devices, alarmEvery })
    const peer = await startPlainWs(ground, { consoles, devices, alarmEvery })
    let from = 0
    const delayOf = async (target: typeof ours | typeof peer): Promise<{ median: number; tail: number }> => {
      target.restart()
      const offered = await offer(target, { ...load, from, seconds })
      from += offered.sent
      const expected = Math.floor((load.rate * seconds) / alarmEvery - 2) * consoles
      if (offered.lag === Number.POSITIVE_INFINITY || target.alarms().count() < expected)
        throw new Error(`${target.alarms().count()} of ${expected} alarms came: ${JSON.stringify(offered)}`)
      return { median: target.alarms().quantile(0.5), tail: target.alarms().quantile(0.99) }
    }
    await delayOf(ours)
    await delayOf(peer)
    const delays = await alternate(
      ground.rounds,
      () => delayOf(ours),
      () => delayOf(peer),
    )
    const tails = delays.ours.map(({ tail }) => tail)
    return [
      against({
        what: 'report to alarm, p99',
        ours: tails,
        peer: delays.peer.map(({ tail }) => tail),
        peerName: 'plain ws',
        unit: 'ms',
        limit: { atMost: 3 },
      }),
      budget({
        what: 'report to alarm, p99 (absolute)',
        ours: tails,
        calibration: `half of ours within ${delays.ours.map(({ median }) => median).join(', ')} ms; of plain ws ${delays.peer.map(({ median }) => median).join(', ')} ms`,
        unit: 'ms',
        limit: { atMost: 2_000 },
      }),
    ]
  },
}
