import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { useCall } from '../api/queries.ts'

const fresh = 60_000

/** The tree of departments, one answer for every part of a screen that asks. */
export const useDepartments = () => useCall(accountCalls.listDeptNodeAll, undefined, { staleTime: fresh })
