import type { ComponentProps, ReactNode } from 'react'
import { Row } from './layout.tsx'
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
  /** At the end of the name's line. */
  readonly beside?: ReactNode
}

/** What a row is called, and what it is: one line each, the whole of it on hover. */
export const RowWords = ({ name, detail, beside }: RowWordsProps) => (
  <span className={styles['words']}>
    <Row as="span" gap={8}>
      <span className={`ellipsis grow ${styles['name']}`} title={name}>
        {name}
      </span>
      {beside}
    </Row>
    <span className="ellipsis quiet" title={typeof detail === 'string' ? detail : undefined}>
      {detail}
    </span>
  </span>
)
