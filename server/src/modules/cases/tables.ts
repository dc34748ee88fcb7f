import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Defaulted, GeneratedId, Id, Json, Time } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    evidence_case: {
      id: GeneratedId
      version: Defaulted<number>
      alarm_id: Id
      title: string
      note: Defaulted<string>
      status: Defaulted<'open' | 'closed'>
      alarm_type: number
      alarm_level: 1 | 2 | 3
      subject: string
      find_time: Time
      dept_id: Id | null
      dept_name: Defaulted<string>
      /** How many it has. */
      items: Defaulted<number>
      created_by: Id
      created_name: string
      created_at: Time
      /** What of its alarm is yet to be added: what becomes of it, or the end of its track. */
      follows: Defaulted<'alarm' | 'track' | 'nothing'>
      follows_until: Defaulted<Date | null>
      /** Of a case that could not follow its alarm; null and 0 where the last try went well. */
      failing_since: Defaulted<Date | null>
      failures: Defaulted<number>
      failure: Defaulted<Text | null>
      next_try: Defaulted<Date | null>
    }
    /** A row is never changed or removed. */
    evidence_item: {
      id: GeneratedId
      case_id: Id
      name: string
      kind: string
      media_type: string
      size: Id
      sha256: string
      content: Buffer | null
      file_id: string | null
      added_by: Id | null
      added_name: string
      added_at: Time
    }
    /** Likewise. */
    evidence_step: {
      id: GeneratedId
      case_id: Id
      at: Time
      kind: string
      by_id: Id | null
      by_name: string
      item: Defaulted<string>
      before: Json<Readonly<Record<string, string>>>
    }
  }
}
