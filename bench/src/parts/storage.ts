import pg from 'pg'
import type { Incoming } from '../../../server/src/modules/positions/index.ts'
import { against, interleave } from '../measure.ts'
import type { Part } from '../part.ts'
import { startPositions } from '../positions.ts'
import { codeOf, placeOf, prepareSite, startPostgres } from '../site.ts'

const perBatch = 2_000
/** A batch is one report of each device of a site of this size, taken by turns. */
const devices = 4_000

const bareInsert = `INSERT INTO position (device_id, kind, fix_time, recv_time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery, late)
  SELECT d, k, to_timestamp(f / 1000.0), to_timestamp(r / 1000.0), lng, lat, alt, acc, spd, crs, tmp, flr, bat, false
  FROM unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::real[], $8::real[], $9::real[],
    $10::real[], $11::real[], $12::smallint[], $13::smallint[]) AS report (d, k, f, r, lng, lat, alt, acc, spd, crs, tmp, flr, bat)`
const literal = (values: readonly (number | null)[]): string => `{${values.map((value) => value ?? 'NULL').join(',')}}`

export const part: Part = {
  about: `Reports into PostgreSQL in batches of ${perBatch}: the whole pipeline to its commit, against a bare unnest insert into the same table.`,
  order: 10,
  run: async (deps) => {
    const postgres = await startPostgres(deps)
    const url = await postgres.makeDatabase('storage')
    await prepareSite(url, devices)
    const { positions } = await startPositions(deps, url)
    const bare = new pg.Client({ connectionString: url })
    await bare.connect()
    deps.onEnd(() => bare.end())
    const { rows: known } = await bare.query<{ id: number; code: string }>('SELECT id, code FROM device')
    const idOf = new Map(known.map(({ id, code }) => [code, id]))

    // Both sides write the same devices and columns; each batch is a millisecond later than any before it.
    let time = Date.now() - 60_000
    const halves = [0, perBatch].map((from) =>
      Array.from(
        { length: perBatch },
        (_, index): Incoming => ({
          deviceType: 'badge',
          deviceId: codeOf(from + index),
          time,
          ...placeOf(from + index),
          alt: null,
          accuracy: 2.5,
          speed: 4.1,
          course: 90,
          temperature: null,
          floor: null,
          battery: 80,
          kind: 0,
        }),
      ),
    )
    const next = (): Incoming[] => {
      time += 1
      return (halves[Math.floor(time / 2) % 2] ?? []).map((report) => ({ ...report, time }))
    }
    const ours = async (): Promise<number> => {
      const outcomes = await positions.report(next())
      const refused = outcomes.find((outcome) => outcome !== 'accepted')
      if (refused) throw new Error(`the pipeline answered ${refused}`)
      return outcomes.length
    }
    const peer = async (): Promise<number> => {
      const reports = next()
      const recv = Date.now()
      await bare.query(bareInsert, [
        literal(reports.map(({ deviceId }) => idOf.get(deviceId) ?? null)),
        literal(reports.map(({ kind }) => kind)),
        literal(reports.map((report) => report.time)),
        literal(reports.map(() => recv)),
        literal(reports.map(({ lng }) => lng)),
        literal(reports.map(({ lat }) => lat)),
        literal(reports.map(({ alt }) => alt)),
        literal(reports.map(({ accuracy }) => accuracy)),
        literal(reports.map(({ speed }) => speed)),
        literal(reports.map(({ course }) => course)),
        literal(reports.map(({ temperature }) => temperature)),
        literal(reports.map(({ floor }) => floor)),
        literal(reports.map(({ battery }) => battery)),
      ])
      return reports.length
    }
    const batches = deps.quick ? 20 : 60
    await interleave(1, 20, ours, peer)
    const rates = await interleave(deps.rounds, batches, ours, peer)
    return [
      against({
        what: 'rows stored a second, from report to commit',
        ...rates,
        peerName: 'bare unnest insert',
        unit: 'rows/s',
        limit: { atLeast: 0.5 },
      }),
    ]
  },
}
