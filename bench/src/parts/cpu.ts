import { createSiteTarget } from '../consoles.ts'
import { offer } from '../load.ts'
import { against, alternate } from '../measure.ts'
import type { Part } from '../part.ts'
import { startPlainWs } from '../peers/plain-ws-target.ts'
import { prepareSite, startPostgres, startSite } from '../site.ts'

const consoles = 10
const devices = 10_000
const load = { rate: 10_000, perPost: 50, consoles }

export const part: Part = {
  about: `Processor time of the server for each report delivered to each of ${consoles} consoles, at ${load.rate} reports a second in posts of ${load.perPost}: ours stores, holds against fences and sends frames; plain ws only sends, one message a report. At a third of that rate, where each post and each transaction is paid by fewer reports, the ratio lay between 0.50 and 0.60.`,
  order: 40,
  run: async (deps) => {
    const postgres = await startPostgres(deps)
    const url = await postgres.makeDatabase('cpu')
    await prepareSite(url, devices)
    const site = await startSite(deps, url)
    const ours = await createSiteTarget(deps, site, { consoles, devices })
    const peer = await startPlainWs(deps, { consoles, devices })
    const seconds = deps.quick ? 5 : 8
    let from = 0
    const costOf = async (target: typeof ours | typeof peer, child: typeof peer.child): Promise<number> => {
      const before = await child.usage()
      const offered = await offer(target, { ...load, from, seconds })
      const after = await child.usage()
      from += offered.sent
      if (offered.lag === Number.POSITIVE_INFINITY) throw new Error(`not delivered: ${JSON.stringify(offered)}`)
      return (after.cpu - before.cpu) / (offered.sent * consoles)
    }
    // A server runs for months: it is measured once its code is compiled.
    for (let warm = 0; warm < (deps.quick ? 1 : 4); warm += 1) {
      await costOf(ours, site.child)
      await costOf(peer, peer.child)
    }
    const costs = await alternate(
      deps.rounds,
      () => costOf(ours, site.child),
      () => costOf(peer, peer.child),
    )
    return [
      against({
        what: 'processor time a delivered report',
        ...costs,
        peerName: 'plain ws',
        unit: 'µs',
        limit: { atMost: 0.5 },
      }),
    ]
  },
}
