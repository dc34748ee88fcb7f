import type { CallOutcome, Party } from '@vigil/contract/telephony/entities.ts'
import type { Defaulted, GeneratedId, Id, Time } from '../../kernel/columns.ts'

type Kind = Party['kind']

declare module '../../kernel/tables.ts' {
  interface Tables {
    sip_account: {
      number: string
      kind: Kind
      owner_id: Id
      password: string
    }
    sip_binding: {
      id: string
      number: string
      server: string
      connection: string
      contact: string
      expires_at: Time
      session_mark: Defaulted<string | null>
    }
    sip_call: {
      id: GeneratedId
      call_id: string
      caller_kind: Kind
      caller_id: Id
      caller_number: string
      caller_name: string
      dialled: string
      callee_kind: Kind | null
      callee_id: Id | null
      callee_number: string | null
      callee_name: string | null
      caller_binding: string
      callee_binding: string | null
      dept_id: Id | null
      alarm_id: Id | null
      has_video: boolean
      outcome: Defaulted<CallOutcome>
      started_at: Time
      answered_at: Defaulted<Date | null>
      ended_at: Defaulted<Date | null>
      room_id: Defaulted<string | null>
      room_hat_id: Defaulted<Id | null>
      room_server: Defaulted<string | null>
    }
    call_room_party: {
      id: GeneratedId
      call_id: Id
      kind: Kind
      party_id: Id
      number: string
      name: string
      entered_at: Time
      left_at: Defaulted<Date | null>
    }
    call_room_guest: {
      call_id: Id
      hat_id: Id
    }
    sip_secret: {
      one: Defaulted<boolean>
      secret: string
    }
  }
}
