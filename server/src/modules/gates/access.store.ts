import { sql } from 'kysely'
import type { gateKind } from '@vigil/contract/gates/barrier-gate.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { scoped } from '../../kernel/listing.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { PictureLost, PlaceOfPasses } from '../traffic/index.ts'
import type { Passer } from './passers.store.ts'
import { again } from './rules.ts'

/** A gate, as what comes from it goes by it. */
export interface Gate {
  readonly place: PlaceOfPasses
  /** 1 in, 2 out, 3 both. */
  readonly direction: number
  readonly kind: CodeOf<typeof gateKind>
}
const gateColumns = sql`id::text, name, ip, dept_id::text, direction, kind, lng, lat`
interface GateRow {
  readonly id: string
  readonly name: string
  readonly ip: string
  readonly dept_id: string | null
  readonly direction: number
  readonly kind: Gate['kind']
  readonly lng: number | null
  readonly lat: number | null
}

export interface NewAccess {
  readonly gate: Gate
  readonly passer: Passer
  readonly cardNo: string
  readonly direction: 1 | 2 | 3
  readonly passTime: Date
  readonly deviceTime: Date
  readonly passType: string
  readonly result: 'passed' | 'refused'
  readonly reason: { readonly zh: string; readonly en: string }
  readonly temperature: number | null
  readonly snapUrl: string
  readonly pictureLost: PictureLost
  readonly eventKey: string | null
  readonly isReplayed: boolean
  /** Whether its time is the device's own: only then it says how somebody stands. */
  readonly isBelieved: boolean
  readonly unread: string | null
}
type Named = Pick<NewAccess, 'gate' | 'passer' | 'deviceTime' | 'eventKey' | 'direction' | 'cardNo' | 'result'>

const gateOf = ({ id, name, ip, dept_id, direction, kind, lng, lat }: GateRow): Gate => ({
  place: { kind: 'barrierGate', id, place: name, ip, deptId: dept_id, limit: null, lng, lat },
  direction,
  kind,
})

/** Of passages what is no column of its field's name, and what narrows them that is no field. */
export const accessShown = {
  shown: { gateId: sql`gate_access.gate_id::text`, unread: sql`coalesce(gate_access.unread, '')` },
  narrow: ({ gateId }: Readonly<Record<string, unknown>>) =>
    gateId === undefined ? [] : [sql`gate_access.gate_id = ${gateId}::bigint`],
} as const

export type AccessStore = ReturnType<typeof createAccessStore>

export const createAccessStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => ({
  /** One that is switched on. */
  gate: async ({ id }: { readonly id: string }): Promise<Gate | null> => {
    const { rows } = await sql<GateRow>`SELECT ${gateColumns} FROM barrier_gate WHERE id = ${id}::bigint AND enabled`.execute(
      db.sql,
    )
    return rows[0] ? gateOf(rows[0]) : null
  },
  /** Those that are switched on and push from an address. */
  gatesAt: async (address: string): Promise<Gate[]> => {
    const { rows } = await sql<GateRow>`SELECT ${gateColumns} FROM barrier_gate WHERE ip = ${address} AND enabled
      ORDER BY id`.execute(db.sql)
    return rows.map(gateOf)
  },
  /** That a gate was heard of, at most so often; whether it had been silent for longer than `silent` ms. */
  heard: async (gateId: string, { every, silent }: { readonly every: number; readonly silent: number }): Promise<boolean> => {
    const now = clock.now()
    const { rows } = await sql<{ silent: boolean }>`WITH known AS (
        SELECT id, last_seen FROM barrier_gate WHERE id = ${gateId}::bigint
        AND (last_seen IS NULL OR last_seen < ${new Date(now - every)}) FOR UPDATE SKIP LOCKED)
      UPDATE barrier_gate SET last_seen = ${new Date(now)} FROM known WHERE barrier_gate.id = known.id
      RETURNING known.last_seen IS NULL OR known.last_seen < ${new Date(now - silent)} AS silent`.execute(db.sql)
    return rows[0]?.silent === true
  },

  /** Whether a passage was told before. */
  isKnown: async ({ gate, passer, deviceTime, eventKey, ...one }: Named): Promise<boolean> => {
    const named =
      eventKey === null
        ? sql`event_key IS NULL AND person_key = ${passer.key} AND device_time = ${deviceTime}
            AND direction = ${one.direction}::smallint AND card_no = ${one.cardNo} AND result = ${one.result}`
        : sql`event_key = ${eventKey}`
    const { rows } = await sql`SELECT FROM gate_access WHERE gate_id = ${gate.place.id}::bigint AND ${named} LIMIT 1`.execute(
      db.sql,
    )
    return rows.length > 0
  },
  /** Its number; null where it was told before. */
  add: async (trx: Trx, { gate: { place }, passer, reason, ...one }: NewAccess): Promise<string | null> => {
    const made = await trx
      .insertInto('gate_access')
      .values({
        gate_id: place.id,
        gate_name: place.place,
        device_ip: place.ip,
        person_id: passer.personId,
        visit_id: passer.visitId,
        person_key: passer.key,
        person_name: passer.name,
        person_no: passer.number,
        person_type: passer.kind,
        card_no: one.cardNo,
        dept_id: passer.deptId,
        direction: one.direction,
        pass_time: one.passTime,
        device_time: one.deviceTime,
        pass_type: one.passType,
        result: one.result,
        reason: reason.zh,
        reason_en: reason.en,
        temperature: one.temperature,
        snap_url: one.snapUrl,
        picture_lost: one.pictureLost,
        event_key: one.eventKey,
        is_replayed: one.isReplayed,
        unread: one.unread,
        received_at: new Date(clock.now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return made?.id ?? null
  },
  /**
   * How somebody stands from now on, unless he passed later already. What somebody said of him counts until he passes after it was said.
   */
  passed: async (trx: Trx, { passer, gate, direction, passTime, cardNo }: NewAccess): Promise<void> => {
    if (passer.personId !== null)
      // He was counted by what the turnstile calls him, until the site had a record of him.
      await sql`UPDATE gate_presence SET key = ${passer.key}, person_id = ${passer.personId}::bigint
        WHERE key = (SELECT key FROM gate_presence WHERE key IN (${`n${passer.number}`}, ${`c${cardNo}`}) ORDER BY since DESC LIMIT 1)
          AND NOT EXISTS (SELECT FROM gate_presence WHERE key = ${passer.key})`.execute(trx)
    const wasInside = sql`coalesce(gate_presence.corrected, gate_presence.direction = 1, false)`
    const isNews = sql`gate_presence.corrected_at IS NULL OR excluded.since > gate_presence.corrected_at`
    const after = (column: string, none: unknown) =>
      sql`${sql.ref(column)} = CASE WHEN ${isNews} THEN ${none} ELSE ${sql.ref(`gate_presence.${column}`)} END`
    await sql`INSERT INTO gate_presence (key, version, person_id, number, name, dept_id, direction, since, gate_name, odd)
      VALUES (${passer.key}, 1, ${passer.personId}::bigint, ${passer.number}, ${passer.name}, ${passer.deptId}::bigint, ${direction}::smallint,
        ${passTime}, ${gate.place.place}, CASE WHEN ${direction}::smallint = 2 THEN 'outWithoutIn' ELSE '' END)
      ON CONFLICT (key) DO UPDATE SET version = gate_presence.version + 1, number = excluded.number, name = excluded.name,
        dept_id = excluded.dept_id, direction = excluded.direction, since = excluded.since, gate_name = excluded.gate_name,
        odd = CASE
          WHEN excluded.direction = gate_presence.direction AND excluded.since < gate_presence.since + ${again} * interval '1 ms'
            THEN gate_presence.odd
          WHEN excluded.direction = 1 AND ${wasInside} AND gate_presence.direction = 1 THEN 'twiceIn'
          WHEN excluded.direction = 2 AND NOT ${wasInside} THEN 'outWithoutIn'
          ELSE '' END,
        ${sql.join([after('corrected', sql`NULL`), after('corrected_reason', ''), after('corrected_name', ''), after('corrected_at', sql`NULL`)])}
      WHERE gate_presence.since IS NULL OR excluded.since > gate_presence.since`.execute(trx)
    // Two turnstiles that kept passages for themselves tell them by turns: what did not fit does where one between comes after it.
    await sql`UPDATE gate_presence AS last SET odd = ''
      WHERE key = ${passer.key} AND odd <> '' AND direction <> ${direction}::smallint AND since > ${passTime} AND NOT EXISTS (
        SELECT FROM gate_access AS passage WHERE passage.person_key = last.key AND passage.result = 'passed'
          AND passage.direction = last.direction AND passage.pass_time > ${passTime}
          AND passage.pass_time < last.since - ${again} * interval '1 ms')`.execute(trx)
  },

  /** Why some that were refused were, in English: in Chinese their records say it. */
  reasonsInEnglish: async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const { rows } = await sql<{ id: string; reason: string }>`SELECT id::text, reason_en AS reason FROM gate_access
      WHERE id = ANY(${[...ids]}::bigint[]) AND reason_en <> ''`.execute(db.sql)
    return new Map(rows.map(({ id, reason }) => [id, reason]))
  },
  /** Of some files those that are pictures of passages of a scope. */
  pictures: async (fileIds: readonly string[], scope: Scope): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`SELECT DISTINCT snap_url AS id FROM gate_access
      WHERE snap_url <> '' AND snap_url = ANY(${[...fileIds]}) AND ${scoped(scope, sql`dept_id`)}`.execute(db.sql)
    return rows.map(({ id }) => id)
  },
})
