import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { pushWay, unknownPushReason } from '@vigil/contract/pushing/entities.ts'
import type { Id, Time } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    push_login: {
      place_kind: 'speedCamera' | 'barrierGate'
      place_id: Id
      user_name: string
      ha1_md5: string
      ha1_sha256: string
      created_at: Time
      last_used_at: Time | null
    }
    push_day: {
      place_kind: 'speedCamera' | 'barrierGate'
      place_id: Id
      day: string
      bytes: Id
      full_since: Time | null
      full_most: Id | null
      left_out: number
    }
    push_unread: {
      place_kind: 'speedCamera' | 'barrierGate'
      place_id: Id
      reason: string
      reason_en: string
      said: string
      first_seen: Time
      last_seen: Time
      count: number
    }
    push_secret: { secret: string }
    unknown_push: {
      way: CodeOf<typeof pushWay>
      address: string
      reason: CodeOf<typeof unknownPushReason>
      said: string
      first_seen: Time
      last_seen: Time
      count: Id
    }
  }
}
