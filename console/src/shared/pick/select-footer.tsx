import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.ts'
import styles from './select-dialog.module.css'
import { pickTexts } from './texts.ts'

interface SelectFooterProps {
  /** What is chosen, or what is in the way. */
  readonly summary: ReactNode
  /** Absent: there is nothing to clear. */
  readonly onClear?: (() => void) | undefined
  readonly onCancel: () => void
  readonly onOk: () => void
  /** False: what is chosen cannot be taken; true unless said. */
  readonly ready?: boolean
}

/** The bottom of a dialog in which something is chosen. */
export const SelectFooter = ({ summary, onClear, onCancel, onOk, ready = true }: SelectFooterProps) => {
  const t = useTexts(pickTexts)
  return (
    <>
      <span className={styles['summary']} role="status">
        {summary}
      </span>
      <span className={styles['answers']}>
        {onClear && <Button onClick={onClear}>{t('clear')}</Button>}
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="primary" disabled={!ready} onClick={onOk}>
          {t('ok')}
        </Button>
      </span>
    </>
  )
}
