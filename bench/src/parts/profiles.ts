import { Agent } from 'node:http'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { createSiteTarget } from '../consoles.ts'
import { crowdedSite, startCrowdedSite } from '../crowded-site.ts'
import { offer, post } from '../load.ts'
import { budget } from '../measure.ts'
import type { Part, PartDeps } from '../part.ts'
import { profiled, type Profiled } from '../profile.ts'
import { prepareSite, startPostgres, startSite } from '../site.ts'

const consoles = 10
const devices = 10_000
const load = { rate: 10_000, perPost: 50, consoles }
const atOnce = 8
const pageSize = 20

/** Where the product's server spends its time while reports come. */
const ofIngest = async (deps: PartDeps, seconds: number): Promise<Profiled> => {
  const url = await (await startPostgres(deps)).makeDatabase('profiles')
  await prepareSite(url, devices)
  const site = await startSite(deps, url)
  const target = await createSiteTarget(deps, site, { consoles, devices })
  // A server runs for months: it is looked at once its code is compiled.
  const warm = await offer(target, { ...load, from: 0, seconds: 2 * seconds })
  return profiled(site.child, async () => {
    const { faults, lag } = await offer(target, { ...load, from: warm.sent, seconds })
    if (lag === Number.POSITIVE_INFINITY) throw new Error(`not delivered: ${faults[0] ?? 'in time'}`)
  })
}

/** The same while pages of helmets are asked for. */
const ofPages = async (deps: PartDeps, seconds: number): Promise<Profiled> => {
  const site = await startCrowdedSite(deps, { ...crowdedSite, journal: 50_000 })
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  deps.onEnd(() => agent.destroy())
  const address = `${site.origin}/api${deviceCalls.listBsHatByDeptId.path}`
  const ask = async (until: number): Promise<void> => {
    for (let asked = 0; performance.now() < until; asked += 1) {
      const body = JSON.stringify({ pageNum: 1 + (asked % 50), pageSize, pid: '1' })
      const { status, text } = await post(agent, address, body, { authorization: site.token })
      if (status !== 200 || !text.startsWith('{"code":"200"')) throw new Error(`answered ${status} ${text.slice(0, 200)}`)
    }
  }
  const askAll = (forSeconds: number) => {
    const until = performance.now() + forSeconds * 1_000
    return Promise.all(Array.from({ length: atOnce }, () => ask(until)))
  }
  await askAll(2 * seconds)
  return profiled(site.child, () => askAll(seconds))
}

const rowOf = (deps: PartDeps, what: string, { dearest, ours }: Profiled) => {
  deps.note(`${what}: ${dearest.map(({ name, share }) => `${share.toFixed(1)} % \`${name}\``).join(', ')}`)
  return budget({
    what: `the dearest function of ours, ${what}`,
    ours: [ours?.share ?? 0],
    calibration: ours?.name ?? 'none was seen',
    unit: '%',
    limit: { atMost: 10 },
  })
}

export const part: Part = {
  about: `Where the server's main thread spends its time, each function without what it calls: while ${load.rate} reports a second come in posts of ${load.perPost} and go to ${consoles} consoles, and while ${atOnce} ask for one page of helmets after the other with ${crowdedSite.devices} devices. The time in which it is busy is all; below, the five dearest, Node's own and those of packages among them. One of ours that takes more than a tenth is work for somebody: where each was looked at, the cost is spread.`,
  order: 53,
  once: true,
  run: async (deps) => {
    const seconds = deps.quick ? 4 : 10
    const ingest = await ofIngest(deps, seconds)
    const folder = join(deps.folder, 'crowded')
    mkdirSync(folder)
    // The database's account has to pass through.
    chmodSync(folder, 0o711)
    const pages = await ofPages({ ...deps, folder }, seconds)
    return [rowOf(deps, 'reports', ingest), rowOf(deps, 'pages of helmets', pages)]
  },
}
