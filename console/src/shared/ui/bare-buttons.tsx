import type { ReactNode } from 'react'
import styles from './bare-buttons.module.css'

interface IconButtonProps {
  /** What it does. */
  readonly label: string
  /** It takes something away. */
  readonly danger?: boolean
  /** In a row of a table or a list. */
  readonly small?: boolean
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button that is its icon alone. */
export const IconButton = ({ label, danger = false, small = false, disabled, onClick, children }: IconButtonProps) => (
  <button
    type="button"
    className={styles['icon']}
    data-danger={danger}
    data-small={small}
    title={label}
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </button>
)

/** A button that reads as a link: what is done beside a list or a field. */
export const TextButton = ({ onClick, children }: Pick<IconButtonProps, 'onClick' | 'children'>) => (
  <button type="button" className={styles['text']} onClick={onClick}>
    {children}
  </button>
)
