import { prepared, type Database } from '../../kernel/db.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { doubles, ints, smallints } from '../../kernel/pg-arrays.ts'

/** The same call within so many seconds is one that its sender repeats because it did not hear the answer. */
const repeatedWithin = 60

/** A call for help as it is written: times in ms since 1970. */
export interface CallRow {
  readonly deviceId: number
  readonly kind: number
  /** What its device says of the time, or its receipt. */
  readonly claimed: number
  readonly recv: number
  readonly place: { readonly lng: number; readonly lat: number } | null
  readonly battery: number | null
  /** A later report of the device is known: its clock went on since this call. */
  readonly wentOn: boolean
}

const insertCalls = `INSERT INTO help_call AS known (device_id, kind, device_time, first_recv, last_recv, lng, lat, battery)
   SELECT d, k, to_timestamp(c / 1000.0), to_timestamp(r / 1000.0), to_timestamp(r / 1000.0), lng, lat, bat
   FROM unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::smallint[])
     AS call (d, k, c, r, lng, lat, bat) ORDER BY d, k, c
   ON CONFLICT (device_id, kind, device_time)`
const told = 'RETURNING device_id, kind, device_time, count'

/** Of a device whose clock went on since: what says the same time as a call before it is that call, sent again. */
const noteNew = prepared('note_new_help_calls', `${insertCalls} DO NOTHING ${told}`)
/**
 * Of a device whose clock may stand still, which then says the same time with every press: a call that says the same time as
 * one before it is that one again only if it says the same of everything else, comes within a minute, and nobody has handled
 * its alarm since.
 */
const noteOrCount = prepared(
  'note_or_count_help_calls',
  `${insertCalls} DO UPDATE SET last_recv = greatest(known.last_recv, excluded.last_recv),
     lng = excluded.lng, lat = excluded.lat, battery = excluded.battery, count = known.count + 1
   WHERE excluded.last_recv > known.last_recv + make_interval(secs => ${repeatedWithin})
     OR (excluded.lng, excluded.lat, excluded.battery) IS DISTINCT FROM (known.lng, known.lat, known.battery)
     OR EXISTS (SELECT FROM alarm WHERE alarm.device_id = known.device_id AND alarm.alarm_type = known.kind AND alarm.status = 2
       AND alarm.handle_time > known.last_recv)
   ${told}`,
)

interface NotedRow {
  readonly device_id: number
  readonly kind: number
  readonly device_time: Date
  readonly count: number
}

const columnsOf = (calls: readonly CallRow[]): Buffer[] => [
  ints(calls, ({ deviceId }) => deviceId),
  smallints(calls, ({ kind }) => kind),
  doubles(calls, ({ claimed }) => claimed),
  doubles(calls, ({ recv }) => recv),
  doubles(calls, ({ place }) => place?.lng ?? null),
  doubles(calls, ({ place }) => place?.lat ?? null),
  smallints(calls, ({ battery }) => battery),
]

export const createHelpStore = ({ db }: { readonly db: Database }) => ({
  /** `device:kind:claimed` of what counts, and whether it is the first that says this time; what only repeats is not in it. */
  note: async (trx: Trx, calls: readonly CallRow[]): Promise<ReadonlyMap<string, boolean>> => {
    const counted = new Map<string, boolean>()
    for (const [statement, wentOn] of [
      [noteNew, true],
      [noteOrCount, false],
    ] as const) {
      const noted = calls.filter((call) => call.wentOn === wentOn)
      if (noted.length === 0) continue
      const { rows } = await db.raw<NotedRow>(trx, statement, columnsOf(noted))
      for (const row of rows) counted.set(`${row.device_id}:${row.kind}:${row.device_time.getTime()}`, row.count === 1)
    }
    return counted
  },
  /** Calls so old that no sender repeats them any more. */
  prune: async (before: Date): Promise<void> => {
    await db.sql.deleteFrom('help_call').where('last_recv', '<', before).execute()
  },
})
export type HelpStore = ReturnType<typeof createHelpStore>
