import { useCallback, useMemo, useRef, useState } from 'react'
import { newRecord } from '../routes/list-address.ts'
import { useListQuery } from '../routes/use-list-query.ts'
import { filterNames } from '../spec/filters.ts'
import type { Row } from '../spec/record.ts'
import type { ListContext } from '../spec/definitions.ts'
import type { ListSpec } from '../spec/spec.ts'
import { useSelection } from '../table/use-selection.ts'
import { useListRights } from './list-rights.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useListColumns } from './use-list-columns.ts'
import { useRecords, type FixedFilter } from './use-records.ts'
import { useLastPage, useSteps } from './use-steps.ts'
import { useTransfers } from './use-transfers.ts'

/** A list as its parts share it: what its address says, which records these are, and what may be done with them. */
export const useRecordList = (spec: ListSpec, prefix: string, fixed: FixedFilter) => {
  // What is fixed is no longer asked for.
  const filters = useMemo(() => spec.filters.filter(({ name }) => !(name in fixed)), [spec, fixed])
  const names = useMemo(() => filterNames(filters), [filters])
  const { state, change } = useListQuery(prefix, names)
  const records = useRecords(spec, state, fixed)
  const { rows, total, stale } = records
  const rights = useListRights(spec)
  const columns = useListColumns(spec, prefix, fixed)
  const transfers = useTransfers(spec, rights, { columns: columns.wanted, filter: records.sorted, total })
  const selection = useSelection(rows)
  const [deleting, setDeleting] = useState<Row | null>(null)
  const body = useRef<HTMLTableSectionElement>(null)

  const openKey = state.open === newRecord && !rights.mayCreate ? null : state.open
  const open = useCallback((id: string | null) => change({ open: id }), [change])
  const { page, size } = state
  useLastPage({ rows, total, stale, page, size, change })
  const step = useSteps({ rows, total, stale, openKey, page, size, change })
  useFocusReturn(openKey, body)

  const context: ListContext = {
    total,
    deptId: state.deptId,
    rows: rows ?? [],
    filter: records.filter,
    mayEdit: rights.mayEdit,
    mayActOn: (row) => rights.mayAct && rights.writes(row),
    refresh: records.refetch,
    open,
  }
  return {
    spec,
    prefix,
    fixed,
    filters,
    names,
    state,
    change,
    records,
    rights,
    columns,
    transfers,
    selection,
    deleting,
    setDeleting,
    body,
    openKey,
    open,
    onNew: rights.mayCreate ? () => open(newRecord) : null,
    step,
    context,
  }
}

export type RecordListState = ReturnType<typeof useRecordList>
