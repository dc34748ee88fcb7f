import type { Usage } from '../child.ts'
import { createClimb } from '../climb.ts'
import { createSiteTarget } from '../consoles.ts'
import { graceAfter, offer } from '../load.ts'
import { against, alternate, budget } from '../measure.ts'
import type { Part } from '../part.ts'
import { startParseServer } from '../peers/parse-server-target.ts'
import { prepareSite, startPostgres, startSite } from '../site.ts'

const consoles = 10
const devices = 10_000
const perPost = 50
const ourSteps = [4_000, 8_000, 16_000, 32_000]
const peerSteps = [200, 400, 800, 1_600, 3_200, 6_400]

/** Of one step that was held. */
interface Held {
  /** Milliseconds within which 99 of 100 reports were seen. */
  readonly tail: number
  /** Percent of the time in which the main thread was busy. */
  readonly collecting: number
  /** Megabytes. */
  readonly memory: number
  /** Percent of the time that the main thread was busy. */
  readonly busy: number
}

export const part: Part = {
  about: `Reports in posts of ${perPost}, stored in PostgreSQL and pushed to ${consoles} consoles: the highest rate at which all are acknowledged and delivered within ${graceAfter / 1_000} s. Ours also holds each against fences. parse-server 9.10.0 stores them in the same PostgreSQL and pushes by LiveQuery. Garbage and memory are those of our server at the rate that it held; they are bounded since what is collected is time that no report gets, and since a site's machine has to have room for its database as well.`,
  order: 50,
  run: async (deps) => {
    const postgres = await startPostgres(deps)
    const url = await postgres.makeDatabase('ours')
    await prepareSite(url, devices)
    const site = await startSite(deps, url)
    const target = await createSiteTarget(deps, site, { consoles, devices })
    const peerTarget = await startParseServer(deps, await postgres.makeDatabase('peer'), { consoles, devices })
    let used: Usage = await site.child.usage()
    let from = 0
    let last: Held | null = null
    const climb = createClimb(deps, {
      name: 'ours',
      target,
      steps: ourSteps,
      perPost,
      consoles,
      before: async () => {
        target.restart()
        used = await site.child.usage()
        from = performance.now()
      },
      after: async ({ rate, held }) => {
        const now = await site.child.usage()
        const [active, took] = [now.active - used.active, performance.now() - from]
        const step: Held = {
          tail: target.delays().quantile(0.99),
          collecting: ((now.collecting - used.collecting) / active) * 100,
          memory: now.mostResident / 1_000_000,
          busy: (active / took) * 100,
        }
        if (held) last = step
        deps.say(
          `ours ${rate} reports/s: report to frame p50 ${target.delays().quantile(0.5)} ms, p99 ${step.tail} ms; main thread busy ${step.busy.toFixed(0)} %, of that garbage ${step.collecting.toFixed(1)} %; ${step.memory.toFixed(0)} MB`,
        )
      },
    })
    const ours = async (): Promise<Held & { readonly rate: number }> => {
      const rate = await climb()
      if (last === null) throw new Error('nothing was held')
      return { rate, ...last }
    }
    const peer = createClimb(deps, { name: 'parse-server', target: peerTarget, steps: peerSteps, perPost, consoles })
    // Once round all devices, so that each has a state, as in a site that runs.
    await offer(target, { from: 0, rate: devices / 4, seconds: 4, perPost, consoles })
    const results = await alternate(deps.rounds, ours, peer)
    const rates = `at ${results.ours.map(({ rate }) => rate).join(', ')} reports/s`
    return [
      against({
        what: 'reports a second held',
        ours: results.ours.map(({ rate }) => rate),
        peer: results.peer,
        peerName: 'parse-server',
        unit: 'reports/s',
        limit: { atLeast: 10 },
      }),
      budget({
        what: 'report sent to seen on a console, p99, at the rate held',
        ours: results.ours.map(({ tail }) => tail),
        calibration: rates,
        unit: 'ms',
        limit: { atMost: 1_000 },
      }),
      budget({
        what: 'garbage collection, of the time the main thread is busy, at the rate held',
        ours: results.ours.map(({ collecting }) => collecting),
        calibration: `${rates}; busy ${results.ours.map(({ busy }) => Math.round(busy)).join(', ')} % of the time`,
        unit: '%',
        limit: { atMost: 7 },
      }),
      budget({
        what: 'most memory of the server at the rate held',
        ours: results.ours.map(({ memory }) => memory),
        calibration: rates,
        unit: 'MB',
        limit: { atMost: 300 },
      }),
    ]
  },
}
