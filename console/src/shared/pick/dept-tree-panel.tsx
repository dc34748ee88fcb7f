import { Button, Drawer, Grid } from 'antd'
import { useMemo, useState } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { IconButton } from '../ui/bare-buttons.tsx'
import { Icon } from '../ui/icon.tsx'
import { Card } from '../ui/panel.tsx'
import { countsWithBelow, findDept, type TreeDept } from './departments.ts'
import { DeptBrowser } from './dept-browser.tsx'
import styles from './dept-tree-panel.module.css'
import { openDepts, useOpenDepts } from './open-depts.ts'
import { pickTexts } from './texts.ts'
import { useDepartments } from './use-departments.ts'

interface DeptTreePanelProps {
  /** The department whose records are listed, with those below it; null for all. */
  readonly value: string | null
  readonly onChange: (deptId: string | null) => void
  /** Records of each department alone, by its id, '' for those of none; the panel adds up what lies below. */
  readonly counts?: ReadonlyMap<string, number> | undefined
  /** What is counted: 安全帽数. */
  readonly countCaption?: string | undefined
}

const none: readonly TreeDept[] = []
const drawerWidth = 300
const flush = { body: { display: 'flex', padding: 0 } } as const

/**
 * The departments at the left of a list, 220 px wide and as high as its place. What is opened and whether the panel is a slim bar
 * stay for the session, on every screen. In a window below 992 px it is a button that opens the tree above the list.
 */
export const DeptTreePanel = ({ value, onChange, counts, countCaption }: DeptTreePanelProps) => {
  const t = useTexts(pickTexts)
  const wide = Grid.useBreakpoint().lg ?? window.innerWidth >= 992
  const folded = useOpenDepts((state) => state.folded)
  const [drawn, setDrawn] = useState(false)
  const departments = useDepartments()
  const nodes: readonly TreeDept[] = departments.data ?? none
  const chosen = value === null ? t('allDepartments') : (findDept(nodes, value)?.name ?? t('departments'))
  const sums = useMemo(() => {
    if (!counts) return null
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    return new Map(countsWithBelow(nodes, counts)).set('', total)
  }, [nodes, counts])

  const browser = (done: () => void) => (
    <DeptBrowser
      value={value}
      all
      remembers
      onChange={(id) => {
        onChange(id)
        done()
      }}
      extra={sums ? ({ id }) => <span className={styles['count']}>{sums.get(id) ?? 0}</span> : undefined}
    />
  )
  const head = (icon: 'left' | 'close', text: string, run: () => void) => (
    <header className={styles['head']}>
      <h2 className="oneLine fixed">{t('departments')}</h2>
      <span className={styles['caption']} title={countCaption}>
        {sums && countCaption}
      </span>
      <IconButton label={text} onClick={run}>
        <Icon name={icon} size={16} />
      </IconButton>
    </header>
  )

  if (!wide) {
    const close = (): void => setDrawn(false)
    return (
      <>
        <Button
          className={styles['opener'] ?? ''}
          icon={<Icon name="departments" size={16} />}
          aria-haspopup="dialog"
          aria-expanded={drawn}
          onClick={() => setDrawn(true)}
        >
          <span className={styles['openerText']}>
            {t('departments')}
            <b className="ellipsis linked">{chosen}</b>
          </span>
        </Button>
        <Drawer
          aria-label={t('departments')}
          open={drawn}
          onClose={close}
          placement="left"
          size={drawerWidth}
          closable={false}
          styles={flush}
        >
          <section className={styles['drawn']} aria-label={t('departments')}>
            {head('close', t('closeDepartments'), close)}
            {browser(close)}
          </section>
        </Drawer>
      </>
    )
  }
  if (folded) {
    return (
      <button
        type="button"
        className={styles['slim']}
        title={t('unfoldDepartments')}
        aria-label={t('unfoldDepartments')}
        onClick={() => openDepts.fold(false)}
      >
        <Icon name="right" size={16} />
        <span className="ellipsis">{t('departments')}</span>
        {value !== null && <b className="ellipsis">{chosen}</b>}
      </button>
    )
  }
  return (
    <Card className={styles['panel']} label={t('departments')}>
      {head('left', t('foldDepartments'), () => openDepts.fold(true))}
      {browser(() => undefined)}
    </Card>
  )
}
