import type { Report } from '@vigil/contract/positions/report.ts'
import { createHelmetLink, type HelmetLink } from '../links/helmet-service.ts'
import { createIngestLink } from '../links/ingest.ts'
import { lengthOf, type Course, type Part, type Stand } from '../scenarios/once.ts'
import { createRandom } from '../world/random.ts'
import { toLngLat } from '../world/plan.ts'
import type { Stage } from './stage.ts'

/** Seconds between two reports of whoever stays as he is, of one who trembles, and of those whose part is over: just not to be offline. */
const every = { still: 10, trembling: 5, over: 290 } as const
/** Metres that whoever walks on comes between two reports of them. */
const onwards = 50
const usualBattery = 80

/** How somebody is at a second, and whether he reports in it. */
const standAt = (
  { stands, isWorn = false }: Part,
  course: Course,
  second: number,
): { readonly stand: Stand; readonly reports: boolean } | null => {
  const stand = stands.findLast(({ from }) => from <= second)
  if (!stand) return null
  if (second > lengthOf(course)) {
    const [east, north] = stand.at ?? [0, 0]
    const walksOn = isWorn && stand.at !== null
    return {
      stand: walksOn ? { ...stand, at: [east, north + (onwards * second) / every.over] } : stand,
      reports: stand.at !== null && second % every.over === 0,
    }
  }
  const period = stand.trembles === undefined ? every.still : every.trembling
  return { stand, reports: stand.at !== null && (second - stand.from) % period === 0 }
}

/** The seconds up to `last` in which anybody of these stages reports, and those just before somebody does something else. */
export const secondsOf = (stages: readonly Stage[], last: number): number[] => {
  const isTold = (part: Part, course: Course, second: number): boolean =>
    (standAt(part, course, second)?.reports ?? false) || part.stands.some(({ from }) => from - 1 === second)
  return Array.from({ length: last + 1 }, (_, second) => second).filter((second) =>
    stages.some(({ course }) => course.parts.some((part) => isTold(part, course, second))),
  )
}

export interface PlayOptions {
  /** Without a slash at the end. */
  readonly origin: string
  readonly deviceKey: string
  readonly onProblem: (problem: string) => void
  /** Milliseconds between two batches of reports; the link's own unless said. */
  readonly every?: number
}

/** The devices of some stages, each on the line that its kind has. */
export interface Players {
  /** Sends what they have to say in a second after `start`, ms since 1970. */
  play(second: number, start: number): void
  /** What the server has not answered yet. */
  readonly unanswered: number
  stop(): Promise<void>
}

export const createPlayers = (stages: readonly Stage[], { origin, deviceKey, onProblem, every: pause }: PlayOptions): Players => {
  const ingest = createIngestLink({ origin, deviceKey, onProblem, ...(pause === undefined ? {} : { every: pause }) })
  const helmets = new Map<string, HelmetLink>()
  const players = stages.flatMap(({ course, middle, beaconMinor, codes }) =>
    course.parts.map((part, at) => {
      const deviceId = codes[at] ?? ''
      if (part.device === 'hat')
        helmets.set(deviceId, createHelmetLink({ origin, imei: deviceId, deviceKey, fwVersion: '3.4.12', onProblem }))
      return { part, course, middle, beaconMinor, deviceId, random: createRandom(deviceId) }
    }),
  )
  for (const helmet of helmets.values()) helmet.open()

  const reportOf = (
    { part, middle, beaconMinor, deviceId, random }: (typeof players)[number],
    stand: Stand,
    time: number,
  ): Report => {
    const [east, north] = stand.at ?? [0, 0]
    const wrong = (): number => (stand.trembles === undefined ? 0 : random.between(-stand.trembles, stand.trembles))
    const [lng, lat] = toLngLat([middle[0] + east + wrong(), middle[1] - north + wrong()])
    return {
      deviceType: part.device,
      deviceId,
      time: new Date(time).toISOString(),
      lng,
      lat,
      speed: stand.speed ?? 0,
      battery: stand.battery ?? usualBattery,
      ...(stand.hears === undefined ? {} : { beacons: [{ minor: beaconMinor, rssi: stand.hears }] }),
    }
  }
  return {
    play: (second, start) => {
      const time = start + second * 1000
      for (const player of players) {
        const now = standAt(player.part, player.course, second)
        if (!now?.reports) continue
        const report = reportOf(player, now.stand, time)
        const helmet = helmets.get(player.deviceId)
        if (!helmet) ingest.offer([report])
        else helmet.report(report, { charging: false, tempdata: '' })
        if (now.stand.pushes !== undefined && now.stand.from === second) helmet?.push(now.stand.pushes, time)
      }
    },
    get unanswered() {
      return [...helmets.values()].reduce((sum, { unanswered }) => sum + unanswered, ingest.waiting)
    },
    stop: async () => {
      for (const helmet of helmets.values()) helmet.close()
      await ingest.stop()
    },
  }
}
