import { createClimb, type Ladder } from '../climb.ts'
import { createSiteTarget, type Mix } from '../consoles.ts'
import { offer } from '../load.ts'
import { against, budget } from '../measure.ts'
import type { Part } from '../part.ts'
import { prepareSite, startPostgres, startSite } from '../site.ts'

const consoles = 10
const devices = 10_000
const fences = 2_000
const perPost = 50
/** Reports for each of which one alarms. */
const alarmEvery = 1_000
/** Devices that only alarm, each once. */
const alarming = 5_000
const clean: Mix = { again: 0, late: 0 }
/** A tenth of a post, and a twentieth of two. */
const mixed = (post: number): Mix => ({ again: perPost / 10, late: post % 2 === 0 ? 2 : 3 })
const steps = [4_000, 8_000, 12_000, 16_000, 24_000, 32_000, 48_000, 64_000, 80_000, 96_000]
const means = [2_000, 4_000, 6_000, 8_000, 12_000, 16_000, 20_000, 24_000, 32_000, 40_000]
/** Seconds: the load of a whole one is sent within the first of them. */
const cycle = 4
const bursts = 2
/** Milliseconds between the end of a burst and the next one. */
const untilNext = (cycle - 1) * 1_000
const inBursts = (seconds: number): number => cycle * (Math.floor(seconds / cycle) + Math.min(1, seconds % cycle))

/** What was held at most. */
interface Climbed {
  readonly rate: number
  /** Milliseconds within which 99 of 100 alarms were seen. */
  readonly slowestAlarm: number
  readonly took: number
}

export const part: Part = {
  about: `What a site sends that is not as tidy: posts of ${perPost} against ${fences} fences, one report of ${alarmEvery} an alarm, pushed to ${consoles} consoles. Clean as a calibration; with 10 % said again and 5 % measured five minutes ago; and in bursts, ${cycle} s of load within one. Held is as in pipeline, for bursts until the next one begins. What is said again or late has to be looked for in PostgreSQL, in a transaction of its own turn beside what is live: half of what is held clean is the least. A burst comes at ${cycle} times its mean rate, so a quarter of what is held clean is what a server without any reserve would hold; what waits meanwhile makes it more. An alarm has to be seen within 2 s whatever else comes, and in a burst before the next one begins.`,
  order: 51,
  once: true,
  run: async (deps) => {
    const url = await (await startPostgres(deps)).makeDatabase('mixes')
    await prepareSite(url, devices + alarming, fences)
    const site = await startSite(deps, url)
    let mixing = false
    let posts = 0
    const target = await createSiteTarget(deps, site, {
      consoles,
      devices,
      alarmEvery,
      mix: () => (mixing ? mixed((posts += 1)) : clean),
    })
    const ladder = async (name: string, mix: boolean, more: Partial<Ladder> = {}): Promise<Climbed> => {
      let highest: Omit<Climbed, 'rate'> = { slowestAlarm: Number.NaN, took: Number.NaN }
      const rate = await createClimb(deps, {
        name,
        target,
        steps,
        perPost,
        consoles,
        before: () => {
          mixing = mix
          target.restart()
          return Promise.resolve()
        },
        after: ({ rate: tried, held, took }) => {
          const slowestAlarm = target.alarms().quantile(0.99)
          deps.say(
            `${name} ${tried} reports/s: report to frame p99 ${target.delays().quantile(0.99)} ms, alarms p99 ${slowestAlarm} ms`,
          )
          if (held) highest = { slowestAlarm, took }
          return Promise.resolve()
        },
        ...more,
      })()
      return { rate, ...highest }
    }
    // Once round all devices, so that each has a state, as in a site that runs.
    await offer(target, { from: 0, rate: devices / 4, seconds: 4, perPost, consoles })
    const tidy = await ladder('clean', false)
    const untidy = await ladder('mixed', true)
    const burst = await ladder('bursts', false, {
      steps: means,
      pace: inBursts,
      seconds: bursts * cycle,
      grace: untilNext,
    })
    const lastBurst = burst.took / 1_000 - cycle * (bursts - 1)
    return [
      against({
        what: 'reports a second held, 10 % said again and 5 % late',
        ours: [untidy.rate],
        peer: [tidy.rate],
        peerName: 'clean',
        unit: 'reports/s',
        limit: { atLeast: 0.5 },
      }),
      against({
        what: `mean rate held in bursts of ${cycle} times that rate`,
        ours: [burst.rate],
        peer: [tidy.rate],
        peerName: `clean and even (the last burst came within ${lastBurst.toFixed(1)} s)`,
        unit: 'reports/s',
        limit: { atLeast: 0.4 },
      }),
      budget({
        what: 'report to alarm, p99, at the rate held of the mix',
        ours: [untidy.slowestAlarm],
        calibration: `at ${untidy.rate} reports/s; clean, at ${tidy.rate}: ${tidy.slowestAlarm} ms`,
        unit: 'ms',
        limit: { atMost: 2_000 },
      }),
      budget({
        what: 'report to alarm, p99, at the rate held in bursts',
        ours: [burst.slowestAlarm],
        calibration: `at ${burst.rate} reports/s in the mean`,
        unit: 'ms',
        limit: { atMost: untilNext },
      }),
    ]
  },
}
