import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { createClient, type Client } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { readTrack } from '@vigil/contract/positions/track-columns.ts'
import { createDatabase } from '../../../server/src/kernel/db.ts'
import { createLog } from '../../../server/src/kernel/log.ts'
import { budget, createDelays, plain } from '../measure.ts'
import type { Part } from '../part.ts'
import { hourMs, startPastSite, wire } from '../past.ts'
import { at, codeOf, star } from '../site.ts'
import { ago, fillAlarms } from '../year-of-alarms.ts'

/** Positions of four days, a fix in ten seconds of each: ten million. */
const full = { people: 300, hours: 96, alarms: 1_000_000 } as const
const quick = { people: 60, hours: 26, alarms: 100_000 } as const
const departments = 12
const perDay = 24 * 360

const timed = async (times: number, work: (time: number) => Promise<unknown>): Promise<ReturnType<typeof createDelays>> => {
  const delays = createDelays()
  for (let time = 0; time < times; time += 1) {
    const from = performance.now()
    await work(time)
    delays.add(performance.now() - from)
  }
  return delays
}

/** Shapes of a hundred metres and more, here and there: a workshop, a yard, a road junction. */
const shapeOf = (time: number) =>
  time % 2 === 0
    ? { shape: 'polygon' as const, points: star(150 + ((time * 370) % 700), 150 + ((time * 230) % 700), 60 + time * 10) }
    : { shape: 'circle' as const, centre: centreOf(time), radius: 50 }
const centreOf = (time: number): [number, number] => {
  const { lng, lat } = at(200 + ((time * 310) % 600), 200 + ((time * 170) % 600))
  return [lng, lat]
}

/** A day that ends so many hours after the first one has. */
const dayFrom = (begin: number, hours: number) => ({
  startTime: wire(begin + hours * hourMs),
  endTime: wire(begin + (hours + 24) * hourMs - 1_000),
})

const askTrack = async (client: Client, code: string, day: ReturnType<typeof dayFrom>): Promise<void> => {
  const { tracks } = await client.ask(positionCalls.listHisTracks, {
    devices: [{ deviceType: 'badge', deviceId: code }],
    ...day,
  })
  const columns = Buffer.from(tracks[0]?.columns ?? '', 'base64')
  if (readTrack(Uint8Array.from(columns).buffer).count !== perDay) throw new Error('a track is not whole')
}

const month = { startTime: ago(30), endTime: ago(0) }
const monthOf: readonly ((client: Client) => Promise<unknown>)[] = [
  (client) => client.ask(alarmCalls.listAlarmStaNumberByType, month),
  (client) => client.ask(alarmCalls.listAlarmStaNumberByArea, month),
  (client) => client.ask(alarmCalls.getAlarmStatistics, { interval: 3, day: ago(40).slice(0, 10) }),
]
const firstPages = [alarmCalls.listUnHandledPage, alarmCalls.listHandledPage] as const

export const part: Part = {
  about: `Looking back by HTTP in one database with ten million positions (${full.people} people over ${full.hours / 24} days, the last two hours as they came, the others packed) and ${plain(full.alarms)} alarms. Who clicks waits for 300 ms without noticing it, for a month's sums half a second, for a search through everybody's day two. More of the lists: alarm-lists.`,
  order: 68,
  once: true,
  run: async (deps) => {
    const { people, hours, alarms } = deps.quick ? quick : full
    const begin = Math.floor(Date.now() / hourMs) * hourMs - hours * hourMs
    const { url, origin, token } = await startPastSite(deps, { people, begin, hours })
    const db = createDatabase(url, createLog('warn'), { max: 2, statement: 0, answer: 600_000 })
    deps.onEnd(db.close)
    const from = performance.now()
    await fillAlarms(db, alarms, departments, people)
    deps.say(`${plain(alarms)} alarms filled in within ${plain((performance.now() - from) / 1_000)} s`)
    const client = createClient({ origin, token: () => token })
    const asks = deps.quick ? 10 : 100
    const bare = await timed(50, () => db.raw(db.sql, 'SELECT count(*) FROM device'))
    const question = `counting ${people} devices: ${bare.quantile(0.5)} ms`

    const dayOf = (time: number) => dayFrom(begin, (time * 7) % (hours - 23))
    const track = await timed(asks, (time) => askTrack(client, codeOf((time * 29) % people), dayOf(time)))
    const searches = deps.quick ? 2 : 12
    let [looked, found] = [0, 0]
    const inside = await timed(searches, async (time) => {
      const answer = await client.ask(positionCalls.listHisInside, { area: shapeOf(time), ...dayFrom(begin, hours - 24) })
      looked = answer.looked
      found += answer.list.length
    })
    if (looked !== people || found === 0) throw new Error(`${looked} people were looked at, ${found} found`)
    const bytes = await timed(searches, () =>
      db.raw(db.sql, 'SELECT sum(length(packed)), sum(fixes) FROM packed_position WHERE hour >= $1', [
        new Date(begin + (hours - 24) * hourMs),
      ]),
    )
    const sums = await timed(asks, (time) => monthOf[time % monthOf.length]?.(client) ?? Promise.resolve())
    const pages = await timed(asks, (time) => client.ask(firstPages[time % 2] ?? firstPages[0], { pageNum: 1, pageSize: 20 }))
    return [
      budget({
        what: 'a day of one device, p95',
        ours: [track.quantile(0.95)],
        calibration: question,
        unit: 'ms',
        limit: { atMost: 300 },
      }),
      budget({
        what: `who of ${people} was inside a shape over a day, the slowest of ${searches}`,
        ours: [inside.quantile(1)],
        calibration: `adding up how long its hours are: ${bytes.quantile(0.5)} ms; half of ours within ${inside.quantile(0.5)} ms`,
        unit: 'ms',
        limit: { atMost: 2_000 },
      }),
      budget({
        what: "a month's statistics, p95",
        ours: [sums.quantile(0.95)],
        calibration: question,
        unit: 'ms',
        limit: { atMost: 500 },
      }),
      budget({
        what: 'first pages of open and handled alarms, p95',
        ours: [pages.quantile(0.95)],
        calibration: question,
        unit: 'ms',
        limit: { atMost: 300 },
      }),
    ]
  },
}
