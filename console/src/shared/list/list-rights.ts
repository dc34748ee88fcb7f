import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { useMemo } from 'react'
import { writes, writesIn } from '../session/scope.ts'
import { useCan, useUser } from '../session/session.ts'
import type { Row } from '../spec/record.ts'
import type { ListSpec } from '../spec/spec.ts'

/** What the signed-in user may do with the records of a list. */
export interface ListRights {
  readonly user: UserInfo | null
  /** What the screen itself lets be done with them. */
  readonly mayAct: boolean
  readonly mayEdit: boolean
  readonly mayCreate: boolean
  readonly mayRemove: boolean
  /** Whether this record is among those that he writes. */
  readonly writes: (row: Row) => boolean
}

export const useListRights = (spec: ListSpec): ListRights => {
  const user = useUser()
  const permitted = useCan(spec.permission)
  return useMemo(() => {
    const { noun, options, save, remove } = spec
    // What the whole site shares is written with its scope alone; of the rest each record is asked for itself.
    const allowed = permitted && (noun.deptBy !== null || writesIn(user, null))
    const mayEdit = allowed && save !== null
    return {
      user,
      mayAct: allowed,
      mayEdit,
      mayCreate: mayEdit && options.creates !== false,
      mayRemove: allowed && remove !== null,
      writes: (row) => writes(user, noun, row),
    }
  }, [spec, user, permitted])
}
