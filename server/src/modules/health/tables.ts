import type { Defaulted, GeneratedId, Id, Time } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    device_fault: {
      id: GeneratedId
      device_id: number
      kind: string
      since: Time
      seen_at: Time
      ended_at: Time | null
      owner_id: Id | null
      note: Defaulted<string>
      alarmed: Defaulted<boolean>
      lng: number | null
      lat: number | null
      alt: number | null
      skew_seconds: number | null
      version: Defaulted<number>
    }
    device_fault_judged: { judged_at: Time; settled_at: Time }
  }
}
