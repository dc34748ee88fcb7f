import type { Defaulted, GeneratedId, Id, Time } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    gate_access: {
      id: GeneratedId
      gate_id: Id
      gate_name: string
      device_ip: string
      person_id: Id | null
      visit_id: Id | null
      person_key: string
      person_name: string
      person_no: string
      person_type: string
      card_no: string
      dept_id: Id | null
      direction: number
      pass_time: Time
      device_time: Time
      pass_type: string
      result: 'passed' | 'refused'
      reason: string
      reason_en: string
      temperature: number | null
      snap_url: Defaulted<string>
      picture_lost: Defaulted<string>
      event_key: string | null
      is_replayed: boolean
      unread: string | null
      received_at: Time
    }
    gate_presence: {
      key: string
      version: Defaulted<number>
      person_id: Id | null
      number: string
      name: string
      dept_id: Id | null
      direction: number | null
      since: Date | null
      gate_name: Defaulted<string>
      odd: Defaulted<string>
      corrected: Defaulted<boolean | null>
      corrected_reason: Defaulted<string>
      corrected_name: Defaulted<string>
      corrected_at: Defaulted<Date | null>
    }
    visit_invitation: {
      id: GeneratedId
      token_hash: Buffer
      host_name: string
      dept_id: Id | null
      note: string
      expires_at: Time
      uses: Defaulted<number>
      most_uses: number
      made_name: string
      made_at: Time
      revoked_at: Defaulted<Date | null>
    }
  }
}
