import type { Defaulted, Derived, GeneratedId, Id, Json, Time } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    alarm: {
      id: GeneratedId
      device_id: number | null
      device_type: string
      device_code: string
      device_name: string
      source_kind: string
      source_id: string
      source_label: string
      condition_key: string
      alarm_type: number
      alarm_level: 1 | 2 | 3
      alarm_name: string
      /** What was written before facts were kept, where it could not be taken apart. */
      result: string | null
      facts: Json<Readonly<Record<string, string | number>>> | null
      find_time: Time
      status: Defaulted<0 | 1 | 2>
      remark: Defaulted<string>
      handle_note: Defaulted<string>
      handle_user: Defaulted<string>
      handle_user_id: Defaulted<string | null>
      handle_time: Defaulted<Date | null>
      reason_code: Defaulted<string>
      assignee_id: Defaulted<string | null>
      assignee: Defaulted<string>
      shelved_until: Defaulted<Date | null>
      shelved_since: Defaulted<Date | null>
      shelved_by: Defaulted<string>
      shelve_reason: Defaulted<string>
      escalation: Defaulted<number>
      waiting_since: Defaulted<Date | null>
      announced_at: Defaulted<Date | null>
      condition: Defaulted<'active' | 'returned'>
      start_time: Time
      end_time: Defaulted<Date | null>
      count: Defaulted<number>
      last_time: Time
      area_id: Id | null
      area_name: string | null
      rule_id: Id | null
      dept_id: Id | null
      dept_name: string | null
      user_name: Defaulted<string>
      plate_number: Defaulted<string>
      lng: number | null
      lat: number | null
      floor: number | null
      quiet: Defaulted<boolean>
      device_time: Defaulted<Date | null>
      suppressed: Defaulted<string>
      /** The newest changes of its condition; null where it only began. */
      changes: Defaulted<Date[] | null>
      /** More than five changes came within five minutes. */
      chattered: Defaulted<boolean>
      hidden_at: Defaulted<Date | null>
      hidden_by: Defaulted<string | null>
      version: Defaulted<number>
      searched: Derived<string>
    }
    /** What became of an alarm; a row is never changed, and goes with its alarm. */
    alarm_step: {
      id: GeneratedId
      alarm_id: Id
      at: Time
      kind: string
      by_id: Id | null
      by_name: Defaulted<string>
      to_id: Id | null
      to_name: Defaulted<string>
      reason: Defaulted<string>
      note: Defaulted<string>
      until: Date | null
      count: number | null
    }
    /** Times in which more alarms came than anybody can look at one by one; at most one of them has no end. */
    alarm_flood: { id: GeneratedId; since: Time; until: Date | null; count: number; most: number }
    /** Who was told of an alarm beyond his scope. */
    alarm_told: { alarm_id: Id; person_id: Id }
    /** So many more or fewer of a state; their sum is the number. */
    alarm_total: { status: number; alarm_type: number; alarm_level: number; area_id: Id | null; alarms: Id }
    /** So many more or fewer of a text that is searched; their sum is the number. */
    alarm_text_total: {
      status: number
      alarm_type: number
      alarm_level: number
      area_id: Id | null
      dept_id: Id | null
      searched: string
      alarms: Id
      summed: Defaulted<boolean>
    }
    /** So many more or fewer of an hour; their sum is the number. */
    alarm_hour: {
      hour: Time
      alarm_type: number
      alarm_level: number
      area_id: Id | null
      area_name: string | null
      alarms: Id
      summed: Defaulted<boolean>
    }
  }
}
