import type { z } from 'zod'
import type { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { permissions } from '@vigil/contract/menu/routes.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { OfDepts } from '../../kernel/of-depts.ts'
import type { ChangedAlong } from '../../kernel/record-changes.ts'
import type { Grants } from './grants.ts'
import type { AccountStore } from './store.ts'

export type Body<Name extends keyof typeof accountCalls> = BodyOf<(typeof accountCalls)[Name]>
export type UserBody = Body<'updateUser'> & { password?: z.output<z.ZodString> | undefined }

export const words = {
  dept: { zh: '部门', en: 'The department' },
  parent: { zh: '上级部门', en: 'The parent department' },
  user: { zh: '人员', en: 'The person' },
  role: { zh: '角色', en: 'The role' },
} as const
/** Permissions that the product knows by itself. */
export const known: ReadonlySet<string> = new Set(permissions)

/** What other domains have of departments and people. */
export interface AccountDoors {
  readonly sessions: {
    readonly endSessionsOf: (trx: Trx, personId: string) => Promise<number>
  }
  readonly wearers: {
    /** Where the devices belong that a person wears. */
    readonly deptsOfWorn: (trx: Trx, personId: string) => Promise<(string | null)[]>
    /** Nobody wears any more what he wore. */
    readonly release: (trx: Trx, personId: string) => Promise<readonly ChangedAlong[]>
  }
  /** What the nouns of all domains have of departments. */
  readonly ofDepts: () => readonly OfDepts[]
}

/** What departments, people and roles stand on. */
export interface AccountContext {
  readonly kernel: Kernel
  readonly store: AccountStore
  readonly doors: AccountDoors
  readonly grants: Grants
}
