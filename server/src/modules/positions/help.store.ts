import { prepared, type Database } from '../../kernel/db.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { doubles, ints, smallints } from '../../kernel/pg-arrays.ts'
import type { HelpKind, HelpWay } from './incoming.ts'

/** The same call within so many seconds is one that its sender repeats because it did not hear the answer. */
const repeatedWithin = 60

/** Since a time somebody has handled an alarm of what is known. */
const handledSince = (time: string): string =>
  `EXISTS (SELECT FROM alarms_handled AS handled WHERE handled.device_id = known.device_id AND handled.alarm_type = known.kind
     AND handled.handle_time > ${time})`

/** A call for help as it is written: times in ms since 1970. */
export interface CallRow {
  readonly deviceId: number
  readonly kind: number
  /** What its device says of the time, or its receipt. */
  readonly claimed: number
  readonly recv: number
  readonly place: { readonly lng: number; readonly lat: number } | null
  readonly battery: number | null
  /** The device's newest fix; null for none, and for a call whose time says nothing of the device's clock. */
  readonly lastFix: number | null
}

/**
 * A call that says the same time as one before it is that call, sent again, if the device's clock went on since. If not, the
 * clock may stand still, and say the same time with every press: then it is the same call only if it says the same of
 * everything else, comes within a minute, and nobody has handled its alarm since. The last is asked only of a clock that was wrong already
 * when the time was said first: one that was right goes, and says within the minute what it said before because it sends it again.
 */
const noteCalls = prepared(
  'note_help_calls',
  `INSERT INTO help_call AS known (device_id, kind, device_time, first_recv, last_recv, lng, lat, battery, last_fix)
   SELECT d, k, to_timestamp(c / 1000.0), to_timestamp(r / 1000.0), to_timestamp(r / 1000.0), lng, lat, bat, to_timestamp(f / 1000.0)
   FROM unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::smallint[], $8::float8[])
     AS call (d, k, c, r, lng, lat, bat, f) ORDER BY d, k, c
   ON CONFLICT (device_id, kind, device_time) DO UPDATE SET last_recv = greatest(known.last_recv, excluded.last_recv),
     lng = excluded.lng, lat = excluded.lat, battery = excluded.battery, last_fix = excluded.last_fix, count = known.count + 1
   WHERE (excluded.last_fix > greatest(known.last_fix, known.device_time)) IS NOT TRUE AND (
     excluded.last_recv > known.last_recv + make_interval(secs => ${repeatedWithin})
     OR (excluded.lng, excluded.lat, excluded.battery) IS DISTINCT FROM (known.lng, known.lat, known.battery)
     OR known.device_time NOT BETWEEN known.first_recv - make_interval(secs => ${repeatedWithin})
       AND known.first_recv + make_interval(secs => ${repeatedWithin}) AND ${handledSince('known.last_recv')})
   RETURNING device_id, kind, round(extract(epoch FROM device_time) * 1000)::float8 AS claimed, count`,
)

/** As they are kept together: those that told of one press. */
const wayBits: Readonly<Record<HelpWay, number>> = { own: 1, push: 2, sip: 4, page: 8, call: 16 }

/**
 * Whether what is told is the press that is known. A page's save is, within a minute: a page only repeats what somebody heard. What a
 * vendor's service says is, as long as it was told by others and not in this way: who presses again is told of again in each. Where none
 * but pages told of it, and somebody handled that, it is another: the helmet itself is heard. What a device says itself always is a press of its
 * own, but for the call that it opens upon one of which it told itself: the first such call after it belongs to that.
 */
const isKnownPress = `(excluded.ways <> ${wayBits.own}
  AND excluded.pressed BETWEEN known.pressed - make_interval(secs => ${repeatedWithin}) AND known.pressed + make_interval(secs => ${repeatedWithin})
  AND (excluded.ways <> ${wayBits.call} OR known.ways & ${wayBits.own} <> 0)
  AND (excluded.ways = ${wayBits.page} OR known.ways & excluded.ways = 0
    AND (known.ways <> ${wayBits.page} OR NOT ${handledSince('known.pressed')})))`
const notePresses = prepared(
  'note_help_presses',
  `INSERT INTO help_press AS known (device_id, kind, pressed, ways, told)
   SELECT d, k, to_timestamp(r / 1000.0), w, 1 FROM unnest($1::int[], $2::smallint[], $3::float8[], $4::smallint[]) AS heard (d, k, r, w)
   ORDER BY d, k
   ON CONFLICT (device_id, kind) DO UPDATE SET
     pressed = CASE WHEN ${isKnownPress} THEN known.pressed ELSE excluded.pressed END,
     ways = CASE WHEN ${isKnownPress} THEN known.ways | excluded.ways ELSE excluded.ways END,
     told = CASE WHEN ${isKnownPress} THEN known.told + 1 ELSE 1 END
   RETURNING device_id, kind, told`,
)

/** What is told of a button; ms since 1970. */
interface Telling {
  readonly deviceId: number
  readonly kind: HelpKind
  readonly recv: number
  readonly way: HelpWay
}

interface NotedRow {
  readonly device_id: number
  readonly kind: number
  /** As it was sent: to the millisecond, however far away, where a point in time of the database lies a little beside it. */
  readonly claimed: number
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
  doubles(calls, ({ lastFix }) => lastFix),
]

export const createHelpStore = ({ db }: { readonly db: Database }) => ({
  /** `device:kind:claimed` of what counts, and whether it is the first that says this time; what only repeats is not in it. */
  note: async (trx: Trx, calls: readonly CallRow[]): Promise<ReadonlyMap<string, boolean>> => {
    const { rows } = await db.raw<NotedRow>(trx, noteCalls, columnsOf(calls))
    return new Map(rows.map(({ device_id, kind, claimed, count }) => [`${device_id}:${kind}:${claimed}`, count === 1]))
  },
  /**
   * The `device:kind` of which a press is told that is known already. Of one button there are only what its device says itself, or one
   * that somebody else tells.
   */
  notePresses: async (trx: Trx, tellings: readonly Telling[]): Promise<ReadonlySet<string>> => {
    const newest = new Map<string, Telling>()
    for (const telling of tellings) newest.set(`${telling.deviceId}:${telling.kind}`, telling)
    const heard = [...newest.values()]
    if (heard.length === 0) return new Set()
    const { rows } = await db.raw<{ readonly device_id: number; readonly kind: number; readonly told: number }>(
      trx,
      notePresses,
      [
        ints(heard, ({ deviceId }) => deviceId),
        smallints(heard, ({ kind }) => kind),
        doubles(heard, ({ recv }) => recv),
        smallints(heard, ({ way }) => wayBits[way]),
      ],
    )
    return new Set(rows.flatMap(({ device_id: device, kind, told }) => (told > 1 ? [`${device}:${kind}`] : [])))
  },
  /** Deletes calls that were last heard before a time, at most so many; how many that were. */
  prune: async (before: Date, atMost: number): Promise<number> => {
    const { affected } = await db.raw(
      db.sql,
      'DELETE FROM help_call WHERE ctid = ANY (ARRAY(SELECT ctid FROM help_call WHERE last_recv < $1 LIMIT $2))',
      [before, atMost],
    )
    return affected
  },
})
export type HelpStore = ReturnType<typeof createHelpStore>
