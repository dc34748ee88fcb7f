import { Skeleton } from 'antd'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useRank } from '../find/use-rank.ts'
import { useTexts } from '../i18n/texts.ts'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { flatDepts, foundDepts, idsAbove, type TreeDept } from './departments.ts'
import styles from './dept-browser.module.css'
import { DeptTree, type DeptBoxes } from './dept-tree.tsx'
import { openDepts, useOpenDepts } from './open-depts.ts'
import { pickTexts } from './texts.ts'
import { useDepartments } from './use-departments.ts'

interface DeptBrowserProps {
  /** Null is all departments, or none where `all` is not offered. */
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  /** The first row stands for all of them; false unless said. */
  readonly all?: boolean
  /** What is opened stays for the session; false unless said: it begins as the session left it. */
  readonly remembers?: boolean
  readonly boxes?: DeptBoxes | undefined
  /** At the right of a name; of the row for all, the department with the id ''. */
  readonly extra?: ((dept: TreeDept) => ReactNode) | undefined
  /** Absent: nothing is dragged. */
  readonly onMove?: ((id: string, pid: string) => void) | undefined
  /** What to do where there is none yet; to make them elsewhere unless said. */
  readonly emptyHint?: string
}

const none: readonly TreeDept[] = []

interface Turned {
  readonly query: string
  readonly folded: readonly string[]
  readonly opened: readonly string[]
}
const without = (ids: readonly string[], others: readonly string[]): string[] => ids.filter((id) => !others.includes(id))
const turnedFrom = (found: readonly string[], ids: readonly string[]): Omit<Turned, 'query'> => ({
  folded: without(found, ids),
  opened: without(ids, found),
})
const openNow = (found: readonly string[], { folded, opened }: Turned): string[] => [...without(found, folded), ...opened]

/** The tree of departments with its search field, and what stands there while it loads, has failed or is empty. */
export const DeptBrowser = ({
  value,
  onChange,
  all = false,
  remembers = false,
  boxes,
  extra,
  onMove,
  emptyHint,
}: DeptBrowserProps) => {
  const t = useTexts(pickTexts)
  const departments = useDepartments()
  const nodes: readonly TreeDept[] = departments.data ?? none
  const rank = useRank()
  const [search, setSearch] = useState('')
  const query = useDeferredValue(search.trim())
  const found = useMemo(
    () => (query === '' ? null : foundDepts(nodes, (name) => rank(name, query) !== null)),
    [nodes, query, rank],
  )
  /** What was folded and opened among the results of this search; what comes to be found since then is seen. */
  const [turned, setTurned] = useState<Turned | null>(null)

  const kept = useOpenDepts((state) => state.opened)
  const [own, setOwn] = useState(kept)
  const before = remembers ? kept : own
  const opened = useMemo(() => before ?? nodes.map(({ id }) => id), [before, nodes])
  const open = remembers ? openDepts.open : setOwn
  // What is chosen is seen, however it was chosen; whoever folds it away then has it folded.
  const seen = useRef<string | null>(null)
  useEffect(() => {
    if (value === seen.current || nodes.length === 0) return
    seen.current = value
    const missing = value === null ? [] : idsAbove(nodes, value).filter((id) => !opened.includes(id))
    if (missing.length > 0) open([...opened, ...missing])
  }, [value, nodes, opened, open])

  const shown = useMemo(
    () => (found ? found.nodes : all ? [{ id: '', name: t('allDepartments'), children: none }, ...nodes] : nodes),
    [found, all, nodes, t],
  )
  const known = useMemo(() => new Set(flatDepts(nodes).map(({ id }) => id)), [nodes])

  if (departments.error && nodes.length === 0) {
    return <ErrorState error={departments.error} retrying={departments.isFetching} onRetry={() => void departments.refetch()} />
  }
  if (!departments.data) {
    return (
      <div className={styles['waiting']} aria-busy="true" aria-label={t('departments')}>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </div>
    )
  }
  return (
    <div className={styles['browser']}>
      <div className={styles['search']}>
        <SearchInput label={t('searchDepartments')} value={search} onSearch={setSearch} />
      </div>
      {nodes.length === 0 ? (
        <EmptyState icon="departments" title={t('noDepartments')} hint={emptyHint ?? t('noDepartmentsHint')} />
      ) : found?.nodes.length === 0 ? (
        <p className={styles['nothing']} role="status">
          {t('nothingFound', { query })}
        </p>
      ) : (
        <DeptTree
          nodes={shown}
          label={t('departments')}
          selected={value === null ? (all ? '' : null) : known.has(value) ? value : null}
          onSelect={(id) => onChange(id === '' ? null : id)}
          opened={found ? (turned?.query === query ? openNow(found.open, turned) : found.open) : opened}
          onOpen={(ids) => (found ? setTurned({ query, ...turnedFrom(found.open, ids) }) : open(ids))}
          boxes={boxes}
          extra={extra}
          onMove={onMove}
        />
      )}
    </div>
  )
}
