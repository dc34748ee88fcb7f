import type { Id, Time } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    journal_seal: { id: Id; at: Time; up_to: Id; up_to_hash: Buffer; rows: Id; hash: Buffer }
  }
}
