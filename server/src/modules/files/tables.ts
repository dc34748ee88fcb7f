import type { Defaulted, Id } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    stored_file: {
      id: string
      name: string
      type: string
      size: Id
      sha256: string
      purpose: 'attachment' | 'import' | 'export' | 'evidence' | 'capture'
      owner_id: Id | null
      dept_id: Id | null
      created_at: Defaulted<Date>
      deleted_at: Defaulted<Date | null>
      deleted_by: Defaulted<string | null>
    }
  }
}
