import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase } from '../../../server/src/kernel/db.ts'
import type { Kernel } from '../../../server/src/kernel/kernel.ts'
import { createLog } from '../../../server/src/kernel/log.ts'
import { theSystem } from '../../../server/src/kernel/caller.ts'
import type { Incoming } from '../../../server/src/modules/positions/index.ts'
import { createPositionStore } from '../../../server/src/modules/positions/index.ts'
import { against, budget, createDelays, interleave, plain, spreadOf } from '../measure.ts'
import type { Part } from '../part.ts'
import { startPositions } from '../positions.ts'
import { codeOf, placeOf, prepareSite, startPostgres } from '../site.ts'

const hour = 3_600_000
/** Of a day, one position in ten seconds each. */
const perDevice = 8_640
const devices = { full: 1_160, quick: 60 } as const
/** Live reports beside it: posts of so many a second, and so many in each; one in ten posts comes late, half of it twice. */
const live = { posts: 20, each: 50 } as const

/** Metre noise on a walk, changing speed, course, accuracy, height and temperature, a battery that empties; receipt to the ms. */
const noisyHour = `INSERT INTO position (device_id, kind, fix_time, recv_time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery, late)
  SELECT d, 0, at, at + interval '1 ms' * floor(80 + 120 * abs(random_normal())),
    118.36 + sin((n + d) / 60.0) * 0.002 + random_normal(0, 2.5) / 95000, 31.17 + cos((n + 2 * d) / 90.0) * 0.002 + random_normal(0, 2.5) / 111195,
    round((35 + random_normal(0, 2))::numeric, 1), round((2 + 2 * abs(random_normal()))::numeric, 1),
    round(abs(4 + random_normal())::numeric, 1), mod((720 + n + random_normal(0, 15))::int, 360),
    round((30 + random_normal(0, 0.1))::numeric, 1), NULL, 90 - n / 30, false
  FROM generate_series(1, $2::int) d, generate_series(0, 359) n,
    LATERAL (SELECT to_timestamp($1 / 1000.0) + n * interval '10 s' + d * interval '7 ms' AS at) fixed`

const ask = async (url: string, ...statements: [sql: string, values?: unknown[]][]): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let answer = 0
    for (const [sql, values] of statements) answer = Number((await client.query<{ number: string }>(sql, values)).rows[0]?.number)
    return answer
  } finally {
    await client.end()
  }
}
const bytesOf = (url: string, parent: string): Promise<number> =>
  ask(url, [`SELECT sum(pg_total_relation_size(inhrelid)) AS number FROM pg_inherits WHERE inhparent = '${parent}'::regclass`])

/** The day from `begin` on as it came, each hour in its table as house-keeping makes them. */
const fill = async (url: string, count: number, begin: number): Promise<void> => {
  const log = createLog('warn')
  const db = createDatabase(url, log, { max: 1 })
  for (let at = begin; at < begin + 24 * hour; at += hour) {
    const clock = { now: () => at } as Kernel['clock']
    await createPositionStore({ db, log, clock }).partitions.prepareHours()
    await ask(url, ['SET synchronous_commit = off'], [noisyHour, [at, count]])
  }
  await db.close()
  await ask(url, ['ANALYZE position'], ['CHECKPOINT'])
}

type Positions = Awaited<ReturnType<typeof startPositions>>['positions']

/** Reports at a steady pace until it is told to end; what each took from when it was due until it was acknowledged. */
const reportSteadily = (positions: Positions, count: number) => {
  const delays = createDelays()
  let longest = 0
  let going = true
  const reportsOf = (post: number, now: number): Incoming[] =>
    Array.from({ length: live.each }, (_, index): Incoming => {
      const device = (post * live.each + index) % count
      const late = post % 10 === 9
      const time = late ? now - 5 * hour - (index % (live.each / 2)) * 1_000 - (post % 600) * 10 : now - index
      const deviceId = codeOf(late ? post % count : device)
      const nothing = { alt: null, accuracy: 2.5, speed: 4.1, course: 90, temperature: null, floor: null, battery: 80 }
      return { deviceType: 'badge', deviceId, time, ...placeOf(device), ...nothing, kind: 0 }
    })
  const run = async (): Promise<void> => {
    const begun = performance.now()
    const sent: Promise<unknown>[] = []
    for (let post = 0; going; post += 1) {
      const due = begun + (post * 1_000) / live.posts
      while (performance.now() < due) await pause(Math.max(1, due - performance.now()))
      const answered = positions.report(reportsOf(post, Date.now())).then(() => {
        const took = performance.now() - due
        delays.add(took)
        longest = Math.max(longest, took)
      })
      sent.push(answered)
    }
    await Promise.all(sent)
  }
  const running = run()
  return {
    end: async () => {
      going = false
      await running
      return { longest, p99: delays.quantile(0.99), reports: delays.count() * live.each }
    },
  }
}

export const part: Part = {
  about: `A day of ${plain(devices.full)} devices, one noisy position in ten seconds each, packed by house-keeping beside ${live.posts * live.each} live reports a second (some late, some again): bytes, speed, tracks and acknowledgements, against the same positions as they came.`,
  order: 80,
  once: true,
  run: async (deps) => {
    const count = deps.quick ? devices.quick : devices.full
    const total = count * perDevice
    const postgres = await startPostgres(deps)
    const url = await postgres.makeDatabase('packed')
    await prepareSite(url, count)
    const begin = Math.floor(Date.now() / hour) * hour - 28 * hour
    await fill(url, count, begin)
    const rawUrl = Object.assign(new URL(url), { pathname: '/raw' }).href
    await ask(Object.assign(new URL(url), { pathname: '/postgres' }).href, ['CREATE DATABASE raw TEMPLATE packed'])
    deps.say(`${plain(total)} positions stand there as they came`)
    const rawBytes = (await bytesOf(url, 'position')) / total
    const { positions, store, clock } = await startPositions(deps, url)
    const rawSide = await startPositions(deps, rawUrl)

    const before = reportSteadily(positions, count)
    await pause(deps.quick ? 3_000 : 15_000)
    const alone = await before.end()
    const beside = reportSteadily(positions, count)
    const from = performance.now()
    const left = async (): Promise<boolean> =>
      (await store.partitions.raw()).some(({ start, end }) => start >= begin && end <= begin + 24 * hour)
    do await positions.keepHouse()
    while (await left())
    const packedRate = (total * 1_000) / (performance.now() - from)
    const during = await beside.end()
    deps.say(`acknowledged: p99 ${during.p99} ms beside packing, ${alone.p99} ms without`)
    // What came meanwhile is packed with its hours, so it counts.
    const packed = await ask(url, ['SELECT sum(fixes) AS number FROM packed_position'])
    const packedBytes = (await bytesOf(url, 'packed_position')) / packed

    // The same tracks from both, whole as the call answers them.
    const trackOf = (side: typeof positions) => {
      let asked = 0
      return async (): Promise<number> => {
        asked += 1
        const body = {
          deviceType: 'badge',
          deviceId: codeOf((asked * 29) % count),
          startTime: clock.toWire(begin),
          endTime: clock.toWire(begin + 24 * hour - 1_000),
        } as const
        const track = await side.track(body, theSystem(Date.now()))
        if (!Array.isArray(track) || track.length < perDevice) throw new Error('a track is not whole')
        return track.length
      }
    }
    const [ours, peer] = [trackOf(positions), trackOf(rawSide.positions)]
    for (let warm = 0; warm < 10; warm += 1) for (const side of [ours, peer]) await side()
    const rates = await interleave(deps.quick ? 1 : 5, 20, ours, peer)
    const hourAsItCame = (await rawSide.store.partitions.raw()).find(({ start }) => start === begin)?.name
    const movedFrom = performance.now()
    const movedRows = await ask(
      rawUrl,
      ['CREATE TABLE moved (LIKE position INCLUDING ALL)'],
      [
        `WITH gone AS (DELETE FROM ${hourAsItCame} RETURNING *), there AS (INSERT INTO moved SELECT * FROM gone RETURNING 1) SELECT count(*) AS number FROM there`,
      ],
    )
    const movedRate = (movedRows * 1_000) / (performance.now() - movedFrom)
    const milliseconds = (rate: number): number => (perDevice * 1_000) / rate

    return [
      budget({
        what: 'bytes a position, all told',
        ours: [packedBytes],
        calibration: `as they came: ${plain(rawBytes)} B`,
        unit: 'B',
        limit: { atMost: 10 },
      }),
      budget({
        what: 'positions packed a second, at leisure',
        ours: [packedRate],
        calibration: `moved into another table by PostgreSQL: ${plain(movedRate)} /s`,
        unit: '/s',
        limit: { atLeast: 20_000 },
      }),
      budget({
        what: 'longest acknowledgement while packing',
        ours: [during.longest],
        calibration: `longest without: ${plain(alone.longest)} ms`,
        unit: 'ms',
        limit: { atMost: 1_000 },
      }),
      against({
        what: 'positions read a second, as tracks of a day',
        ...rates,
        peerName: 'as they came',
        unit: '/s',
        limit: { atLeast: 1 },
      }),
      budget({
        what: 'the track of a day of one device',
        ours: rates.ours.map(milliseconds),
        calibration: `as it came: ${plain(milliseconds(spreadOf(rates.peer).median))} ms`,
        unit: 'ms',
        limit: { atMost: 30 },
      }),
    ]
  },
}
