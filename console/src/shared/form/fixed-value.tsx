import type { ReactNode } from 'react'
import styles from './fixed-value.module.css'

/** What stands in a form in place of a field that cannot be changed. */
export const FixedValue = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => (
  <output id={id} className={styles['value']}>
    {children}
  </output>
)
