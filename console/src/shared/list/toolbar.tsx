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
  /** Records that the filter finds; null while nobody knows. */
  readonly total: number | null
  /** Buttons of the screen's own. */
  readonly tools: ReactNode
  readonly summary: ReactNode
  readonly notices: ReactNode
  readonly columns: ReactNode
  /** When the list was fetched, milliseconds since 1970; 0 before the first time. */
  readonly updatedAt: number
  /** Why what is shown is not up to date. */
  readonly error: Error | null
  readonly fetching: boolean
  readonly onRefresh: () => void
}

/** How a list stands, and what can be done with it, in one line. */
export const Toolbar = (props: ToolbarProps) => {
  const { onNew, onImport, onExport, total, tools, summary, notices, columns, fetching, onRefresh } = props
  const t = useTexts(listTexts)
  return (
    <div className={styles['bar']} role="toolbar">
      <Total total={total} failed={props.error !== null} />
      {summary && <span className={styles['summary']}>{summary}</span>}
      {notices}
      <span className={styles['space']} />
      <Updated {...props} />
      <Button
        icon={<Icon name="refresh" size={16} className={fetching ? styles['turning'] : undefined} />}
        title={t('refresh')}
        aria-label={t('refresh')}
        aria-busy={fetching}
        onClick={onRefresh}
      />
      {tools}
      {onImport && (
        <Button className={styles['brief'] ?? ''} title={t('import')} icon={<Icon name="upload" size={16} />} onClick={onImport}>
          {t('import')}
        </Button>
      )}
      {onExport && (
        <Button
          className={styles['brief'] ?? ''}
          title={t('export')}
          icon={<Icon name="download" size={16} />}
          disabled={!total}
          onClick={onExport}
        >
          {t('export')}
        </Button>
      )}
      {columns}
      {onNew && (
        <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={onNew}>
          {t('add')}
        </Button>
      )}
    </div>
  )
}

const Total = ({ total, failed }: { readonly total: number | null; readonly failed: boolean }) => {
  const t = useTexts(listTexts)
  const [before = '', after = ''] = t('total', { n: '\u0000' }).split('\u0000')
  return (
    <span role="status" className="oneLine">
      {total === null ? (
        t(failed ? 'none' : 'loading')
      ) : (
        <>
          {before}
          <b className={styles['total']}>{total.toLocaleString('en-US')}</b>
          {after}
        </>
      )}
    </span>
  )
}

const Updated = ({ error, updatedAt }: Pick<ToolbarProps, 'error' | 'updatedAt'>) => {
  const t = useTexts(listTexts)
  if (updatedAt === 0) return null
  if (error === null)
    return <span className={styles['updated']}>{t('updatedAt', { time: toSiteTime(updatedAt).slice(11) })}</span>
  return (
    <span className={styles['late']} role="alert" title={failureText(error)}>
      {t('notUpdated', { reason: failureText(error) })}
    </span>
  )
}
