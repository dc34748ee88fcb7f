import { setTimeout as pause } from 'node:timers/promises'
import { createSiteTarget } from '../consoles.ts'
import { graceAfter, offer, type Target } from '../load.ts'
import { against, alternate, budget } from '../measure.ts'
import type { PartDeps, Part } from '../part.ts'
import { startParseServer } from '../peers/parse-server-target.ts'
import { prepareSite, startPostgres, startSite } from '../site.ts'

const consoles = 10
const devices = 10_000
const perPost = 50
const ourSteps = [4_000, 8_000, 16_000, 32_000]
const peerSteps = [200, 400, 800, 1_600, 3_200, 6_400]

/** Looks for the highest step that is held; a later round begins one below the last one's. */
const createClimb = (
  deps: PartDeps,
  name: string,
  target: Target,
  steps: readonly number[],
  measured: (rate: number, held: boolean) => void = () => undefined,
) => {
  let numbered = 0
  let start = 0
  const holds = async (index: number): Promise<boolean> => {
    const rate = steps[index] as number
    const offered = await offer(target, { from: numbered, rate, seconds: deps.quick ? 4 : 6, perPost, consoles })
    numbered += offered.sent
    const held = offered.faults.length === 0 && offered.lag <= graceAfter
    const why = offered.faults[0] ?? `acknowledged and delivered ${Math.round(offered.lag)} ms after the last was sent`
    deps.say(`${name} ${rate} reports/s: ${held ? 'held' : 'not held'} (${why})`)
    measured(rate, held)
    return held
  }
  const drained = async (): Promise<void> => {
    const until = Date.now() + 60_000
    for (let last = -1; target.delivered() !== last && Date.now() < until; ) {
      last = target.delivered()
      await pause(1_500)
    }
  }
  /** Down from where it starts to what is held, or up to what is not. */
  return async (): Promise<number> => {
    let index = start
    while (!(await holds(index))) {
      await drained()
      index -= 1
      if (index < 0) throw new Error(`${name} held not even ${steps[0]} reports/s`)
    }
    if (index === start) {
      while (index + 1 < steps.length && (await holds(index + 1))) index += 1
      await drained()
    }
    start = Math.max(0, index - 1)
    return steps[index] as number
  }
}

export const part: Part = {
  about: `Reports in posts of ${perPost}, stored in PostgreSQL and pushed to ${consoles} consoles: the highest rate at which all are acknowledged and delivered within ${graceAfter / 1_000} s. Ours also holds each against fences. parse-server 9.10.0 stores them in the same PostgreSQL and pushes by LiveQuery.`,
  order: 50,
  run: async (deps) => {
    const postgres = await startPostgres(deps)
    const url = await postgres.makeDatabase('ours')
    await prepareSite(url, devices)
    const site = await startSite(deps, url)
    const target = await createSiteTarget(deps, site, { consoles, devices })
    const peerTarget = await startParseServer(deps, await postgres.makeDatabase('peer'), { consoles, devices })
    let tail = 0
    const climb = createClimb(deps, 'ours', target, ourSteps, (rate, held) => {
      if (held) tail = target.delays().quantile(0.99)
      deps.say(
        `ours ${rate} reports/s: report to frame p50 ${target.delays().quantile(0.5)} ms, p99 ${target.delays().quantile(0.99)} ms`,
      )
      target.restart()
    })
    const ours = async (): Promise<{ rate: number; tail: number }> => {
      target.restart()
      const rate = await climb()
      return { rate, tail }
    }
    const peer = createClimb(deps, 'parse-server', peerTarget, peerSteps)
    // Once round all devices, so that each has a state, as in a site that runs.
    await offer(target, { from: 0, rate: devices / 4, seconds: 4, perPost, consoles })
    const results = await alternate(deps.rounds, ours, peer)
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
        ours: results.ours.map((round) => round.tail),
        calibration: `at ${results.ours.map(({ rate }) => rate).join(', ')} reports/s`,
        unit: 'ms',
        limit: { atMost: 1_000 },
      }),
    ]
  },
}
