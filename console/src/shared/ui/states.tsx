import { Button } from 'antd'
import type { ReactNode } from 'react'
import { failureText } from '../api/failure.ts'
import { useTexts } from '../i18n/texts.ts'
import { Icon, type IconName } from './icon.tsx'
import { uiTexts } from './texts.ts'
import styles from './states.module.css'

interface EmptyStateProps {
  readonly icon?: IconName
  /** What is missing; 暂无数据 unless said. */
  readonly title?: ReactNode
  /** Why. */
  readonly hint?: ReactNode
  /** The next step: a button or a link. */
  readonly children?: ReactNode
}

/** An empty area with its reason and a next step. */
export const EmptyState = ({ icon = 'tray', title, hint, children }: EmptyStateProps) => {
  const t = useTexts(uiTexts)
  return (
    <div className={styles['state']}>
      <Icon name={icon} size={32} />
      <div className="breaks soft">{title ?? t('nothingHere')}</div>
      {hint && <div className={styles['hint']}>{hint}</div>}
      {children && <div className={styles['next']}>{children}</div>}
    </div>
  )
}

interface ErrorStateProps {
  readonly error: Error
  /** Absent: there is nothing to try again. */
  readonly onRetry?: (() => void) | undefined
  readonly retrying?: boolean
}

/** What stands where data could not be loaded, with the reason and a retry. */
export const ErrorState = ({ error, onRetry, retrying = false }: ErrorStateProps) => {
  const t = useTexts(uiTexts)
  return (
    <div className={styles['state']} role="alert">
      <Icon name="danger" size={32} className="bad" />
      <div className="breaks soft">{t('loadFailed')}</div>
      <div className={styles['hint']}>{failureText(error)}</div>
      {onRetry && (
        <div className={styles['next']}>
          <Button onClick={onRetry} loading={retrying} icon={<Icon name="refresh" size={16} />}>
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
