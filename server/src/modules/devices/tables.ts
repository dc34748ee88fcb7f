import type { Defaulted, GeneratedId, Id, Time } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    device: {
      id: Defaulted<number>
      kind: 'hat' | 'badge' | 'car'
      code: string
      label: string
      dept_id: Id | null
      person_id: Id | null
      enabled: Defaulted<boolean>
      sip_id: Defaulted<string>
      mobile: Defaulted<string>
      model: Defaulted<string>
      deleted_at: Defaulted<Date | null>
      version: Defaulted<number>
    }
    unknown_device: { kind: string; code: string; first_seen: Time; last_seen: Time; count: Id }
    clock_skew: {
      device_id: number
      first_seen: Time
      last_seen: Time
      skew_seconds: number
      count: Id
    }
    vehicle_terminal: { device_id: number; code_hash: Buffer; enrolled_at: Defaulted<Date> }
    device_unfixed: { device_id: number; first_seen: Time; last_seen: Time }
    device_key: {
      id: GeneratedId
      name: string
      key_hash: Buffer
      hint: string
      created_at: Defaulted<Date>
      last_used_at: Defaulted<Date | null>
      revoked_at: Defaulted<Date | null>
      device_kinds: Defaulted<string[]>
      dept_ids: Defaulted<string[]>
      gateway_id: Defaulted<string | null>
      device_kind: Defaulted<string | null>
      device_code: Defaulted<string | null>
      device_id: Defaulted<number | null>
      refused: Defaulted<string>
      refused_at: Defaulted<Date | null>
      refused_kind: Defaulted<string | null>
      refused_code: Defaulted<string | null>
    }
  }
}
