import type { Defaulted, GeneratedId, Id } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    dept: { id: GeneratedId; pid: Id | null; name: string; sort: Defaulted<number>; version: Defaulted<number> }
    person: {
      id: GeneratedId
      user_name: string | null
      cname: string
      work_num: string
      dept_id: Id | null
      kind: Defaulted<'employee' | 'contractor'>
      post: Defaulted<string>
      mobile: Defaulted<string>
      avatar: Defaulted<string>
      can_login: Defaulted<boolean>
      wall_display: Defaulted<boolean>
      enabled: Defaulted<boolean>
      password_hash: Defaulted<string | null>
      must_change_password: Defaulted<boolean>
      last_login_at: Defaulted<Date | null>
      version: Defaulted<number>
    }
    role: { id: GeneratedId; name: string; scope: 'all' | 'own' | 'chosen'; permissions: string[]; version: Defaulted<number> }
    role_dept: { role_id: Id; dept_id: Id }
    person_role: { person_id: Id; role_id: Id }
    accounts_dept: { id: string; pid: string | null; name: string; version: number }
  }
}
