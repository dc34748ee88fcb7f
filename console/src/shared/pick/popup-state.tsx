import { Button, Spin } from 'antd'
import { failureText } from '../api/failure.ts'
import { useTexts } from '../i18n/texts.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './popup-state.module.css'
import { pickTexts } from './texts.ts'

interface PopupStateProps {
  /** What the popup's list was asked from. */
  readonly query: {
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  /** What was typed to search; empty when nothing was. */
  readonly search: string
  /** Said when there is nothing at all to choose. */
  readonly empty: string
}

/** What stands in the popup of a picker that has nothing to choose from: it waits, it failed, or there is nothing. */
export const PopupState = ({ query, search, empty }: PopupStateProps) => {
  const t = useTexts(pickTexts)
  if (query.isFetching) {
    return (
      <div className={styles['state']} role="status">
        <Spin size="small" />
        {t('loading')}
      </div>
    )
  }
  if (query.error) {
    return (
      <div className={styles['state']} role="alert">
        <Icon name="danger" className="bad" />
        <span className={styles['reason']}>{failureText(query.error)}</span>
        <Button size="small" onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles['state']} role="status">
      {search === '' ? empty : t('nothingFound', { query: search })}
    </div>
  )
}
