import { sql } from 'kysely'
import type { GateListState, GatePlate } from '@vigil/contract/gatecontrol/entities.ts'
import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { listRows, scoped } from '../../kernel/listing.ts'
import type { Brought, Known } from './lists.device.ts'
import {
  looksAgainAfter,
  pauseAfter,
  pauseOfPlate,
  type List,
  type ListedCar,
  type ListOutcome,
  type Wanted,
} from './lists.rules.ts'

/** ms for which a gate is somebody's since he last said so: longer than one plate takes where a device answers at the last moment. */
const heldFor = 120_000

/** A plate that is to be brought in step, or looked at again. */
export interface Due extends Known {
  readonly plate: string
  readonly wanted: Wanted | null
  readonly confirmed: List | null
  readonly isDated: boolean
}
interface DueRow extends Known {
  readonly plate: string
  readonly list: List | null
  readonly from: string
  readonly until: string
  readonly confirmed: List | null
  readonly isDated: boolean
}
interface PlateRow extends Omit<GatePlate, 'since' | 'triedAt'> {
  readonly since: Date
  readonly triedAt: Date | null
}
/** Who holds the lists of a gate. */
export interface Hold {
  readonly gateId: string
  readonly holder: string
}
type StateRow = Omit<GateListState, 'gateName' | 'since' | 'triedAt'> & {
  readonly since: Date | null
  readonly triedAt: Date | null
}

const heldBy = ({ gateId, holder }: Hold) => sql`gate_id = ${gateId}::bigint AND holder = ${holder}::uuid`

/** Who keeps a gate's lists now, by the database's clock. */
const createHolds = ({ db }: Pick<Kernel, 'db'>) => ({
  /** Whether one has it now; who has it otherwise looks once more before he leaves it. */
  claim: async ({ gateId, holder }: Hold): Promise<boolean> => {
    const isFree = sql`(known.holder IS NULL OR known.held_until < now())`
    const { rows } = await sql<{ isMine: boolean }>`INSERT INTO gate_list AS known (gate_id, holder, held_until)
        VALUES (${gateId}::bigint, ${holder}::uuid, now() + ${heldFor} * interval '1 ms')
      ON CONFLICT (gate_id) DO UPDATE SET again = NOT ${isFree},
        holder = CASE WHEN ${isFree} THEN excluded.holder ELSE known.holder END,
        held_until = CASE WHEN ${isFree} THEN excluded.held_until ELSE known.held_until END
      RETURNING known.holder = ${holder}::uuid AS "isMine"`.execute(db.sql)
    return rows[0]?.isMine === true
  },
  /** False where somebody else has it by now. */
  hold: async (hold: Hold): Promise<boolean> => {
    const { numAffectedRows = 0n } =
      await sql`UPDATE gate_list SET held_until = now() + ${heldFor} * interval '1 ms' WHERE ${heldBy(hold)}`.execute(db.sql)
    return numAffectedRows > 0n
  },
  /** False where somebody wanted it meanwhile: then one still has it, and looks once more. */
  leave: async (hold: Hold): Promise<boolean> => {
    const { rows } = await sql<{ isLeft: boolean }>`UPDATE gate_list SET again = false, holder = CASE WHEN again THEN holder END,
        held_until = CASE WHEN again THEN held_until END WHERE ${heldBy(hold)} RETURNING holder IS NULL AS "isLeft"`.execute(
      db.sql,
    )
    return rows[0]?.isLeft ?? true
  },
  drop: async (hold: Hold): Promise<void> => {
    await sql`UPDATE gate_list SET again = false, holder = NULL, held_until = NULL WHERE ${heldBy(hold)}`.execute(db.sql)
  },
})

/** What is written of plates and gates by who holds them. */
const createSteps = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => ({
  /** Writes down what the site wants; whether that was anything new. Who does not hold the gate writes nothing. */
  want: async (trx: Trx, hold: Hold, wanted: ReadonlyMap<string, Wanted>): Promise<boolean> => {
    const now = new Date(clock.now())
    // In one order, whoever writes.
    const plates = [...wanted.keys()].sort()
    const all = plates.map((plate) => wanted.get(plate) as Wanted)
    const { rows } = await sql`SELECT FROM gate_list WHERE ${heldBy(hold)} FOR SHARE`.execute(trx)
    if (rows.length === 0) return false
    const gate = sql`${hold.gateId}::bigint`
    const more = await sql`INSERT INTO gate_plate AS known (gate_id, plate, wanted, wanted_from, wanted_until, since)
      SELECT ${gate}, plate, list, first, last, ${now} FROM unnest(${plates}::text[], ${all.map(({ list }) => list)}::text[],
        ${all.map(({ from }) => from)}::text[], ${all.map(({ until }) => until)}::text[]) AS said (plate, list, first, last)
      ON CONFLICT (gate_id, plate) DO UPDATE SET wanted = excluded.wanted, wanted_from = excluded.wanted_from,
        wanted_until = excluded.wanted_until, since = excluded.since, next_at = NULL
      WHERE (known.wanted, known.wanted_from, known.wanted_until) IS DISTINCT FROM (excluded.wanted, excluded.wanted_from, excluded.wanted_until)`.execute(
      trx,
    )
    const less =
      await sql`UPDATE gate_plate SET wanted = NULL, wanted_from = '', wanted_until = '', since = ${now}, next_at = NULL
      WHERE gate_id = ${gate} AND wanted IS NOT NULL AND plate <> ALL(${plates}::text[])`.execute(trx)
    // What the site never put there is nothing to take away.
    await sql`DELETE FROM gate_plate WHERE gate_id = ${gate} AND wanted IS NULL AND mine = '{}' AND found IS NULL`.execute(trx)
    return (more.numAffectedRows ?? 0n) + (less.numAffectedRows ?? 0n) > 0n
  },
  /** Whether the device may be asked now. */
  mayAsk: async ({ gateId }: Hold): Promise<boolean> => {
    const { rows } =
      await sql`SELECT FROM gate_list WHERE gate_id = ${gateId}::bigint AND next_at > ${new Date(clock.now())}`.execute(db.sql)
    return rows.length === 0
  },
  /** What is next: those that are to be blocked first, and those that were tried last at the end. */
  due: async ({ gateId }: Hold): Promise<Due | null> => {
    const now = clock.now()
    const { rows } =
      await sql<DueRow>`SELECT plate, wanted AS list, wanted_from AS "from", wanted_until AS until, confirmed, mine, found,
        confirmed IS NOT NULL AND wanted_from = confirmed_from AND wanted_until = confirmed_until AS "isDated"
      FROM gate_plate WHERE gate_id = ${gateId}::bigint AND (waits OR tried_at IS NULL OR tried_at < ${new Date(now - looksAgainAfter)})
        AND (next_at IS NULL OR next_at <= ${new Date(now)})
      ORDER BY waits DESC, wanted = 'block' DESC NULLS LAST, tried_at NULLS FIRST, plate LIMIT 1`.execute(db.sql)
    const [row] = rows
    if (!row) return null
    const { list, from, until, ...more } = row
    return { ...more, wanted: list && { list, from, until } }
  },
  /** Before it is sent: from then on what the device has is not known until it shows it. */
  note: async (hold: Hold, plate: string, { mine, found }: Known): Promise<boolean> => {
    const { numAffectedRows = 0n } = await sql`UPDATE gate_plate SET mine = ${[...mine]}::text[],
        found = ${found && JSON.stringify(found)}::jsonb, confirmed = NULL, confirmed_from = '', confirmed_until = ''
      WHERE gate_id = ${hold.gateId}::bigint AND plate = ${plate} AND EXISTS (SELECT FROM gate_list WHERE ${heldBy(hold)})`.execute(
      db.sql,
    )
    return numAffectedRows > 0n
  },
  /** What became of it; false where somebody else keeps the gate's lists by now. */
  brought: async (trx: Trx, hold: Hold, { plate, wanted, confirmed }: Due, brought: Brought): Promise<boolean> => {
    const { outcome, said, mine, found, shows } = brought
    const held = await sql`SELECT FROM gate_list WHERE ${heldBy(hold)} FOR SHARE`.execute(trx)
    if (held.rows.length === 0) return false
    const of = sql`gate_id = ${hold.gateId}::bigint AND plate = ${plate}`
    if (outcome === 'done' && wanted === null) {
      await sql`DELETE FROM gate_plate WHERE ${of}`.execute(trx)
      return true
    }
    const isDone = outcome === 'done'
    const now = clock.now()
    await sql`UPDATE gate_plate SET outcome = ${outcome}, said = ${said}, mine = ${[...mine]}::text[],
        found = ${found && JSON.stringify(found)}::jsonb, tried_at = ${new Date(now)},
        next_at = ${isDone ? null : new Date(now + pauseOfPlate)}::timestamptz,
        confirmed = ${isDone ? (wanted?.list ?? null) : shows === undefined ? confirmed : shows},
        confirmed_from = ${isDone ? sql`wanted_from` : sql`confirmed_from`}, confirmed_until = ${isDone ? sql`wanted_until` : sql`confirmed_until`}
      WHERE ${of}`.execute(trx)
    return true
  },
  answered: async (hold: Hold): Promise<void> => {
    await sql`UPDATE gate_list SET outcome = 'done', said = '', failures = 0, since = NULL, next_at = NULL,
        tried_at = ${new Date(clock.now())} WHERE ${heldBy(hold)}`.execute(db.sql)
  },
  failed: async (
    hold: Hold,
    { outcome, said }: { readonly outcome: ListOutcome; readonly said: string },
    isLoginRefused: boolean,
  ): Promise<void> => {
    const now = clock.now()
    const { rows } = await sql<{
      failures: number
    }>`UPDATE gate_list SET outcome = ${outcome}, said = ${said}, failures = failures + 1,
        since = coalesce(since, ${new Date(now)}), tried_at = ${new Date(now)} WHERE ${heldBy(hold)} RETURNING failures`.execute(
      db.sql,
    )
    const [row] = rows
    if (!row) return
    await sql`UPDATE gate_list SET next_at = ${new Date(now + pauseAfter(row.failures, isLoginRefused))} WHERE ${heldBy(hold)}`.execute(
      db.sql,
    )
  },
})

export type PlateListStore = ReturnType<typeof createPlateListStore>

/** The plates on the lists of gates, as the site wants them and as their devices showed them last. */
export const createPlateListStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => ({
  ...createHolds({ db }),
  ...createSteps({ db, clock }),
  keeping: async (): Promise<string[]> =>
    (await db.sql.selectFrom('gate_control').select('gate_id').where('keeps_lists', '=', true).execute()).map(
      ({ gate_id: id }) => id,
    ),
  /** One vehicle a plate, as passes know it. */
  cars: async (): Promise<ListedCar[]> => {
    const { rows } = await sql<ListedCar>`SELECT DISTINCT ON (plate_key) plate_key AS plate, white_list AS "whiteList",
        valid_from AS "validFrom", valid_to AS "validTo" FROM devices_car WHERE plate_key <> '' ORDER BY plate_key, id`.execute(
      db.sql,
    )
    return rows
  },
  /** Of another device nothing is known. */
  forget: async (trx: Trx, gateId: string): Promise<void> => {
    await sql`DELETE FROM gate_list WHERE gate_id = ${gateId}::bigint`.execute(trx)
    await sql`DELETE FROM gate_plate WHERE gate_id = ${gateId}::bigint`.execute(trx)
  },
  /** Looks at all of it anew, and now. */
  renew: async (trx: Trx, gateId: string): Promise<void> => {
    await sql`UPDATE gate_list SET failures = 0, next_at = NULL WHERE gate_id = ${gateId}::bigint`.execute(trx)
    await sql`UPDATE gate_plate SET tried_at = NULL, next_at = NULL WHERE gate_id = ${gateId}::bigint`.execute(trx)
  },
  states: async (): Promise<Omit<GateListState, 'gateName'>[]> => {
    const { rows } = await sql<StateRow>`SELECT control.gate_id::text AS "gateId",
        (SELECT count(*) FROM gate_plate AS plate WHERE plate.gate_id = control.gate_id AND NOT plate.waits)::int AS "inStep",
        (SELECT count(*) FROM gate_plate AS plate WHERE plate.gate_id = control.gate_id AND plate.waits)::int AS waiting,
        list.outcome, coalesce(list.said, '') AS said, list.since, list.tried_at AS "triedAt"
      FROM gate_control AS control LEFT JOIN gate_list AS list ON list.gate_id = control.gate_id WHERE control.keeps_lists`.execute(
      db.sql,
    )
    return rows.map((row) => ({
      ...row,
      since: clock.toWireOrNull(row.since),
      triedAt: clock.toWireOrNull(row.triedAt),
    }))
  },
  /** Of some plates those of vehicles that somebody sees, and those that nobody registered. */
  seenPlates: async (plates: readonly string[], { caller }: Asked): Promise<ReadonlySet<string>> => {
    const { rows } = await sql<{ plate: string }>`SELECT said.plate FROM unnest(${[...plates]}::text[]) AS said (plate)
      WHERE NOT EXISTS (SELECT FROM devices_car AS car WHERE car.plate_key = said.plate AND NOT ${scoped(caller.scope, sql`car.dept_id`)})`.execute(
      db.sql,
    )
    return new Set(rows.map(({ plate }) => plate))
  },
  plates: ({ gateId, ...paging }: Paging & { readonly gateId: string }, { caller }: Asked) =>
    listRows<PlateRow, GatePlate>(
      db,
      {
        columns: sql`gate_id::text || '/' || plate AS id, plate AS "plateNumber", wanted, confirmed, waits, outcome, said, since,
          tried_at AS "triedAt"`,
        from: sql`gate_plate`,
        where: [
          sql`gate_id = ${gateId}::bigint`,
          sql`NOT EXISTS (SELECT FROM devices_car AS car WHERE car.plate_key = gate_plate.plate AND NOT ${scoped(caller.scope, sql`car.dept_id`)})`,
        ],
        sort: { plateNumber: sql`plate`, wanted: sql`wanted`, since: sql`since` },
        order: sql`waits DESC, wanted = 'block' DESC NULLS LAST, plate`,
        map: (row) => ({ ...row, since: clock.toWire(row.since), triedAt: clock.toWireOrNull(row.triedAt) }),
      },
      paging,
    ),
})
