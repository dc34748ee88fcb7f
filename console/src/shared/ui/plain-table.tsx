import type { ReactNode } from 'react'
import styles from './plain-table.module.css'

interface PlainTableProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A table that is read, as in a dialog: its head stays in sight. */
export const PlainTable = ({ className = '', children }: PlainTableProps) => (
  <table className={`${styles['table']} ${className}`}>{children}</table>
)
