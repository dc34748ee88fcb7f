import http from 'node:http'
import { startChild } from '../child.ts'
import { post } from '../load.ts'
import { against, interleave } from '../measure.ts'
import type { PartDeps, Part } from '../part.ts'
import { codeOf, placeOf } from '../site.ts'

const items = 500
const lanes = 8

const body = JSON.stringify({
  reports: Array.from({ length: items }, (_, index) => ({
    deviceType: 'badge',
    deviceId: codeOf(index),
    time: new Date(Date.now() + index).toISOString(),
    // To the centimetre, as devices write it.
    lng: Number(placeOf(index).lng.toFixed(7)),
    lat: Number(placeOf(index).lat.toFixed(7)),
    accuracy: 2.5,
    speed: 4.1,
    course: 90,
    battery: 80,
  })),
})

const startOne = async (deps: PartDeps, script: string): Promise<string> => {
  const child = startChild(deps, new URL(`../peers/${script}`, import.meta.url))
  const { port } = (await child.said()) as { port: number }
  return `http://127.0.0.1:${port}/ingest/reports`
}

export const part: Part = {
  about: `Posts of ${items} reports, read, validated and answered, with nothing behind it: POST /ingest/reports against a node:http server that only reads and parses the same body.`,
  order: 20,
  run: async (deps) => {
    const ours = await startOne(deps, 'ingest-alone.ts')
    const peer = await startOne(deps, 'parse-alone.ts')
    const agent = new http.Agent({ keepAlive: true, timeout: 3_000, maxSockets: lanes })
    deps.onEnd(() => agent.destroy())
    const posts = 200
    const take = async (address: string): Promise<number> => {
      let left = posts
      const lane = async (): Promise<void> => {
        for (; left > 0; ) {
          left -= 1
          const answer = await post(agent, address, body)
          if (answer.status !== 200 || !answer.text.includes(String(items))) throw new Error(`${answer.status} ${answer.text}`)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      return posts
    }
    const ourSlice = () => take(ours)
    const peerSlice = () => take(peer)
    await interleave(1, 10, ourSlice, peerSlice)
    const rates = await interleave(deps.rounds, deps.quick ? 15 : 30, ourSlice, peerSlice)
    return [
      against({
        what: `posts of ${items} reports answered a second`,
        ...rates,
        peerName: 'node:http + JSON.parse',
        unit: 'posts/s',
        limit: { atLeast: 0.85 },
      }),
    ]
  },
}
