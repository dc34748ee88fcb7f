import { startChild, type Child } from '../child.ts'
import { against, alternate, budget } from '../measure.ts'
import type { Part } from '../part.ts'
import { prepareSite, startPostgres, startSite } from '../site.ts'
import type { Asked, Told } from '../singles.ts'

const devices = 10_000
/** As many as strangers of one network may open at once: none of them is known before its first report. */
const connections = 900

export const part: Part = {
  about: `Devices that post one report each over ${connections} connections, the next one once the last is answered, which is after the commit: how many a second. The floor is node:http and pg with nothing around them, which stores all that waits in one transaction; both on the same PostgreSQL with fsync, the devices in a process of their own on the same cores. What a post costs beside its report (bounds on connections and bodies, where it comes from, whose key it is, headers) is paid by one report here and by fifty in a post of fifty.`,
  order: 52,
  run: async (deps) => {
    const postgres = await startPostgres(deps)
    const url = await postgres.makeDatabase('singles')
    await prepareSite(url, devices)
    const site = await startSite(deps, url)
    const bare = startChild(deps, new URL('../peers/bare-ingest.ts', import.meta.url), {
      env: { DATABASE_URL: await postgres.makeDatabase('bare') },
    })
    const { port } = (await bare.said()) as { port: number }
    const loader = startChild(deps, new URL('../singles.ts', import.meta.url))
    let from = 0
    const seconds = deps.quick ? 3 : 6
    const measure = async (name: string, child: Child, to: number): Promise<{ readonly rate: number; readonly each: number }> => {
      const before = await child.usage()
      const asked: Asked = { port: to, from, seconds, connections, devices }
      loader.send(asked)
      const told = (await loader.said()) as Told
      const after = await child.usage()
      from += told.sent
      const [rate, each] = [told.answered / seconds, (after.cpu - before.cpu) / told.answered]
      deps.say(`${name}: ${Math.round(rate)} a second, p99 ${told.p99} ms, ${Math.round(each)} µs of the processor each`)
      return { rate, each }
    }
    const ours = () => measure('ours', site.child, Number(new URL(site.origin).port))
    const peer = () => measure('floor', bare, port)
    await ours()
    await peer()
    const results = await alternate(deps.rounds, ours, peer)
    const side = { peerName: 'node:http and pg alone', limit: { atLeast: 0.45 } } as const
    const rates = results.ours.map(({ rate }) => rate)
    const floors = results.peer.map(({ rate }) => Math.round(rate))
    return [
      against({
        ...side,
        what: 'posts of one report answered a second',
        ours: rates,
        peer: results.peer.map(({ rate }) => rate),
        unit: '/s',
      }),
      budget({
        what: 'the same, on two cores',
        ours: rates,
        calibration: `the floor: ${floors.join(', ')}`,
        unit: '/s',
        limit: { atLeast: 15_000 },
      }),
      against({
        ...side,
        what: 'processor time of the server for each',
        ours: results.ours.map(({ each }) => each),
        peer: results.peer.map(({ each }) => each),
        unit: 'µs',
        limit: { atMost: 2.5 },
      }),
    ]
  },
}
