import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { User } from '@vigil/contract/accounts/user.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { useSearchParams } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useDebounced } from '../../shared/pick/use-debounced.ts'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'

const pageSize = 50
const noRows: User[] = []

/** One page of the people whom the address asks for: by words, a department and a role. */
export const usePeoplePage = () => {
  const [params] = useSearchParams()
  const change = useQueryChange()
  const typed = params.get('keyword') ?? ''
  const keyword = useDebounced(typed.trim())
  const [deptId, roleId] = [params.get('deptId'), params.get('roleId')]
  const page = Math.max(1, Number(params.get('page') ?? 1) || 1)
  const answer = useCall(
    accountCalls.listUserByDeptId,
    {
      pageNum: page,
      pageSize,
      ...(keyword === '' ? {} : { keyword }),
      ...(deptId === null ? {} : { deptId }),
      ...(roleId === null ? {} : { roleId }),
    },
    { keepPrevious: true },
  )
  const { list, total } = answer.data ? paged<User>(answer.data) : { list: noRows, total: 0 }
  return {
    typed,
    deptId,
    roleId,
    page,
    pageSize,
    answer,
    list,
    total,
    /** Something is asked for, so that others may be there whom it leaves out. */
    narrowed: keyword !== '' || deptId !== null || roleId !== null,
    search: (text: string): void => change({ keyword: text === '' ? null : text, page: null }),
    ofDept: (id: string | null): void => change({ deptId: id, page: null }),
    ofRole: (id: string | null): void => change({ roleId: id, page: null }),
    turnTo: (next: number): void => change({ page: next === 1 ? null : String(next) }),
  }
}
export type PeoplePage = ReturnType<typeof usePeoplePage>
