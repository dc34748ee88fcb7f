import { paged } from '@vigil/contract/kernel/client.ts'
import { useEffect, useMemo, useRef } from 'react'
import { keyOf, queryClient, useCall } from '../api/queries.ts'
import { useLiveStatus } from '../live-status/live-status.ts'
import { newRecord, type ListState } from '../routes/list-address.ts'
import { filterBody } from '../spec/filters.ts'
import type { Row } from '../spec/record.ts'
import type { ListSpec } from '../spec/spec.ts'

/** What narrows every list of one use of a kit: the items of one dictionary, say. */
export type FixedFilter = Readonly<Record<string, unknown>>

const rowsOf = (data: unknown): { readonly list: readonly Row[]; readonly total: number } | undefined =>
  data === undefined ? undefined : paged(data as Row[] | { list: Row[]; total: number })

const oneBody = (fixed: FixedFilter, id: string) => ({ ...fixed, ids: [id], pageNum: 1, pageSize: 1 })

/** The body of the list call for what narrows a list, without order and page. */
export const filterOf = (
  { filters }: Pick<ListSpec, 'filters'>,
  { filters: values, keyword, deptId }: Pick<ListState, 'filters' | 'keyword' | 'deptId'>,
  fixed: FixedFilter,
): FixedFilter => ({
  ...fixed,
  ...filterBody(filters, values),
  ...(keyword === '' ? {} : { keyword }),
  ...(deptId === null ? {} : { deptId }),
})

/** The records of the page that the address names, and the one that is open. */
export const useRecords = (spec: ListSpec, state: ListState, fixed: FixedFilter) => {
  const { list, options } = spec
  const { filters: values, keyword, deptId } = state
  const filter = useMemo(
    () => filterOf(spec, { filters: values, keyword, deptId }, fixed),
    [spec, values, keyword, deptId, fixed],
  )
  const sort = state.sort ?? options.sort ?? null
  const sorted = useMemo((): FixedFilter => ({ ...filter, ...(sort === null ? {} : { sort }) }), [filter, sort])
  const body = { ...sorted, pageNum: state.page, pageSize: state.size }
  const page = useCall(list, body, {
    keepPrevious: true,
    ...(options.refetchEvery === undefined ? {} : { refetchEvery: options.refetchEvery }),
  })
  const shown = useMemo(() => rowsOf(page.data), [page.data])

  const openId = state.open === newRecord ? null : state.open
  const one = useCall(list, oneBody(fixed, openId ?? '0'), {
    enabled: openId !== null,
    ...(options.refetchEvery === undefined ? {} : { refetchEvery: options.refetchEvery }),
  })
  // What could not be fetched is, once the server can be reached again.
  const reachable = useLiveStatus(({ link }) => link === 'open')
  const failed = useRef<(() => void) | null>(null)
  useEffect(() => {
    failed.current = page.error ? () => void page.refetch() : null
  })
  useEffect(() => {
    // Only when the link comes back: a server that is there and refuses is not asked in a circle.
    if (reachable) failed.current?.()
  }, [reachable])
  const listed = shown?.list.find(({ id }) => id === openId) ?? null
  const asked = rowsOf(one.data)
  const alone = asked?.list.find(({ id }) => id === openId) ?? null
  return {
    /** Undefined until the first page came. */
    rows: shown?.list,
    total: shown?.total ?? null,
    /** What is shown is the page of before. */
    stale: page.isPlaceholderData,
    error: page.error,
    fetching: page.isFetching,
    updatedAt: page.dataUpdatedAt,
    refetch: (): void => {
      void page.refetch()
      if (openId !== null) void one.refetch()
    },
    filter,
    /** As the list call takes it: exactly this filter in its order. */
    sorted,
    sort,
    /** The open record as it is stored, the newer of what is known; null when it is not among the records any more. */
    open: asked && !alone ? null : newerOf(listed, alone),
    /** The answer in which it was looked for; undefined until one came. */
    answer: openId === null ? undefined : one.data,
  }
}

const newerOf = (a: Row | null, b: Row | null): Row | null => (a && b ? (a.version > b.version ? a : b) : (a ?? b))

/** Lets a record that was just saved be opened without asking for it. */
export const rememberRecord = ({ list }: ListSpec, fixed: FixedFilter, record: Row): void =>
  void queryClient.setQueryData(keyOf(list, oneBody(fixed, record.id)), { list: [record], total: 1 })
