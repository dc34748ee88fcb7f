import { join } from 'node:path'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { createDatabase } from '../../server/src/kernel/db.ts'
import type { Kernel } from '../../server/src/kernel/kernel.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import { createPositionStore, type StoredFix } from '../../server/src/modules/positions/index.ts'
import { packHour } from '../../server/src/modules/positions/packed-hour.ts'
import { packedBefore } from '../../server/src/modules/positions/rules.ts'
import { plain } from './measure.ts'
import type { PartDeps } from './part.ts'
import { at, prepareSite, startPostgres, startSite, type Site } from './site.ts'

/** People with a badge each, whose ways lie as house-keeping leaves them: the last two hours as they came, the others packed. */
interface Past {
  readonly people: number
  /** The first hour, ms since 1970, and how many. */
  readonly begin: number
  readonly hours: number
}

export const hourMs = 3_600_000
/** A moment as calls take it at a site of UTC+8. */
export const wire = (time: number): string => new Date(time + 8 * hourMs).toISOString().slice(0, 19).replace('T', ' ')
/** Milliseconds between two fixes of somebody. */
const interval = 10_000
const perHour = hourMs / interval
/** Metres of the square that they walk in, and that one goes between two fixes. */
const side = 1_000
const stride = 11
const departments = 12

/** The same numbers in every run: 0 on to before 1. */
const createChance = (seed: number): (() => number) => {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Walks from place to place and stays at each for some minutes; a fix scatters by a metre or two. Answers the next hour of it. */
const createWalk = (person: number): ((start: number) => StoredFix[]) => {
  const chance = createChance(person + 1)
  let [east, north] = [chance() * side, chance() * side]
  let [toEast, toNorth, rests] = [east, north, 0]
  const noise = (): number => (chance() + chance() - 1) * 2.5
  return (start) =>
    Array.from({ length: perHour }, (_, index) => {
      const left = Math.hypot(toEast - east, toNorth - north)
      const walks = rests === 0
      if (!walks) rests -= 1
      else if (left < stride) {
        rests = Math.floor(chance() * 100)
        ;[toEast, toNorth] = [chance() * side, chance() * side]
      } else {
        east += ((toEast - east) / left) * stride
        north += ((toNorth - north) / left) * stride
      }
      const fixTime = start + index * interval + (person % 1_000) * 7
      return {
        kind: 0,
        fixTime,
        recvTime: fixTime + 80 + Math.floor(chance() * 200),
        late: false,
        ...at(east + noise(), north + noise()),
        alt: 35,
        accuracy: Math.round(20 + 30 * chance()) / 10,
        speed: walks ? Math.round(36 + 8 * chance()) / 10 : 0,
        course: walks ? Math.round((Math.atan2(toEast - east, toNorth - north) * 180) / Math.PI + 360) % 360 : null,
        temperature: null,
        floor: null,
        battery: 90 - Math.floor(index / 30),
      }
    })
}

const boundsOf = (fixes: readonly StoredFix[]): readonly number[] => {
  const [lngs, lats] = [fixes.map(({ lng }) => lng), fixes.map(({ lat }) => lat)]
  return [
    Math.floor(Math.min(...lngs) * 1e7),
    Math.floor(Math.min(...lats) * 1e7),
    Math.ceil(Math.max(...lngs) * 1e7),
    Math.ceil(Math.max(...lats) * 1e7),
  ]
}

/** Answers how many positions it came to. */
const fill = async (url: string, { people, begin, hours }: Past): Promise<number> => {
  const log = createLog('warn')
  const db = createDatabase(url, log, { max: 1, statement: 0, answer: 600_000 })
  const run = (sql: string, values: unknown[] = []) => db.raw(db.sql, sql, values)
  await run(`INSERT INTO dept (name) SELECT '工段' || n FROM generate_series(1, $1::int) n`, [departments])
  await run(
    `INSERT INTO person (cname, work_num, dept_id) SELECT '人员' || id, 'N' || id, (SELECT min(id) FROM dept) + id % $1::int FROM device`,
    [departments],
  )
  await run(`UPDATE device SET person_id = person.id FROM person WHERE person.work_num = 'N' || device.id`)
  const { rows: devices } = await db.raw<{ id: number; code: string }>(db.sql, 'SELECT id, code FROM device')
  /** Of one hour. */
  const write = (start: number, ways: readonly { readonly device: number; readonly fixes: readonly StoredFix[] }[]) => {
    const bounds = ways.map(({ fixes }) => boundsOf(fixes))
    return run(
      `INSERT INTO packed_position (device_id, hour, fixes, packed, west, south, east, north)
       SELECT device, to_timestamp($1::float8 / 1000), ${perHour}, packed, west, south, east, north
       FROM unnest($2::int[], $3::bytea[], $4::int[], $5::int[], $6::int[], $7::int[])
         AS due (device, packed, west, south, east, north)`,
      [
        start,
        ways.map(({ device }) => device),
        ways.map(({ fixes }) => packHour(fixes)),
        ...[0, 1, 2, 3].map((side) => bounds.map((one) => one[side])),
      ],
    )
  }
  const writeAsTheyCame = async (ways: readonly { readonly device: number; readonly fixes: readonly StoredFix[] }[]) => {
    for (const { device, fixes } of ways)
      await run(
        `INSERT INTO position (device_id, kind, fix_time, recv_time, lng, lat, alt, accuracy, speed, course, battery, late)
         SELECT $1::int, 0, to_timestamp(fix / 1000), to_timestamp(recv / 1000), lng, lat, 35, accuracy, speed, course, battery, false
         FROM unnest($2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::real[], $7::real[], $8::real[], $9::smallint[])
           AS due (fix, recv, lng, lat, accuracy, speed, course, battery)`,
        [
          device,
          ...(['fixTime', 'recvTime', 'lng', 'lat', 'accuracy', 'speed', 'course', 'battery'] as const).map((name) =>
            fixes.map((fix) => fix[name]),
          ),
        ],
      )
  }
  const walks = devices.map(({ id, code }) => ({ device: id, walk: createWalk(Number(code.slice(1))) }))
  for (let hour = 0; hour < hours; hour += 1) {
    const start = begin + hour * hourMs
    const isPacked = start < packedBefore(Date.now())
    const { partitions } = createPositionStore({ db, log, clock: { now: () => start } as Kernel['clock'] })
    if (!isPacked) await partitions.prepareHours()
    else if (!(await partitions.preparePacked(start))) throw new Error('a day has no table')
    const ways = walks.map(({ device, walk }) => ({ device, fixes: walk(start) }))
    if (isPacked) await write(start, ways)
    else await writeAsTheyCame(ways)
  }
  await run('VACUUM ANALYZE packed_position, position')
  await db.close()
  return people * hours * perHour
}

/** The product on a database of such a past; `more` is its environment. */
export const startPastSite = async (
  deps: PartDeps,
  past: Past,
  more: NodeJS.ProcessEnv = {},
): Promise<Site & { readonly url: string; readonly positions: number }> => {
  const url = await (await startPostgres(deps)).makeDatabase('past')
  await prepareSite(url, past.people)
  // The first account is made on an empty site alone.
  const site = await startSite(deps, url, { VIGIL_DATA_DIR: join(deps.folder, 'site'), ...more })
  const from = performance.now()
  const positions = await fill(url, past)
  deps.say(`${plain(positions)} positions filled in within ${plain((performance.now() - from) / 1_000)} s`)
  await createClient({ origin: site.origin, token: () => site.token }).ask(accountCalls.saveDept, { name: '让登记册重读设备' })
  return { ...site, url, positions }
}
