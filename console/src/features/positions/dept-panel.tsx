import { memo, useEffect, useRef, useState } from 'react'
import { logError } from '../../shared/error-log/error-log.ts'
import { loadRank } from '../../shared/find/pinyin.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { flatDepts } from '../../shared/pick/departments.ts'
import { DeptTree } from '../../shared/pick/dept-tree.tsx'
import { SearchInput } from '../../shared/ui/search-input.tsx'
import { hiddenUnless, shownLowest, type CountedDept } from './department-tree.ts'
import { findThings, type FoundThing } from './find-things.ts'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'
import { ThingRow } from './thing-row.tsx'

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

/** The departments with who is online; its boxes filter the map, its names open the list of people. */
export const DeptPanel = memo(({ tree, hidden, onHide, chosen, onChoose, onSelect }: DeptPanelProps) => {
  const t = useTexts(positionTexts)
  const [query, setQuery] = useState('')
  const [matches, setMatches] = useState<Matches | null>(null)
  const [opened, setOpened] = useState<readonly string[] | null>(null)
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
      const depts = flatDepts(latest.current).filter(({ name }) => rank(name, wanted) !== null)
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

  const count = ({ online, total }: CountedDept) => (
    <span className={styles['count']}>
      <b>{online}</b>/{total}
    </span>
  )
  return (
    <section className={`${styles['panel']} ${styles['deptPanel']}`} aria-label={t('departments')}>
      <header className={styles['panelHead']}>
        <h2 className="ellipsis grow">{t('departments')}</h2>
        <span className={styles['faint']}>{t('onlineOfTotal')}</span>
      </header>
      <div className={styles['panelSearch']}>
        <SearchInput label={t('departmentSearch')} value={query} onSearch={setQuery} />
      </div>
      <div className="scroll">
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
          <DeptTree
            nodes={tree}
            label={t('departments')}
            selected={chosen}
            onSelect={onChoose}
            opened={opened ?? tree.map(({ id }) => id)}
            onOpen={setOpened}
            extra={count}
            boxes={{
              checked: shownLowest(tree, hidden),
              conducts: true,
              onCheck: (_id, _on, checked) => onHide(hiddenUnless(tree, checked)),
            }}
          />
        )}
      </div>
    </section>
  )
})
