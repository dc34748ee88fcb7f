import { Input, Tree } from 'antd'
import { memo, useEffect, useMemo, useRef, useState, type Key, type ReactNode } from 'react'
import { logError } from '../../shared/error-log/error-log.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { loadRank } from '../../shared/search/pinyin.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import type { CountedDept } from './department-tree.ts'
import { idsBelow } from './department-tree.ts'
import { findThings, type FoundThing } from './find-things.ts'
import styles from './positions.module.css'
import { ThingRow } from './thing-row.tsx'
import { positionTexts } from './texts.ts'

interface DeptPanelProps {
  readonly tree: readonly CountedDept[]
  readonly hidden: ReadonlySet<string>
  readonly onHide: (hidden: ReadonlySet<string>) => void
  readonly chosen: string | null
  /** Opens the list of a department's people. */
  readonly onChoose: (id: string) => void
  readonly onSelect: (id: number) => void
}

interface Matches {
  readonly depts: readonly CountedDept[]
  readonly things: readonly FoundThing[]
}

const mostDepts = 5
const mostThings = 30
const waitToSearch = 150

const flat = (tree: readonly CountedDept[]): CountedDept[] => tree.flatMap((dept) => [dept, ...flat(dept.children)])

/** The departments with who is online; its boxes filter the map, its names open the list of people. */
export const DeptPanel = memo(({ tree, hidden, onHide, chosen, onChoose, onSelect }: DeptPanelProps) => {
  const t = useTexts(positionTexts)
  const [query, setQuery] = useState('')
  const [matches, setMatches] = useState<Matches | null>(null)
  const [opened, setOpened] = useState<readonly Key[] | null>(null)
  const latest = useRef(tree)
  useEffect(() => {
    latest.current = tree
  })

  useEffect(() => {
    const wanted = query.trim()
    if (wanted === '') {
      setMatches(null)
      return undefined
    }
    let current = true
    const look = async (): Promise<void> => {
      const rank = await loadRank()
      const things = await findThings(wanted, mostThings)
      if (!current) return
      const depts = flat(latest.current).filter(({ name }) => rank(name, wanted) !== null)
      setMatches({ depts: depts.slice(0, mostDepts), things })
    }
    const timer = setTimeout(() => {
      look().catch((error: unknown) => logError(error, 'department search'))
    }, waitToSearch)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [query])

  const all = useMemo(() => tree.flatMap(idsBelow), [tree])
  const checked = all.filter((id) => !hidden.has(id))
  const expanded = opened ?? tree.flatMap((dept) => [dept.id])
  const count = ({ online, total }: CountedDept) => (
    <span className={styles['count']}>
      <b>{online}</b>/{total}
    </span>
  )
  type Node = { key: string; title: ReactNode; children: Node[] }
  const nodes = (depts: readonly CountedDept[]): Node[] =>
    depts.map((dept) => ({
      key: dept.id,
      title: (
        <span className={styles['deptRow']}>
          <span className={styles['name']} title={dept.name}>
            {dept.name}
          </span>
          {count(dept)}
        </span>
      ),
      children: nodes(dept.children),
    }))

  return (
    <section className={`${styles['panel']} ${styles['deptPanel']}`} aria-label={t('departments')}>
      <header className={styles['panelHead']}>
        <h2>{t('departments')}</h2>
        <span className={styles['faint']}>{t('onlineOfTotal')}</span>
      </header>
      <div className={styles['panelSearch']}>
        <Input
          allowClear
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          placeholder={t('departmentSearch')}
          prefix={<Icon name="search" size={16} />}
          aria-label={t('departmentSearch')}
        />
      </div>
      <div className={styles['panelBody']}>
        {matches ? (
          <>
            {matches.depts.map((dept) => (
              <button key={dept.id} type="button" className={styles['row']} onClick={() => onChoose(dept.id)}>
                <span className={styles['name']}>{dept.name}</span>
                {count(dept)}
              </button>
            ))}
            {matches.things.map(({ slot, object }) => (
              <ThingRow key={object.id} slot={slot} onSelect={onSelect} />
            ))}
            {matches.depts.length + matches.things.length === 0 && (
              <p className={styles['nothing']}>{t('nothingFound', { query: query.trim() })}</p>
            )}
          </>
        ) : (
          <Tree
            blockNode
            checkable
            className={styles['tree'] ?? ''}
            treeData={nodes(tree)}
            checkedKeys={checked}
            expandedKeys={[...expanded]}
            onExpand={setOpened}
            selectedKeys={chosen === null ? [] : [chosen]}
            onSelect={(_keys, { node }) => onChoose(node.key)}
            onCheck={(keys) => {
              const shown = new Set(Array.isArray(keys) ? keys : keys.checked)
              // A parent counts as hidden only where its own people are: with some children hidden it is half checked.
              const halfChecked = (dept: CountedDept): boolean =>
                dept.children.some(({ id, children }) => shown.has(id) || children.some(halfChecked))
              const hiddenNow = flat(tree).filter((dept) => !shown.has(dept.id) && !halfChecked(dept))
              onHide(new Set(hiddenNow.map(({ id }) => id)))
            }}
          />
        )}
      </div>
    </section>
  )
})
