import type { Defaulted, Id, Json, Time } from './columns.ts'

/**
 * What the kernel itself writes. A module adds its own tables in its `tables.ts`: whose type stands there owns the table, and
 * `tools/check/tables.ts` names every store that reaches for another's.
 */
export interface Tables {
  journal: {
    id: Id
    at: Time
    person_id: Id | null
    cname: string
    dept_name: string
    module: string
    action: string
    object: string
    object_id: string
    before: Json<unknown> | null
    after: Json<unknown> | null
    ip: string
    user_agent: string
    result: string
    repeated: Defaulted<number>
    cost_ms: number
    hash: Buffer
  }
  journal_head: { single: Defaulted<boolean>; id: Id; hash: Buffer }
  live_event: {
    seq: Id
    at: Defaulted<Date>
    dept_id: Id | null
    event: Json<unknown>
    also: Defaulted<string[]>
  }
  job: {
    name: string
    due: Time
    run: Defaulted<string>
    server: string
    started_at: Time
    heard_at: Time | null
    ended_at: Time | null
    duration: number | null
    outcome: 'done' | 'failed' | 'silent' | null
    error: Defaulted<string>
  }
  lease: { name: string; server: string; until: Time }
  live_head: { single: Defaulted<boolean>; seq: Id }
}
