import { Button } from 'antd'
import type { ReactNode } from 'react'
import { failureText } from '../api/failure.ts'
import { useTexts } from '../i18n/texts.ts'
import { listTexts } from '../spec/texts.ts'
import { toSiteTime } from '../time/site-time.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './toolbar.module.css'

interface ToolbarProps {
  /** Null: nobody may make new ones here. */
  readonly onNew: (() => void) | null
  readonly onImport: (() => void) | null
  readonly onExport: (() => void) | null
  /** Records that an export would hold; null while nobody knows. */
  readonly total: number | null
  /** Buttons of the screen's own. */
  readonly tools: ReactNode
  readonly summary: ReactNode
  readonly columns: ReactNode
  /** When the list was fetched, milliseconds since 1970; 0 before the first time. */
  readonly updatedAt: number
  /** Why what is shown is not up to date. */
  readonly error: Error | null
  readonly fetching: boolean
  readonly onRefresh: () => void
}

/** What can be done with a list, and how it stands. */
export const Toolbar = ({
  onNew,
  onImport,
  onExport,
  total,
  tools,
  summary,
  columns,
  updatedAt,
  error,
  fetching,
  onRefresh,
}: ToolbarProps) => {
  const t = useTexts(listTexts)
  return (
    <div className={styles['bar']} role="toolbar">
      {onNew && (
        <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={onNew}>
          {t('add')}
        </Button>
      )}
      {onImport && (
        <Button icon={<Icon name="upload" size={16} />} onClick={onImport}>
          {t('import')}
        </Button>
      )}
      {onExport && (
        <Button icon={<Icon name="download" size={16} />} disabled={!total} onClick={onExport}>
          {total === null ? t('export') : t('exportCount', { n: total })}
        </Button>
      )}
      {tools}
      <span className={styles['space']} />
      {summary && <span className={styles['summary']}>{summary}</span>}
      {error && updatedAt > 0 ? (
        <span className={styles['late']} role="alert" title={failureText(error)}>
          {t('notUpdated', { reason: failureText(error) })}
        </span>
      ) : (
        updatedAt > 0 && <span className={styles['updated']}>{t('updatedAt', { time: toSiteTime(updatedAt).slice(11) })}</span>
      )}
      {columns}
      <Button
        icon={<Icon name="refresh" size={16} className={fetching ? styles['turning'] : undefined} />}
        title={t('refresh')}
        aria-label={t('refresh')}
        aria-busy={fetching}
        onClick={onRefresh}
      />
    </div>
  )
}
