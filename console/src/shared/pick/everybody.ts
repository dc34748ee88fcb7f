import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { useMemo } from 'react'
import { useCall } from '../api/queries.ts'
import { personOf, type Person } from './people.ts'

const fresh = 60_000

/** Everybody whom the user may see, for records that know people by their ids alone; null until they are known. */
export const useEverybody = (enabled: boolean): readonly Person[] | null => {
  const people = useCall(accountCalls.listUserByDeptId, undefined, { enabled, staleTime: fresh })
  return useMemo(() => (people.data ? whole(people.data).map(personOf) : null), [people.data])
}
