import type { Defaulted, GeneratedId, Id, Time } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    session: {
      id: GeneratedId
      token_hash: Buffer
      person_id: Id
      created_at: Defaulted<Date>
      last_seen_at: Defaulted<Date>
      expires_at: Time
      ip: string
      user_agent: string
      seeding: Defaulted<boolean>
      wall: Defaulted<boolean>
      ended_at: Defaulted<Date | null>
    }
    login_failure: { user_name: string; address: string; at: Defaulted<Date> }
  }
}
