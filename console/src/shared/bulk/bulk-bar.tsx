import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import type { BulkAction } from '../spec/definitions.ts'
import { listTexts } from '../spec/texts.ts'
import styles from './bulk-bar.module.css'

interface BulkBarProps {
  readonly count: number
  /** How many of them are not on the page that is shown. */
  readonly elsewhere: number
  readonly actions: readonly BulkAction[]
  readonly onAction: (action: BulkAction) => void
  /** Null: there is no export. */
  readonly onExport: (() => void) | null
  readonly onClear: () => void
}

/** What can be done with the rows that are selected. */
export const BulkBar = ({ count, elsewhere, actions, onAction, onExport, onClear }: BulkBarProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const [before = '', after = ''] = t('selected', { n: '\u0000' }).split('\u0000')
  const own = actions.filter(({ key }) => key !== 'delete')
  const button = (action: BulkAction) => (
    <button
      key={action.key}
      type="button"
      className={styles['action']}
      data-danger={action.danger ?? false}
      onClick={() => onAction(action)}
    >
      {action.label[language]}
    </button>
  )
  return (
    <div className={styles['bar']} role="region" aria-live="polite" aria-label={t('selected', { n: count })}>
      <span>
        {before}
        <b>{count}</b>
        {after}
      </span>
      {elsewhere > 0 && <span className="quiet">{t('elsewhere', { n: elsewhere })}</span>}
      <i className={styles['divider']} aria-hidden="true" />
      {own.map(button)}
      {onExport && (
        <button type="button" className={styles['action']} onClick={onExport}>
          {t('exportSelected')}
        </button>
      )}
      {actions.filter(({ key }) => key === 'delete').map(button)}
      <button type="button" className={styles['unselect']} onClick={onClear}>
        {t('unselect')}
      </button>
    </div>
  )
}
