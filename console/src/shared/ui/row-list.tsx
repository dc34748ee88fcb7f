import type { ComponentProps, ReactNode } from 'react'
import styles from './row-list.module.css'

/** A list to choose from that fills what is left of its column and scrolls. */
export const RowList = ({ className = '', ...list }: ComponentProps<'ul'>) => (
  <ul className={`${styles['list']} ${className}`} {...list} />
)

interface RowButtonProps extends ComponentProps<'button'> {
  /** It is there, but does not count now. */
  readonly off?: boolean
}

/** A row of the list; the chosen one is `aria-current` where it is open, `aria-pressed` where it is taken. */
export const RowButton = ({ off = false, ...button }: RowButtonProps) => (
  <button type="button" className={styles['row']} data-off={off} {...button} />
)

interface RowWordsProps {
  readonly name: string
  readonly detail: ReactNode
  /** Both take as many lines as they need; one line each unless said. */
  readonly wraps?: boolean
}

/** What a row is called, and what it is. */
export const RowWords = ({ name, detail, wraps = false }: RowWordsProps) => {
  const long = wraps ? 'breaks' : 'ellipsis'
  return (
    <span className={styles['words']}>
      <span className={`${long} ${styles['name']}`} title={name}>
        {name}
      </span>
      <span className={`${long} quiet`} title={typeof detail === 'string' ? detail : undefined}>
        {detail}
      </span>
    </span>
  )
}
