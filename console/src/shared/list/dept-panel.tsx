import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import { Input, Tree } from 'antd'
import { useMemo, useState, type Key } from 'react'
import { useCall } from '../api/queries.ts'
import { useTexts } from '../i18n/texts.ts'
import { Icon } from '../ui/icon.tsx'
import { ErrorState } from '../ui/states.tsx'
import styles from './dept-panel.module.css'
import { listTexts } from './texts.ts'

export interface DeptPanelProps {
  /** Null: all departments. */
  readonly value: string | null
  readonly onChange: (dept: string | null) => void
  /** What the numbers count. */
  readonly title?: string
  /** By department, those below it included. */
  readonly counts?: ReadonlyMap<string, number> | undefined
}

const fresh = 60_000
const everything = 'all'

const matching = (nodes: readonly DeptNode[], query: string): DeptNode[] =>
  nodes.flatMap((node) => {
    const children = matching(node.children, query)
    return children.length > 0 || node.name.toLowerCase().includes(query) ? [{ ...node, children }] : []
  })

/** The departments at the left of a list; choosing one lists what belongs to it and to those below. */
export const DeptPanel = ({ value, onChange, title, counts }: DeptPanelProps) => {
  const t = useTexts(listTexts)
  const nodes = useCall(accountCalls.listDeptNodeAll, undefined, { staleTime: fresh })
  const [query, setQuery] = useState('')
  const [opened, setOpened] = useState<readonly Key[] | null>(null)
  const wanted = query.trim().toLowerCase()
  const tree = useMemo(() => matching(nodes.data ?? [], wanted), [nodes.data, wanted])
  type Item = { key: string; title: React.ReactNode; children: Item[] }
  const row = (name: string, count: number | undefined) => (
    <span className={styles['row']}>
      <span className={styles['name']} title={name}>
        {name}
      </span>
      {count !== undefined && <span className={styles['count']}>{count}</span>}
    </span>
  )
  const itemOf = ({ id, name, children }: DeptNode): Item => ({
    key: id,
    title: row(name, counts?.get(id)),
    children: children.map(itemOf),
  })
  const all: Item[] = wanted === '' ? [{ key: everything, title: row(t('allDepartments'), undefined), children: [] }] : []
  const keysOf = (list: readonly DeptNode[]): string[] => list.flatMap(({ id, children }) => [id, ...keysOf(children)])
  return (
    <section className={styles['panel']} aria-label={t('departments')}>
      <header className={styles['head']}>
        <h2>{t('departments')}</h2>
        {counts && <span>{title}</span>}
      </header>
      <div className={styles['search']}>
        <Input
          allowClear
          value={query}
          placeholder={t('departmentName')}
          aria-label={t('departmentName')}
          prefix={<Icon name="search" size={16} />}
          onChange={({ target }) => setQuery(target.value)}
        />
      </div>
      <div className={styles['tree']}>
        {nodes.error && !nodes.data ? (
          <ErrorState error={nodes.error} onRetry={() => void nodes.refetch()} retrying={nodes.isFetching} />
        ) : (
          <Tree
            blockNode
            treeData={[...all, ...tree.map(itemOf)]}
            expandedKeys={wanted === '' ? [...(opened ?? tree.map(({ id }) => id))] : keysOf(tree)}
            onExpand={setOpened}
            selectedKeys={[value ?? everything]}
            onSelect={(_keys, { node }) => onChange(node.key === everything ? null : node.key)}
          />
        )}
      </div>
    </section>
  )
}
