import type { Call } from '@vigil/contract/kernel/call.ts'
import { useMemo } from 'react'
import { useCall } from '../api/queries.ts'
import type { ListState } from '../routes/list-address.ts'
import type { ListSpec } from '../spec/spec.ts'
import { filterOf, type FixedFilter } from './use-records.ts'

interface DeptCount {
  readonly deptId: string | null
  readonly count: number
}

/**
 * How many records each department has of what the list is narrowed to otherwise, '' for none; undefined where nobody knows.
 * Neither a page nor a department that is chosen asks anew.
 */
export const useDeptCounts = (
  spec: ListSpec,
  state: ListState,
  fixed: FixedFilter,
  enabled: boolean,
): ReadonlyMap<string, number> | undefined => {
  const call: Call | null = enabled ? spec.counts : null
  const body = useMemo(() => filterOf(spec, { ...state, deptId: null }, fixed), [spec, state, fixed])
  const { data } = useCall(call ?? spec.list, body, { enabled: call !== null, keepPrevious: true })
  return useMemo(() => (call === null || data === undefined ? undefined : countsIn(data as readonly DeptCount[])), [call, data])
}

const countsIn = (counts: readonly DeptCount[]): ReadonlyMap<string, number> =>
  new Map(counts.map(({ deptId, count }) => [deptId ?? '', count]))
